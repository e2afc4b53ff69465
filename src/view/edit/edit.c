/* The editor: every given matrix as a sheet, and below it the stages computed from it. */
#include "base/arena.h"
#include "base/number.h"
#include "core/encoding/posenc.h"
#include "core/pipeline/stage.h"
#include "study/cursor.h"
#include "view/edit/edit.h"
#include "view/grid.h"
#include "view/figures/page.h"
#include "view/stages/stages.h"
#include "view/figures/tabs.h"
#include "view/figures/tell.h"

/* Which weights have d_model rows or columns, and which have the heads' dimensions. */
static const struct {
    enum axis_kind rows, cols;
} weight_axes[WEIGHT_COUNT] = {
    [W_Q] = {BY_DIM, BY_HEAD_DIM},     [W_K] = {BY_DIM, BY_HEAD_DIM},     [W_V] = {BY_DIM, BY_HEAD_DIM},
    [W_O] = {BY_HEAD_DIM, BY_DIM},     [B_Q] = {BY_NUMBER, BY_HEAD_DIM},  [B_K] = {BY_NUMBER, BY_HEAD_DIM},
    [B_V] = {BY_NUMBER, BY_HEAD_DIM},  [B_O] = {BY_NUMBER, BY_DIM},       [W_QC] = {BY_DIM, BY_HEAD_DIM},
    [W_KC] = {BY_NUMBER, BY_HEAD_DIM}, [W_VC] = {BY_NUMBER, BY_HEAD_DIM}, [W_OC] = {BY_HEAD_DIM, BY_DIM},
    [B_QC] = {BY_NUMBER, BY_HEAD_DIM}, [B_KC] = {BY_NUMBER, BY_HEAD_DIM}, [B_VC] = {BY_NUMBER, BY_HEAD_DIM},
    [B_OC] = {BY_NUMBER, BY_DIM},      [LN_G1] = {BY_NUMBER, BY_DIM},     [LN_B1] = {BY_NUMBER, BY_DIM},
    [LN_GC] = {BY_NUMBER, BY_DIM},     [LN_BC] = {BY_NUMBER, BY_DIM},     [LN_G2] = {BY_NUMBER, BY_DIM},
    [LN_B2] = {BY_NUMBER, BY_DIM},     [FF_W1] = {BY_DIM, BY_NUMBER},     [FF_W2] = {BY_NUMBER, BY_DIM},
    [FF_B2] = {BY_NUMBER, BY_DIM},     [LN_GF] = {BY_NUMBER, BY_DIM},     [LN_BF] = {BY_NUMBER, BY_DIM},
    [FF_WG] = {BY_DIM, BY_NUMBER},     [LN_G0] = {BY_NUMBER, BY_DIM},     [LN_B0] = {BY_NUMBER, BY_DIM},
    [READ_T] = {BY_DIM, BY_DIM},       [READ_TB] = {BY_NUMBER, BY_DIM},   [READ_U] = {BY_DIM, BY_WORD},
    [READ_B] = {BY_NUMBER, BY_WORD},
};

static struct sheet sheet_of(const struct screen *s, struct matrix_ref ref)
{
    const struct scene *now = &s->session->now;
    struct sheet sh = {.state = &now->state,
                       .ref = ref,
                       .lang = screen_lang(s),
                       .words = now->state.sentence,
                       .keys = now->state.sentence};
    int rows, cols;
    matrices_shape(&now->state, ref, &rows, &cols);
    if (config_crosses(&now->config))
        sh.keys = now->state.memory;
    if (ref.kind == MATRIX_Y)
        sh.words = now->state.memory;
    if (ref.kind == MATRIX_WEIGHT) {
        sh.rows = weight_axes[ref.index].rows;
        sh.cols = weight_axes[ref.index].cols;
        sh.keys = sh.cols == BY_WORD ? now->state.classes : sh.keys;
    } else if (ref.kind == MATRIX_ENCODING) {
        bool per_head = now->config.heads > 1 && !posenc_added(&now->config);
        sh.rows = per_head && rows == now->config.heads ? BY_HEAD : BY_NUMBER;
        sh.cols = posenc_added(&now->config)              ? BY_DIM
                  : per_head && cols == now->config.heads ? BY_HEAD
                                                          : BY_NUMBER;
    } else {
        sh.rows = BY_WORD;
        sh.cols = ref.kind == MATRIX_X || ref.kind == MATRIX_Y ? BY_DIM : BY_WORD;
    }
    return sh;
}

/* Writes a word, a dimension, h2.0 for dimension 0 of the second head, as in h1.WQ, h2.WQ, or a number. */
static void axis_label(const struct sheet *sh, enum axis_kind axis, const struct sequence *words, int i,
                       struct text *out)
{
    const struct state *st = sh->state;
    int weight = sh->ref.index;
    bool values = weight == W_V || weight == B_V || weight == W_O || weight >= W_VC;
    int width = values ? state_dv(st) : state_dk(st);
    if (axis == BY_WORD)
        screen_word(st, words, i, out);
    else if (axis == BY_DIM && st->dimnames && st->set.d >= LEXICON_DIMS && i < LEXICON_DIMS)
        text_add(out, text_in(lexicon_dims[i], sh->lang));
    else if (axis == BY_HEAD_DIM && st->set.heads > 1)
        text_addf(out, "h%d.%d", i / width + 1, i % width);
    else if (axis == BY_HEAD)
        text_addf(out, "h%d", i + 1);
    else
        text_addf(out, "%d", i);
}

void sheet_row_label(const void *arg, int i, struct text *out)
{
    const struct sheet *sh = arg;
    axis_label(sh, sh->rows, sh->words, i, out);
}

void sheet_col_label(const void *arg, int i, struct text *out)
{
    const struct sheet *sh = arg;
    axis_label(sh, sh->cols, sh->keys, i, out);
}

/* What the parts of the page are drawn from. */
struct edit {
    const struct screen *s;
    struct sheet sh;
    struct mat m; /* its numbers; absent: no memory for them */
    double x;     /* under the cursor */
    bool derived; /* how its gradient is computed is shown: */
    struct derivation d;
};

static bool sheet_ref(const struct state *st, struct matrix_ref *ref)
{
    struct matrix_ref refs[MATRICES_MAX];
    bool there = st->look.sheet.matrix < matrices_list(st, refs);
    *ref = refs[there ? st->look.sheet.matrix : 0];
    return there;
}

/* Reads the sheet in focus. */
static void edit_read(struct edit *e, const struct screen *s)
{
    const struct scene *now = &s->session->now;
    const struct look *look = &now->state.look;
    struct matrix_ref ref;
    struct derive_cell cell;
    int rows, cols;
    sheet_ref(&now->state, &ref);
    *e = (struct edit){.s = s, .sh = sheet_of(s, ref)};
    matrices_shape(&now->state, ref, &rows, &cols);
    if (!arena_more(s->scratch, mat_room(rows, cols)))
        return;
    e->m = mat_in(s->scratch, rows, cols);
    scene_read(now, ref, e->m);
    e->x = mat_at(e->m, look->sheet.row, look->sheet.col);
    e->derived = derivation_cell_of(now, look, &cell) && derivation_of(&e->d, now, cell, s->scratch);
}

static const char *sheet_name(const struct screen *s, int i)
{
    struct matrix_ref refs[MATRICES_MAX];
    matrices_list(&s->session->now.state, refs);
    return matrices_name(&s->session->now.state, refs[i]);
}

/* x  WQ  [WK]  WV … */
static void names_draw(struct canvas c, const void *edit)
{
    const struct screen *s = ((const struct edit *)edit)->s;
    struct matrix_ref refs[MATRICES_MAX];
    tabs_draw(c, s,
              &(struct tabs){.setting = "edit",
                             .count = matrices_list(&s->session->now.state, refs),
                             .chosen = s->session->now.state.look.sheet.matrix,
                             .name = sheet_name});
}

/* x[猫, 动物] = 1, gradient 0.02   step 0.1 */
static void cell_draw(struct canvas c, const void *edit)
{
    enum { ROOM = 24 };
    const struct edit *e = edit;
    const struct screen *s = e->s;
    const struct sheet *sh = &e->sh;
    const struct scene *now = &s->session->now;
    const struct look *look = &sh->state->look;
    struct text t = SCREEN_TEXT(s), more = SCREEN_TEXT(s);
    struct derive_cell cell;
    bool gradient = !s->hidden && derivation_cell_of(now, &now->state.look, &cell);
    text_addf(&t, "%s[", matrices_name(sh->state, sh->ref));
    sheet_row_label(sh, look->sheet.row, &t);
    text_add(&t, ", ");
    sheet_col_label(sh, look->sheet.col, &t);
    text_addf(&t, "] = %s", s->hidden ? "?" : sheet_value(s, sh->state, sh->ref, e->x));
    if (gradient) {
        struct mat m = derive_back_matrix(&now->grad, &cell);
        screen_add(s, &t, TEXT(", gradient %s"),
                   said_fixed(s, mat_at(m, look->sheet.row, look->sheet.col),
                              changes_digits(s, mat_max_finite(m)), ROOM));
    }
    int col = canvas_put(c, 0, 0, STYLE_TITLE, text_str(&t));
    if (scene_learns(sh->state, sh->ref)) {
        const char *keep = screen_text(s, TEXT("; ':train keep' makes it yours"));
        screen_add(s, &more, TEXT("learned at step %d"), sh->state->set.steps);
        int left = c.cols - col - 3 - utf8_width(text_str(&more));
        if (left < 0)
            text_clear(&more);
        text_add(&more, left >= utf8_width(keep) ? keep : "");
    } else if (!gradient) { /* beside a lesson there is no room for both */
        text_add(&more, screen_text(s, TEXT("step ")));
        number_shortest(&more, look->step);
    }
    if (look->show == SHOW_GRADIENT && now->has_gradient &&
        (sh->ref.kind == MATRIX_MASK || sh->ref.kind == MATRIX_SCORES))
        text_add(&more, screen_text(s, TEXT("   the loss has no gradient with respect to this matrix")));
    if (sh->rows == BY_WORD && state_made_up(sh->state, sh->words, look->sheet.row))
        text_add(&more, screen_text(s, TEXT("   ?: not in the vocabulary, pseudo-random")));
    canvas_put(c, 0, col + 3, STYLE_DIM, text_str(&more));
}

/* Returns the sheet as it was before the last event; absent if nothing changed or memory is exhausted. */
static struct mat sheet_before(const struct screen *s, const struct sheet *sh)
{
    const struct scene *last = changes_last(s);
    struct matrix_ref ref;
    int rows, cols;
    bool same_encoding = last && last->state.set.encoding == sh->state->set.encoding;
    if (!last || (sh->ref.kind == MATRIX_ENCODING && !same_encoding) ||
        !matrices_find(&last->state, matrices_name(sh->state, sh->ref), &ref))
        return (struct mat){0};
    matrices_shape(&last->state, ref, &rows, &cols);
    if (rows * cols == 0 || !arena_more(s->scratch, mat_room(rows, cols)))
        return (struct mat){0};
    struct mat m = mat_in(s->scratch, rows, cols);
    scene_read(last, ref, m);
    return m;
}

/* Cells that are several rows high are wider too. */
static void enlarge(struct grid *g, int height)
{
    enum { PER_ROW = 4 };
    g->height = height;
    if (height > 1 && g->min_width < PER_ROW * height)
        g->min_width = PER_ROW * height;
}

enum { HIGHEST = 3 }; /* rows of a cell */

/* All of its rows; on a wide page few of them are higher. */
static struct page_size sheet_size(const void *edit, int cols)
{
    int rows = ((const struct edit *)edit)->m.rows;
    return (struct page_size){.rows = 1 + rows,
                              .most_rows = 1 + (cols >= 100 && rows <= 6 ? HIGHEST : 1) * rows};
}

/* Draws the numbers, or the gradient with respect to them. */
static void sheet_draw(struct canvas c, const void *edit)
{
    const struct edit *e = edit;
    const struct screen *s = e->s;
    const struct sheet *sh = &e->sh;
    struct mat m = e->m;
    int height = m.rows > 0 ? (c.rows - 1) / m.rows : 1;
    const struct look *look = &sh->state->look;
    /* the stage whose rows and columns are matched like those of this sheet */
    int like = sh->rows != BY_WORD ? STAGE_P : sh->cols == BY_WORD ? STAGE_SCORES : STAGE_X;
    like = sh->ref.kind == MATRIX_Y ? STAGE_Y : like;
    struct changes last = changes_of(&s->session->now, changes_last(s), like, m, sheet_before(s, sh));
    struct derive_cell cell;
    bool gradient = derivation_cell_of(&s->session->now, look, &cell);
    bool named = sh->cols == BY_DIM && sh->state->dimnames && sh->state->set.d >= LEXICON_DIMS;
    struct grid g = {.m = gradient ? derive_back_matrix(&s->session->now.grad, &cell) : m,
                     .numbers = true,
                     .digits = look->digits,
                     .row = look->sheet.row,
                     .col = look->sheet.col,
                     .row_label = sheet_row_label,
                     .col_label = sheet_col_label,
                     .arg = sh,
                     .min_width = named ? 9 : 0,
                     .changes = gradient ? NULL : &last};
    g.digits = gradient ? changes_digits(s, mat_max_finite(g.m)) : g.digits;
    enlarge(&g, height);
    grid_draw(c, s, &g);
}

/* Draws the sheet's meaning and, if it fits, its shape; before the first change, what a change is for. */
static void says_draw(struct canvas c, const void *edit)
{
    const struct edit *e = edit;
    const struct screen *s = e->s;
    const char *help = screen_text(s, matrices_help(e->sh.state, e->sh.ref)),
               *shape = said_values(s, "%s  %d × %d", help, e->m.rows, e->m.cols),
               *why = screen_text(s, TEXT("Change a number and watch what follows."));
    int col = 3 + canvas_either(c, 0, 0, STYLE_NOTE, shape, help);
    if (s->session->now.state.look.show == SHOW_VALUES && !changes_last(s) && !s->hidden &&
        col + utf8_width(why) <= c.cols)
        canvas_put(c, 0, col, STYLE_STRONG, why);
}

/* ---- the stages after an edit ---------------------------------------------------- */

enum { LAST = -1, CROSS_WEIGHTS = -2, GAP = 3 }; /* LAST: last stage of the layer */

/* The most informative stages first; they are laid out from left to right as they fit. */
static const int order[] = {STAGE_PROBS, STAGE_WEIGHTS, LAST,     STAGE_SCORES, CROSS_WEIGHTS,  STAGE_Q,
                            STAGE_K,     STAGE_V,       STAGE_QR, STAGE_KR,     STAGE_HEAD_OUT, STAGE_H};
enum {
    COUNT = sizeof order / sizeof *order + 1,
    WEIGHTS_FIRST = 1
}; /* WEIGHTS_FIRST: their place in order */

/* What follows a sheet: first the stage that it enters. */
struct after {
    const struct screen *s;
    int enters, col; /* that stage, and the column that the number under the cursor enters; -1: none */
    bool done[COUNT];
};

static bool entered(const void *after, int row, int col)
{
    (void)row;
    return ((const struct after *)after)->col == col;
}

/* A stage as a grid, with the data that the grid points to. */
struct shown {
    int stage;
    struct stages_labels labels;
    struct changes last;
    struct grid grid;
};

/* Makes the grid of a stage with cells that are `high` rows high. The stage that the number enters gives up
 * digits if the weights then fit beside it in `room` columns; 0: it does not. Returns false if the layer has
 * no such stage. */
static bool follower(struct shown *sh, const struct after *after, int i, int high, int room)
{
    const struct screen *s = after->s;
    const struct scene *now = &s->session->now;
    const struct look *look = &now->state.look;
    struct shown weights;
    int which = i > 0 ? order[i - 1] : after->enters,
        stage = which == LAST            ? stage_output(&now->config, look->layer)
                : which == CROSS_WEIGHTS ? stage_again(STAGE_WEIGHTS)
                                         : which;
    if (stage < 0 || (i == 0 && after->enters < 0) || (i > 0 && stage == after->enters) ||
        !stage_present(&now->config, look->layer, stage))
        return false;
    *sh = (struct shown){.stage = stage, .labels = stages_labels_of(s, stage)};
    sh->last = changes_of_stage(now, changes_last(s), stage, look->head);
    struct grid *g = &sh->grid;
    *g = stages_grid(s, &sh->labels, stage);
    g->m = changes_stage(s, stage, look->head);
    g->map = changes_shown(s) ? GRID_DIVERGING : g->map;
    g->changes = &sh->last;
    g->corner = NULL;
    g->row = g->col = -1;
    g->marked = i == 0 ? entered : NULL;
    g->marks = after;
    enlarge(g, high);
    if (room == 0 || i > 0 || !follower(&weights, after, 1 + WEIGHTS_FIRST, 1, 0))
        return true;
    const int digits = g->digits, beside = GAP + grid_width(&weights.grid);
    while (grid_width(g) + beside >= room && g->digits > 1)
        g->digits--;
    if (grid_width(g) + beside >= room)
        g->digits = digits;
    return true;
}

/* Draws one row of grids: the first one left that is not too high, then all that fit beside it. With `cut`
 * the first may have any height and is cut if too wide. Returns the rows it took; 0: none. */
static int row_of_grids(struct canvas c, struct after *after, int high, bool cut)
{
    struct shown sh;
    int which[COUNT], count = 0, col = 0, spare = 0, rows = 0;
    /* 1. which, before any of them is drawn, and the columns that are left over */
    for (int i = 0; i < COUNT; i++) {
        if (after->done[i] || !follower(&sh, after, i, high, c.cols))
            continue;
        int width = grid_width(&sh.grid);
        if ((col > 0 && col + width >= c.cols) || !(cut || grid_rows(&sh.grid) + 1 <= c.rows))
            continue;
        after->done[i] = true;
        which[count++] = i;
        spare = c.cols - col - width;
        col += width + GAP;
    }
    /* 2. words that are cut over a grid get the columns left over, from left to right */
    col = 0;
    for (int k = 0; k < count; k++) {
        if (!follower(&sh, after, which[k], high, c.cols))
            continue;
        struct grid *g = &sh.grid;
        int narrow = grid_width(g), whole = grid_whole_labels(g, narrow + spare);
        g->min_width = whole > g->min_width ? whole : g->min_width;
        int width = grid_width(g);
        spare -= width - narrow;
        const char *name = screen_text(after->s, stage_title(sh.stage));
        int title = utf8_width(name) - width - 1; /* two blanks follow */
        title = title < 0 ? 0 : title > spare ? spare : title;
        struct canvas part = canvas_part(c, 0, col, c.rows, width + 2 + title);
        canvas_field(part, 0, 0, part.cols, STYLE_LABEL, name);
        int took = 1 + grid_draw(canvas_part(part, 1, 0, part.rows - 1, part.cols), after->s, g);
        rows = took > rows ? took : rows;
        spare -= title;
        col += width + GAP + title;
    }
    return rows;
}

/* Draws later stages, as many as fit. */
static void after_draw(struct canvas c, const void *edit)
{
    enum { HEADS = 2, ROWS_OF_GRIDS = 2 };
    const struct edit *e = edit;
    bool all = !curve_shown(e->s) || c.rows >= 12; /* else the weights come first */
    struct after after = {
        .s = e->s, .enters = all ? sheet_enters(e->s, &e->sh) : -1, .col = e->sh.state->look.sheet.col};
    int words = e->sh.state->sentence->count,
        high = (c.rows - 1 - ROWS_OF_GRIDS * HEADS) / (ROWS_OF_GRIDS * words);
    high = high < 1 ? 1 : high > HIGHEST ? HIGHEST : high;
    bool apart = ROWS_OF_GRIDS * (words * high + HEADS) < c.rows; /* a blank row between them */
    for (int rows = 1, row = 0; rows > 0 && row < c.rows; row += rows + apart)
        rows = row_of_grids(canvas_part(c, row, 0, c.rows - row, c.cols), &after, high, row == 0);
}

/* ---- the page -------------------------------------------------------------------- */

/* What the number does; what its last change did (run 1) or else what one would (run 2); what is shown in
 * place of values (run 1). Where the gradient's arithmetic is shown, only that. */
static const char *said_of(const struct edit *e)
{
    struct text t = SCREEN_TEXT(e->s), effect = SCREEN_TEXT(e->s), heading = SCREEN_TEXT(e->s);
    bool changed = sheet_say_effect(&effect, e->s);
    if (!changed)
        curve_say_move(&effect, e->s);
    if (e->s->session->now.state.look.show != SHOW_VALUES)
        changes_title(e->s, &heading);
    if (e->derived)
        return text_str(&heading);
    sheet_say_use(&t, e->s, &e->sh, e->x);
    for (int i = 0; i < 2; i++) {
        const char *line = text_str(i == 0 ? &effect : &heading);
        if (*line)
            text_addf(&t, "%s%c%s%c", t.len > 0 ? "\n" : "", i == 0 && !changed ? 2 : 1, line,
                      CANVAS_RUN_ENDS);
    }
    return text_str(&t);
}

enum { CURVE_HIGH = 9 };

static void curve_part(struct canvas c, const void *edit)
{
    curve_draw(canvas_part(c, 0, 0, CURVE_HIGH, c.cols), ((const struct edit *)edit)->s);
}

/* How the gradient with respect to the cell under the cursor is computed. */
static int arithmetic_part(struct canvas c, const void *edit)
{
    const struct edit *e = edit;
    if (c.cells)
        arithmetic_draw(c, e->s, &e->d);
    return arithmetic_rows(c, e->s, &e->d);
}

/* And from what. */
static void sources_draw(struct canvas c, const void *edit)
{
    const struct edit *e = edit;
    stages_sources_draw(c, e->s, &e->d);
}

static void draw_edit(struct canvas c, const struct screen *s)
{
    static const struct canvas_look looks[] = {{STYLE_NOTE, 0}, {STYLE_CHANGED, 0}, {STYLE_STRONG, 0}};
    const struct page_size curve = {
        .rows = CURVE_ROWS - 1, .most_rows = CURVE_HIGH, .cols = CURVE_COLS, .most_cols = 36};
    struct edit e;
    edit_read(&e, s);
    struct page_size said = page_flow(said_of(&e), STYLE_NOTE, 30);
    said.looks = looks;
    const struct page_part parts[] = {
        {"names", 0, {.rows = 1}, NULL, names_draw},
        {"says", 0, {.rows = 1}, NULL, says_draw},
        {"sheet", 2, {0}, sheet_size, sheet_draw},
        {"cell", 0, {.rows = 1}, NULL, cell_draw},
        {"said", 0, said, NULL, NULL},
        {"curve", 1, curve_shown(s) ? curve : PAGE_ABSENT, NULL, curve_part},
        {"after", 1, {.rows = 2 + s->session->now.state.sentence->count, .cols = 30}, NULL, after_draw},
        {"arithmetic", 1, {.cols = 48, .lines = arithmetic_part}, NULL, NULL},
        {"sources", 1, {.rows = 4, .cols = 38}, NULL, sources_draw},
        {NULL, 0, {0}, NULL, NULL},
    };
    static const char *const forms[] = {
        "names / says / gap / sheet / gap / cell / said? / gap / (curve? | after)",
        "names / says / sheet:4x0 / cell / said? / (curve? | after)", "names / says / sheet:4x0 / cell",
        "names / sheet:4x0 / cell", NULL};
    static const char *const derived[] = {
        "names / says / gap / sheet / gap / cell / said / (arithmetic | sources)",
        "names / says / sheet:4x0 / cell / said / (arithmetic | sources)",
        "names / says / sheet:4x0 / cell / said / arithmetic / sources?",
        "names / says / sheet:4x0 / cell / said / arithmetic:4x36*2",
        "names / sheet:4x0 / cell",
        NULL};
    page_draw(canvas_part(c, 0, 1, c.rows, c.cols - 2), e.derived ? derived : forms, parts, &e);
}

/* x[猫, 0] = 1, step 0.1 */
static void tell_briefly(const struct teller *t)
{
    const struct state *st = &t->now->state;
    struct matrix_ref ref;
    sheet_ref(st, &ref);
    tell(t, TEXT("Matrix %s, row %d, column %d: %s"), matrices_name(st, ref), st->look.sheet.row,
         st->look.sheet.col,
         sheet_value(&t->screen, st, ref, scene_get(t->now, ref, st->look.sheet.row, st->look.sheet.col)));
    if (scene_learns(st, ref)) {
        tell(t, TEXT(", learned at step %d; 'train keep' makes it yours"), st->set.steps);
    } else {
        tell(t, TEXT(", step "));
        number_shortest(t->out, st->look.step);
    }
    text_add(t->out, "\n");
}

static void tell_whole(const struct teller *t)
{
    const struct state *st = &t->now->state;
    struct matrix_ref refs[MATRICES_MAX];
    struct edit e;
    struct derive_cell cell;
    edit_read(&e, &t->screen);
    tell(t, TEXT("Editable matrices: "));
    for (int i = 0, count = matrices_list(st, refs); i < count; i++)
        text_addf(t->out, "%s%s", i > 0 ? " " : "", matrices_name(st, refs[i]));
    text_add(t->out, "\n");
    tell(t, TEXT("%s, %s: %d rows, %d columns\n"), matrices_name(st, e.sh.ref),
         screen_text(&t->screen, matrices_help(st, e.sh.ref)), e.m.rows, e.m.cols);
    struct tell_table table = {.m = e.m, .row = st->look.sheet.row, .col = st->look.sheet.col};
    table.rows.words = e.sh.rows == BY_WORD && e.sh.cols == BY_DIM ? e.sh.words : NULL;
    tell_table(t, &table);
    tell_briefly(t);
    curve_tell(t);
    /* the gradient with respect to the sheet, how it is computed; or why there is none */
    if (st->look.show != SHOW_GRADIENT)
        return;
    changes_title(&t->screen, t->out);
    text_add(t->out, "\n");
    if (!derivation_cell_of(t->now, &st->look, &cell))
        return;
    table.m = derive_back_matrix(&t->now->grad, &cell);
    tell_table(t, &table);
    tell(t, TEXT("How it is computed:\n"));
    stages_tell_steps(t);
}

static void sheet_places(struct state *s, const struct config *c, struct place *row, struct place *col)
{
    struct matrix_ref ref;
    int rows = 1, cols = 1;
    (void)c;
    if (sheet_ref(s, &ref))
        matrices_shape(s, ref, &rows, &cols);
    *row = (struct place){&s->look.sheet.row, rows};
    *col = (struct place){&s->look.sheet.col, cols};
}

/* Through the lines of the arithmetic and the two factors of one. */
static bool sheet_move(struct state *s, const struct scene *now, enum direction direction, long steps)
{
    struct derive_cell at;
    return s->look.stages.pane == PANE_ARITHMETIC && derivation_cell_of(now, &s->look, &at) &&
           stages_move_line(&s->look, now, direction, steps);
}

static bool sheet_cell(const struct state *s, const struct config *c, struct matrix_ref *ref, int *row,
                       int *col)
{
    (void)c;
    *row = s->look.sheet.row;
    *col = s->look.sheet.col;
    return sheet_ref(s, ref);
}

const struct view view_edit = {
    .name = "edit",
    .context = "edit",
    .title = TEXT("edit"),
    .help = TEXT("Every number that is given rather than computed: embeddings, weights, biases, tables. Type "
                 "a number (Enter first if it is negative), nudge it, undo. Everything computed from it "
                 "follows at once. With a target, g shows the gradient in the place of the numbers: how the "
                 "loss grows with each; Enter goes into its arithmetic. Esc closes the editor."),
    .draw = draw_edit,
    .framed_answer = true,
    .tell = tell_whole,
    .tell_briefly = tell_briefly,
    .places = sheet_places,
    .move = sheet_move,
    .cell = sheet_cell,
    .follow = curve_follow,
    .compute = curve_compute,
    .sheet = true,
};
