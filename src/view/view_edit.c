/* The editor: every given matrix as a sheet. */
#include "base/number.h"
#include "model/matrices.h"
#include "view/grid.h"
#include "view/screen.h"

struct sheet {
    const struct state *state;
    struct matrix_ref ref;
    enum lang lang;
};

static void row_label(const void *arg, int i, struct text *out)
{
    const struct sheet *sh = arg;
    if (sh->ref.kind == MATRIX_X || sh->ref.kind == MATRIX_MASK || sh->ref.kind == MATRIX_SCORES)
        state_label(sh->state, sh->state->sentence, i, out);
    else if (sh->ref.kind == MATRIX_Y)
        state_label(sh->state, sh->state->memory, i, out);
    else
        text_addf(out, "%d", i);
}

static void col_label(const void *arg, int i, struct text *out)
{
    const struct sheet *sh = arg;
    bool named = sh->ref.kind == MATRIX_X && sh->state->lexicon->named_dims && sh->state->set.d == LEXICON_DIMS;
    if (named)
        text_add(out, pair_in(lexicon_dims[i], sh->lang));
    else
        text_addf(out, "%d", i);
}

/* x  WQ  [WK]  WV … */
static void tabs(struct canvas c, const struct screen *s, const struct matrix_ref *refs, int count)
{
    const struct state *st = &s->model->now.state;
    int col = 1;
    for (int i = 0; i < count; i++) {
        const char *name = matrices_name(st, refs[i]);
        if (col + utf8_width(name) + 2 > c.cols)
            break;
        bool here = i == st->look.edit;
        canvas_put(c, 0, col, here ? STYLE_SELECTED : STYLE_DIM, " ");
        col = canvas_put(c, 0, col + 1, here ? STYLE_SELECTED : STYLE_DIM, name);
        col = canvas_put(c, 0, col, here ? STYLE_SELECTED : STYLE_DIM, " ") + 1;
    }
}

/* What the outputs are now, so that an edit is seen to travel. */
static void consequence(struct canvas c, const struct screen *s)
{
    const struct scene *now = &s->model->now;
    struct sheet sh = {&now->state, {MATRIX_X, 0}, screen_lang(s)};
    const struct attention *a = &now->trace.layer[now->state.look.layer].self;
    struct grid g = {.m = attention_head(a, a->map[MAP_WEIGHTS], now->state.look.head), .map = GRID_SEQUENTIAL, .digits = now->state.look.digits,
                     .row = -1, .col = -1, .row_label = row_label, .arg = &sh};
    canvas_put(c, 0, 0, STYLE_DIM, screen_text(s, TEXT("what follows: attention weights", "随之而变：注意力权重")));
    int rows = grid_draw(canvas_part(c, 1, 0, c.rows - 1, c.cols / 2 - 1), s, &g);
    g.m = trace_final(&now->trace);
    g.map = GRID_DIVERGING;
    canvas_put(c, 0, c.cols / 2, STYLE_DIM, screen_text(s, TEXT("output", "输出")));
    grid_draw(canvas_part(c, 1, c.cols / 2, rows ? c.rows - 1 : c.rows, c.cols), s, &g);
}

static void draw(struct canvas c, const struct screen *s)
{
    const struct state *st = &s->model->now.state;
    struct matrix_ref refs[MATRICES_MAX];
    int count = matrices_list(st, refs), rows, cols;
    struct sheet sh = {st, refs[st->look.edit], screen_lang(s)};
    tabs(c, s, refs, count);
    matrices_shape(st, sh.ref, &rows, &cols);
    struct arena arena = {0};
    if (!arena_reserve(&arena, mat_room(rows, cols)))
        return;
    struct mat m = mat_in(&arena, rows, cols);
    matrices_read(st, sh.ref, m);
    canvas_putf(c, 1, 1, STYLE_NOTE, "%s  %d x %d", screen_text(s, matrices_help(st, sh.ref)), rows, cols);
    struct grid g = {.m = m, .digits = st->look.digits, .row = st->look.row, .col = st->look.col, .row_label = row_label,
                     .col_label = col_label, .arg = &sh, .min_width = cols == LEXICON_DIMS && sh.ref.kind == MATRIX_X ? 9 : 0};
    int below = c.rows > 22 ? c.rows / 3 : 6;
    int sheet_rows = rows + 1 < c.rows - 4 - below ? rows + 1 : c.rows - 4 - below;
    grid_draw(canvas_part(c, 3, 1, sheet_rows, c.cols - 1), s, &g);
    struct text t = {0};
    text_addf(&t, "[%d, %d] = ", st->look.row, st->look.col);
    number_shortest(&t, mat_at(m, st->look.row, st->look.col));
    text_addf(&t, "   %s %g", screen_text(s, TEXT("nudge step", "微调步长")), st->look.step);
    canvas_put(c, 4 + sheet_rows, 1, STYLE_TEXT, text_str(&t));
    text_finish(&t);
    if (4 + sheet_rows + 2 < c.rows)
        consequence(canvas_part(c, 4 + sheet_rows + 2, 1, c.rows, c.cols - 2), s);
    arena_finish(&arena);
}

const struct view_def view_edit = {draw};
