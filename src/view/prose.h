/* Prose of lessons as rows of text: spans in their styles, lines broken as both
 * scripts want it, items with hanging indents, tables aligned. The same function
 * measures and draws, so that what fits when checked fits when shown. */
#ifndef VIEW_PROSE_H
#define VIEW_PROSE_H

#include "lesson/read/lesson.h"
#include "view/canvas.h"

struct prose_look {
    bool dim;                /* read before: all in one quiet style */
    bool ascii;              /* no bullets and lines outside ASCII */
};

/* Draws `count` blocks from row -skip on, across the canvas; with cells NULL it only measures.
 * Returns the rows they take: a blank one stands between blocks, except between items or
 * rows of a table. PAUSE takes none. */
int prose_draw(struct canvas c, int skip, const struct block *v, int count, struct prose_look look);

/* Rows of `count` blocks at a width. */
int prose_rows(const struct block *v, int count, int width);

/* A single block without what its kind adds (bullet, bar): a question, an option, a
 * feedback; `plain` is the style of its ordinary text. Returns the rows it takes. */
int prose_line(struct canvas c, int skip, const struct block *b, enum style plain);

#endif
