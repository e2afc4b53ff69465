/* A table of numbers: it finds wording and widths of its columns by itself, points, and tells itself. */
#ifndef VIEW_FIGURES_TABLE_H
#define VIEW_FIGURES_TABLE_H

#include "session/pointing.h"
#include "view/figures/page.h"
#include "view/figures/tell.h"

/* Everything may have several wordings, the longest first, with | between them: "longest path|path". The
 * table is drawn in the first one in which it fits, what has fewer of them in its last. */
struct table {
    const struct screen *s;
    const void *of; /* whose numbers */
    int rows, cols; /* numbers; the names of the rows come before them */
    bool turned;    /* drawn with its rows as columns */
    /* What stands above column `col`, -1: above the names, as the title; "": nothing. A column without any
     * text takes no room. */
    const char *(*head)(const struct table *t, int col);
    /* Return the name of a row and what is in a cell; texts of the picture. */
    const char *(*name)(const struct table *t, int row);
    const char *(*cell)(const struct table *t, int row, int col);
    /* Looks of a name (col -1) and of a cell; NULL: text. */
    struct canvas_look (*look)(const struct table *t, int row, int col);
    /* Returns the ink under a cell, 0: none. NULL: there is none. */
    uint16_t (*ground)(const struct table *t, int row, int col);
    /* Returns the line that a click on a cell does, or on a name (col -1) or head (row -1), "" for none.
     * NULL: none. */
    const char *(*does)(const struct table *t, int row, int col);
    /* The number of a cell as a bar on a scale from `low` to `high`, in what its column has left over; NaN:
     * none. NULL: there are no bars. */
    double (*value)(const struct table *t, int row, int col);
    double low, high;
    /* Numbers that a text beside the view can speak of; returns whether it is this one. NULL: none. */
    int target;
    bool (*is)(const struct table *t, const struct aim *aim, int row, int col);
};

/* Returns a row for the heads and one for each row; the columns from the briefest to the longest wording. */
struct page_size table_size(const struct table *t);
/* Draws a struct table, as a part of a page that is drawn from it does. */
void table_draw(struct canvas c, const void *table);
/* Adds a line for the title, if there is one, and for each row: "name: head cell, head cell"; empty cells are
 * left out. */
void table_tell(const struct teller *teller, const struct table *t);

#endif
