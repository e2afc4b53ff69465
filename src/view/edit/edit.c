/* The editor: every given matrix as a sheet, and below it the stages computed from it. */
#include "base/arena.h"
#include "base/number.h"
#include "core/encoding/posenc.h"
#include "core/pipeline/stage.h"
#include "study/cursor.h"
#include "view/edit/edit.h"
#include "view/grid.h"
#include "view/screen.h"
#include "view/stages/arithmetic.h"
#include "view/stages/curve.h"
#include "view/stages/stages.h"
#include "view/tell/tell.h"

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
    const struct scene *now = &s->model->now;
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

static void dim_label(const struct sheet *sh, int i, struct text *out)
{
    if (sh->state->dimnames && sh->state->set.d >= LEXICON_DIMS && i < LEXICON_DIMS)
        text_add(out, pair_in(lexicon_dims[i], sh->lang));
    else
        text_addf(out, "%d", i);
}

/* Writes h2.0 for dimension 0 of the second head, as in the names h1.WQ, h2.WQ. */
static void head_dim_label(const struct sheet *sh, int i, struct text *out)
{
    bool values =
        sh->ref.index == W_V || sh->ref.index == B_V || sh->ref.index == W_O || sh->ref.index >= W_VC;
    int width = values ? state_dv(sh->state) : state_dk(sh->state);
    if (sh->state->set.heads > 1)
        text_addf(out, "h%d.%d", i / width + 1, i % width);
    else
        text_addf(out, "%d", i);
}

static void axis_label(const struct sheet *sh, enum axis_kind axis, const struct sequence *words, int i,
                       struct text *out)
{
    if (axis == BY_WORD)
        screen_word(sh->state, words, i, out);
    else if (axis == BY_DIM)
        dim_label(sh, i, out);
    else if (axis == BY_HEAD_DIM)
        head_dim_label(sh, i, out);
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

/* x  WQ  [WK]  WV …, scrolled to show the current sheet. */
static void tabs(struct canvas c, const struct screen *s, const struct matrix_ref *refs, int count)
{
    const struct state *st = &s->model->now.state;
    int first = 0, col = 0;
    for (int i = st->look.edit, width = 4; i >= 0 && width + 4 < c.cols; first = i--)
        width += utf8_width(matrices_name(st, refs[i])) + 3;
    for (int i = first; i < count; i++) {
        const char *name = matrices_name(st, refs[i]);
        if (col + utf8_width(name) + 3 > c.cols)
            break;
        if (click_hit(s->click, c, 0, col, utf8_width(name) + 2))
            click_line(s->click, "set edit %d", i);
        col = screen_tab(c, col, i == st->look.edit, name) + 1;
    }
    if (first > 0)
        canvas_put(c, 0, 0, STYLE_KEY, s->ascii ? "<" : "‹");
}

/* Whether there is a gradient with respect to the sheet. */
static bool gradient_of(const struct sheet *sh)
{
    return sh->ref.kind != MATRIX_MASK && sh->ref.kind != MATRIX_SCORES;
}

/* Adds the gradient with respect to the cell under the cursor if the sheet shows it in the place of the
 * numbers; returns whether it does. */
static bool add_gradient(struct text *out, const struct screen *s)
{
    const struct scene *now = &s->model->now;
    const struct look *look = &now->state.look;
    enum { ROOM = 24 };
    struct derive_cell cell;
    if (!derivation_cell_of(now, look, &cell))
        return false;
    struct mat m = derive_back_matrix(&now->grad, &cell);
    text_add(out, screen_text(s, TEXT(", gradient ", "，梯度 ")));
    number_fixed(out, mat_at(m, look->row, look->col), changes_digits(s, mat_max_finite(m)), ROOM);
    return true;
}

/* x[猫, 动物] = 1   step 0.1 */
static void cell_line(struct canvas c, const struct screen *s, const struct sheet *sh, double x)
{
    const struct look *look = &sh->state->look;
    struct text t = SCREEN_TEXT(s);
    text_addf(&t, "%s[", matrices_name(sh->state, sh->ref));
    sheet_row_label(sh, look->row, &t);
    text_add(&t, ", ");
    sheet_col_label(sh, look->col, &t);
    text_add(&t, "] = ");
    if (s->hidden)
        text_add(&t, "?");
    else
        sheet_say_value(&t, sh->state, sh->ref, x);
    bool gradient = !s->hidden && add_gradient(&t, s);
    int col = canvas_put(c, 0, 0, STYLE_TITLE, text_str(&t));
    text_clear(&t);
    if (scene_learns(sh->state, sh->ref)) {
        const char *keep = screen_text(s, TEXT("; ':train keep' makes it yours", "；:train keep 后可改"));
        text_addf(&t, screen_text(s, TEXT("learned at step %d", "训练 %d 步所得")), sh->state->set.steps);
        int left = c.cols - col - 3 - utf8_width(text_str(&t));
        if (left < 0)
            text_clear(&t);
        else if (left >= utf8_width(keep))
            text_add(&t, keep);
    } else if (!gradient) { /* beside a lesson there is no room for both */
        text_add(&t, screen_text(s, TEXT("step ", "步长 ")));
        number_shortest(&t, look->step);
    }
    if (look->show == SHOW_GRADIENT && s->model->now.has_gradient && !gradient_of(sh))
        text_add(&t, screen_text(s, TEXT("   the loss has no gradient with respect to this matrix",
                                         "   损失对这个矩阵没有梯度")));
    if (sh->rows == BY_WORD && state_made_up(sh->state, sh->words, look->row))
        text_add(&t, screen_text(s, TEXT("   ?: not in the vocabulary, pseudo-random",
                                         "   ?：词表里没有，数是伪随机的")));
    canvas_put(c, 0, col + 3, STYLE_DIM, text_str(&t));
}

/* Returns the sheet as it was before the last event; absent if nothing changed or memory is exhausted. */
static struct mat before(const struct screen *s, const struct sheet *sh)
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

/* Returns the stage whose rows and columns are matched like those of this sheet. */
static int like_stage(const struct sheet *sh)
{
    if (sh->ref.kind == MATRIX_Y)
        return STAGE_Y;
    if (sh->rows != BY_WORD)
        return STAGE_P;
    return sh->cols == BY_WORD ? STAGE_SCORES : STAGE_X;
}

/* Returns the rows of a cell: as many as leave room for `others`. */
static int cell_height(int rows, int others, int room)
{
    enum { HIGHEST = 3 };
    int height = HIGHEST;
    while (height > 1 && rows * height + others > room)
        height--;
    return height;
}

/* Cells that are several rows high are wider too. */
static void enlarge(struct grid *g, int height)
{
    enum { PER_ROW = 4 };
    g->height = height;
    if (height > 1 && g->min_width < PER_ROW * height)
        g->min_width = PER_ROW * height;
}

/* Draws the numbers, or the gradient with respect to them. */
static int draw_sheet(struct canvas c, const struct screen *s, const struct sheet *sh, struct mat m,
                      int height)
{
    const struct look *look = &sh->state->look;
    struct changes last = changes_of(&s->model->now, changes_last(s), like_stage(sh), m, before(s, sh));
    struct derive_cell cell;
    bool gradient = derivation_cell_of(&s->model->now, look, &cell);
    bool named = sh->cols == BY_DIM && sh->state->dimnames && sh->state->set.d >= LEXICON_DIMS;
    struct grid g = {.m = gradient ? derive_back_matrix(&s->model->now.grad, &cell) : m,
                     .numbers = true,
                     .digits = look->digits,
                     .row = look->row,
                     .col = look->col,
                     .row_label = sheet_row_label,
                     .col_label = sheet_col_label,
                     .arg = sh,
                     .min_width = named ? 9 : 0,
                     .changes = gradient ? NULL : &last};
    g.digits = gradient ? changes_digits(s, mat_max_finite(g.m)) : g.digits;
    enlarge(&g, height);
    return grid_draw(c, s, &g);
}

/* Draws the sheet's meaning and, if it fits, its shape; before the first change, what a change is for. */
static void what_it_is(struct canvas c, const struct screen *s, const char *help, struct mat m)
{
    struct text t = SCREEN_TEXT(s);
    text_addf(&t, "%s  %d %s %d", help, m.rows, s->ascii ? "x" : "×", m.cols);
    int col = 3 + canvas_either(c, 0, 0, STYLE_NOTE, text_str(&t), help);
    const char *why =
        screen_text(s, TEXT("Change a number and watch what follows.", "改一个数，看后面的怎样跟着变。"));
    if (s->model->now.state.look.show == SHOW_VALUES && !changes_last(s) && !s->hidden &&
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

/* Returns false if the layer has no such stage. */
static bool show(struct shown *sh, const struct after *after, int i)
{
    const struct screen *s = after->s;
    const struct scene *now = &s->model->now;
    const struct look *look = &now->state.look;
    int which = i > 0 ? order[i - 1] : after->enters,
        stage = which == LAST            ? stage_output(&now->config, look->layer)
                : which == CROSS_WEIGHTS ? stage_again(STAGE_WEIGHTS)
                                         : which;
    if (stage < 0 || (i == 0 && after->enters < 0) || (i > 0 && stage == after->enters) ||
        !stage_present(&now->config, look->layer, stage))
        return false;
    *sh = (struct shown){.stage = stage, .labels = stages_labels_of(s, stage)};
    sh->last = changes_of_stage(now, changes_last(s), stage, look->head);
    sh->grid = stages_grid(s, &sh->labels, stage);
    sh->grid.m = changes_stage(s, stage, look->head);
    sh->grid.map = changes_shown(s) ? GRID_DIVERGING : sh->grid.map;
    sh->grid.changes = &sh->last;
    sh->grid.corner = NULL;
    sh->grid.row = sh->grid.col = -1;
    sh->grid.marked = i == 0 ? entered : NULL;
    sh->grid.marks = after;
    return true;
}

/* Returns the rows it took. */
static int put(struct canvas c, const struct screen *s, const struct shown *sh)
{
    canvas_field(c, 0, 0, c.cols, STYLE_LABEL, screen_pair(s, stage_title(sh->stage)));
    return 1 + grid_draw(canvas_part(c, 1, 0, c.rows - 1, c.cols), s, &sh->grid);
}

/* The stage that the number enters gives up digits if the weights then fit beside it. */
static void make_room(struct grid *g, const struct after *after, int i, int room)
{
    struct shown weights;
    if (i > 0 || after->enters < 0 || !show(&weights, after, 1 + WEIGHTS_FIRST))
        return;
    const int digits = g->digits, beside = GAP + grid_width(&weights.grid);
    while (grid_width(g) + beside >= room && g->digits > 1)
        g->digits--;
    if (grid_width(g) + beside >= room)
        g->digits = digits;
}

/* Returns false if the layer has no such stage. */
static bool sized(struct shown *sh, const struct after *after, int i, int high, int room)
{
    if (!show(sh, after, i))
        return false;
    enlarge(&sh->grid, high);
    make_room(&sh->grid, after, i, room);
    return true;
}

/* A row of grids, chosen before any of them is drawn: which, and the columns that are left over. */
struct row {
    int which[COUNT], count, high, spare;
};

/* Words that are cut over a grid get the columns left over, from left to right. Returns the rows it took. */
static int draw_row(struct canvas c, const struct after *after, const struct row *row)
{
    int col = 0, spare = row->spare, rows = 0;
    for (int k = 0; k < row->count; k++) {
        struct shown sh;
        if (!sized(&sh, after, row->which[k], row->high, c.cols))
            continue;
        int narrow = grid_width(&sh.grid), whole = grid_whole_labels(&sh.grid, narrow + spare);
        sh.grid.min_width = whole > sh.grid.min_width ? whole : sh.grid.min_width;
        int width = grid_width(&sh.grid);
        spare -= width - narrow;
        int title =
            utf8_width(screen_pair(after->s, stage_title(sh.stage))) - width - 1; /* two blanks follow */
        title = title < 0 ? 0 : title > spare ? spare : title;
        int took = put(canvas_part(c, 0, col, c.rows, width + 2 + title), after->s, &sh);
        rows = took > rows ? took : rows;
        spare -= title;
        col += width + GAP + title;
    }
    return rows;
}

/* Draws one row of grids: the first one left that is not too high, then all that fit beside it. With `cut`
 * the first may have any height and is cut if too wide. Returns the rows it took; 0: none. */
static int row_of_grids(struct canvas c, struct after *after, int high, bool cut)
{
    struct row row = {.high = high};
    int col = 0;
    for (int i = 0; i < COUNT; i++) {
        struct shown sh;
        if (after->done[i] || !sized(&sh, after, i, high, c.cols))
            continue;
        int width = grid_width(&sh.grid), height = grid_rows(&sh.grid) + 1;
        bool fits = (col == 0 || col + width < c.cols) && (cut || height <= c.rows);
        if (!fits)
            continue;
        after->done[i] = true;
        row.which[row.count++] = i;
        row.spare = c.cols - col - width;
        col += width + GAP;
    }
    return draw_row(c, after, &row);
}

/* Draws later stages below the sheet, as many as fit. */
static void draw_after(struct canvas c, const struct screen *s, const struct sheet *sh)
{
    enum { HEADS = 2, ROWS_OF_GRIDS = 2, LOW = 12 };
    struct text t = SCREEN_TEXT(s);
    bool all = !curve_shown(s) || c.rows >= LOW; /* else the weights come first */
    struct after after = {.s = s, .enters = all ? sheet_enters(s, sh) : -1, .col = sh->state->look.col};
    int row = 0, first = 1, words = s->model->now.state.sentence->count;
    if (s->model->now.state.look.show != SHOW_VALUES) {
        changes_title(s, &t);
        row += canvas_flow(c, 0, STYLE_CHANGED, text_str(&t));
        first = row;
    }
    int high = cell_height(ROWS_OF_GRIDS * words, ROWS_OF_GRIDS * HEADS + 1, c.rows - row);
    bool apart = ROWS_OF_GRIDS * (words * high + HEADS) < c.rows - row; /* a blank row between them */
    for (int rows = 1; rows > 0; row += rows + apart)
        rows = row < c.rows
                   ? row_of_grids(canvas_part(c, row, 0, c.rows - row, c.cols), &after, high, row <= first)
                   : 0;
}

/* ---- the gradient ------------------------------------------------------------------ */

enum { BESIDE_NEEDS = 90 }; /* columns for the matrices beside the arithmetic */

/* Draws how the gradient with respect to the cell under the cursor is computed, and what it was computed
 * from. */
static void draw_arithmetic(struct canvas c, const struct screen *s, const struct derivation *d)
{
    enum { ASIDE = 48 };
    struct text t = SCREEN_TEXT(s);
    changes_title(s, &t);
    int row = canvas_flow(c, 0, STYLE_NOTE, text_str(&t)), rows;
    bool beside = c.cols >= BESIDE_NEEDS;
    struct canvas place = canvas_part(c, row, 0, c.rows - row, beside ? ASIDE : c.cols);
    rows = arithmetic_rows(place, s, d) + 1;
    arithmetic_draw(place, s, d);
    struct shelf shelf = {canvas_part(c, row, ASIDE + GAP, c.rows - row, c.cols - ASIDE - GAP), 0, 0, 0};
    if (!beside)
        shelf.c = canvas_part(c, row + rows, 0, c.rows - row - rows, c.cols);
    stages_sources_draw(&shelf, s, d);
}

/* Returns the rows for all of it: the arithmetic or, if beside it, two matrices with one row per word. */
static int rows_below(struct canvas c, const struct screen *s, const struct derivation *d)
{
    int matrices = c.cols >= BESIDE_NEEDS ? 2 * (s->model->now.state.sentence->count + 2) + 1 : 0,
        rows = arithmetic_rows(c, s, d);
    return rows > matrices ? rows : matrices;
}

/* ---- the view -------------------------------------------------------------------- */

/* Draws what the number does and, standing out, what its last change did or else what one would; returns the
 * rows. */
static int explain(struct canvas c, const struct screen *s, const struct sheet *sh, double x)
{
    struct text t = SCREEN_TEXT(s);
    sheet_say_use(&t, s, sh, x);
    int rows = *text_str(&t) ? canvas_flow(c, 0, STYLE_NOTE, text_str(&t)) : 0;
    text_clear(&t);
    bool changed = sheet_say_effect(&t, s);
    if (!changed)
        curve_say_move(&t, s);
    if (*text_str(&t))
        rows += canvas_flow(canvas_part(c, rows, 0, c.rows, c.cols), 0,
                            changed ? STYLE_CHANGED : STYLE_STRONG, text_str(&t));
    return rows;
}

/* Returns the columns of the curve and of the gap beside it; 0: there is none. */
static int curve_cols(struct canvas c, const struct screen *s)
{
    enum { WIDEST = 36 };
    int cols = c.cols * 2 / 5 < WIDEST ? c.cols * 2 / 5 : WIDEST;
    return curve_shown(s) && cols >= CURVE_COLS && c.rows >= CURVE_ROWS - 1 ? cols + GAP : 0;
}

static void draw(struct canvas c, const struct screen *s)
{
    enum { EXPLAINED = 2, HEADS = 2, HIGHER = 2, HIGH = 9 };
    const struct state *st = &s->model->now.state;
    struct matrix_ref refs[MATRICES_MAX];
    int count = matrices_list(st, refs), rows, cols;
    struct sheet sh = sheet_of(s, refs[st->look.edit]);
    tabs(canvas_part(c, 0, 1, 1, c.cols - 2), s, refs, count);
    matrices_shape(st, sh.ref, &rows, &cols);
    if (!arena_more(s->scratch, mat_room(rows, cols)))
        return;
    struct mat m = mat_in(s->scratch, rows, cols);
    scene_read(&s->model->now, sh.ref, m);
    what_it_is(canvas_part(c, 1, 1, 1, c.cols - 1), s, screen_pair(s, matrices_help(st, sh.ref)), m);
    struct derive_cell cell;
    struct derivation d = {0};
    bool derived = derivation_cell_of(&s->model->now, &st->look, &cell) &&
                   derivation_of(&d, &s->model->now, cell, s->scratch);
    int said = c.rows > 15 ? 1 + (changes_last(s) || s->model->curve.moves.by != 0) : 0,
        wanted = derived ? EXPLAINED + rows_below(c, s, &d)
                         : 1 + said + HEADS + st->sentence->count + (curve_shown(s) ? HIGHER : 0),
        below = wanted < c.rows / 2 ? wanted : c.rows / 2;
    int row = c.rows > 19 ? 3 : 2, spare = c.rows - row - rows - 1 - below, gap = spare > 0,
        blank = spare > 1, most = c.rows - row - gap - blank - below;
    int height = cell_height(rows, 1, most), whole = rows * height + 1;
    row += draw_sheet(canvas_part(c, row, 1, whole < most ? whole : most, c.cols - 1), s, &sh, m, height);
    double x = mat_at(m, st->look.row, st->look.col);
    cell_line(canvas_part(c, row + gap, 1, 1, c.cols - 2), s, &sh, x);
    struct canvas rest = canvas_part(c, row + gap + 1, 1, c.rows - row - gap - 1, c.cols - 2);
    if (derived) {
        draw_arithmetic(rest, s, &d);
        return;
    }
    said = said ? explain(rest, s, &sh, x) : 0;
    blank = blank && st->look.show == SHOW_VALUES; /* else a heading parts them */
    rest = canvas_part(rest, said + blank, 0, rest.rows - said - blank, rest.cols);
    int curve = curve_cols(rest, s);
    curve_draw(canvas_part(rest, 0, 0, rest.rows < HIGH ? rest.rows : HIGH, curve - GAP), s);
    draw_after(canvas_part(rest, 0, curve, rest.rows, rest.cols - curve), s, &sh);
}

/* ---- in words --------------------------------------------------------------------- */

/* x[猫, 0] = 1, step 0.1 */
static void tell_briefly(const struct teller *t)
{
    const struct state *st = &t->now->state;
    struct matrix_ref refs[MATRICES_MAX];
    matrices_list(st, refs);
    struct matrix_ref ref = refs[st->look.edit];
    tell(t, TEXT("Matrix %s, row %d, column %d: ", "矩阵 %s，第 %d 行，第 %d 列："), matrices_name(st, ref),
         st->look.row, st->look.col);
    sheet_say_value(t->out, st, ref, scene_get(t->now, ref, st->look.row, st->look.col));
    if (scene_learns(st, ref)) {
        tell(t,
             TEXT(", learned at step %d; 'train keep' makes it yours", "，训练 %d 步所得；train keep 后可改"),
             st->set.steps);
    } else {
        tell(t, TEXT(", step ", "，步长 "));
        number_shortest(t->out, st->look.step);
    }
    text_add(t->out, "\n");
}

/* The gradient with respect to the sheet, and how that by the cell under the cursor is computed; or why there
 * is none. */
static void tell_gradient(const struct teller *t, struct tell_table *table)
{
    struct derive_cell cell;
    if (t->now->state.look.show != SHOW_GRADIENT)
        return;
    changes_title(&t->screen, t->out);
    text_add(t->out, "\n");
    if (!derivation_cell_of(t->now, &t->now->state.look, &cell))
        return;
    table->m = derive_back_matrix(&t->now->grad, &cell);
    tell_table(t, table);
    tell(t, TEXT("How it is computed:\n", "它是怎么来的：\n"));
    stages_tell_steps(t);
}

static void tell_whole(const struct teller *t)
{
    const struct state *st = &t->now->state;
    struct matrix_ref refs[MATRICES_MAX];
    struct arena room = {0};
    int count = matrices_list(st, refs), rows, cols;
    struct matrix_ref ref = refs[st->look.edit];
    tell(t, TEXT("Editable matrices: ", "可以编辑的矩阵："));
    for (int i = 0; i < count; i++)
        text_addf(t->out, "%s%s", i > 0 ? " " : "", matrices_name(st, refs[i]));
    text_add(t->out, "\n");
    matrices_shape(st, ref, &rows, &cols);
    tell(t, TEXT("%s, %s: %d rows, %d columns\n", "%s，%s：%d 行，%d 列\n"), matrices_name(st, ref),
         screen_pair(&t->screen, matrices_help(st, ref)), rows, cols);
    if (!arena_reserve(&room, mat_room(rows, cols)))
        return;
    struct tell_table table = {.m = mat_in(&room, rows, cols), .row = st->look.row, .col = st->look.col};
    table.rows.words = ref.kind == MATRIX_X ? st->sentence : ref.kind == MATRIX_Y ? st->memory : NULL;
    scene_read(t->now, ref, table.m);
    tell_table(t, &table);
    tell_briefly(t);
    curve_tell(t);
    tell_gradient(t, &table);
    arena_finish(&room);
}

/* ---- the row ------------------------------------------------------------------------ */

static void places(struct state *s, const struct config *c, struct place *row, struct place *col)
{
    struct matrix_ref refs[MATRICES_MAX];
    int rows = 1, cols = 1;
    (void)c;
    if (s->look.edit < matrices_list(s, refs))
        matrices_shape(s, refs[s->look.edit], &rows, &cols);
    *row = (struct place){&s->look.row, rows};
    *col = (struct place){&s->look.col, cols};
}

/* Through the lines of the arithmetic and the two factors of one. */
static bool move(struct state *s, const struct scene *now, enum direction direction, long steps)
{
    struct look *look = &s->look;
    struct derive_cell at;
    if (look->pane != PANE_ARITHMETIC || !derivation_cell_of(now, look, &at))
        return false;
    int count = derivation_count(now);
    look->line = look->line < count ? look->line : count - 1;
    cursor_step((struct place){&look->line, count}, (struct place){&look->factor, 2}, direction, steps);
    return true;
}

static bool cell(const struct state *s, const struct config *c, struct matrix_ref *ref, int *row, int *col)
{
    struct matrix_ref refs[MATRICES_MAX];
    (void)c;
    if (s->look.edit >= matrices_list(s, refs))
        return false;
    *ref = refs[s->look.edit];
    *row = s->look.row;
    *col = s->look.col;
    return true;
}

const struct view view_edit = {
    .name = "edit",
    .context = "edit",
    .title = PAIR("edit", "编辑"),
    .help = PAIR("Every number that is given rather than computed: embeddings, weights, biases, tables. Type "
                 "a number (Enter first if it is negative), nudge it, undo. Everything computed from it "
                 "follows at once. With a target, g shows the gradient in the place of the numbers: how the "
                 "loss grows with each; Enter goes into its arithmetic. Esc closes the editor.",
                 "所有给定（而不是算出）的数：词向量、权重、偏置、表。输入（负数先按回车）、微调、撤销，后面"
                 "的一切立刻跟着变。有了目标，按 g "
                 "在数的位置上显示梯度：每个数变大时损失怎样变；回车进入它的算式。Esc 关闭编辑。"),
    .draw = draw,
    .framed_answer = true,
    .tell = tell_whole,
    .tell_briefly = tell_briefly,
    .places = places,
    .move = move,
    .cell = cell,
    .follow = curve_follow,
    .compute = curve_compute,
    .sheet = true,
};
