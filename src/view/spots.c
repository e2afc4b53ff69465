#include "view/spots.h"

#include "core/pipeline/stage.h"

struct spot *spots_next(const struct screen *s, int stage, struct spot *last)
{
    struct spots *all = s->spots;
    for (struct spot *p = !all ? NULL : last ? last + 1 : all->v; p && p < all->v + all->count; p++)
        if (!p->found && p->target.stage == stage &&
            (stage < 0 || p->target.layer < 0 || p->target.layer == s->session->now.state.look.layer))
            return p;
    return NULL;
}

void spots_found(const struct screen *s, struct spot *spot, struct canvas c, struct area a)
{
    if (!c.cells || a.row < 0 || a.col < 0 || a.row >= c.rows || a.col >= c.cols || a.rows <= 0 ||
        a.cols <= 0)
        return;
    long first = c.cells - s->spots->whole.cells;
    a.rows = a.row + a.rows > c.rows ? c.rows - a.row : a.rows;
    a.cols = a.col + a.cols > c.cols ? c.cols - a.col : a.cols;
    spot->found = true;
    spot->area = (struct area){(int)(first / s->spots->whole.stride) + a.row,
                               (int)(first % s->spots->whole.stride) + a.col, a.rows, a.cols};
}

/* ---- grids ---------------------------------------------------------------------------------- */

/* Returns the place of row or column i, -1: it has none. */
static int place_of(const int *order, int places, int i)
{
    int k = 0;
    while (order && k < places && order[k] != i)
        k++;
    return !order ? i : k < places ? k : -1;
}

static bool head_in_view(const struct screen *s, const struct aim *t)
{
    return t->stage < 0 || t->head < 0 || stage_row(t->stage)->heads != HEADS_APART ||
           t->head == s->session->now.state.look.head;
}

void spots_of_cells(struct canvas c, const struct screen *s, const struct grid *g,
                    const struct grid_sight *in)
{
    if (!g->shows || !s->spots)
        return;
    for (struct spot *p = NULL; (p = spots_next(s, g->shows - 1, p));) {
        const struct aim *t = &p->target;
        int r = place_of(g->row_order, g->row_places, t->row) - in->row,
            k = place_of(g->col_order, g->col_places, t->col) - in->col;
        struct area a = {1, 0, in->rows * in->high, in->left + in->cols * in->wide};
        if (t->row >= 0) {
            a.row = r >= 0 && r < in->rows ? 1 + r * in->high : -1;
            a.rows = in->high;
        }
        if (t->col >= 0) {
            a.col = k >= 0 && k < in->cols ? in->left + k * in->wide : -1;
            a.cols = in->wide;
        }
        p->named = t->row >= 0;
        if (head_in_view(s, t))
            spots_found(s, p, c, a);
    }
    if (g->shows <= 0 || stage_axis(&s->session->now.config, g->shows - 1, false) != AXIS_WORD)
        return;
    for (struct spot *p = NULL; (p = spots_next(s, TARGET_WORD, p));) { /* words, by their labels */
        int r = place_of(g->row_order, g->row_places, p->target.row) - in->row;
        if (r >= 0 && r < in->rows)
            spots_found(s, p, c, (struct area){1 + r * in->high, 0, in->high, in->left - 1});
    }
}

void spots_of_dots(struct canvas c, const struct screen *s, const struct grid *g, const struct grid_dots *d)
{
    int rows = g->row_order ? g->row_places : g->m.rows, cols = g->col_order ? g->col_places : g->m.cols;
    int per = s->ascii || screen_mono(s) ? 1 : 2; /* two dots in a line */
    for (struct spot *p = NULL; g->shows && (p = spots_next(s, g->shows - 1, p));) {
        int r = place_of(g->row_order, g->row_places, p->target.row),
            k = place_of(g->col_order, g->col_places, p->target.col);
        struct area a = {0, 0, grid_dots_lines(s, d), d->cols * d->wide};
        if (r >= rows || k >= cols || !head_in_view(s, &p->target))
            continue;
        if (r >= 0) {
            a.row = grid_dot_of(r, d->rows, rows) * d->high / per;
            a.rows = (d->high + per - 1) / per;
        }
        if (k >= 0) {
            a.col = grid_dot_of(k, d->cols, cols) * d->wide;
            a.cols = d->wide;
        }
        p->named = r >= 0;
        spots_found(s, p, c, a);
    }
}
