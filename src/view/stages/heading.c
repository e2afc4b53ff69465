/* A stage's title, formula, one plain sentence, and remarks on this state; the first stage also
 * lists the words. */
#include "core/pipeline/stage.h"
#include "view/cell_name.h"
#include "view/changes.h"
#include "view/stages/stages.h"

bool stages_empty_row(const struct screen *s, struct text *out)
{
    const struct scene *now = &s->session->now;
    const struct look *look = &now->state.look;
    if (stage_first(look->stage) != STAGE_WEIGHTS)
        return false;
    const struct attention *a = stage_attention(&now->trace.layer[look->layer], look->stage);
    int empty = attention_empty_row(a, look->head, look->query) ? look->query : 0;
    while (empty < now->config.n && !attention_empty_row(a, look->head, empty))
        empty++;
    if (empty < now->config.n)
        screen_add(s, out, TEXT("%s has no key left: its weights are all 0"),
                   said_word(s, &now->state, now->state.sentence, empty));
    return empty < now->config.n;
}

const char *stages_help(const struct screen *s)
{
    const struct scene *now = &s->session->now;
    const struct look *look = &now->state.look;
    struct text empty = SCREEN_TEXT(s);
    if (stage_first(look->stage) == STAGE_WEIGHTS &&
        mat_overflowed(stage_matrix(&now->trace, look->layer, look->stage, look->head)))
        return screen_overflow_says(s);
    if (stages_empty_row(s, &empty))
        return screen_text(s, TEXT("Each row with a key left distributes a total of 1 over the keys."));
    return screen_text(s, stage_help(&now->config, look->layer, look->stage));
}

/* Draws 3×8 ← H 3×8, WQ 8×8: the shape, if it fits, and the matrices it is computed from, if they do. */
static void draw_shapes(struct canvas c, int col, const struct screen *s, const struct derivation *d)
{
    const struct scene *now = &s->session->now;
    const struct look *look = &now->state.look;
    struct derive_from from[DERIVATION_SOURCES];
    struct text t = SCREEN_TEXT(s);
    struct mat m = stage_matrix(&now->trace, look->layer, look->stage, look->head);
    const char *shape = said_values(s, "%d×%d", m.rows, m.cols);
    int count = derivation_sources(d, from);
    text_add(&t, shape);
    for (int i = 0; i < count; i++) {
        struct factor f = derivation_matrix(now, &from[i]);
        text_addf(&t, "%s%s ", i ? ", " : s->ascii ? " <- " : " ← ", cell_matrix(s, &from[i]));
        text_addf(&t, "%d×%d", f.rows, f.cols);
    }
    if (col + utf8_width(shape) <= c.cols)
        canvas_either(c, 0, col, STYLE_DIM, text_str(&t), shape);
}

/* Draws that the numbers below are differences, and from what; or what gradients mean. */
static int draw_against(struct canvas c, const struct screen *s, enum style style)
{
    struct text t = SCREEN_TEXT(s);
    changes_title(s, &t);
    return canvas_flow(c, 0, style, text_str(&t));
}

/* Draws the cell whose factor was followed here, and the key that leads back; returns the rows it took. */
static int draw_way_back(struct canvas c, const struct screen *s, const struct derivation *left)
{
    struct derive_from from = derivation_here(&left->cell);
    const char *back = screen_text(s, TEXT("back")), *key = "Backspace";
    int row = 0, col = 2 + canvas_put(c, 0, 0, STYLE_LABEL,
                                      say(s, TEXT("underlined: read by %s"), said_cell(s, &from)));
    if (col + utf8_width(key) + 1 + utf8_width(back) > c.cols) {
        row = 1;
        col = 0;
    }
    col = canvas_put(c, row, col, STYLE_KEY, key);
    canvas_put(c, row, col + 1, STYLE_LABEL, back);
    return row + 1;
}

/* Draws remarks on this state, such as an empty row; returns the rows it took. */
static int draw_remarks(struct canvas c, const struct screen *s)
{
    const struct scene *now = &s->session->now;
    int rows = 0, stage = now->state.look.stage;
    struct text empty = SCREEN_TEXT(s);
    if (stages_empty_row(s, &empty))
        canvas_put(c, rows++, 0, STYLE_ERROR, text_str(&empty));
    if (stage_row(stage)->role == ROLE_POSITIONS && now->trace.rows_with_position < now->config.n)
        canvas_putf(c, rows++, 0, STYLE_ERROR,
                    screen_text(s, TEXT("%d of these %d positions have a row in the table")),
                    now->trace.rows_with_position, now->config.n);
    if (now->state.look.show != SHOW_VALUES && changes_shown(s) != SHOW_GRADIENT)
        rows += draw_against(canvas_part(c, rows, 0, c.rows, c.cols), s, STYLE_CHANGED);
    return rows;
}

/* Draws what the stage is for and, standing out, what it says of the row in focus. Returns the rows. */
static int draw_sentences(struct canvas c, const struct screen *s, const struct derivation *d, bool tight)
{
    const char *help = stages_help(s);
    struct text said = SCREEN_TEXT(s), both = SCREEN_TEXT(s);
    text_addf(&both, "%s%s", help, lang_has_blanks(screen_lang(s)) ? " " : "");
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

int stages_heading_draw(struct canvas c, const struct screen *s, const struct derivation *d,
                        const struct derivation *left, enum heading_size size)
{
    enum { LOW = 16 };
    const struct scene *now = &s->session->now;
    const struct config *config = &now->config;
    int stage = now->state.look.stage, layer = now->state.look.layer;
    bool gradient = changes_shown(s) == SHOW_GRADIENT && stage_has_numbers(stage),
         brief = size < HEADING_TIGHT;
    /* 1. the title; the layer too, because the title bar may be cut, or taken by a lesson */
    const char *title = screen_text(s, stage_title(stage));
    int col = 2 + canvas_put(c, 0, 0, STYLE_TITLE, gradient ? say(s, TEXT("gradient: %s"), title) : title);
    if (stage_row(stage)->heads == HEADS_APART && config->heads > 1)
        col = 2 + canvas_putf(c, 0, col, STYLE_KEY, screen_text(s, TEXT("head %d of %d")),
                              now->state.look.head + 1, config->heads);
    if (stage >= STAGE_H && stage < STAGE_TRANSFORM && config->layers > 1)
        col =
            2 + canvas_either(c, 0, col, STYLE_KEY, say(s, TEXT("layer %d of %d"), layer + 1, config->layers),
                              say(s, TEXT("layer %d"), layer + 1));
    if (stage_has_numbers(stage) && !brief)
        draw_shapes(c, col, s, d);
    /* 2. the formula and sentences: what the stage is for, or what its gradient means; of the row in focus */
    const char *formula =
        screen_text(s, gradient ? stage_gradient(config, stage) : stage_formula(config, layer, stage));
    int rows = 2;
    if (gradient || brief)
        rows = 1 + canvas_flow(canvas_part(c, 1, 0, c.rows, c.cols), 0, STYLE_FORMULA, formula);
    else
        canvas_put(c, 1, 0, STYLE_FORMULA, formula);
    struct canvas below = canvas_part(c, rows, 0, c.rows, c.cols);
    struct text said = SCREEN_TEXT(s);
    if (gradient && !brief && c.rows > LOW)
        rows += draw_against(below, s, STYLE_NOTE);
    else if (!gradient && size == HEADING_SAID && stages_saying(&said, s, d))
        rows += canvas_flow(below, 0, STYLE_STRONG, text_str(&said));
    else if (!gradient && !brief)
        rows += draw_sentences(below, s, d, size == HEADING_TIGHT);
    /* 3. remarks on this state */
    rows += draw_remarks(canvas_part(c, rows, 0, c.rows, c.cols), s);
    if (left->count > 0)
        rows += draw_way_back(canvas_part(c, rows, 0, c.rows, c.cols), s, left);
    return rows + 1;
}

/* Lists words with their positions. Words of a memory have no positions here and are numbered. */
static int list_words(struct canvas c, const struct screen *s, const struct sequence *words, int start,
                      int here)
{
    enum { WORD = 12 };
    const struct state *st = &s->session->now.state;
    int first = here >= c.rows ? here - c.rows + 1 : 0, row = 0;
    for (int i = first; i < words->count && row < c.rows; i++, row++) {
        canvas_putf(c, row, 0, STYLE_DIM, "%4d", start + i);
        canvas_field(c, row, 6, WORD, i == here ? STYLE_CURSOR : STYLE_LABEL, said_word(s, st, words, i));
        if (state_made_up(st, words, i))
            canvas_either(c, row, 20, STYLE_DIM,
                          screen_text(s, TEXT("not in the vocabulary: pseudo-random numbers")),
                          screen_text(s, TEXT("pseudo-random numbers")));
    }
    return row;
}

void stages_words_draw(struct canvas c, const struct screen *s)
{
    /* the keys that change the words work in every stage, but people look for them here */
    static const struct {
        const char *line;
        const char *note;
    } keys[] = {
        {"prompt sentence", TEXT_AS("heading", "type")},
        {"pair next", TEXT("ready sentences")},
        {"move left", TEXT_AS("heading", "left")},
        {"move right", TEXT_AS("heading", "right")},
        {"join", TEXT("join with the next")},
        {"split", TEXT("split")},
    };
    enum { KEYS = 3, BETWEEN = 2, COUNT = sizeof keys / sizeof *keys };
    const struct state *st = &s->session->now.state;
    int both = st->memory ? st->sentence->count + BETWEEN + st->memory->count : 0;
    bool beside = both + KEYS > c.rows;
    int left = beside ? c.cols / 2 : c.cols;
    int row = list_words(canvas_part(c, 0, 0, c.rows, left), s, st->sentence, st->set.start, st->look.query);
    if (st->memory) {
        int top = beside ? 0 : row + 1;
        struct canvas rest = canvas_part(c, top, beside ? left : 0, c.rows, c.cols);
        canvas_put(rest, 0, 0, STYLE_NOTE, screen_text(s, TEXT("second sequence")));
        top += 1 + list_words(canvas_part(rest, 1, 0, c.rows, c.cols), s, st->memory, 0, -1);
        row = top > row ? top : row;
    }
    c = canvas_part(c, row + 1, 0, c.rows - row - 1, c.cols);
    row = 0;
    for (int i = 0, col = 0; i < COUNT && !s->session->lesson;
         i++) { /* a lesson has other uses for some of them */
        const char *key = keymap_key(&s->session->keymap, "stages", keys[i].line),
                   *note = screen_text(s, keys[i].note);
        if (!*key)
            continue;
        if (col > 0 && col + utf8_width(key) + utf8_width(note) + 1 > c.cols) {
            row++;
            col = 0;
        }
        col = canvas_put(c, row, col, STYLE_KEY, key) + 1;
        col = canvas_put(c, row, col, STYLE_DIM, note) + 2;
    }
}
