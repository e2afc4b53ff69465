/* Signed bars on one scale, drawn from a zero column in eighths of a cell. */
#ifndef VIEW_FIGURES_BARS_H
#define VIEW_FIGURES_BARS_H

#include "view/screen.h"

/* The values lo … hi in `width` columns from col. */
struct bar_scale {
    int col, width;
    double lo, hi;
};

/* A bar over the values [from, to]. In a waterfall `from` is the running sum. */
struct bar {
    double from, to;
    bool ghost;   /* of a value that is switched off */
    uint16_t ink; /* 0: that of its sign */
};

/* Where 0 lies among `width` columns, at the left edge of one, and the columns of 1; all of lo … hi fits. */
struct bar_zero {
    int col;
    double unit;
};
struct bar_zero bar_zero_of(double lo, double hi, int width);

void bar_draw(struct canvas c, int row, const struct screen *s, const struct bar_scale *scale,
              struct bar bar);

#endif
