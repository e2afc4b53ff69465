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

/* Sets the dot at column x, row y, counted from the top left; ignores dots outside. */
void braille_dot(const struct braille *b, int x, int y, enum style style, uint16_t ink);
/* Draws a straight line of dots, both ends included. */
void braille_line(const struct braille *b, double x0, double y0, double x1, double y1, enum style style,
                  uint16_t ink);
/* Draws an arc of a circle from angle `from` to `to` (radians, clockwise from 12 o'clock). */
void braille_arc(const struct braille *b, double x, double y, double radius, double from, double to,
                 enum style style, uint16_t ink);

/* Returns true if the dot at (x, y) is set; for tests that read a picture back. */
bool braille_at(const struct braille *b, int x, int y);

#endif
