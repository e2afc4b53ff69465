#include "view/plot.h"

#include <math.h>
#include <stdio.h>

#include "view/spots.h"

struct plot plot_in(struct canvas c, const struct screen *s, int row, double lo, double hi)
{
    struct plot p = {.b = {canvas_part(c, row, PLOT_AXIS, c.rows - row, c.cols - PLOT_AXIS), s->ascii},
                     .lo = lo,
                     .hi = hi,
                     .step = 1};
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

/* Writes x below its column where it leaves blanks, or up to `slack` columns beside it. */
static void number_below(const struct plot *p, long x, bool signed_x, enum style style, int slack)
{
    char number[24];
    const int width = snprintf(number, sizeof number, signed_x && x != 0 ? "%+ld" : "%ld", x);
    const long dot = (x - p->first) * p->step;
    if (dot < 0 || dot >= braille_width(&p->b))
        return;
    int middle = PLOT_AXIS + (int)(dot / 2) - (width - 1) / 2;
    for (int i = 0; middle >= 0 && i <= 2 * slack; i++) {
        int col = middle + (i % 2 ? -(i + 1) / 2 : i / 2);
        bool blank = col >= 0 && col + width <= p->below.cols;
        for (int k = col > 0 ? col - 1 : 0; blank && k <= col + width && k < p->below.cols; k++)
            blank = p->below.cells[k].ch[0] == ' ';
        if (blank) {
            canvas_put(p->below, 0, col, style, number);
            break;
        }
    }
}

void plot_numbers(const struct plot *p, const struct plot_mark *marks, int count, bool signed_x)
{
    enum { SLACK = 2, COLUMNS = 8 };
    long distance = 1; /* of round numbers that leave air between them: 1, 2, 5, 10, 20 … */
    for (int i = 0; distance * p->step < 2 * COLUMNS; i++)
        distance = i % 3 == 1 ? distance / 2 * 5 : distance * 2;
    if (p->below.rows < 1)
        return;
    for (int i = 0; i < count; i++)
        number_below(p, marks[i].x, signed_x, marks[i].style, SLACK);
    for (long x = p->first / distance * distance; (x - p->first) * p->step < braille_width(&p->b);
         x += distance)
        number_below(p, x, signed_x, STYLE_LABEL, 0);
}

static double y_of(const struct plot *p, double value)
{
    return (p->hi - value) / (p->hi - p->lo) * (braille_height(&p->b) - 1);
}

static void draw_curve(const struct plot *p, double (*f)(const void *, long), const void *arg,
                       enum style style, int dash)
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
    draw_curve(p, f, arg, style, 0);
}

void plot_dashes(const struct plot *p, double (*f)(const void *, long), const void *arg, enum style style)
{
    enum { DASH = 3 }; /* steps of x drawn, then as many skipped */
    draw_curve(p, f, arg, style, p->step < DASH ? DASH : 1);
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

void plot_offsets(const struct plot *p, const struct screen *s, double (*f)(const void *, long),
                  const void *arg)
{
    enum { WIDE = 3 }; /* cells of a frame around the point: the curve is to be seen beside it */
    for (struct spot *one = NULL; (one = spots_next(s, TARGET_OFFSET, one));)
        for (int sign = 1; sign >= -1 && !one->found; sign -= 2) {
            long x = (long)sign * one->target.row, dot = (x - p->first) * p->step;
            double y = y_of(p, f(arg, x));
            if (dot >= 0 && dot < braille_width(&p->b) && y >= 0)
                spots_found(
                    s, one, p->b.c,
                    (struct area){y < 4 ? 0 : (int)y / 4 - 1, dot > 2 ? (int)dot / 2 - 1 : 0, WIDE, WIDE});
        }
}
