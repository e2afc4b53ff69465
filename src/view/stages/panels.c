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

/* Returns false if a matrix is too large to be drawn. */
static bool panels_of(struct panels *p, const struct screen *s, const struct derivation *d,
                      struct stages_marks marks)
{
    struct derive_from from[DERIVATION_SOURCES];
    int sources = derivation_sources(d, from);
    stages_part_of(&p->result, s, d->cell.head, marks);
    p->grid[0] = &p->result.g;
    p->count = 1 + sources;
    bool ok = mat_present(p->result.g.m);
    for (int i = 0; ok && i < sources; i++) {
        ok = stages_source_of(&p->source[i], s, d, &from[i]);
        p->grid[1 + i] = &p->source[i].g;
    }
    return ok;
}

/* Returns the width (or height) of all panels, side by side (below each other) or of the largest one. */
static int extent(const struct panels *p, bool wide, bool together)
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

static bool fits(const struct panels *p, struct canvas c, bool beside)
{
    return extent(p, true, beside) <= c.cols && extent(p, false, !beside) <= c.rows;
}

static void size(struct panels *p, int width, int height)
{
    for (int i = 0; i < p->count; i++) {
        p->grid[i]->min_width = width;
        p->grid[i]->height = height;
    }
}

/* Makes all cells wider, then higher; returns the area of one, 0 if the panels do not fit at all. */
static int grow(struct panels *p, struct canvas c, bool beside, int width)
{
    enum { WIDEST = 32, HIGHEST = 12 };
    int height = 1;
    size(p, width, height);
    if (!fits(p, c, beside))
        return 0;
    while (width < WIDEST) {
        size(p, width + 1, 1);
        if (!fits(p, c, beside))
            break;
        width++;
    }
    while (height < HIGHEST && height < width / 2) {
        size(p, width, height + 1);
        if (!fits(p, c, beside))
            break;
        height++;
    }
    size(p, width, height);
    return width * height;
}

static int widest(struct panels *p, int digits)
{
    int width = 0;
    size(p, 0, 1);
    for (int i = 0; i < p->count; i++) {
        p->grid[i]->digits = digits;
        width = grid_cell_width(p->grid[i]) > width ? grid_cell_width(p->grid[i]) : width;
    }
    return width;
}

/* Arranges the panels so that cells are as large as possible. Returns false if they fit neither way. */
static bool arrange(struct panels *p, struct canvas c, int digits, bool *beside)
{
    int width = widest(p, digits), rows = grow(p, c, false, width), cols = grow(p, c, true, width);
    *beside = cols >= rows;
    return grow(p, c, *beside, width) > 0;
}

/* The colour scale gives way to the matrices, then digits do. */
static bool plan(struct panels *p, struct canvas c, bool *beside)
{
    for (int digits = p->grid[0]->digits; digits >= 1; digits--)
        for (p->legend = LEGEND; p->legend >= 0; p->legend -= LEGEND)
            if (arrange(p, c, digits, beside))
                return true;
    return false;
}

bool stages_panels_draw(struct canvas c, const struct screen *s, const struct derivation *d,
                        struct stages_marks marks)
{
    struct panels p;
    bool beside;
    if (!panels_of(&p, s, d, marks) || !plan(&p, c, &beside))
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
