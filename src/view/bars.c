#include "view/bars.h"

#include <math.h>

/* Returns the cell at whose left edge 0 is, so that bars of both signs touch the line there. */
static int zero_of(const struct bar_scale *scale)
{
    return (int)lround(-scale->lo / (scale->hi - scale->lo) * scale->width);
}

static double place(const struct bar_scale *scale, double x)
{
    int zero = zero_of(scale);
    double cell = (scale->hi - scale->lo) / scale->width; /* grows where a side has lost part of a cell */
    if (scale->lo < 0)
        cell = fmax(cell, -scale->lo / fmax(zero, 1));
    if (scale->hi > 0)
        cell = fmax(cell, scale->hi / fmax(scale->width - zero, 1));
    return zero + x / cell;
}

/* Draws the right end in eighths and rounds the left end to a whole cell: left eighth blocks
 * grow only from the left. */
void bar_draw(struct canvas c, int row, const struct screen *s, const struct bar_scale *scale, struct bar bar)
{
    bool positive = bar.to >= bar.from;
    double a = place(scale, fmin(bar.from, bar.to)), b = place(scale, fmax(bar.from, bar.to));
    enum style style = bar.ghost ? STYLE_GHOST : positive ? STYLE_POSITIVE : STYLE_NEGATIVE;
    int first = (int)floor(a + 0.5), zero = zero_of(scale);
    int eighths = (int)floor((b - first) * 8 + 0.5);
    if (zero >= 0 && zero <= scale->width)
        canvas_glyph(c, row, scale->col + zero, STYLE_BORDER, s->ascii ? '|' : 0x258F);
    for (int k = first; eighths > 0; k++, eighths -= 8) {
        uint32_t block = s->ascii       ? (uint32_t)(positive ? '#' : '=')
                         : eighths >= 8 ? 0x2588
                                        : (uint32_t)(0x2590 - eighths);
        canvas_glyph(c, row, scale->col + k, style, block);
        if (bar.ink && !bar.ghost)
            canvas_tint(c, row, scale->col + k, 1, bar.ink);
    }
}
