/* A picture that is watched while it is drawn: what is cut, what lies outside of its own room, what covers a
 * part of a text, which parts of a page have less than their least room. */
#ifndef SUPPORT_WATCHED_H
#define SUPPORT_WATCHED_H

#include "view/canvas.h"

enum { WATCHED_TEXTS = 8000 };

struct watched_text {
    int row, col, drawn, hidden; /* where it begins on the whole canvas; its cells that are not blank */
    int end, needs;              /* the edge of its room, and the column that it needs; cut: needs > end */
    int by;                      /* what hides it: a text, or 0 */
    bool outside, bar;           /* it begins outside of its room; it is no text but a part of a figure */
    char s[200];
};

struct watched {
    struct canvas_watch watch;
    struct canvas whole;
    struct watched_text v[WATCHED_TEXTS]; /* v[0]: whatever is no text */
    int count, at;
    int *owner;         /* of each cell: the last text that was drawn there */
    struct text lost;   /* a line for each text that was cut */
    struct text narrow; /* a line for each part of a page with less than its least room */
};

/* Watches what is drawn in c from now on. */
void watched_begin(struct watched *w, struct canvas *c);
void watched_finish(struct watched *w);

/* Adds a line for each fault of the picture that was drawn. */
void watched_faults(struct watched *w, struct text *out);

#endif
