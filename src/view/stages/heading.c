/* A stage's title, formula, one plain sentence, and remarks on this state; the first stage also
 * lists the words. */
#include "core/pipeline/stage.h"
#include "view/cell_name.h"
#include "view/changes.h"
#include "view/stages/stages.h"

bool stages_empty_row(const struct screen *s, struct text *out)
{
    const struct scene *now = &s->model->now;
    const struct look *look = &now->state.look;
    if (stage_first(look->stage) != STAGE_WEIGHTS)
        return false;
    const struct attention *a = stage_attention(&now->trace.layer[look->layer], look->stage);
    int empty = attention_empty_row(a, look->head, look->query) ? look->query : 0;
    while (empty < now->config.n && !attention_empty_row(a, look->head, empty))
        empty++;
    if (empty == now->config.n)
        return false;
    screen_word(&now->state, now->state.sentence, empty, out);
    text_add(out,
             screen_text(s, TEXT(" has no key left: its weights are all 0", " 没有剩下任何键：权重全为 0")));
    return true;
}

const char *stages_help(const struct screen *s)
{
    const struct scene *now = &s->model->now;
    const struct look *look = &now->state.look;
    struct text empty = SCREEN_TEXT(s);
    const char *help = screen_pair(s, stage_help(&now->config, look->layer, look->stage));
    if (stage_first(look->stage) == STAGE_WEIGHTS &&
        mat_overflowed(stage_matrix(&now->trace, look->layer, look->stage, look->head)))
        help = screen_overflow_says(s);
    else if (stages_empty_row(s, &empty))
        help = screen_text(s, TEXT("Each row with a key left distributes a total of 1 over the keys.",
                                   "每一行只要还有键，就把整个 1 分给各个键。"));
    return help;
}

/* Heading: the numbers below are differences, and from what; or what their gradient means. */
static int against(struct canvas c, const struct screen *s, enum style style)
{
    struct text t = SCREEN_TEXT(s);
    changes_title(s, &t);
    return canvas_flow(c, 0, style, text_str(&t));
}

static void add_shape(struct text *out, const struct screen *s, struct factor m)
{
    text_addf(out, s->ascii ? "%dx%d" : "%d×%d", m.rows, m.cols);
}

/* Draws 3×8 ← H 3×8, WQ 8×8: the shape, if it fits, and the matrices it is computed from, if they do. */
static void shapes(struct canvas c, int col, const struct screen *s, const struct derivation *d)
{
    const struct scene *now = &s->model->now;
    const struct look *look = &now->state.look;
    struct derive_from from[DERIVATION_SOURCES];
    struct text t = SCREEN_TEXT(s), shape = SCREEN_TEXT(s);
    int count = derivation_sources(d, from);
    add_shape(&shape, s, factor_of(stage_matrix(&now->trace, look->layer, look->stage, look->head)));
    text_add(&t, text_str(&shape));
    for (int i = 0; i < count; i++) {
        text_addf(&t, "%s%s ", i ? ", " : s->ascii ? " <- " : " ← ", cell_matrix(s, &from[i]));
        add_shape(&t, s, derivation_matrix(now, &from[i]));
    }
    if (col + utf8_width(text_str(&shape)) <= c.cols)
        canvas_either(c, 0, col, STYLE_DIM, text_str(&t), text_str(&shape));
}

/* Draws the cell whose factor was followed here, and the key that leads back; returns the rows it took. */
static int way_back(struct canvas c, const struct screen *s, const struct derivation *left)
{
    struct text t = SCREEN_TEXT(s);
    struct derive_from from = derivation_here(&left->cell);
    const char *back = screen_text(s, TEXT("back", "返回")), *key = "Backspace";
    text_add(&t, screen_text(s, TEXT("underlined: read by ", "下划线：读过这些数的是 ")));
    cell_name(&t, s, &from);
    int col = canvas_put(c, 0, 0, STYLE_LABEL, text_str(&t)) + 2, row = 0;
    if (col + utf8_width(key) + 1 + utf8_width(back) > c.cols) {
        row = 1;
        col = 0;
    }
    col = canvas_put(c, row, col, STYLE_KEY, key);
    canvas_put(c, row, col + 1, STYLE_LABEL, back);
    return row + 1;
}

/* Draws remarks on this state, such as an empty row; returns the rows it took. */
static int remarks(struct canvas c, const struct screen *s)
{
    const struct scene *now = &s->model->now;
    int rows = 0, stage = now->state.look.stage;
    struct text empty = SCREEN_TEXT(s);
    if (stages_empty_row(s, &empty))
        canvas_put(c, rows++, 0, STYLE_ERROR, text_str(&empty));
    if (stage_row(stage)->role == ROLE_POSITIONS && now->trace.rows_with_position < now->config.n)
        canvas_putf(c, rows++, 0, STYLE_ERROR,
                    screen_text(s, TEXT("%d of these %d positions have a row in the table",
                                        "这里 %d 个位置在表里有编码（共 %d 个）")),
                    now->trace.rows_with_position, now->config.n);
    if (now->state.look.show != SHOW_VALUES && changes_shown(s) != SHOW_GRADIENT)
        rows += against(canvas_part(c, rows, 0, c.rows, c.cols), s, STYLE_CHANGED);
    return rows;
}

/* The title bar may be cut, or taken by a lesson. */
static int which_layer(struct canvas c, int col, const struct screen *s)
{
    const struct scene *now = &s->model->now;
    struct text whole = SCREEN_TEXT(s), brief = SCREEN_TEXT(s);
    text_addf(&whole, screen_text(s, TEXT("layer %d of %d", "第 %d 层，共 %d 层")), now->state.look.layer + 1,
              now->config.layers);
    text_addf(&brief, screen_text(s, TEXT("layer %d", "第 %d 层")), now->state.look.layer + 1);
    col = canvas_either(c, 0, col, STYLE_KEY, text_str(&whole), text_str(&brief));
    return col + 2;
}

/* Draws what the stage is for and, standing out, what it says of the row in focus. Returns the rows. */
static int sentences(struct canvas c, const struct screen *s, const struct derivation *d, bool tight)
{
    const char *help = stages_help(s);
    struct text said = SCREEN_TEXT(s), both = SCREEN_TEXT(s);
    text_addf(&both, "%s%s", help, screen_lang(s) == LANG_EN ? " " : "");
    const struct canvas nowhere = {.rows = c.rows, .cols = c.cols};
    int rows = canvas_flow(nowhere, 0, STYLE_NOTE, help), more = 0;
    bool alone = false; /* where room is short, what the row says matters more than what the stage is for */
    if (stages_saying(&said, s, d)) {
        text_add(&both, text_str(&said));
        more = canvas_flow(nowhere, 0, STYLE_STRONG, text_str(&both)) - rows;
        tight |= rows + more > c.rows; /* half a sentence says something else */
        alone = tight && more > 0 && canvas_flow(nowhere, 0, STYLE_STRONG, text_str(&said)) <= rows;
        if (!tight || more == 0 || alone)
            canvas_flow(c, 0, STYLE_STRONG, text_str(alone ? &said : &both));
    }
    if (!alone)
        canvas_flow(c, 0, STYLE_NOTE, help); /* over the same words */
    return tight ? rows : rows + more;
}

/* Draws what the stage says of the row in focus. Returns the rows. */
static int saying(struct canvas c, const struct screen *s, const struct derivation *d)
{
    struct text said = SCREEN_TEXT(s);
    return stages_saying(&said, s, d) ? canvas_flow(c, 0, STYLE_STRONG, text_str(&said)) : 0;
}

/* Draws queries, or gradient: queries. Returns the column after it. */
static int title(struct canvas c, const struct screen *s, bool gradient)
{
    struct text t = SCREEN_TEXT(s);
    text_addf(&t, gradient ? screen_text(s, TEXT("gradient: %s", "%s的梯度")) : "%s",
              screen_pair(s, stage_title(s->model->now.state.look.stage)));
    return canvas_put(c, 0, 0, STYLE_TITLE, text_str(&t));
}

/* Draws the formula of a gradient and, if there is room, what its numbers mean. Returns the rows above what
 * comes next. */
static int backwards(struct canvas c, const struct screen *s, bool brief)
{
    enum { LOW = 16 };
    const struct scene *now = &s->model->now;
    int rows = 1 + canvas_flow(canvas_part(c, 1, 0, c.rows, c.cols), 0, STYLE_FORMULA,
                               screen_pair(s, stage_gradient(&now->config, now->state.look.stage)));
    if (!brief && c.rows > LOW)
        rows += against(canvas_part(c, rows, 0, c.rows, c.cols), s, STYLE_NOTE);
    return rows;
}

int stages_heading_draw(struct canvas c, const struct screen *s, const struct derivation *d,
                        const struct derivation *left, enum heading_size size)
{
    const struct scene *now = &s->model->now;
    int stage = now->state.look.stage, layer = now->state.look.layer;
    bool gradient = changes_shown(s) == SHOW_GRADIENT && stage_has_numbers(stage);
    int col = title(c, s, gradient) + 2;
    if (stage_row(stage)->heads == HEADS_APART && now->config.heads > 1)
        col =
            2 + canvas_putf(c, 0, col, STYLE_KEY, screen_text(s, TEXT("head %d of %d", "第 %d 头，共 %d 头")),
                            now->state.look.head + 1, now->config.heads);
    if (stage >= STAGE_H && stage < STAGE_TRANSFORM && now->config.layers > 1)
        col = which_layer(c, col, s);
    if (stage_has_numbers(stage) && size >= HEADING_TIGHT)
        shapes(c, col, s, d);
    int rows = 2;
    const char *formula = screen_pair(s, stage_formula(&now->config, layer, stage));
    if (gradient) {
        rows = backwards(c, s, size < HEADING_TIGHT);
    } else if (size < HEADING_TIGHT) {
        rows = 1 + canvas_flow(canvas_part(c, 1, 0, c.rows, c.cols), 0, STYLE_FORMULA, formula);
        if (size == HEADING_SAID)
            rows += saying(canvas_part(c, rows, 0, c.rows, c.cols), s, d);
    } else {
        canvas_put(c, 1, 0, STYLE_FORMULA, formula);
        rows += sentences(canvas_part(c, rows, 0, c.rows, c.cols), s, d, size == HEADING_TIGHT);
    }
    rows += remarks(canvas_part(c, rows, 0, c.rows, c.cols), s);
    if (left->count > 0)
        rows += way_back(canvas_part(c, rows, 0, c.rows, c.cols), s, left);
    return rows + 1;
}

/* Lists words with their positions. Words of a memory have no positions here and are numbered. */
static int list(struct canvas c, const struct screen *s, const struct sequence *words, int start, int here)
{
    enum { WORD = 12 };
    const struct state *st = &s->model->now.state;
    struct text t = SCREEN_TEXT(s);
    int first = here >= c.rows ? here - c.rows + 1 : 0, row = 0;
    for (int i = first; i < words->count && row < c.rows; i++, row++) {
        text_clear(&t);
        screen_word(st, words, i, &t);
        canvas_putf(c, row, 0, STYLE_DIM, "%4d", start + i);
        canvas_field(c, row, 6, WORD, i == here ? STYLE_CURSOR : STYLE_LABEL, text_str(&t));
        if (state_made_up(st, words, i))
            canvas_either(c, row, 20, STYLE_DIM,
                          screen_text(s, TEXT("not in the vocabulary: pseudo-random numbers",
                                              "词表里没有：用的是伪随机数")),
                          screen_text(s, TEXT("pseudo-random numbers", "数是伪随机的")));
    }
    return row;
}

/* Draws the keys that change the words. They work in every stage, but people look for them here. A lesson
 * has other uses for some of them. */
static void word_keys(struct canvas c, const struct screen *s)
{
    static const struct {
        const char *line;
        struct pair note;
    } keys[] = {
        {"prompt sentence", PAIR("type", "输入")},
        {"pair next", PAIR("ready sentences", "现成句对")},
        {"move left", PAIR("left", "左移")},
        {"move right", PAIR("right", "右移")},
        {"join", PAIR("join with the next", "与后词合并")},
        {"split", PAIR("split", "拆字")},
    };
    int row = 0, col = 0;
    for (size_t i = 0; i < sizeof keys / sizeof *keys; i++) {
        const char *key = keymap_key(&s->model->keymap, "stages", keys[i].line),
                   *note = screen_pair(s, keys[i].note);
        int width = utf8_width(key) + utf8_width(note) + 1;
        if (!*key)
            continue;
        if (col > 0 && col + width > c.cols) {
            row++;
            col = 0;
        }
        int end = canvas_put(c, row, col, STYLE_KEY, key);
        col = canvas_put(c, row, end + 1, STYLE_DIM, note) + 2;
    }
}

void stages_words_draw(struct canvas c, const struct screen *s)
{
    enum { KEYS = 3, BETWEEN = 2 };
    const struct state *st = &s->model->now.state;
    int both = st->memory ? st->sentence->count + BETWEEN + st->memory->count : 0;
    bool beside = both + KEYS > c.rows;
    int left = beside ? c.cols / 2 : c.cols;
    int row = list(canvas_part(c, 0, 0, c.rows, left), s, st->sentence, st->set.start, st->look.query);
    if (st->memory) {
        int top = beside ? 0 : row + 1;
        struct canvas rest = canvas_part(c, top, beside ? left : 0, c.rows, c.cols);
        canvas_put(rest, 0, 0, STYLE_NOTE, screen_text(s, TEXT("second sequence", "第二个序列")));
        top += 1 + list(canvas_part(rest, 1, 0, c.rows, c.cols), s, st->memory, 0, -1);
        row = top > row ? top : row;
    }
    if (!s->model->lesson)
        word_keys(canvas_part(c, row + 1, 0, c.rows - row - 1, c.cols), s);
}
