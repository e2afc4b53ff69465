/* A clock: its hand stands at angle ω_i·t from 12 o'clock, clockwise, so that its
 * tip is at (sin, cos), the pair of columns that it stands for. */
#ifndef VIEW_DIAL_H
#define VIEW_DIAL_H

#include "view/braille.h"

struct dial {
    double t, s;             /* angles of the hand and of the second hand */
    bool second;             /* draw the hand of s and the arc between */
    bool selected;
};

/* Draws into all of c (at least 3 x 6 cells). */
void dial_draw(struct canvas c, const struct dial *d, bool ascii);

/* One cell: an arrow in the hand's direction. */
uint32_t dial_arrow(double angle, bool ascii);

/* Middle and length of the hand in dots, as dial_draw uses them. */
void dial_shape(struct canvas c, double *x, double *y, double *radius);

#endif
