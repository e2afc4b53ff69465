#include "view/braille.h"

#include <math.h>

enum { FIRST = 0x2800 };

/* Dot bits of a cell: columns 0 and 1, rows 0…3 (Unicode's order). */
static const uint8_t bit[2][4] = {{0x01, 0x02, 0x04, 0x40}, {0x08, 0x10, 0x20, 0x80}};

static struct cell *cell_at(const struct braille *b, int x, int y)
{
    if (x < 0 || y < 0 || x >= braille_width(b) || y >= braille_height(b))
        return NULL;
    return b->c.cells + (size_t)(y / 4) * (size_t)b->c.stride + x / 2;
}

void braille_dot(const struct braille *b, int x, int y, enum style style, uint16_t ink)
{
    struct cell *cell = cell_at(b, x, y);
    if (!cell)
        return;
    uint32_t old = cell->ch[0] >= FIRST && cell->ch[0] < FIRST + 256 ? cell->ch[0] : FIRST;
    canvas_glyph(b->c, y / 4, x / 2, style, b->ascii ? '*' : old | bit[x % 2][y % 4]);
    canvas_tint(b->c, y / 4, x / 2, 1, ink);
}

bool braille_at(const struct braille *b, int x, int y)
{
    const struct cell *cell = cell_at(b, x, y);
    return cell && cell->ch[0] >= FIRST && cell->ch[0] < FIRST + 256 && (cell->ch[0] & bit[x % 2][y % 4]);
}

void braille_line(const struct braille *b, double x0, double y0, double x1, double y1, enum style style,
                  uint16_t ink)
{
    int steps = (int)ceil(fmax(fabs(x1 - x0), fabs(y1 - y0)));
    for (int i = 0; i <= steps; i++) {
        double share = steps ? (double)i / steps : 0;
        braille_dot(b, (int)lround(x0 + share * (x1 - x0)), (int)lround(y0 + share * (y1 - y0)), style, ink);
    }
}

void braille_arc(const struct braille *b, double x, double y, double radius, double from, double to,
                 enum style style, uint16_t ink)
{
    int steps = (int)ceil(fabs(to - from) * radius * 1.5) + 1;
    for (int i = 0; i <= steps; i++) {
        double a = from + (to - from) * i / steps;
        braille_dot(b, (int)lround(x + radius * sin(a)), (int)lround(y - radius * cos(a)), style, ink);
    }
}
