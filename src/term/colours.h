/* The colours of a terminal, and the mapping of our colours to them. */
#ifndef TERM_COLOURS_H
#define TERM_COLOURS_H

#include "view/canvas.h"

enum colours { COLOURS_AUTO, COLOURS_NEVER, COLOURS_8, COLOURS_16, COLOURS_256, COLOURS_DIRECT };

/* Returns the colours to use on a terminal with `count` colours (0: none) if the user asked for `asked`. */
enum colours colours_found(enum colours asked, int count);

/* Returns true if 24-bit colours should be used though the terminal's description does not list them (TERM,
 * COLORTERM). */
bool colours_wants_direct(enum colours asked);

/* Returns the terminal's number for a colour. */
int colours_number(enum colours have, struct rgb c);

/* Colour numbers of a cell; -1 is the terminal's default. */
struct numbers {
    int fg, bg;
};
struct numbers colours_of(enum colours have, enum theme theme, const struct cell *cell,
                          const struct look_of *look);

#endif
