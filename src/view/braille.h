/* A raster of braille dots, 2 x 4 per cell, over a canvas. */
#ifndef VIEW_BRAILLE_H
#define VIEW_BRAILLE_H

#include "view/canvas.h"

struct braille {
    struct canvas c;
    bool ascii; /* a '*' for every cell with a dot */
};

static inline int braille_width(const struct braille *b)
{
    return b->c.cols * 2;
}

static inline int braille_height(const struct braille *b)
{
    return b->c.rows * 4;
}

/* In dots, counted from the top left. */
struct point {
    double x, y;
};

struct circle {
    struct point centre;
    double radius;
};

/* Returns the point of a circle at an angle: radians, clockwise from 12 o'clock. */
struct point circle_point(struct circle circle, double angle);

/* Sets the dot at column x, row y; ignores dots outside. */
void braille_dot(const struct braille *b, int x, int y, enum style style, uint16_t ink);
/* Draws a straight line of dots, both ends included. */
void braille_line(const struct braille *b, struct point from, struct point to, enum style style,
                  uint16_t ink);
/* Draws an arc of a circle from angle `from` to `to`. */
void braille_arc(const struct braille *b, struct circle circle, double from, double to, enum style style);

#endif
