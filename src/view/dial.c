#include "view/dial.h"

#include <math.h>

enum { ARC_FROM = 15 }; /* dots: on a smaller dial hands and arc would look like a letter */

static const double turn = 6.28318530717958647692;

struct circle dial_rim(struct canvas c)
{
    int width = c.cols * 2, height = c.rows * 4;
    return (struct circle){{(width - 1) / 2.0, (height - 1) / 2.0},
                           (width < height ? width : height) / 2.0 - 1};
}

/* Returns the circle around the same centre with a part of the radius. */
static struct circle within(struct circle rim, double share)
{
    return (struct circle){rim.centre, rim.radius * share};
}

static void hand(const struct braille *b, struct circle reach, double angle, enum style style)
{
    braille_line(b, reach.centre, circle_point(reach, angle), style, 0);
}

/* Every other dot of a hand: told from a whole one without colours too. */
static void dotted_hand(const struct braille *b, struct circle reach, double angle)
{
    for (double r = 0; r <= reach.radius; r += 2) {
        struct point at = circle_point((struct circle){reach.centre, r}, angle);
        braille_dot(b, (int)lround(at.x), (int)lround(at.y), STYLE_GHOST, 0);
    }
}

/* Draws ticks at 12, 3, 6 and 9 o'clock, just inside the rim. */
static void ticks(const struct braille *b, struct circle rim)
{
    for (int i = 0; i < 4; i++) {
        struct point at = circle_point((struct circle){rim.centre, rim.radius - 1}, i * turn / 4);
        braille_dot(b, (int)lround(at.x), (int)lround(at.y), STYLE_BORDER, 0);
    }
}

void dial_draw(struct canvas c, const struct dial *d, bool ascii)
{
    struct braille b = {c, ascii};
    struct circle rim = dial_rim(c);
    braille_arc(&b, rim, 0, turn, d->selected ? STYLE_LABEL : STYLE_BORDER);
    ticks(&b, rim);
    double from = fmod(d->s, turn), between = fmod(d->t - d->s, turn);
    if (d->second && rim.radius >= ARC_FROM)
        braille_arc(&b, within(rim, 0.45), from, from + between, STYLE_NOTE);
    if (d->second)
        dotted_hand(&b, within(rim, 0.7), d->s);
    hand(&b, within(rim, 0.85), d->t, d->selected ? STYLE_KEY : STYLE_TITLE);
}

uint32_t dial_arrow(double angle, bool ascii)
{
    static const uint32_t arrows[8] = {0x2191, 0x2197, 0x2192, 0x2198, 0x2193, 0x2199, 0x2190, 0x2196};
    static const char plain[] = "|/-\\|/-\\";
    double turns = angle / turn;
    int i = (int)lround((turns - floor(turns)) * 8) % 8;
    return ascii ? (uint32_t)plain[i] : arrows[i];
}
