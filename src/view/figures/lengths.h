/* Lengths compared: a row for each with its name, its number and its bar, perhaps a small picture between. */
#ifndef VIEW_FIGURES_LENGTHS_H
#define VIEW_FIGURES_LENGTHS_H

#include "view/figures/page.h"
#include "view/figures/tell.h"

enum { LENGTHS_HIGH = 4 }; /* rows of one of them at most, with the blank row after it */

struct lengths {
    const struct screen *s;
    const void *of; /* whose lengths */
    int count;
    int at;      /* the row that stays in sight where not all of them have room; -1: the first */
    bool chosen; /* and it is marked as the one that a key takes */
    double most; /* of the longest bar */
    /* Return texts of the picture. Run 1 of a name is what the view is about, run 2 a remark. */
    const char *(*name)(const struct lengths *l, int i);
    const char *(*number)(const struct lengths *l, int i);
    double (*length)(const struct lengths *l, int i); /* below 0: none, and the number says why */
    /* Draws a picture on at most `wide` columns, where there is room for it; NULL: there is none. */
    void (*picture)(struct canvas c, const struct lengths *l, int i);
    int wide;
};

/* Returns two rows, or one for a single length, to some for each; the columns for the longest name and
 * number and a short bar. */
struct page_size lengths_size(const struct lengths *l);
/* Draws as many rows as there is room for; the bars become higher, and have a blank row between, before
 * space is left empty. */
void lengths_draw(struct canvas c, const struct lengths *l);
/* Adds a line for each: "name: number". */
void lengths_tell(const struct teller *t, const struct lengths *l);

#endif
