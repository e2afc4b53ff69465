/* A stage's title, formula, one plain sentence, and remarks on this state; the first stage also
 * lists the words. */
#include <string.h>

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

/* Why keys are hidden where a window hides some, with the patterns of their cells. */
static const char *window_says(const struct screen *s, const struct stages_labels *l)
{
    struct text t = SCREEN_TEXT(s);
    const char *far = grid_veil_sign(s, GRID_FAR);
    if (l->causal)
        screen_add(s, &t,
                   TEXT("Hidden (-∞): later words %s and, beyond the window, those %d or more away %s."),
                   grid_veil_sign(s, GRID_LATER), l->window, far);
    else
        screen_add(s, &t, TEXT("Hidden (-∞): words beyond the window, %d or more away %s."), l->window, far);
    if (s->session->now.config.pe->bias)
        screen_add(s, &t, TEXT(" The numbers have the bias of %s in them."), s->session->now.config.pe->name);
    return text_str(&t);
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
    struct stages_labels labels = stages_labels_of(s, look->stage);
    if (labels.window > 0)
        return window_says(s, &labels);
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

/* Draws the cell whose factor was followed here, and the key that leads back; returns the rows it took. */
static int draw_way_back(struct canvas c, const struct screen *s, const struct derivation *left)
{
    struct derive_from from = derivation_here(&left->cell);
    const char *back = screen_text(s, TEXT("back")), *key = "Backspace",
               *read = say(s, TEXT("underlined: read by %s"), said_cell(s, &from));
    bool fits = utf8_width(read) + 3 + utf8_width(key) + utf8_width(back) <= c.cols;
    int col = canvas_put(c, 0, 0, STYLE_LABEL, read) + 2;
    canvas_key(c, !fits, fits ? col : 0, key, back);
    return 1 + !fits;
}

/* Draws remarks on this state, such as an empty row; returns the rows it took. */
static int draw_remarks(struct canvas c, const struct screen *s)
{
    const struct scene *now = &s->session->now;
    int rows = 0, stage = now->state.look.stage;
    struct text empty = SCREEN_TEXT(s), against = SCREEN_TEXT(s);
    if (stages_empty_row(s, &empty))
        canvas_put(c, rows++, 0, STYLE_ERROR, text_str(&empty));
    if (stage_row(stage)->role == ROLE_POSITIONS && now->trace.rows_with_position < now->config.n)
        canvas_putf(c, rows++, 0, STYLE_ERROR,
                    screen_text(s, TEXT("%d of these %d positions have a row in the table")),
                    now->trace.rows_with_position, now->config.n);
    if (now->state.look.show != SHOW_VALUES && changes_shown(s) != SHOW_GRADIENT) {
        changes_title(s, &against);
        rows += canvas_flow(canvas_part(c, rows, 0, c.rows, c.cols), 0, STYLE_CHANGED, text_str(&against));
    }
    return rows;
}

int stages_heading_draw(struct canvas c, const void *of)
{
    const struct stages *v = of;
    const struct screen *s = v->s;
    const struct scene *now = &s->session->now;
    const struct config *config = &now->config;
    int stage = now->state.look.stage, layer = now->state.look.layer;
    bool gradient = changes_shown(s) == SHOW_GRADIENT && v->numbers;
    /* 1. the title; the layer too, because the title bar may be cut, or taken by a lesson */
    const char *title = screen_text(s, stage_title(stage));
    int col = 2 + canvas_put(c, 0, 0, STYLE_TITLE, gradient ? say(s, TEXT("gradient: %s"), title) : title);
    if (stage_row(stage)->heads == HEADS_APART && config->heads > 1)
        col = 2 + canvas_put(c, 0, col, STYLE_KEY,
                             say(s, TEXT("head %d of %d"), now->state.look.head + 1, config->heads));
    if (stage >= STAGE_H && stage < STAGE_TRANSFORM && config->layers > 1)
        col =
            2 + canvas_either(c, 0, col, STYLE_KEY, say(s, TEXT("layer %d of %d"), layer + 1, config->layers),
                              say(s, TEXT("layer %d"), layer + 1));
    if (v->numbers)
        draw_shapes(c, col, s, &v->d);
    /* 2. the formula, remarks, the way back */
    const char *formula =
        screen_text(s, gradient ? stage_gradient(config, stage) : stage_formula(config, layer, stage));
    int rows = 1 + canvas_flow(canvas_part(c, 1, 0, c.rows, c.cols), 0, STYLE_FORMULA, formula);
    rows += draw_remarks(canvas_part(c, rows, 0, c.rows, c.cols), s);
    if (v->left.count > 0)
        rows += draw_way_back(canvas_part(c, rows, 0, c.rows, c.cols), s, &v->left);
    return rows;
}

struct page_size stages_says_size(const struct stages *v)
{
    enum { LOW = 16, LEAST = 30 }; /* fewer rows have no room for two sentences */
    static const struct canvas_look looks[] = {{STYLE_NOTE, 0}, {STYLE_STRONG, 0}};
    const struct screen *s = v->s;
    struct text said = SCREEN_TEXT(s), against = SCREEN_TEXT(s), all = SCREEN_TEXT(s);
    const char *help = "";
    int first, heads;
    bool gradient = changes_shown(s) == SHOW_GRADIENT && v->numbers,
         drawn = stages_mixes(s, &v->d, &first, &heads) && heads > 1; /* each with a line of its own */
    bool says = !gradient && !v->beside && !drawn && stages_saying(&said, s, &v->d);
    if (gradient)
        changes_title(s, &against);
    if (!v->narrow && (v->rows >= LOW || !says))
        help = gradient ? text_str(&against) : stages_help(s);
    if (says && *help && strstr(text_str(&said), help)) /* numbers that are too large are said once */
        help = "";
    text_add(&all, help);
    if (says)
        text_addf(&all, "%s%c%s", *help && lang_has_blanks(screen_lang(s)) ? " " : "", 1, text_str(&said));
    struct page_size size = page_flow(text_str(&all), STYLE_NOTE, LEAST);
    size.looks = looks;
    return size;
}

/* Lists words with their positions, in columns where there are too few rows. Words of a memory have no
 * positions here and are numbered. */
static int list_words(struct canvas c, const struct screen *s, const struct sequence *words, int start,
                      int here)
{
    enum { WORD = 12, BEFORE = 6, NOTE = 20 };
    const struct state *st = &s->session->now.state;
    int width = 0, rows = c.rows > 0 ? c.rows : 1;
    for (int i = 0; i < words->count; i++) {
        int wide = BEFORE + utf8_width(said_word(s, st, words, i));
        width = wide > width ? wide : width;
    }
    bool whole = (words->count + rows - 1) / rows * width <= c.cols; /* all of them are in sight */
    int first = !whole && here >= rows ? here - rows + 1 : 0;
    for (int i = first; i < words->count && (whole || i - first < rows); i++) {
        int row = (i - first) % rows, col = (i - first) / rows * width;
        canvas_putf(c, row, col, STYLE_DIM, "%4d", start + i);
        canvas_field(c, row, col + BEFORE, words->count > rows && whole ? width - BEFORE : WORD,
                     i == here ? STYLE_CURSOR : STYLE_LABEL, said_word(s, st, words, i));
        if (words->count <= rows && state_made_up(st, words, i))
            canvas_either(c, row, NOTE, STYLE_DIM,
                          screen_text(s, TEXT("not in the vocabulary: pseudo-random numbers")),
                          screen_text(s, TEXT("pseudo-random numbers")));
    }
    return words->count < rows ? words->count : rows;
}

/* Draws the keys that change the words: they work in every stage, but people look for them here. A lesson has
 * other uses for some of them. */
static void draw_word_keys(struct canvas c, const struct screen *s)
{
    static const char *const keys[][2] = {
        {"prompt sentence", TEXT_AS("heading", "type")},
        {"pair next", TEXT("ready sentences")},
        {"move left", TEXT_AS("heading", "left")},
        {"move right", TEXT_AS("heading", "right")},
        {"join", TEXT("join with the next")},
        {"split", TEXT("split")},
    };
    enum { COUNT = sizeof keys / sizeof *keys };
    for (int i = 0, row = 0, col = 0; i < COUNT && !s->session->lesson; i++) {
        const char *key = keymap_key(&s->session->keymap, "stages", keys[i][0]),
                   *note = screen_text(s, keys[i][1]);
        if (!*key)
            continue;
        if (col > 0 && col + utf8_width(key) + utf8_width(note) + 1 > c.cols) {
            row++;
            col = 0;
        }
        col = canvas_key(c, row, col, key, note) + 2;
    }
}

void stages_words_draw(struct canvas c, const void *of)
{
    enum { KEYS = 3, BETWEEN = 2 };
    const struct screen *s = ((const struct stages *)of)->s;
    const struct state *st = &s->session->now.state;
    bool beside = st->memory && st->sentence->count + BETWEEN + st->memory->count + KEYS > c.rows;
    int left = beside ? c.cols / 2 : c.cols;
    int row = list_words(canvas_part(c, 0, 0, c.rows, left), s, st->sentence, st->set.start, st->look.query);
    if (st->memory) {
        int top = beside ? 0 : row + 1;
        struct canvas rest = canvas_part(c, top, beside ? left : 0, c.rows, c.cols);
        canvas_put(rest, 0, 0, STYLE_NOTE, screen_text(s, TEXT("second sequence")));
        top += 1 + list_words(canvas_part(rest, 1, 0, c.rows, c.cols), s, st->memory, 0, -1);
        row = top > row ? top : row;
    }
    draw_word_keys(canvas_part(c, row + 1, 0, c.rows - row - 1, c.cols), s);
}
