#include "view/figures/bars.h"

#include <math.h>

/* Returns the columns of 1 if 0 is at the left edge of column zero: each side has to fit. */
static double unit_at(double lo, double hi, int width, int zero)
{
    double unit = HUGE_VAL;
    if (lo < 0)
        unit = zero / -lo;
    if (hi > 0)
        unit = fmin(unit, (width - zero) / hi);
    return isfinite(unit) ? unit : 0;
}

struct bar_zero bar_zero_of(double lo, double hi, int width)
{
    double exact = hi > lo ? -lo / (hi - lo) * width : 0;
    int below = (int)floor(fmax(0, fmin(exact, width))), above = below < width ? below + 1 : below;
    double small = unit_at(lo, hi, width, below), large = unit_at(lo, hi, width, above);
    return large > small ? (struct bar_zero){above, large} : (struct bar_zero){below, small};
}

/* Draws the right end in eighths and rounds the left end to a whole cell: left eighth blocks
 * grow only from the left. */
void bar_draw(struct canvas c, int row, const struct screen *s, const struct bar_scale *scale, struct bar bar)
{
    bool positive = bar.to >= bar.from;
    struct bar_zero at = bar_zero_of(scale->lo, scale->hi, scale->width);
    double a = at.col + at.unit * fmin(bar.from, bar.to), b = at.col + at.unit * fmax(bar.from, bar.to);
    enum style style = bar.ghost ? STYLE_GHOST : positive ? STYLE_POSITIVE : STYLE_NEGATIVE;
    int first = (int)floor(a + 0.5), zero = at.col;
    int eighths = (int)floor((b - first) * 8 + 0.5);
    if (eighths <= 0 && (b - a) * 8 >= 0.5) { /* an eighth of a cell is seen */
        first = (int)floor(a);
        eighths = 1;
    }
    if (zero >= 0 && zero <= scale->width)
        canvas_glyph(c, row, scale->col + zero, STYLE_BORDER, 0x258F);
    for (int k = first; eighths > 0; k++, eighths -= 8) {
        uint32_t block = s->ascii       ? (uint32_t)(positive ? '#' : '=')
                         : eighths >= 8 ? 0x2588
                                        : (uint32_t)(0x2590 - eighths);
        canvas_glyph(c, row, scale->col + k, style, block);
        if (bar.ink && !bar.ghost)
            canvas_tint(c, row, scale->col + k, 1, bar.ink);
    }
}
