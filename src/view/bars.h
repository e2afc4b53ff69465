/* Signed bars on one scale, drawn from a zero column in eighths of a cell. */
#ifndef VIEW_BARS_H
#define VIEW_BARS_H

#include "view/screen.h"

/* A bar over the values [from, to], in `width` columns from col; the scale is lo … hi. A
 * waterfall passes the running sum as `from`. */
struct bar_scale {
    int col, width;
    double lo, hi;
};

void bar_draw(struct canvas c, int row, const struct screen *s, const struct bar_scale *scale, double from,
              double to, bool ghost);

#endif
