/* How a cell is painted on the terminal that there is: attributes and a colour pair, found once for each look. */
#ifndef TERM_PAINT_H
#define TERM_PAINT_H

#include <stdbool.h>
#include <stdint.h>

#include "base/room.h"
#include "term/colours.h"
#include "term/pairs.h"
#include "view/canvas.h"

struct paint {
    uint64_t key;            /* 0: empty */
    unsigned attrs;          /* ATTR_… */
    int pair, fg, bg;        /* the pair and the terminal's numbers for its colours */
};

/* Zeroed is empty, then `colours` and `limit` (how many pairs the terminal takes) are set. */
struct paints {
    enum colours colours;
    enum theme theme;
    int limit;
    struct paint looks[ROOM_LOOKS];
    struct pairs pairs;
};

/* *fresh: the terminal does not know the pair yet. */
const struct paint *paint_of(struct paints *p, const struct cell *cell, bool *fresh);

/* Takes this theme from now on. False: it is the theme already. */
bool paint_theme(struct paints *p, enum theme theme);

#endif
