/* Ribbons as smooth shapes, for those who can draw them: the page, a picture as SVG. A figure that paints
 * ribbons reports them here as it paints them, and the cells that show them carry its number as long as
 * nothing is drawn over them. So the shapes are seen where their cells would be, and nowhere else. */
#ifndef VIEW_CURVES_H
#define VIEW_CURVES_H

#include "view/paint.h"

enum { CURVES_MOST = 1200, CURVES_FIGURES = 8 };

struct curves {
    struct canvas whole;
    int figures, count;
    struct {
        int row, col, rows, first; /* on the whole canvas; its first ribbon */
        bool lost;                 /* there was no room for all of its ribbons: its cells are seen */
    } figure[CURVES_FIGURES];
    struct ribbon v[CURVES_MOST];
};

/* Receives from now on what is painted in c. */
void curves_begin(struct curves *k, struct canvas *c);

/* Returns whether a curve is seen in place of the character of this cell: of a block, not of a name. */
static inline bool curves_hide(const struct cell *cell)
{
    return cell->curve && cell->ch[0] >= 0x2580 && cell->ch[0] <= 0x259F;
}

/* Writes the shapes as elements of SVG, PAINT_SUB units to a cell both ways: for each figure the cells that
 * show it, and of each of its ribbons its rim and itself. Without figures nothing. */
void curves_svg(const struct curves *k, enum theme theme, struct text *out);

#endif
