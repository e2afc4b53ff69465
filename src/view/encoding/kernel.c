/* Random waves add up to a kernel: how alike two positions are, by their offset. With more and more
 * waves it approaches a bell curve. */
#include <math.h>
#include <stdlib.h>

#include "core/encoding/posenc.h"
#include "view/encoding/encoding.h"
#include "view/figures/chart.h"

/* The offsets of the curves, and of a mean gap at least; waves from which on no hint asks for more. */
enum { REACH = 30, MOST = 64 };

static double waves(const void *arg, long offset)
{
    return fourier_kernel(arg, offset < 0 ? -offset : 0, offset < 0 ? 0 : offset);
}

static double bell(const void *arg, long offset)
{
    return fourier_bell(arg, offset < 0 ? -offset : 0, offset < 0 ? 0 : offset);
}

/* Returns the last position whose gap counts: of the sentence, or of a stretch as long as the curves. */
static long last_of(const struct config *c)
{
    return c->n > REACH ? c->n - 1 : REACH;
}

/* Returns how far the mean of the waves is from the bell, on average over the positions around t. */
static double gap(const struct config *c, long t)
{
    double sum = 0;
    long last = last_of(c);
    for (long q = 0; q <= last; q++)
        sum += fabs(fourier_kernel(c, t, q) - fourier_bell(c, t, q));
    return sum / (double)(last + 1);
}

/* 8 waves, positions 0 to 30: on average 0.21 off the bell; more waves come closer (set d 64) */
const char *encoding_gap_says(const void *of)
{
    const struct screen *s = of;
    const struct config *cf = &s->session->now.config;
    struct text whole = SCREEN_TEXT(s);
    screen_add(s, &whole, TEXT("%d waves, positions 0 to %ld: on average %.2f off the bell"), cf->d / 2,
               last_of(cf), gap(cf, s->session->now.state.look.encoding.pos));
    if (cf->d / 2 < MOST && !screen_predicts(s))
        screen_add(s, &whole, TEXT("; more waves come closer (set d %d)"), 4 * cf->d);
    return text_str(&whole);
}

static long offset_of(const struct screen *s)
{
    return labs((long)s->session->now.state.look.encoding.pos - s->session->now.state.look.encoding.pos2);
}

const char *encoding_pair_says(const void *of)
{
    const struct screen *s = of;
    const struct config *cf = &s->session->now.config;
    long offset = offset_of(s);
    return say(s, TEXT("t and s, %ld apart: %.2f, bell %.2f"), offset, waves(cf, offset), bell(cf, offset));
}

/* Draws below what the line and the dashes are, over the distance. */
void encoding_kernel_draw(struct canvas c, const void *of)
{
    const struct screen *s = of;
    const struct config *cf = &s->session->now.config;
    const char *line = s->ascii ? "---" : "──", *dashes = s->ascii ? "- -" : "╌╌",
               *the_bell = screen_text(s, TEXT("the bell"));
    struct canvas left = canvas_part(c, 0, 0, 1, c.cols - 6 - utf8_width(the_bell));
    int col =
        canvas_either(left, 0, 0, STYLE_STRONG, say(s, TEXT("%s mean of the %d waves"), line, cf->d / 2),
                      say(s, TEXT("%s %d waves"), line, cf->d / 2));
    canvas_putf(c, 0, col + 3, STYLE_NOTE, "%s %s", dashes, the_bell);
    const struct chart_line mean = {.whole = waves, .of = cf, .look = {STYLE_TITLE, 0}},
                            curve = {
                                .whole = bell, .of = cf, .look = {STYLE_NOTE, 0}, .every = 8, .drawn = 4};
    struct chart g = chart_whole(canvas_part(c, 1, 0, c.rows - 1, c.cols), s, 0, REACH + 1);
    chart_reach(&g, -1, 1);
    chart_marks(&g, &(struct chart_mark){(double)offset_of(s), {STYLE_KEY, 0}, NULL}, 1);
    chart_curve(&g, &mean);
    chart_curve(&g, &curve); /* last: many waves lie on it */
    chart_offsets(&g, &mean);
}

void encoding_cells_draw(struct canvas c, const void *s)
{
    canvas_put(c, 0, 0, STYLE_TITLE, screen_text(s, TEXT("Cells like t, by these waves")));
    encoding_field_draw(canvas_part(c, 1, 0, c.rows - 1, c.cols), s, fourier_kernel, 1);
}

void encoding_bell_draw(struct canvas c, const void *s)
{
    canvas_put(c, 0, 0, STYLE_NOTE, screen_text(s, TEXT("the bell that they approach")));
    encoding_field_draw(canvas_part(c, 1, 0, c.rows - 1, c.cols), s, fourier_bell, 1);
}
