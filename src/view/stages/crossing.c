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
    int count; /* products */
    int at;    /* the column where the result begins */
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
    struct grid *g = &x->above.g;
    if (!arena_more(s->scratch, mat_room(m.cols, m.rows)))
        return false;
    g->m = mat_in(s->scratch, m.cols, m.rows);
    for (int r = 0; r < m.rows; r++)
        for (int k = 0; k < m.cols; k++)
            *(mat_row(g->m, k) + r) = mat_at(m, r, k);
    int row = g->row;
    x->above.labels.cols = x->above.labels.rows;
    g->row = g->col;
    g->col = row;
    g->row_label = NULL;
    return true;
}

/* Returns false if the derivation does not begin with a product of two matrices; gradients meet otherwise. */
static bool crossing_of(struct crossing *x, const struct stages *v)
{
    const struct screen *s = v->s;
    const struct derivation *d = &v->d;
    struct grid *left = &x->left.g, *above = &x->above.g, *result = &x->result.g;
    int n = 0;
    if (s->hidden || v->beside || d->cell.gradient || d->count == 0)
        return false;
    const struct derive_from *b = &d->v[0].is.b_from;
    while (n < d->count && d->v[n].is.kind == DERIVE_PRODUCT &&
           (n == 0 || d->v[n].is.index > d->v[n - 1].is.index))
        n++;
    if (n == 0 || n > ORDER_MOST || derivation_factor(d, 0, 0) != &d->v[0].is.a_from ||
        derivation_factor(d, 0, 1) != b || !stages_source_of(&x->left, s, d, &d->v[0].is.a_from) ||
        !stages_source_of(&x->above, s, d, b))
        return false;
    stages_part_of(&x->result, s, d->cell.head, v->marks);
    x->transposed = b->stage >= 0 && stage_row(b->stage)->cols == AXIS_HEADS_KEY_DIM;
    if (result->m.cols > ORDER_MOST || !mat_present(result->m) || (x->transposed && !transpose(x, s)))
        return false;
    /* only what the products read of the left matrix, and what the result needs of the right one */
    x->count = n;
    for (int i = 0; i < n; i++) {
        const struct derive_step *st = &d->v[i].is;
        x->left_cols[i] = st->a_from.col;
        x->above_rows[i] = x->transposed ? st->b_from.col : st->b_from.row;
    }
    for (int k = 0; k < result->m.cols; k++)
        x->above_cols[k] = (x->transposed ? b->row : b->col) - d->cell.col + k;
    left->col = first_of(x->left_cols, n, left->col);
    above->row = first_of(x->above_rows, n, above->row);
    above->col = first_of(x->above_cols, result->m.cols, above->col);
    left->col_order = x->left_cols;
    left->col_places = above->row_places = n;
    above->row_order = x->above_rows;
    above->col_order = x->above_cols;
    above->col_places = result->m.cols;
    above->marked = above_marked;
    above->marks = x;
    left->corner = above->corner = result->corner = NULL;
    return true;
}

/* The columns before the cells of the result and of the matrix above it. */
static int cells_margin(const struct crossing *x)
{
    int a = grid_margin(&x->above.g), b = grid_margin(&x->result.g);
    return a > b ? a : b;
}

/* Finds where the result begins, after the left matrix or the heading; returns the room of all.
 */
static struct extent crossing_extent(struct crossing *x)
{
    int left = grid_width(&x->left.g);
    x->at = (left > CORNER_LEAST ? left : CORNER_LEAST) + GAP;
    return (struct extent){2 + grid_rows(&x->above.g) + grid_rows(&x->result.g),
                           x->at + cells_margin(x) + grid_cell_width(&x->result.g) * x->result.g.m.cols};
}

/* Gives all numbers so many digits; those of the left matrix may have fewer. */
static struct extent crossing_digits(struct crossing *x, int digits, int left)
{
    x->left.g.digits = left;
    x->above.g.digits = x->result.g.digits = digits;
    x->left.g.min_width = x->above.g.min_width = x->result.g.min_width = 0;
    int a = grid_cell_width(&x->above.g), b = grid_cell_width(&x->result.g);
    x->above.g.min_width = x->result.g.min_width = a > b ? a : b;
    return crossing_extent(x);
}

static bool crossing_fits(struct extent e, struct canvas c)
{
    return e.rows <= c.rows && e.cols <= c.cols;
}

/* Makes a size, and another one that is the same if not NULL, larger if the picture then still fits. */
static bool enlarge(struct crossing *x, int *size, int *twin, struct canvas c)
{
    int was = *size;
    for (int by = 1; by >= 0; by--) {
        *size = was + by;
        if (twin)
            *twin = *size;
        if (crossing_fits(crossing_extent(x), c))
            return by > 0;
    }
    return false;
}

/* Chooses the most digits with which every cell is in sight, then makes the cells wider, then higher, those
 * of the result first. */
static void crossing_plan(struct crossing *x, struct canvas c)
{
    enum { HIGHEST = 12 };
    struct grid *left = &x->left.g, *above = &x->above.g, *result = &x->result.g;
    int digits = 2 * result->digits, least = digits > 0; /* that of the left one goes first */
    left->height = above->height = result->height = 1;
    while (!crossing_fits(crossing_digits(x, (digits + 1) / 2, digits / 2 > least ? digits / 2 : least), c) &&
           digits > 2 * least)
        digits--;
    left->min_width = grid_cell_width(left);
    for (bool more = true; more;) {
        more = result->min_width < 32 && enlarge(x, &result->min_width, &above->min_width, c);
        more = (left->min_width < result->min_width && enlarge(x, &left->min_width, NULL, c)) || more;
    }
    int highest = result->min_width / 2 < HIGHEST ? result->min_width / 2 : HIGHEST;
    for (bool more = true; more;) {
        more = result->height < highest && enlarge(x, &result->height, &left->height, c);
        more = (above->height < result->height && enlarge(x, &above->height, NULL, c)) || more;
    }
}

struct page_size stages_product_size(const struct stages *v)
{
    struct crossing x;
    if (!crossing_of(&x, v))
        return PAGE_NOWHERE;
    int least = x.result.g.digits > 0;
    struct extent e = crossing_digits(&x, least, least);
    return (struct page_size){.rows = e.rows, .cols = e.cols};
}

/* Draws Kᵀ  4×3  head 1: the name and the shape of what is shown of a matrix, and whose part that is. */
static void crossing_title(struct canvas c, const struct screen *s, const struct crossing *x, bool is_above)
{
    const struct stages_source *source = is_above ? &x->above : &x->left;
    const struct derive_from *from = &source->reading.matrix;
    bool transposed = is_above && x->transposed,
         apart = from->stage >= 0 && stage_row(from->stage)->heads == HEADS_APART;
    int rows = is_above ? x->count : source->g.m.rows, cols = source->g.col_places,
        own = transposed ? rows : cols, first = transposed ? x->above_rows[0] : source->g.col_order[0];
    struct text t = SCREEN_TEXT(s);
    cell_matrix_name(&t, s, from);
    text_add(&t, !transposed ? "" : s->ascii ? "^T" : "ᵀ");
    text_addf(&t, "  %d×%d", rows, cols);
    if (s->session->now.config.heads > 1 && (apart || own < source->m.cols))
        screen_add(s, &t, TEXT("  head %d"), (apart ? from->head : first / own) + 1);
    canvas_field(c, 0, 0, c.cols, STYLE_LABEL, text_str(&t));
}

void stages_product_draw(struct canvas c, const void *of)
{
    const struct stages *v = of;
    const struct screen *s = v->s;
    struct crossing x;
    if (!crossing_of(&x, v))
        return;
    crossing_plan(&x, c);
    int below = 1 + grid_rows(&x.above.g), start = x.at - GAP - grid_width(&x.left.g),
        cells = x.at + cells_margin(&x);
    crossing_title(canvas_part(c, 0, cells, 1, c.cols), s, &x, true);
    grid_draw(canvas_part(c, 1, cells - grid_margin(&x.above.g), c.rows, c.cols), s, &x.above.g);
    crossing_title(canvas_part(c, below, start + grid_margin(&x.left.g), 1, x.at - start - 4), s, &x, false);
    grid_draw(canvas_part(c, below + 1, start, c.rows, x.at - start), s, &x.left.g);
    canvas_put(c, below, x.at - 2, STYLE_STRONG, "×");
    canvas_put(c, below, cells, STYLE_TITLE, screen_text(s, stage_label(v->d.cell.stage)));
    grid_draw(canvas_part(c, below + 1, cells - grid_margin(&x.result.g), c.rows, c.cols), s, &x.result.g);
    stages_corner_draw(canvas_part(c, 0, 0, below, x.at - GAP), v);
}
