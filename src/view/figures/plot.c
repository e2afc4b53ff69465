#include "view/figures/plot.h"

#include <math.h>

#include "view/spots.h"

struct plot plot_in(struct canvas c, const struct screen *s, int row, double lo, double hi)
{
    struct plot p = {.b = {canvas_part(c, row, PLOT_AXIS, c.rows - row, c.cols - PLOT_AXIS), s->ascii},
                     .lo = lo,
                     .hi = hi,
                     .step = 1,
                     .s = s};
    canvas_number(c, (struct slot){row, 0, PLOT_AXIS - 1}, STYLE_LABEL, hi, 2);
    canvas_number(c, (struct slot){c.rows - 1, 0, PLOT_AXIS - 1}, STYLE_LABEL, lo, 2);
    return p;
}

struct plot plot_numbered(struct canvas c, const struct screen *s, int row, double lo, double hi)
{
    enum { LEAST = 4 };
    int free = c.rows - row > LEAST;
    struct plot p = plot_in(canvas_part(c, 0, 0, c.rows - free, c.cols), s, row, lo, hi);
    p.below = canvas_part(c, c.rows - free, 0, free, c.cols);
    return p;
}

/* The same with x as a number; `bare` stands in for the screen of a plot that has none. */
static struct chart chart_of(const struct plot *p, struct screen *bare)
{
    *bare = (struct screen){.ascii = p->b.ascii};
    return (struct chart){.s = p->s ? p->s : bare,
                          .in = p->b.c,
                          .before = {.cols = PLOT_AXIS},
                          .below = p->below,
                          .left = (double)p->first,
                          .right = (double)p->first + (braille_width(&p->b) - 1) / (double)p->step,
                          .low = p->lo,
                          .high = p->hi};
}

void plot_numbers(const struct plot *p, const struct plot_mark *marks, int count, bool signed_x)
{
    enum { MARKS = 4 };
    struct screen bare;
    struct chart g = chart_of(p, &bare);
    struct chart_mark named[MARKS];
    g.signs = signed_x;
    for (int i = 0; i < count && i < MARKS; i++)
        named[i] = (struct chart_mark){(double)marks[i].x, {marks[i].style, 0}, NULL};
    chart_numbers(&g, named, count < MARKS ? count : MARKS);
}

/* A function of integers as the line of a chart. */
struct integers {
    double (*f)(const void *arg, long x);
    const void *arg;
};

static double value_at(const void *of, double from, double to)
{
    const struct integers *in = of;
    return in->f(in->arg, lround((from + to) / 2));
}

static void draw_curve(const struct plot *p, const struct integers *in, enum style style, int dash)
{
    struct screen bare;
    struct chart g = chart_of(p, &bare);
    chart_curve(&g, &(struct chart_line){.at = value_at,
                                         .of = in,
                                         .look = {style, 0},
                                         .every = 2 * dash * p->step,
                                         .drawn = dash * p->step,
                                         .each = p->step});
}

void plot_curve(const struct plot *p, double (*f)(const void *, long), const void *arg, enum style style)
{
    draw_curve(p, &(struct integers){f, arg}, style, 0);
}

void plot_dashes(const struct plot *p, double (*f)(const void *, long), const void *arg, enum style style)
{
    enum { DASH = 3 }; /* steps of x drawn, then as many skipped */
    draw_curve(p, &(struct integers){f, arg}, style, p->step < DASH ? DASH : 1);
}

void plot_zero(const struct plot *p)
{
    struct screen bare;
    struct chart g = chart_of(p, &bare);
    chart_level(&g, 0, "");
}

void plot_stake(const struct plot *p, long at, enum style style)
{
    struct screen bare;
    struct chart g = chart_of(p, &bare);
    chart_stake(&g, (double)at, (struct canvas_look){style, 0});
}

void plot_offsets(const struct plot *p, const struct screen *s, double (*f)(const void *, long),
                  const void *arg)
{
    enum { WIDE = 3 }; /* cells of a frame around the point: the curve is to be seen beside it */
    for (struct spot *one = NULL; (one = spots_next(s, TARGET_OFFSET, one));)
        for (int sign = 1; sign >= -1 && !one->found; sign -= 2) {
            long x = (long)sign * one->target.row, dot = (x - p->first) * p->step;
            double y = (p->hi - f(arg, x)) / (p->hi - p->lo) * (braille_height(&p->b) - 1);
            if (dot >= 0 && dot < braille_width(&p->b) && y >= 0)
                spots_found(
                    s, one, p->b.c,
                    (struct area){y < 4 ? 0 : (int)y / 4 - 1, dot > 2 ? (int)dot / 2 - 1 : 0, WIDE, WIDE});
        }
}
