/* Maps a cell's style to attributes and a colour pair of the terminal; computed once per style. */
#ifndef TERM_PEN_H
#define TERM_PEN_H

#include <stdbool.h>
#include <stdint.h>

#include "base/room.h"
#include "term/colours.h"
#include "term/pairs.h"
#include "view/canvas.h"

struct pen {
    uint64_t key;     /* 0: empty */
    unsigned attrs;   /* ATTR_… */
    int pair, fg, bg; /* the pair and the terminal's numbers for its colours */
    uint32_t shade;   /* drawn in place of a blank; 0: nothing */
};

/* Zero it, then set `colours` and `limit` (the number of pairs that the terminal supports). */
struct pens {
    enum colours colours;
    enum theme theme;
    int limit;
    struct pen pens[ROOM_LOOKS];
    struct pairs pairs;
};

/* Returns the pen for a cell. Sets *fresh if the pair must still be defined. */
const struct pen *pen_of(struct pens *p, const struct cell *cell, bool *fresh);

/* Switches to a theme. Returns false if it is the theme already. */
bool pens_theme(struct pens *p, enum theme theme);

#endif
