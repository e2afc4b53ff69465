/* Shapes with edges finer than a cell, turned into block characters.
 *
 * A painting covers part of a canvas with 8 x 8 sub-pixels per cell. Shapes are filled in
 * painter's order: later ones cover earlier ones. For every touched cell, paint_show picks the
 * character and the two inks with the least squared error. It chooses among the blocks U+2580 to
 * U+259F: eighths from below, eighths from the left, quadrants. Without colours a cell becomes
 * braille dots, with a pattern per hue. */
#ifndef VIEW_PAINT_H
#define VIEW_PAINT_H

#include "base/arena.h"
#include "view/canvas.h"

enum { PAINT_SUB = 8 }; /* sub-pixels along each side of a cell */

struct paint {
    int width, height;     /* in sub-pixels */
    uint16_t *ink;         /* row by row, 0: untouched */
    struct curves *curves; /* receives its ribbons (paint_curves); NULL: nobody does */
};

/* How a painting is drawn on the canvas. */
struct paint_look {
    enum theme theme;
    bool mono;  /* braille patterns, with half of their dots below half the full level */
    bool ascii; /* one ASCII sign per cell */
};

/* Begins an empty painting of rows x cols cells in the arena; returns false if memory is exhausted. */
bool paint_begin(struct paint *p, struct arena *scratch, int rows, int cols);

/* Reports the ribbons of this painting, which is then drawn into c in this look, as smooth shapes too
 * (view/curves.h) if anybody wants them and there are colours. paint_curve returns what its cells are then
 * marked with (canvas_curve), 0: nothing. */
void paint_curves(struct paint *p, struct canvas c, const struct paint_look *look);
int paint_curve(const struct paint *p);

/* Fills sub-pixel row y from column `from` to `to`: every sub-pixel whose centre is in between. */
void paint_span(const struct paint *p, int y, double from, double to, uint16_t ink);

/* Returns a point of a ribbon's path: from `from` (t = 0) to `to` (t = 1) along 3t² − 2t³. */
double paint_along(double from, double to, double t);

/* A band between the upper and the lower edge, in sub-pixels. It leaves the upper edge at columns [top, top +
 * top_width) and reaches the lower edge at [bottom, bottom + bottom_width). Its edges follow 3t² − 2t³; its
 * width is measured along the row, and a level stretch stays at least half a cell thick. The hue grows from
 * level `faint` at the top to the full level at the bottom. A rim of the ground, `rim` sub-pixels wide, makes
 * crossing bands look like bridges. A glint, a bump of a ninth of the height, brightens it where it is; parts
 * of it can be left out. */
struct ribbon {
    double top, top_width, bottom, bottom_width, rim;
    enum hue hue;
    int faint;
    bool dim;            /* below half the full level everywhere */
    bool coarse;         /* edges between whole cells: fewer cells change while it moves */
    double glint;        /* its middle, as a part of the height; 0: none */
    double above, below; /* the parts of the height that are left out */
};
void paint_ribbon(const struct paint *p, const struct ribbon *r);
/* Returns the level of its hue at the part t of the height, if the glint is seen as at `lit`. */
int paint_ribbon_level(const struct ribbon *r, double t, double lit);

/* Draws the touched cells into c, from its upper left corner. */
void paint_show(const struct paint *p, struct canvas c, struct paint_look look);

#endif
