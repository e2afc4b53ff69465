/* Random waves add up to a kernel: how alike two positions are, by their offset. With more and more
 * waves it approaches a bell curve. */
#include <math.h>
#include <stdlib.h>

#include "core/encoding/posenc.h"
#include "view/encoding/encoding.h"
#include "view/plot.h"

/* Least columns for two pictures side by side; columns between them; the offsets of the curves, and of a mean
 * gap at least; waves from which on no hint asks for more. */
enum { BESIDE = 64, GAP = 3, REACH = 30, MOST = 64 };

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
static void say_gap(struct canvas c, int row, const struct screen *s)
{
    const struct config *cf = &s->session->now.config;
    struct text whole = SCREEN_TEXT(s);
    int count = cf->d / 2;
    long last = last_of(cf);
    double far = gap(cf, s->session->now.state.look.pos);
    screen_add(s, &whole, TEXT("%d waves, positions 0 to %ld: on average %.2f off the bell"), count, last,
               far);
    if (count < MOST && !screen_predicts(s))
        screen_add(s, &whole, TEXT("; more waves come closer (set d %d)"), 4 * cf->d);
    canvas_either(c, row, 0, STYLE_NOTE, text_str(&whole),
                  say(s, TEXT("mean gap, 0 to %ld: %.2f"), last, far));
}

void encoding_kernel_draw(struct canvas c, const void *of)
{
    const struct screen *s = of;
    const struct config *cf = &s->session->now.config;
    const struct look *look = &s->session->now.state.look;
    long offset = labs((long)look->pos - look->pos2);
    struct text whole = SCREEN_TEXT(s);
    canvas_either(c, 0, 0, STYLE_TITLE,
                  screen_text(s, TEXT("How alike are two positions, by their distance?")),
                  screen_text(s, TEXT("How alike, by distance?")));
    /* What the line and the dashes are. */
    int count = cf->d / 2;
    struct text mean = SCREEN_TEXT(s), few = SCREEN_TEXT(s), bell_is = SCREEN_TEXT(s);
    const char *line = s->ascii ? "--- " : "── ";
    text_addf(&bell_is, "%s%s", s->ascii ? "- - " : "╌╌ ", screen_text(s, TEXT("the bell")));
    text_add(&mean, line);
    screen_add(s, &mean, TEXT("mean of the %d waves"), count);
    text_add(&few, line);
    screen_add(s, &few, TEXT("%d waves"), count);
    struct canvas left = canvas_part(c, 1, 0, 1, c.cols - 3 - utf8_width(text_str(&bell_is)));
    int col = canvas_either(left, 0, 0, STYLE_STRONG, text_str(&mean), text_str(&few));
    canvas_put(c, 1, col + 3, STYLE_NOTE, text_str(&bell_is));
    struct plot p = plot_numbered(canvas_part(c, 0, 0, c.rows - 2, c.cols), s, 2, -1, 1);
    int dots = braille_width(&p.b);
    p.step = dots / (REACH + 1) > 1 ? dots / (REACH + 1) : 1;
    plot_zero(&p);
    plot_stake(&p, offset, STYLE_KEY);
    plot_curve(&p, waves, cf, STYLE_TITLE);
    plot_dashes(&p, bell, cf, STYLE_NOTE); /* last: many waves lie on it */
    plot_offsets(&p, s, waves, cf);
    plot_numbers(&p, &(struct plot_mark){offset, STYLE_KEY}, 1, false);
    const char *there =
        say(s, TEXT("%ld apart: %.2f, bell %.2f"), offset, waves(cf, offset), bell(cf, offset));
    text_addf(&whole, "%s%s", screen_text(s, TEXT("t and s, ")), there);
    canvas_either(c, c.rows - 2, 0, STYLE_DIM, text_str(&whole), there);
    say_gap(c, c.rows - 1, s);
}

void encoding_kernels_draw(struct canvas c, const void *of)
{
    static const struct {
        const char *title;
        encoding_likeness *like;
    } map[] = {{TEXT("Cells like t, by these waves"), fourier_kernel},
               {TEXT("the bell that they approach"), fourier_bell}};
    const struct screen *s = of;
    int count = c.cols >= BESIDE ? 2 : 1, cols = (c.cols - (count - 1) * GAP) / count, drawn = 0;
    for (int i = 0; i < count; i++) {
        struct canvas at = canvas_part(c, 0, i * (cols + GAP), c.rows - 2, cols);
        canvas_put(at, 0, 0, i ? STYLE_NOTE : STYLE_TITLE, screen_text(s, map[i].title));
        drawn = encoding_field_draw(canvas_part(at, 1, 0, at.rows - 1, cols), s, map[i].like, 1);
    }
    say_gap(c, drawn + 1, s);
    encoding_scale_draw(c, drawn + 2, 0, s, 1);
}
