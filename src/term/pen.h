/* How a cell looks on the terminal: its attributes and the terminal's numbers for its colours; computed once
 * per style. */
#ifndef TERM_PEN_H
#define TERM_PEN_H

#include <stdbool.h>
#include <stdint.h>

#include "base/room.h"
#include "view/canvas.h"

enum colours { COLOURS_AUTO, COLOURS_NEVER, COLOURS_8, COLOURS_16, COLOURS_256, COLOURS_DIRECT };

/* Returns the colours to use on a terminal with `count` colours (0: none) if the user asked for `asked`. An
 * xterm has 24-bit colours if the user or COLORTERM says so, whatever its description lists. */
enum colours colours_found(enum colours asked, int count);

/* Returns whether the terminal may have more colours than the `have` that are described, and the user leaves
 * the choice to it. */
bool colours_may_be_more(enum colours asked, enum colours have);

enum { COLOUR_DEFAULT = -1, COLOUR_UNSEEN = -2 }; /* in place of a colour's number */

struct pen {
    uint64_t key;   /* 0: empty */
    unsigned attrs; /* ATTR_… */
    int fg, bg;     /* fg is COLOUR_UNSEEN if only the background shows */
    uint32_t shade; /* drawn in place of the cell's character; 0: nothing */
};

/* Zero it, then set `colours`. */
struct pens {
    enum colours colours;
    enum theme theme;
    struct pen pens[ROOM_LOOKS];
};

/* Returns the pen for a cell. */
struct pen pen_of(struct pens *p, const struct cell *cell);

/* Returns true if two pens look the same. */
bool pen_same(const struct pen *a, const struct pen *b);

/* Switches to a theme or to another number of colours. Returns false if nothing changes. */
bool pens_switch(struct pens *p, enum colours colours, enum theme theme);

#endif
