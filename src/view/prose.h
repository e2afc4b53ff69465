/* Prose of lessons as rows of text: spans in their styles, line breaks that suit both scripts,
 * items with hanging indents, aligned tables. One function measures and draws, so text that fits
 * when checked also fits when shown. */
#ifndef VIEW_PROSE_H
#define VIEW_PROSE_H

#include "lesson/read/lesson.h"
#include "view/canvas.h"

/* What in a text points at a picture: runs of characters inside a span. */
struct prose_points {
    /* Returns the bytes of the run that begins at byte `at` of the span's text, else 0. Asked once for every
     * character outside a run, in the order of the text. */
    size_t (*begins)(struct prose_points *p, const struct span *v, size_t at);
    /* Is told where each character of the last run is drawn; a row above or below c is not visible. */
    void (*placed)(struct prose_points *p, struct canvas c, int row, int col, int width);
};

struct prose_look {
    bool dim;                    /* read before: all in one dim style */
    bool ascii;                  /* ASCII bullets and lines only */
    bool proofs;                 /* after each number: the expression that proves it */
    struct prose_points *points; /* NULL: nothing points */
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
