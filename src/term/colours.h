/* The colours of a terminal, and the mapping of our colours to them. */
#ifndef TERM_COLOURS_H
#define TERM_COLOURS_H

#include "view/canvas.h"

enum colours { COLOURS_AUTO, COLOURS_NEVER, COLOURS_8, COLOURS_16, COLOURS_256, COLOURS_DIRECT };

/* Returns the colours to use on a terminal with `count` colours (0: none) if the user asked for `asked`. An
 * xterm has 24-bit colours if the user or COLORTERM says so, whatever its description lists. */
enum colours colours_found(enum colours asked, int count);

/* Returns whether the terminal may have more colours than the `have` that are described, and the user leaves
 * the choice to it. */
bool colours_may_be_more(enum colours asked, enum colours have);

/* Colour numbers of a cell; -1 is the terminal's default. */
struct numbers {
    int fg, bg;
};
struct numbers colours_of(enum colours have, enum theme theme, const struct cell *cell,
                          const struct look_of *look);

#endif
