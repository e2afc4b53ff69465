/* Where a picture shows what the text beside it speaks of. The text lists its targets; the code that draws a
 * row, a cell or a word reports where it is. Hence exactly what is visible can be pointed at. */
#ifndef VIEW_SPOTS_H
#define VIEW_SPOTS_H

#include "session/pointing.h"
#include "study/look_names.h"
#include "view/grid.h"

enum { SPOTS_MAX = 32 };

struct area {
    int row, col, rows, cols;
};

struct spot {
    struct aim target;
    bool found, named; /* named: the text at the left of the area names its row */
    struct area area;  /* on the whole canvas */
};

struct spots {
    struct canvas whole;
    struct spot v[SPOTS_MAX];
    int count;
};

/* Returns the next spot after `last` (NULL: the first) that is not found yet and whose target is in a stage
 * of the layer in view, or in LOOK_PE, TARGET_WORD …. Returns NULL after the last, or if nothing
 * is asked for. */
struct spot *spots_next(const struct screen *s, int stage, struct spot *last);

/* Reports where a spot is: an area of c, clipped to it. An empty area reports nothing. */
void spots_found(const struct screen *s, struct spot *spot, struct canvas c, struct area area);

/* What is in sight of a grid: its first row and column, how many, and where: columns before the first cell,
 * columns and lines of a cell. */
struct grid_sight {
    int row, col, rows, cols;
    int left, wide, high;
};

/* Report what is spoken of in a grid below one line of labels, or in dots: a cell, a row or the word before
 * it, a column. */
void spots_of_cells(struct canvas c, const struct screen *s, const struct grid *g,
                    const struct grid_sight *in);
void spots_of_dots(struct canvas c, const struct screen *s, const struct grid *g,
                   const struct grid_dots *dots);

#endif
