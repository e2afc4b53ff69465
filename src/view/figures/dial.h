/* A clock. Its hand is at angle ω_i·t, clockwise from 12 o'clock, so its tip is at (sin, cos):
 * the pair of columns it represents. */
#ifndef VIEW_FIGURES_DIAL_H
#define VIEW_FIGURES_DIAL_H

#include "view/braille.h"

struct dial {
    double t, s; /* angles of the hand and the second hand, radians */
    bool second; /* draw the hand of s and, if there is room, the arc between the hands */
    bool selected;
};

/* Fills all of c, which must have at least 3 x 6 cells. */
void dial_draw(struct canvas c, const struct dial *d, bool ascii);

/* Returns the rim, as dial_draw draws it. */
struct circle dial_rim(struct canvas c);

#endif
