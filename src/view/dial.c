#include "view/dial.h"

#include <math.h>

static const double turn = 6.28318530717958647692;

void dial_shape(struct canvas c, double *x, double *y, double *radius)
{
    int width = c.cols * 2, height = c.rows * 4;
    *x = (width - 1) / 2.0;
    *y = (height - 1) / 2.0;
    *radius = (width < height ? width : height) / 2.0 - 1;
}

static void hand(const struct braille *b, double x, double y, double length, double angle, enum style style)
{
    braille_line(b, x, y, x + length * sin(angle), y - length * cos(angle), style, 0);
}

/* Draws ticks at 12, 3, 6 and 9 o'clock, just inside the rim. */
static void ticks(const struct braille *b, double x, double y, double radius)
{
    for (int i = 0; i < 4; i++) {
        double a = i * turn / 4;
        braille_dot(b, (int)lround(x + (radius - 1) * sin(a)), (int)lround(y - (radius - 1) * cos(a)),
                    STYLE_BORDER, 0);
    }
}

void dial_draw(struct canvas c, const struct dial *d, bool ascii)
{
    struct braille b = {c, ascii};
    double x, y, radius;
    dial_shape(c, &x, &y, &radius);
    braille_arc(&b, x, y, radius, 0, turn, d->selected ? STYLE_LABEL : STYLE_BORDER, 0);
    ticks(&b, x, y, radius);
    double from = fmod(d->s, turn), between = fmod(d->t - d->s, turn);
    if (d->second) {
        braille_arc(&b, x, y, radius * 0.45, from, from + between, STYLE_NOTE, 0);
        hand(&b, x, y, radius * 0.7, d->s, STYLE_GHOST);
    }
    hand(&b, x, y, radius * 0.85, d->t, d->selected ? STYLE_KEY : STYLE_TITLE);
}

uint32_t dial_arrow(double angle, bool ascii)
{
    static const uint32_t arrows[8] = {0x2191, 0x2197, 0x2192, 0x2198, 0x2193, 0x2199, 0x2190, 0x2196};
    static const char plain[] = "|/-\\|/-\\";
    double turns = angle / turn;
    int i = (int)lround((turns - floor(turns)) * 8) % 8;
    return ascii ? (uint32_t)plain[i] : arrows[i];
}
