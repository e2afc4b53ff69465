/* Curves over whole numbers (positions, offsets, steps of a scale) in braille dots,
 * with the ends of the y axis written beside them. */
#ifndef VIEW_PLOT_H
#define VIEW_PLOT_H

#include "view/braille.h"
#include "view/screen.h"

enum { PLOT_AXIS = 8 };          /* columns of the y axis */

/* y from lo to hi (lo < hi) over x = first …, `step` dots from one x to the next. */
struct plot {
    struct braille b;
    long first;
    double lo, hi;
    int step;
};

/* A plot over the rows of c from `row` on; first 0, step 1. */
struct plot plot_in(struct canvas c, const struct screen *s, int row, double lo, double hi);

/* The curve f(arg, x) for every x in sight; NaN: nothing there. */
void plot_curve(const struct plot *p, double (*f)(const void *arg, long x), const void *arg, enum style style);
/* The same with gaps, to tell two curves apart without colours. */
void plot_dashes(const struct plot *p, double (*f)(const void *arg, long x), const void *arg, enum style style);

/* A dotted horizontal line at 0 where it is in sight. */
void plot_zero(const struct plot *p);
/* A dotted vertical line at x = at. */
void plot_stake(const struct plot *p, long at, enum style style);

#endif
