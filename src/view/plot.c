#include "view/plot.h"

#include <math.h>

#include "base/number.h"
#include "view/spots.h"

enum { DASH = 3 }; /* steps of x drawn, then as many skipped */

static void end_of_axis(struct canvas c, int row, double y)
{
    struct text t = TEXT_HERE;
    number_fixed(&t, y, 2, PLOT_AXIS - 1);
    canvas_right(c, row, 0, PLOT_AXIS - 1, STYLE_LABEL, text_str(&t));
    text_finish(&t);
}

struct plot plot_in(struct canvas c, const struct screen *s, int row, double lo, double hi)
{
    struct plot p = {
        {canvas_part(c, row, PLOT_AXIS, c.rows - row, c.cols - PLOT_AXIS), s->ascii}, 0, lo, hi, 1};
    end_of_axis(c, row, hi);
    end_of_axis(c, c.rows - 1, lo);
    return p;
}

static double y_of(const struct plot *p, double value)
{
    return (p->hi - value) / (p->hi - p->lo) * (braille_height(&p->b) - 1);
}

static void draw(const struct plot *p, double (*f)(const void *, long), const void *arg, enum style style,
                 int dash)
{
    double before = f(arg, p->first);
    for (int x = 1; x * p->step < braille_width(&p->b); x++) {
        double now = f(arg, p->first + x);
        bool gap = dash > 0 && (x - 1) / dash % 2 == 1;
        if (!gap && !isnan(before) && !isnan(now))
            braille_line(&p->b, (struct point){(x - 1) * p->step, y_of(p, before)},
                         (struct point){x * p->step, y_of(p, now)}, style, 0);
        before = now;
    }
}

void plot_curve(const struct plot *p, double (*f)(const void *, long), const void *arg, enum style style)
{
    draw(p, f, arg, style, 0);
}

void plot_dashes(const struct plot *p, double (*f)(const void *, long), const void *arg, enum style style)
{
    draw(p, f, arg, style, p->step < DASH ? DASH : 1);
}

void plot_zero(const struct plot *p)
{
    if (p->lo < 0 && p->hi > 0)
        for (int x = 0; x < braille_width(&p->b); x += 4)
            braille_dot(&p->b, x, (int)lround(y_of(p, 0)), STYLE_BORDER, 0);
}

void plot_stake(const struct plot *p, long at, enum style style)
{
    for (int y = 0; y < braille_height(&p->b); y += 2)
        braille_dot(&p->b, (int)(at - p->first) * p->step, y, style, 0);
}

void plot_offsets(const struct plot *p, const struct screen *s)
{
    enum { WIDE = 3 };
    for (struct spot *one = NULL; (one = spots_next(s, TARGET_OFFSET, one));)
        for (int sign = 1; sign >= -1 && !one->found; sign -= 2) {
            long dot = (sign * one->target.row - p->first) * p->step;
            if (dot >= 0 && dot < braille_width(&p->b))
                spots_found(s, one, p->b.c,
                            (struct area){0, dot > 2 ? (int)dot / 2 - 1 : 0, p->b.c.rows, WIDE});
        }
}
