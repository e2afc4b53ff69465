/* Curves over positions and offsets: a pair's wave, P_t·P_s, a bias. */
#include <math.h>
#include <stdlib.h>

#include "base/number.h"
#include "base/room.h"
#include "core/encoding/posenc.h"
#include "core/encoding/readout.h"
#include "core/encoding/sines.h"
#include "view/encoding/encoding.h"
#include "view/figures/chart.h"

struct column {
    const struct config *c;
    int j;
};

static double column_value(const void *arg, long pos)
{
    const struct column *col = arg;
    double row[CONFIG_MAX_D];
    if (pos < 0 || !col->c->pe->row(row, pos, col->c))
        return 0;
    return row[col->j] * col->c->pescale;
}

/* The wave of a pair over positions. */
struct waves {
    const struct screen *s;
    struct column sine, cosine;
    int step; /* dots of a position */
};

/* Draws the wave from position `first` on, with t and s where they are. */
static void stretch(struct canvas c, const struct waves *w, long first)
{
    const struct config *cf = w->sine.c;
    const struct look *look = &w->s->session->now.state.look;
    double size = fabs(cf->pescale) > 0 ? fabs(cf->pescale) : 1;
    const struct chart_mark at[] = {{look->encoding.pos, {STYLE_KEY, 0}, NULL},
                                    {look->encoding.pos2, {STYLE_NOTE, 0}, NULL}};
    struct chart g = chart_whole(c, w->s, first < 0 ? 0 : first, 2L * (c.cols - CHART_AXIS) / w->step);
    chart_reach(&g, -size, size);
    chart_marks(&g, at, 2);
    if (w->cosine.j < cf->d)
        chart_curve(&g,
                    &(struct chart_line){.whole = column_value, .of = &w->cosine, .look = {STYLE_GHOST, 0}});
    chart_curve(&g, &(struct chart_line){.whole = column_value, .of = &w->sine, .look = {STYLE_TITLE, 0}});
    for (int i = 1; i >= 0; i--)
        if (at[i].x >= g.left && at[i].x <= g.right)
            canvas_glyph(g.in, g.in.rows - 1, (int)lround(chart_dot(&g, at[i].x, 0).x) / 2,
                         i ? STYLE_SELECTED : STYLE_CURSOR, i ? 's' : 't');
}

/* dim 0  dim 1   s = 0, t = 5, once round in 6.3 words */
static void wave_title(struct canvas c, const struct waves *w)
{
    const struct config *cf = w->sine.c;
    const struct look *look = &w->s->session->now.state.look;
    int col = canvas_putf(c, 0, 0, STYLE_TITLE, screen_text(w->s, TEXT("dim %d")), w->sine.j);
    if (w->cosine.j < cf->d)
        col = canvas_putf(c, 0, col + 2, STYLE_GHOST, screen_text(w->s, TEXT("dim %d")), w->cosine.j);
    const char *brief = said_values(w->s, "s = %d, t = %d", look->encoding.pos2, look->encoding.pos);
    canvas_either(c, 0, col + 2, STYLE_DIM,
                  say(w->s, TEXT("once round in %s words; s = %d, t = %d"),
                      encoding_period(w->s, encoding_hand(cf, look->encoding.column)), look->encoding.pos2,
                      look->encoding.pos),
                  brief);
}

void encoding_wave_draw(struct canvas c, const void *of)
{
    const struct screen *s = of;
    const struct config *cf = &s->session->now.config;
    const struct look *look = &s->session->now.state.look;
    int hand = encoding_hand(cf, look->encoding.column), columns = encoding_columns(cf),
        dots = 2 * (c.cols - CHART_AXIS);
    struct waves w = {
        .s = s, .sine = {cf, columns * hand}, .cosine = {cf, columns == 2 ? 2 * hand + 1 : cf->d}};
    long t = look->encoding.pos, u = look->encoding.pos2, apart = labs(t - u) + 2, middle = (t + u) / 2;
    double period = clock_period(cf, hand);
    w.step = period < 20 ? 4 : period < 60 ? 2 : 1; /* stretch a short wave to show its shape */
    struct canvas rest = canvas_part(c, 1, 0, c.rows - 1, c.cols);
    wave_title(c, &w);
    if (apart * w.step <= dots) {
        stretch(rest, &w, middle - dots / w.step / 2);
        return;
    }
    int half = c.cols / 2; /* too far apart: the places of both, side by side */
    long around = (half - CHART_AXIS) / w.step, before = t < u ? t : u, after = t < u ? u : t;
    stretch(canvas_part(rest, 0, 0, rest.rows, half - 1), &w, before - around);
    stretch(canvas_part(rest, 0, half, rest.rows, c.cols), &w, after - around);
}

enum { REACH = 1024 }; /* the largest offset that a curve shows */

/* P_s·P_(s+o) for the visible offsets. For sines the product depends only on the offset. Other
 * encodings compute it from their rows; NaN where s+o is before position 0. */
struct product {
    const struct config *c;
    long s;
    int reach; /* if even: known[] covers |offset| <= reach */
    bool even;
    double known[REACH];
};

static double product_from_rows(const struct product *p, long offset)
{
    double a[CONFIG_MAX_D], b[CONFIG_MAX_D];
    if (p->s + offset < 0 || !p->c->pe->row(a, p->s, p->c) || !p->c->pe->row(b, p->s + offset, p->c))
        return (double)NAN;
    return vec_dot(a, b, p->c->d);
}

static double product_value(const void *arg, long offset)
{
    const struct product *p = arg;
    long far = offset < 0 ? -offset : offset;
    double x = !p->even         ? product_from_rows(p, offset)
               : far < p->reach ? p->known[far]
                                : sines_dot(p->c->d, p->c->base, offset);
    return x * p->c->pescale * p->c->pescale;
}

/* Returns false if memory is exhausted. */
static bool know(struct product *p, int reach, struct arena *scratch)
{
    p->even = p->c->pe->turns && p->c->d % 2 == 0;
    p->reach = reach < REACH ? reach : REACH;
    if (!p->even)
        return true;
    if (!arena_more(scratch, mat_room(ROOM_SINES, p->c->d)))
        return false;
    sines_dots(p->known, p->reach, p->c->base, mat_in(scratch, ROOM_SINES, p->c->d));
    return true;
}

void encoding_product_draw(struct canvas c, const void *of)
{
    const struct screen *s = of;
    const struct config *cf = &s->session->now.config;
    const struct look *look = &s->session->now.state.look;
    struct product arg = {.c = cf, .s = look->encoding.pos2};
    long offset = (long)look->encoding.pos - look->encoding.pos2;
    if (!know(&arg, c.cols + 2, s->scratch))
        return;
    double here = product_value(&arg, offset), most = product_value(&arg, 0);
    most = most > 1e-9 ? most : 1;
    /* P_t·P_s = 2.5637 at offset t-s = 2  how alike positions that far apart are */
    double shown = isnan(here) ? 0 : here;
    int col = canvas_putf(c, 0, 0, STYLE_TITLE, screen_text(s, TEXT("P_t·P_s = %.4f at offset t-s = %ld")),
                          shown, offset);
    canvas_either(c, 0, col + 2, STYLE_DIM, screen_text(s, TEXT("how alike positions that far apart are")),
                  "");
    long half = c.cols - CHART_AXIS; /* one dot per offset */
    long first = labs(offset) < half           ? -half
                 : labs(offset) < 2 * half - 2 ? offset / 2 - half
                                               : offset - half;
    const struct chart_line line = {.whole = product_value, .of = &arg, .look = {STYLE_TITLE, 0}};
    const struct chart_mark at[] = {{(double)offset, {STYLE_KEY, 0}, NULL}, {0, {STYLE_NOTE, 0}, NULL}};
    struct chart g = chart_whole(canvas_part(c, 1, 0, c.rows - 1, c.cols), s, first, 2 * half);
    for (long o = first; o < first + 2 * half; o++)
        g.low = fmin(g.low, product_value(&arg, o)); /* skips NaN */
    g.signs = true;
    chart_reach(&g, g.low, most);
    chart_marks(&g, at, 2);
    chart_curve(&g, &line);
    chart_offsets(&g, &line);
}

/* ---- what a linear readout makes of every position ------------------------------- */

enum { SHOWN = 60, AHEAD = 8 }; /* least number of positions in the picture; and beyond t */

struct readout {
    const struct config *c;
    struct mat fit;
    double most; /* the diagonal ends there */
};

static double read_at(const void *arg, long pos)
{
    const struct readout *r = arg;
    return readout_read(r->c, r->fit, pos);
}

static double itself(const void *arg, long pos)
{
    const struct readout *r = arg;
    double x = (double)pos;
    return x <= r->most ? x : (double)NAN;
}

/* Only what the readout was fitted to. */
static double fitted(const void *arg, long pos)
{
    return pos < READOUT_FITTED ? read_at(arg, pos) : (double)NAN;
}

void encoding_readout_draw(struct canvas c, const void *of)
{
    const struct screen *s = of;
    enum { HEAD = 2, FITTED = READOUT_FITTED - 1 };
    const double RIGHT = 0.5; /* the nearest position is the right one */
    const struct config *cf = &s->session->now.config;
    long t = s->session->now.state.look.encoding.pos, last = t + AHEAD > SHOWN ? t + AHEAD : SHOWN;
    if (cf->d + 1 > READOUT_FITTED) {
        canvas_flow(c, 0, STYLE_NOTE,
                    screen_text(s, TEXT("Ten positions determine at most ten numbers: set d to 9 or less.")));
        return;
    }
    if (c.cols <= CHART_AXIS || c.rows <= HEAD + 2 ||
        !arena_more(s->scratch, readout_room(cf, READOUT_FITTED)))
        return;
    struct readout r = {.c = cf, .fit = readout_fit(cf, READOUT_FITTED, s->scratch)};
    double miss = 0;
    long dots = 2L * (c.cols - CHART_AXIS), first = last > dots ? last - dots : 0;
    struct chart g = chart_whole(canvas_part(c, HEAD, 0, c.rows - HEAD, c.cols), s, first, last);
    for (long x = first; (double)x <= g.right; x++) {
        g.low = fmin(g.low, read_at(&r, x));
        r.most = fmax(r.most, read_at(&r, x));
        miss = fmax(miss, fabs(read_at(&r, x) - (double)x));
    }
    /* Draws what the readout says of t, and what the lines are: on the diagonal the dashes are not seen. */
    bool right = miss < RIGHT;
    int says = s->session->now.state.look.encoding.pos;
    const char *what = screen_text(
                   s, right ? TEXT("fitted to positions 0 to 9 (bright); on the diagonal: right everywhere")
                            : TEXT("fitted to positions 0 to 9 (bright); dashes: the right answer")),
               *brief = screen_text(s, right ? TEXT("fitted to 0 to 9; right everywhere")
                                             : TEXT("fitted to 0 to 9; dashes: right"));
    canvas_putf(c, 0, 0, STYLE_TITLE, screen_text(s, TEXT("position %d is read as %.2f")), says,
                read_at(&r, says));
    canvas_either(c, 1, 0, STYLE_NOTE, what, brief);
    const struct chart_line lines[] = {
        {.whole = itself, .of = &r, .look = {STYLE_GHOST, 0}, .every = 8, .drawn = 4},
        {.whole = read_at, .of = &r, .look = {STYLE_TITLE, 0}},
        {.whole = fitted, .of = &r, .look = {STYLE_STRONG, 0}}};
    const struct chart_mark at[] = {{(double)t, {STYLE_KEY, 0}, NULL}, {FITTED, {STYLE_NOTE, 0}, NULL}};
    chart_reach(&g, g.low, r.most);
    chart_marks(&g, at, 2);
    for (int i = 0; i < 3; i++)
        chart_curve(&g, &lines[i]);
}
