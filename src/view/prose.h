/* Prose of lessons as rows of text: spans in their styles, line breaks that suit both scripts,
 * items with hanging indents, aligned tables. One function measures and draws, so text that fits
 * when checked also fits when shown. */
#ifndef VIEW_PROSE_H
#define VIEW_PROSE_H

#include "lesson/read/lesson.h"
#include "view/canvas.h"

struct prose_look {
    bool dim;    /* read before: all in one dim style */
    bool ascii;  /* ASCII bullets and lines only */
    bool proofs; /* after each number: the expression that proves it */
};

/* Draws `count` blocks from row -skip on, across the canvas; if cells is NULL it only measures.
 * Returns the rows they take. A blank row separates blocks, except items of a list and rows of a
 * table. PAUSE takes no row. */
int prose_draw(struct canvas c, int skip, const struct block *v, int count, struct prose_look look);

/* Returns the rows of `count` blocks at a width. */
int prose_rows(const struct block *v, int count, int width);

/* Draws a single block without the bullet or bar of its kind: a question, an option, a feedback.
 * `plain` is the style of ordinary text. Returns the rows it takes. */
int prose_line(struct canvas c, int skip, const struct block *b, enum style plain, struct prose_look look);

#endif
