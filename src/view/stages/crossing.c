/* A row meets a column. The left matrix of a product is beside the result, the right one above it: the
 * row that was read leads to the cell from the left, the column comes down to it. */
#include "core/pipeline/stage.h"
#include "view/cell_name.h"
#include "view/stages/stages.h"

enum { GAP = 3, ORDER_MOST = 128, CORNER_LEAST = 42 };

/* The three matrices. The columns of the right one are above those of the result. */
struct crossing {
    struct stages_source left, above;
    struct stages_part result;
    bool transposed; /* keys are rows of their matrix, but columns here */
    int left_cols[ORDER_MOST], above_rows[ORDER_MOST], above_cols[ORDER_MOST];
    int at; /* the column where the result begins */
};

static bool above_marked(const void *crossing, int row, int col)
{
    const struct crossing *x = crossing;
    return reading_has(&x->above.reading, x->transposed ? col : row, x->transposed ? row : col);
}

static int first_of(const int *order, int count, int what)
{
    for (int i = 0; i < count; i++)
        if (order[i] == what)
            return i;
    return 0;
}

/* Transposes the matrix of the keys, so that its columns are keys. Returns false if memory is exhausted. */
static bool transpose(struct crossing *x, const struct screen *s)
{
    struct mat m = x->above.m;
    if (!arena_more(s->scratch, mat_room(m.cols, m.rows)))
        return false;
    struct mat t = mat_in(s->scratch, m.cols, m.rows);
    for (int r = 0; r < m.rows; r++)
        for (int k = 0; k < m.cols; k++)
            *(mat_row(t, k) + r) = mat_at(m, r, k);
    struct grid *g = &x->above.g;
    int row = g->row;
    x->above.labels.cols = x->above.labels.rows;
    g->m = t;
    g->row = g->col;
    g->col = row;
    g->row_label = NULL;
    return true;
}

/* Returns how many products the derivation begins with, 0 if it is not a product of two matrices. */
static int products(const struct derivation *d)
{
    int n = 0;
    if (d->cell.gradient) /* its rows and columns meet in other ways */
        return 0;
    while (n < d->count && d->v[n].is.kind == DERIVE_PRODUCT &&
           (n == 0 || d->v[n].is.index > d->v[n - 1].is.index))
        n++;
    bool two = n > 0 && derivation_factor(d, 0, 0) == &d->v[0].is.a_from &&
               derivation_factor(d, 0, 1) == &d->v[0].is.b_from;
    return two && n <= ORDER_MOST ? n : 0;
}

/* Shows only what the products read of the left matrix, and what the result needs of the right one. */
static void choose(struct crossing *x, const struct derivation *d, int count)
{
    struct grid *left = &x->left.g, *above = &x->above.g;
    int cols = x->result.g.m.cols;
    for (int i = 0; i < count; i++) {
        const struct derive_step *st = &d->v[i].is;
        x->left_cols[i] = st->a_from.col;
        x->above_rows[i] = x->transposed ? st->b_from.col : st->b_from.row;
    }
    for (int k = 0; k < cols; k++)
        x->above_cols[k] = (x->transposed ? d->v[0].is.b_from.row : d->v[0].is.b_from.col) - d->cell.col + k;
    left->col = first_of(x->left_cols, count, left->col);
    above->row = first_of(x->above_rows, count, above->row);
    above->col = first_of(x->above_cols, cols, above->col);
    left->col_order = x->left_cols;
    left->col_places = above->row_places = count;
    above->row_order = x->above_rows;
    above->col_order = x->above_cols;
    above->col_places = cols;
    above->marked = above_marked;
    above->marks = x;
}

static bool crossing_of(struct crossing *x, const struct screen *s, const struct derivation *d,
                        struct stages_marks marks)
{
    int count = products(d);
    if (count == 0)
        return false;
    const struct derive_from *b = &d->v[0].is.b_from;
    if (!stages_source_of(&x->left, s, d, &d->v[0].is.a_from) || !stages_source_of(&x->above, s, d, b))
        return false;
    stages_part_of(&x->result, s, d->cell.head, marks);
    if (x->result.g.m.cols > ORDER_MOST || !mat_present(x->result.g.m))
        return false;
    x->transposed = b->stage >= 0 && stage_row(b->stage)->cols == AXIS_HEADS_KEY_DIM;
    if (x->transposed && !transpose(x, s))
        return false;
    choose(x, d, count);
    x->left.g.corner = x->above.g.corner = x->result.g.corner = NULL;
    return true;
}

/* The columns before the cells of the result and of the matrix above it. */
static int margin(const struct crossing *x)
{
    int a = grid_margin(&x->above.g), b = grid_margin(&x->result.g);
    return a > b ? a : b;
}

/* The columns before those of the result: the left matrix, or the heading. */
static int corner_of(const struct crossing *x)
{
    int left = grid_width(&x->left.g);
    return left > CORNER_LEAST ? left : CORNER_LEAST;
}

static int cols_of(const struct crossing *x)
{
    return corner_of(x) + GAP + margin(x) + grid_cell_width(&x->result.g) * x->result.g.m.cols;
}

static int rows_of(const struct crossing *x)
{
    return 2 + grid_rows(&x->above.g) + grid_rows(&x->result.g);
}

/* Sets a size if the picture then still fits. */
static bool try(struct crossing *x, int *size[2], struct canvas c)
{
    ++*size[0];
    if (size[1])
        *size[1] = *size[0];
    bool fits = cols_of(x) <= c.cols && rows_of(x) <= c.rows;
    if (!fits)
        --*size[0];
    if (size[1])
        *size[1] = *size[0];
    return fits;
}

/* Makes the cells wider, then higher: those of the result first. */
static void grow(struct crossing *x, struct canvas c)
{
    enum { WIDEST = 32, HIGHEST = 12 };
    struct grid *left = &x->left.g, *above = &x->above.g, *result = &x->result.g;
    int *both_wide[2] = {&result->min_width, &above->min_width}, *left_wide[2] = {&left->min_width, NULL},
        *lower[2] = {&result->height, &left->height}, *upper[2] = {&above->height, NULL};
    left->min_width = grid_cell_width(left);
    for (bool more = true; more;) {
        more = result->min_width < WIDEST && try(x, both_wide, c);
        more = (left->min_width < result->min_width && try(x, left_wide, c)) || more;
    }
    int highest = result->min_width / 2 < HIGHEST ? result->min_width / 2 : HIGHEST;
    for (bool more = true; more;) {
        more = result->height < highest && try(x, lower, c);
        more = (above->height < result->height && try(x, upper, c)) || more;
    }
}

static bool fits_with(struct crossing *x, struct canvas c, int digits, int left_digits)
{
    struct grid *left = &x->left.g, *above = &x->above.g, *result = &x->result.g;
    left->digits = left_digits;
    above->digits = result->digits = digits;
    left->min_width = above->min_width = result->min_width = 0;
    left->height = above->height = result->height = 1;
    int a = grid_cell_width(above), b = grid_cell_width(result);
    above->min_width = result->min_width = a > b ? a : b;
    return cols_of(x) <= c.cols && rows_of(x) <= c.rows;
}

/* Chooses digits and the size of the cells; returns false if some cell would not be in sight. */
static bool plan(struct crossing *x, struct canvas c)
{
    for (int digits = x->result.g.digits; digits >= 1; digits--)
        for (int left = digits; left >= 1 && left + 1 >= digits; left--)
            if (fits_with(x, c, digits, left)) {
                grow(x, c);
                x->at = corner_of(x) + GAP;
                return true;
            }
    return false;
}

/* Says in the corner, below the heading, what the picture shows, and shows what the row was mixed from. */
static void explain(struct canvas c, const struct screen *s, const struct derivation *d, int rows)
{
    const char *words = screen_text(s, TEXT("A row meets a column: multiply pair by pair, add up.",
                                            "一行遇到一列：逐对相乘，再加起来。"));
    struct canvas rest = canvas_part(c, rows, 0, c.rows - rows, c.cols),
                  nowhere = canvas_part(c, 0, 0, 0, c.cols);
    int blend = stages_made_rows(s, d);
    if (blend > 0 && blend < rest.rows) {
        stages_made_draw(canvas_part(rest, 0, 0, blend, rest.cols), s, d);
        rest = canvas_part(rest, blend + 1, 0, rest.rows - blend - 1, rest.cols);
    }
    if (canvas_flow(nowhere, 0, STYLE_TEXT, words) < rest.rows)
        canvas_flow(rest, 0, STYLE_TEXT, words);
}

/* Draws Kᵀ  4×3  head 1: the name and the shape of what is shown of a matrix, and whose part that is. */
static void title(struct canvas c, const struct screen *s, const struct stages_source *source,
                  const struct crossing *x)
{
    const struct grid *g = &source->g;
    const struct derive_from *from = &source->reading.matrix;
    bool transposed = source == &x->above && x->transposed;
    int rows = g->row_order ? g->row_places : g->m.rows, cols = g->col_places, own = transposed ? rows : cols,
        first = transposed ? x->above_rows[0] : g->col_order[0];
    struct text t = SCREEN_TEXT(s);
    cell_matrix_name(&t, s, from);
    text_add(&t, !transposed ? "" : s->ascii ? "^T" : "ᵀ");
    text_addf(&t, s->ascii ? "  %dx%d" : "  %d×%d", rows, cols);
    bool apart = from->stage >= 0 && stage_row(from->stage)->heads == HEADS_APART;
    if (s->model->now.config.heads > 1 && (apart || own < source->m.cols))
        screen_add(s, &t, TEXT("  head %d", "  第 %d 头"), (apart ? from->head : first / own) + 1);
    canvas_field(c, 0, 0, c.cols, STYLE_LABEL, text_str(&t));
}

bool stages_crossing_draw(struct canvas c, const struct screen *s, const struct derivation *d,
                          const struct derivation *left, struct stages_marks marks)
{
    struct crossing x;
    c.cols--; /* a margin */
    if (s->hidden || !crossing_of(&x, s, d, marks) || !plan(&x, c))
        return false;
    int below = 1 + grid_rows(&x.above.g), start = x.at - GAP - grid_width(&x.left.g),
        cells = x.at + margin(&x);
    struct canvas above = canvas_part(c, 1, cells - grid_margin(&x.above.g), c.rows, c.cols),
                  corner = canvas_part(c, 0, 0, below, x.at - GAP),
                  beside = canvas_part(c, below + 1, start, c.rows, x.at - start),
                  result = canvas_part(c, below + 1, cells - grid_margin(&x.result.g), c.rows, c.cols);
    title(canvas_part(c, 0, cells, 1, c.cols), s, &x.above, &x);
    grid_draw(above, s, &x.above.g);
    title(canvas_part(c, below, start + grid_margin(&x.left.g), 1, x.at - start - 4), s, &x.left, &x);
    grid_draw(beside, s, &x.left.g);
    canvas_put(c, below, x.at - 2, STYLE_STRONG, s->ascii ? "x" : "×");
    canvas_put(c, below, cells, STYLE_TITLE, screen_pair(s, stage_label(d->cell.stage)));
    grid_draw(result, s, &x.result.g);
    explain(corner, s, d, stages_heading_draw(corner, s, d, left, HEADING_FULL));
    return true;
}
