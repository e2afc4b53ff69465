#include "view/bars.h"

#include <math.h>

static double place(const struct bar_scale *scale, double x)
{
    return (x - scale->lo) / (scale->hi - scale->lo) * scale->width;
}

/* Draws the right end in eighths and rounds the left end to a whole cell: left eighth blocks
 * grow only from the left. */
void bar_draw(struct canvas c, int row, const struct screen *s, const struct bar_scale *scale, struct bar bar)
{
    bool positive = bar.to >= bar.from;
    double a = place(scale, fmin(bar.from, bar.to)), b = place(scale, fmax(bar.from, bar.to));
    enum style style = bar.ghost ? STYLE_GHOST : positive ? STYLE_POSITIVE : STYLE_NEGATIVE;
    int first = (int)floor(a + 0.5), zero = (int)floor(place(scale, 0) + 0.5);
    int eighths = (int)floor((b - first) * 8 + 0.5);
    if (zero >= 0 && zero <= scale->width)
        canvas_glyph(c, row, scale->col + zero, STYLE_BORDER, s->ascii ? '|' : 0x2502);
    for (int k = first; eighths > 0; k++, eighths -= 8) {
        uint32_t block = s->ascii       ? (uint32_t)(positive ? '#' : '=')
                         : eighths >= 8 ? 0x2588
                                        : (uint32_t)(0x2590 - eighths);
        canvas_glyph(c, row, scale->col + k, style, block);
        if (bar.ink && !bar.ghost)
            canvas_tint(c, row, scale->col + k, 1, bar.ink);
    }
}
