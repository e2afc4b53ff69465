/* The stage's matrix and those that it was computed from, side by side or one below the other, in cells of
 * one size: as large as the room allows. */
#include "view/stages/stages.h"

enum { PANELS_MOST = 1 + DERIVATION_SOURCES, BETWEEN = 3, LEGEND = 2 };

struct panels {
    struct stages_part result;
    struct stages_source source[DERIVATION_SOURCES];
    struct grid *grid[PANELS_MOST];
    int count, legend; /* rows of the colour scale below the first */
};

/* Returns the width (or height) of all panels, side by side (below each other) or of the largest one. */
static int panels_extent(const struct panels *p, bool wide, bool together)
{
    int all = 0;
    for (int i = 0; i < p->count; i++) {
        int high = grid_rows(p->grid[i]) + (i > 0 ? 1 : p->legend), between = wide ? BETWEEN : 1,
            size = wide ? grid_width(p->grid[i]) : high;
        if (together)
            all += size + (i > 0 ? between : 0);
        else
            all = size > all ? size : all;
    }
    return all;
}

/* Gives all cells a size; returns whether the panels then fit. */
static bool sized(struct panels *p, struct canvas c, bool beside, int width, int height)
{
    for (int i = 0; i < p->count; i++) {
        p->grid[i]->min_width = width;
        p->grid[i]->height = height;
    }
    return panels_extent(p, true, beside) <= c.cols && panels_extent(p, false, !beside) <= c.rows;
}

/* Makes all cells wider, then higher; returns the area of one, 0 if the panels do not fit at all. */
static int grow_cells(struct panels *p, struct canvas c, bool beside, int width)
{
    enum { WIDEST = 32, HIGHEST = 12 };
    int height = 1;
    if (!sized(p, c, beside, width, height))
        return 0;
    while (width < WIDEST && sized(p, c, beside, width + 1, 1))
        width++;
    while (height < HIGHEST && height < width / 2 && sized(p, c, beside, width, height + 1))
        height++;
    sized(p, c, beside, width, height);
    return width * height;
}

/* Arranges the panels so that cells are as large as possible: the colour scale gives way to the matrices,
 * then digits do. Returns false if they fit neither way. */
static bool arrange_panels(struct panels *p, struct canvas c, bool *beside)
{
    for (int digits = p->grid[0]->digits; digits >= 1; digits--)
        for (p->legend = LEGEND; p->legend >= 0; p->legend -= LEGEND) {
            int width = 0;
            sized(p, c, false, 0, 1);
            for (int i = 0; i < p->count; i++) {
                p->grid[i]->digits = digits;
                width = grid_cell_width(p->grid[i]) > width ? grid_cell_width(p->grid[i]) : width;
            }
            int rows = grow_cells(p, c, false, width), cols = grow_cells(p, c, true, width);
            *beside = cols >= rows;
            if (grow_cells(p, c, *beside, width) > 0)
                return true;
        }
    return false;
}

bool stages_panels_draw(struct canvas c, const struct screen *s, const struct derivation *d,
                        struct stages_marks marks)
{
    struct panels p = {.grid = {&p.result.g}, .count = 1};
    struct derive_from from[DERIVATION_SOURCES];
    int sources = derivation_sources(d, from);
    bool beside;
    stages_part_of(&p.result, s, d->cell.head, marks);
    bool ok = mat_present(p.result.g.m);
    for (; ok && p.count <= sources; p.count++) { /* a matrix may be too large to be drawn */
        ok = stages_source_of(&p.source[p.count - 1], s, d, &from[p.count - 1]);
        p.grid[p.count] = &p.source[p.count - 1].g;
    }
    if (!ok || !arrange_panels(&p, c, &beside))
        return false;
    for (int i = 0, row = 0, col = 0; i < p.count; i++) {
        struct canvas place = canvas_part(c, row, col, c.rows, c.cols);
        if (i > 0)
            stages_source_title(place, s, &p.source[i - 1]);
        int rows = (i > 0) + grid_draw(canvas_part(place, i > 0, 0, c.rows, c.cols), s, p.grid[i]);
        if (i == 0 && p.legend)
            grid_legend_of(place, rows + 1, s, p.grid[0], (struct extent){place.rows, place.cols});
        if (beside)
            col += grid_width(p.grid[i]) + BETWEEN;
        else
            row += rows + 1 + (i == 0) * p.legend;
    }
    return true;
}
