/* A chart over integers (positions, offsets, steps of a scale): whole dots from each to the next. */
#ifndef VIEW_FIGURES_PLOT_H
#define VIEW_FIGURES_PLOT_H

#include "view/figures/chart.h"

enum { PLOT_AXIS = 8 }; /* width of the y axis */

/* y from lo to hi (lo < hi) over x = first …, with `step` dots from one x to the next. */
struct plot {
    struct braille b;
    long first;
    double lo, hi;
    int step;
    struct canvas below; /* the row for the numbers of x, no rows: none */
    const struct screen *s;
};

/* A position whose number is written before all others. */
struct plot_mark {
    long x;
    enum style style;
};

/* Returns a plot over the rows of c from `row`; first 0, step 1. */
struct plot plot_in(struct canvas c, const struct screen *s, int row, double lo, double hi);
/* The same; where rows are not few, the last is left for plot_numbers. */
struct plot plot_numbered(struct canvas c, const struct screen *s, int row, double lo, double hi);

/* Writes the marked x, then round ones where they leave blanks, `signed_x` with their signs, if there is a
 * row. */
void plot_numbers(const struct plot *p, const struct plot_mark *marks, int count, bool signed_x);

/* Draws the curve f(arg, x) over the visible x; NaN leaves a gap. */
void plot_curve(const struct plot *p, double (*f)(const void *arg, long x), const void *arg,
                enum style style);
/* Like plot_curve with dashes, to distinguish two curves without colours. */
void plot_dashes(const struct plot *p, double (*f)(const void *arg, long x), const void *arg,
                 enum style style);

/* Draws a dotted horizontal line at 0, if visible. */
void plot_zero(const struct plot *p);
/* Reports the point of a curve at an offset that the text beside the view speaks of, on either side of 0. */
void plot_offsets(const struct plot *p, const struct screen *s, double (*f)(const void *arg, long x),
                  const void *arg);
/* Draws a dotted vertical line at x = at. */
void plot_stake(const struct plot *p, long at, enum style style);

#endif
