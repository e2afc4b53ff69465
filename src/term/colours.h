/* Which colours a terminal has, and which of them stands for a colour that is wanted. */
#ifndef TERM_COLOURS_H
#define TERM_COLOURS_H

#include "view/canvas.h"

enum colours { COLOURS_AUTO, COLOURS_NEVER, COLOURS_8, COLOURS_16, COLOURS_256, COLOURS_DIRECT };

/* What to use of a terminal that has `count` colours (0: none), when `asked` was asked for. */
enum colours colours_found(enum colours asked, int count);

/* True when the terminal says that it takes 24-bit colours (TERM, COLORTERM) though its name does not. */
bool colours_wants_direct(enum colours asked);

/* The terminal's number for a colour. */
int colours_number(enum colours have, struct rgb c);

/* The numbers of the two colours of a cell that looks so in `theme`, -1: the terminal's own. */
struct numbers { int fg, bg; };
struct numbers colours_of(enum colours have, enum theme theme, const struct cell *cell, const struct look_of *look);

#endif
