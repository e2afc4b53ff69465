/* Whom a word reads, over the running text: for sentences that are too long for columns. */
#ifndef VIEW_ARCS_ARCS_H
#define VIEW_ARCS_ARCS_H

#include "core/pipeline/trace.h"
#include "view/screen.h"

enum { ARCS_NAMED = 5 }; /* at most, for each head */

/* What is seen of a text that flows. */
struct arcs_play {
    double words,
        bands;     /* the part of them that is seen, from 0 to 1; bands begin at the words that are read */
    int visited;   /* the word that the query visits, -1: none */
    bool selfless; /* a word that reads itself reads nobody */
    bool grey;     /* the heads have no colours */
    bool asks;     /* a question mark stands over the asking word */
};

struct arcs {
    const struct screen *s;
    const struct scene *now;
    const struct attention *a;
    bool crosses;                 /* what is read is the memory */
    int query, key;               /* the word that asks, the one it looks at */
    int head, heads;              /* the heads that are drawn: the first, how many */
    int most;                     /* bands of all heads together, the thickest; 0: ARCS_NAMED for each */
    const struct arcs_play *play; /* NULL: all is seen */
};

/* Draws the words, and a band from each of the words that a head reads most, as thick as its share. Words of
 * one line are joined below it, words of different lines through the space between the lines. Where there is
 * little space only the head in focus has bands; the others colour the words that they read. */
void arcs_draw(struct canvas c, const struct arcs *what);

/* Returns the lines of text that a width takes. */
int arcs_lines(struct canvas c, const struct arcs *what);

/* Draws a head's name in row 0; returns the column after it, the same for all heads. */
int arcs_name(struct canvas c, const struct arcs *what, int h);

/* Draws a line for each head with the words that it reads most: "head 1 doer  man 0.41  dog 0.20". Returns
 * the lines it took. */
int arcs_say(struct canvas c, const struct arcs *what);

#endif
