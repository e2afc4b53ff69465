#include "view/figures/chart.h"

#include <math.h>

#include "view/spots.h"

struct chart chart_in(struct canvas c, const struct screen *s, struct chart_edges edges)
{
    int rows = c.rows - edges.below, cols = c.cols - edges.left - edges.right;
    return (struct chart){.s = s,
                          .in = canvas_part(c, 0, edges.left, rows, cols),
                          .before = canvas_part(c, 0, 0, rows, edges.left),
                          .after = canvas_part(c, 0, c.cols - edges.right, rows, edges.right),
                          .below = canvas_part(c, rows, 0, edges.below, c.cols)};
}

struct chart chart_whole(struct canvas c, const struct screen *s, long first, long count)
{
    struct chart g = chart_in(c, s, (struct chart_edges){.left = CHART_AXIS, .below = c.rows > 4});
    long dots = 2L * g.in.cols, step = dots > count && count > 0 ? dots / count : 1;
    g.left = (double)first;
    g.right = g.left + (double)(dots - 1) / (double)step;
    g.digits = 2;
    return g;
}

static double dots_per_x(const struct chart *g)
{
    return (2 * g->in.cols - 1) / (g->right - g->left);
}

struct point chart_dot(const struct chart *g, double x, double y)
{
    return (struct point){(x - g->left) * dots_per_x(g),
                          (g->high - y) / (g->high - g->low) * (4 * g->in.rows - 1)};
}

/* ---- numbers --------------------------------------------------------------------- */

/* 10^0 … as 1 10 100 1k 10k … */
static const char *power_text(const struct screen *s, int power)
{
    static const char *const units[] = {"", "k", "M", "G", "T", "P", "E"};
    static const char *const digits[] = {"1", "10", "100"};
    return said_values(s, "%s%s", digits[power % 3], units[power / 3 < 6 ? power / 3 : 6]);
}

static void dots_across(const struct chart *g, double y, int every)
{
    struct braille b = {g->in, g->s->ascii};
    for (int x = 0; x < braille_width(&b); x += every)
        braille_dot(&b, x, (int)lround(chart_dot(g, g->left, y).y), STYLE_BORDER, 0);
}

void chart_heights(const struct chart *g)
{
    enum { FAINT = 6 };
    struct canvas c = g->before;
    int every = (int)((g->high - g->low) * 2 / g->in.rows) + 1;
    if (!g->tens) {
        canvas_number(c, (struct slot){0, 0, c.cols - 1}, STYLE_LABEL, g->high, g->digits);
        canvas_number(c, (struct slot){c.rows - 1, 0, c.cols - 1}, STYLE_LABEL, g->low, g->digits);
    }
    for (int p = (int)g->low; g->tens && p <= (int)g->high; p += every) {
        canvas_right(c, (int)lround(chart_dot(g, g->left, p).y) / 4, 0, c.cols - 1, STYLE_LABEL,
                     power_text(g->s, p));
        if (!g->s->ascii)
            dots_across(g, p, FAINT);
    }
}

void chart_reach(struct chart *g, double low, double high)
{
    g->low = low;
    g->high = high;
    chart_heights(g);
    chart_level(g, 0, "");
}

/* Writes a name below its x where it leaves blanks, or up to `slack` columns beside it: to one side (-1, 1),
 * or to either (0). */
static void name_below(const struct chart *g, const struct chart_mark *m, int slack, int side)
{
    const int width = utf8_width(m->name);
    const double dot = floor(chart_dot(g, m->x, 0).x + 1e-9);
    if (!(dot >= 0 && dot < 2 * g->in.cols))
        return;
    int middle = g->before.cols + (int)dot / 2 - (width - 1) / 2;
    for (int i = 0; i <= 2 * slack; i++) {
        int col = middle + (i % 2 ? -(i + 1) / 2 : i / 2);
        int air = col > 0; /* a blank on either side of it, except at the edges */
        bool blank = (col - middle) * side >= 0 &&
                     canvas_blank(g->below, 0, col - air, air + width + (col + width < g->below.cols));
        if (blank) {
            canvas_put_ink(g->below, 0, col, m->look.style, m->look.ink, m->name);
            break;
        }
    }
}

/* Returns the number of an x. */
static const char *x_text(const struct chart *g, double x)
{
    if (g->tens)
        return power_text(g->s, (int)x);
    return said_values(g->s, g->signs && x != 0 ? "%+.0f" : "%.0f", x);
}

void chart_numbers(const struct chart *g, const struct chart_mark *marks, int count)
{
    enum { SLACK = 2, COLUMNS = 8 };
    double distance = 1; /* of round numbers that leave air between them: 1, 2, 5, 10, 20 … */
    for (int i = 0; distance * dots_per_x(g) < 2 * COLUMNS && !g->tens; i++)
        distance = i % 3 == 1 ? distance / 2 * 5 : distance * 2;
    if (g->below.rows < 1)
        return;
    for (int i = 0; i < count; i++) {
        struct chart_mark m = marks[i];
        m.name = m.name ? m.name : x_text(g, m.x);
        name_below(g, &m, marks[i].name ? utf8_width(m.name) + SLACK : SLACK,
                   i == 0 || !marks[i].name ? 0
                   : m.x < marks[0].x       ? -1
                                            : 1);
    }
    for (double x = ceil(g->left / distance) * distance; x <= g->right; x += distance)
        name_below(g, &(struct chart_mark){x, {STYLE_LABEL, 0}, x_text(g, x)}, 0, 0);
}

void chart_marks(const struct chart *g, const struct chart_mark *marks, int count)
{
    for (int i = count - 1; i >= 0; i--)
        chart_stake(g, marks[i].x, marks[i].look);
    chart_numbers(g, marks, count);
}

/* ---- dots ------------------------------------------------------------------------ */

/* Returns the value of a line over the x from … to. */
static double value_over(const struct chart_line *line, double from, double to)
{
    const double NEAR = 1e-6; /* a dot that stands on a whole number misses it by less */
    if (!line->whole)
        return line->at(line->of, from, to);
    double x = (from + to) / 2, before = fabs(x - round(x)) < NEAR ? round(x) : floor(x),
           y = line->whole(line->of, (long)before);
    return x - before < NEAR ? y : y + (x - before) * (line->whole(line->of, (long)before + 1) - y);
}

/* Returns the value of a line at a dot or a column: `dots` of them on either side of the middle belong to it.
 */
static double value_around(const struct chart *g, const struct chart_line *line, double dot, double dots)
{
    double x = g->left + dot / dots_per_x(g), half = dots / dots_per_x(g);
    return value_over(line, x - half, x + half);
}

void chart_curve(const struct chart *g, const struct chart_line *line)
{
    struct braille b = {g->in, g->s->ascii};
    const int most = 1 + line->thick,
              strokes = g->in.rows >= 8 || screen_mono(g->s) || most < 2 ? most : line->thick;
    double before = NAN;
    for (int x = 0; x < braille_width(&b); x++) {
        const double now = value_around(g, line, x, 0.5);
        const bool gap = line->every && (x + line->every - 1) % line->every >= line->drawn;
        const double to = chart_dot(g, 0, now).y, from = isnan(before) ? to : chart_dot(g, 0, before).y;
        for (int k = 0; k < strokes && !gap && !isnan(now); k++)
            braille_line(&b, (struct point){isnan(before) ? x : x - 1, from + k}, (struct point){x, to + k},
                         line->look.style, line->look.ink);
        before = now;
    }
}

void chart_offsets(const struct chart *g, const struct chart_line *line)
{
    enum { WIDE = 3 }; /* of a frame of one row above the point, else below: it must not look like data */
    for (struct spot *one = NULL; (one = spots_next(g->s, TARGET_OFFSET, one));)
        for (int sign = 1; sign >= -1 && !one->found; sign -= 2) {
            const double x = sign * one->target.row;
            const struct point at = chart_dot(g, x, value_over(line, x, x));
            const int dot = (int)lround(at.x);
            if (dot >= 0 && dot < 2 * g->in.cols && at.y >= 0)
                spots_found(
                    g->s, one, g->in,
                    (struct area){at.y < 4 ? 1 : (int)at.y / 4 - 1, dot > 2 ? dot / 2 - 1 : 0, 1, WIDE});
        }
}

void chart_level(const struct chart *g, double y, const char *name)
{
    enum { EVERY = 4 };
    if (y <= g->low || y >= g->high)
        return;
    dots_across(g, y, EVERY);
    canvas_right(g->before, (int)lround(chart_dot(g, 0, y).y) / 4, 0, g->before.cols - 1, STYLE_LABEL, name);
}

void chart_stake(const struct chart *g, double x, struct canvas_look look)
{
    struct braille b = {g->in, g->s->ascii};
    for (int y = 0; y < braille_height(&b); y += 2)
        braille_dot(&b, (int)lround(chart_dot(g, x, 0).x), y, look.style, look.ink);
}

void chart_names(const struct chart *g, const struct chart_line *lines, int count)
{
    double last = INFINITY; /* the height of the name above */
    for (int row = -1, at = -1, k = 0; k < count; k++) {
        int next = -1;
        double high = -INFINITY;
        for (int i = 0; i < count; i++) {
            double y = value_over(&lines[i], g->right, g->right);
            if ((y < last || (y == last && i > at)) && y > high) {
                next = i;
                high = y;
            }
        }
        if (next < 0)
            return;
        int own = (int)lround(chart_dot(g, 0, high).y) / 4;
        row = own > row ? own : row + 1;
        canvas_put_ink(g->after, row, 1, STYLE_STRONG, lines[next].look.ink, lines[next].name);
        at = next;
        last = high;
    }
}

/* ---- blocks ----------------------------------------------------------------------- */

const char *chart_eighths(const struct screen *s, const struct chart_line *line, double left, double right,
                          int cols)
{
    static const char *const blocks[] = {"▁", "▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"};
    struct text out = SCREEN_TEXT(s);
    for (int k = 0; k < cols; k++) {
        double each = (right - left) / cols, value = value_over(line, left + k * each, left + (k + 1) * each);
        if (isnan(value))
            break;
        value = fmax(0, fmin(1, value));
        if (s->ascii)
            text_add_char(&out, (char)('0' + lround(9 * value)));
        else
            text_add(&out, blocks[lround(8 * value)]);
    }
    return text_str(&out);
}

const char *chart_pattern(const struct screen *s, int i)
{
    static const char *const patterns[][2] = {{"░", "1"}, {"▒", "2"}, {"▓", "3"}, {"█", "4"}};
    return patterns[i % 4][s->ascii];
}

/* Returns the line of a stack at a height from 0 to 1. */
static int line_at_height(const double *value, int count, double sum, double height)
{
    int i = count - 1;
    for (height -= value[i] / sum; i > 0 && height >= 0; height -= value[i] / sum)
        i--;
    return i;
}

void chart_stack(const struct chart *g, const struct chart_line *lines, int count)
{
    enum { LINES = 8 };
    bool plain = g->s->ascii || screen_mono(g->s);
    count = count < LINES ? count : LINES;
    for (int k = 0; k < g->in.cols; k++) {
        double value[LINES], sum = 0;
        for (int i = 0; i < count; i++) {
            value[i] = fmax(0, value_around(g, &lines[i], 2 * k + 0.5, 1)); /* of NaN: 0 */
            sum += value[i];
        }
        for (int row = 0; row < g->in.rows && sum > 0; row++) {
            double height = g->in.rows - row;
            int over = line_at_height(value, count, sum, (height - 0.25) / g->in.rows),
                under = line_at_height(value, count, sum, (height - 0.75) / g->in.rows);
            if (plain)
                canvas_put_ink(g->in, row, k, STYLE_TEXT, lines[over].look.ink, chart_pattern(g->s, over));
            else
                canvas_inked(g->in, row, k, over == under ? 0x2588 : 0x2580, lines[over].look.ink,
                             over == under ? 0 : lines[under].look.ink);
        }
    }
}
