#include "view/figures/dial.h"

#include <math.h>

enum { ARC_FROM = 15 }; /* dots: on a smaller dial hands and arc would look like a letter */

static const double turn = 6.28318530717958647692;

struct circle dial_rim(struct canvas c)
{
    int width = c.cols * 2, height = c.rows * 4;
    return (struct circle){{(width - 1) / 2.0, (height - 1) / 2.0},
                           (width < height ? width : height) / 2.0 - 1};
}

void dial_draw(struct canvas c, const struct dial *d, bool ascii)
{
    const struct braille b = {c, ascii};
    const struct circle rim = dial_rim(c), arc = {rim.centre, rim.radius * 0.45};
    const double from = fmod(d->s, turn), between = fmod(d->t - d->s, turn);
    braille_arc(&b, rim, 0, turn, d->selected ? STYLE_LABEL : STYLE_BORDER);
    for (int i = 0; i < 4; i++) { /* ticks at 12, 3, 6 and 9 o'clock, just inside the rim */
        struct point at = circle_point((struct circle){rim.centre, rim.radius - 1}, i * turn / 4);
        braille_dot(&b, (int)lround(at.x), (int)lround(at.y), STYLE_BORDER, 0);
    }
    if (d->second && rim.radius >= ARC_FROM)
        braille_arc(&b, arc, from, from + between, STYLE_NOTE);
    for (double r = 0; d->second && r <= rim.radius * 0.7; r += 2) { /* dotted: seen without colours too */
        struct point at = circle_point((struct circle){rim.centre, r}, d->s);
        braille_dot(&b, (int)lround(at.x), (int)lround(at.y), STYLE_GHOST, 0);
    }
    braille_line(&b, rim.centre, circle_point((struct circle){rim.centre, rim.radius * 0.85}, d->t),
                 d->selected ? STYLE_KEY : STYLE_TITLE, 0);
}
