/* Signed bars on one scale, drawn from a zero column in eighths of a cell. */
#ifndef VIEW_BARS_H
#define VIEW_BARS_H

#include "view/screen.h"

/* A bar over [from, to] (values) in `width` columns from col, whose scale is
 * lo … hi; a waterfall gives each bar the sum so far as `from`. */
struct bar_scale {
    int col, width;
    double lo, hi;
};

void bar_draw(struct canvas c, int row, const struct screen *s, const struct bar_scale *scale, double from, double to, bool ghost);

#endif
