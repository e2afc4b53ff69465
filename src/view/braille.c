#include "view/braille.h"

#include <math.h>

enum { FIRST = 0x2800 };

/* Dot bits of a cell: columns 0 and 1, rows 0…3 (Unicode's order). */
static const uint8_t bit[2][4] = {{0x01, 0x02, 0x04, 0x40}, {0x08, 0x10, 0x20, 0x80}};

void braille_dot(const struct braille *b, int x, int y, enum style style, uint16_t ink)
{
    if (x < 0 || y < 0 || x >= braille_width(b) || y >= braille_height(b))
        return;
    const struct cell *cell = b->c.cells + (size_t)(y / 4) * (size_t)b->c.stride + x / 2;
    uint32_t old = cell->ch[0] >= FIRST && cell->ch[0] < FIRST + 256 ? cell->ch[0] : FIRST;
    uint32_t ch = b->ascii ? '*' : old | bit[x % 2][y % 4];
    if (cell->ch[0] == ch && cell->style == style && cell->fg == ink && cell->bg == 0)
        return; /* many lines cross here */
    canvas_glyph(b->c, y / 4, x / 2, style, ch);
    canvas_tint(b->c, y / 4, x / 2, 1, ink);
}

void braille_line(const struct braille *b, struct point from, struct point to, enum style style, uint16_t ink)
{
    double across = to.x - from.x, down = to.y - from.y;
    int steps = (int)ceil(fmax(fabs(across), fabs(down)));
    for (int i = 0; i <= steps; i++) {
        double share = steps ? (double)i / steps : 0;
        braille_dot(b, (int)lround(from.x + share * across), (int)lround(from.y + share * down), style, ink);
    }
}

struct point circle_point(struct circle circle, double angle)
{
    return (struct point){circle.centre.x + circle.radius * sin(angle),
                          circle.centre.y - circle.radius * cos(angle)};
}

void braille_arc(const struct braille *b, struct circle circle, double from, double to, enum style style)
{
    int steps = (int)ceil(fabs(to - from) * circle.radius * 1.5) + 1;
    for (int i = 0; i <= steps; i++) {
        double a = from + (to - from) * i / steps;
        struct point at = circle_point(circle, a);
        braille_dot(b, (int)lround(at.x), (int)lround(at.y), style, 0);
    }
}
