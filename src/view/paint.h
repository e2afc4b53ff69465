/* Shapes with edges finer than a cell, turned into block characters.
 *
 * A painting covers a part of a canvas with 8 x 8 sub-pixels a cell. Shapes are filled in painter's
 * order: what comes later covers what came before. paint_show then picks, for every cell that was touched,
 * the character and the two inks with the least squared error among the blocks U+2580 to U+259F: eighths
 * from below, eighths from the left, quadrants. Without colours a cell becomes braille dots, each hue in
 * a pattern of its own. */
#ifndef VIEW_PAINT_H
#define VIEW_PAINT_H

#include "base/arena.h"
#include "view/canvas.h"

enum { PAINT_SUB = 8 };      /* sub-pixels along each side of a cell */

struct paint {
    int width, height;       /* in sub-pixels */
    uint16_t *ink;           /* row by row, 0: untouched */
};

/* An empty painting of rows x cols cells, in memory of the arena. Returns false when there is none. */
bool paint_begin(struct paint *p, struct arena *scratch, int rows, int cols);

/* Fills columns `from` (included) to `to` (excluded) of sub-pixel row y: those whose centre lies between. */
void paint_span(const struct paint *p, int y, double from, double to, uint16_t ink);

/* A ribbon's way: from `from` (t = 0) to `to` (t = 1) along 3t² − 2t³. */
double paint_along(double from, double to, double t);

/* A band that leaves the upper edge at columns [top, top + top_width) and lands on the lower edge at [bottom, bottom + bottom_width),
 * all in sub-pixels. Its edges follow 3t² − 2t³, its width is measured along the row. The hue grows from level
 * `faint` at the top to the full one at the bottom. A rim of `rim` sub-pixels of the ground lies on either side, so that
 * crossing bands look like bridges. */
struct ribbon {
    double top, top_width, bottom, bottom_width, rim;
    enum hue hue;
    int faint;
};
void paint_ribbon(const struct paint *p, const struct ribbon *r);

/* How a painting reaches the canvas. */
struct paint_look {
    enum theme theme;
    bool mono;               /* braille patterns */
    bool ascii;              /* a sign a cell */
};

/* Draws what was touched into c, from its upper left corner. */
void paint_show(const struct paint *p, struct canvas c, struct paint_look look);

#endif
