/* Curves beside the terms: how the position term depends on distance, and one weight while the
 * encoding's scale goes from 0 to 2. */
#include <math.h>

#include "view/plot.h"
#include "view/stages/stages.h"
#include "view/terms/terms.h"

void terms_say_why(struct canvas c, const struct screen *s, const char *why)
{
    const char *const stopped = TEXT("Not computed: it was stopped, or there was not enough memory.");
    canvas_flow(c, 0, STYLE_NOTE, screen_text(s, why ? why : stopped));
}

static const char *curve_number(const struct screen *s, double x)
{
    int digits = s->session->now.state.look.digits;
    return said_fixed(s, x, digits < 6 ? digits : 6, 12);
}

/* ---- distance ----------------------------------------------------------------- */

struct points {
    const double *v;
    int count;
};

static double point(const void *arg, long i)
{
    const struct points *p = arg;
    return i >= 0 && i < p->count ? p->v[i] : (double)NAN;
}

/* Draws both curves on one plot: dashed without matrices, solid through W_Q and W_K. */
static void curves(struct canvas c, const struct screen *s, const struct distance *d,
                   const double v[THROUGH_COUNT][DISTANCE_MOST], long at)
{
    double lo = 0, hi = 0;
    for (int k = 0; k < THROUGH_COUNT; k++)
        for (int i = 0; i < d->count; i++) {
            lo = fmin(lo, fmin(d->row[k][i], isnan(d->along[k][i]) ? 0 : d->along[k][i]));
            hi = fmax(hi, fmax(d->row[k][i], isnan(d->along[k][i]) ? 0 : d->along[k][i]));
        }
    struct plot p = plot_in(c, s, 0, lo, hi > lo ? hi : lo + 1);
    p.step = braille_width(&p.b) / d->count < 1 ? 1 : braille_width(&p.b) / d->count;
    plot_zero(&p);
    plot_dashes(&p, point, &(struct points){v[THROUGH_IDENTITY], d->count}, STYLE_NOTE);
    if (!d->same_weights)
        plot_curve(&p, point, &(struct points){v[THROUGH_WEIGHTS], d->count}, STYLE_TITLE);
    plot_stake(&p, at - d->first, STYLE_KEY);
}

/* Returns "P·P 2.564 always" or "W -1.186 to 1.630". */
static const char *spread(const struct screen *s, const char *name, double least, double most)
{
    if (most - least <= 1e-9 * fmax(1, fabs(most)))
        return say(s, TEXT("%s %s always"), name, curve_number(s, least));
    return say(s, TEXT("%s %s to %s"), name, curve_number(s, least), curve_number(s, most));
}

static int along_the_row(struct canvas c, const struct screen *s, const struct distance *d)
{
    canvas_field(c, 0, 0, c.cols, STYLE_LABEL, say(s, TEXT("from position %ld to all others:"), d->t));
    int col = canvas_putf(c, 1, 0, STYLE_NOTE, "P·P %s", curve_number(s, d->here[THROUGH_IDENTITY]));
    col = canvas_putf(c, 1, col + 2, STYLE_TITLE, "W %s", curve_number(s, d->here[THROUGH_WEIGHTS]));
    canvas_putf(c, 1, col, STYLE_DIM, screen_text(s, TEXT("  at %ld")), d->s);
    return 2;
}

void terms_distance_draw(struct canvas c, const struct screen *s, const struct terms_facts *f)
{
    const struct distance *d = &s->session->distance;
    (void)f;
    if (!d->known) {
        terms_say_why(c, s, d->why);
        return;
    }
    const char *key = keymap_key(&s->session->keymap, "all", "weights random"),
               *legend = d->same_weights
                             ? say(s, TEXT("through W_Q, W_K the same as without (random ones: %s)"), key)
                             : screen_text(s, TEXT("P·P: P_t·P_s (dashes)  W: P_t W_Q·P_s W_K (line)"));
    int head = canvas_flow(c, 0, STYLE_DIM, legend);
    bool stacked = c.rows >= 18;
    int height = stacked ? (c.rows - head) / 2 : c.rows - head, width = stacked ? c.cols : c.cols / 2 - 1;
    struct canvas a = canvas_part(c, head, 0, height, width);
    struct canvas b = stacked ? canvas_part(c, head + height, 0, height, width)
                              : canvas_part(c, head, c.cols / 2, height, width);
    int row = along_the_row(a, s, d);
    curves(canvas_part(a, row, 0, a.rows - row, a.cols), s, d, d->row, d->s);
    /* Both spreads are beside each other, or one below the other where they do not fit. */
    enum { GAP = 2 };
    canvas_field(b, 0, 0, b.cols, STYLE_LABEL,
                 say(s, TEXT("at this distance (%+ld), all pairs:"), d->s - d->t));
    const char *plain = spread(s, "P·P", d->least[THROUGH_IDENTITY], d->most[THROUGH_IDENTITY]),
               *through = spread(s, "W", d->least[THROUGH_WEIGHTS], d->most[THROUGH_WEIGHTS]);
    int line = 1, col = canvas_put(b, line, 0, STYLE_NOTE, plain) + GAP;
    if (!d->same_weights) {
        bool fits = col + utf8_width(through) <= b.cols;
        line += !fits;
        canvas_put(b, line, fits ? col : 0, STYLE_TITLE, through);
    }
    row = line + 1;
    curves(canvas_part(b, row, 0, b.rows - row, b.cols), s, d, d->along, d->t);
}

/* ---- scale -------------------------------------------------------------------- */

void terms_scale_draw(struct canvas c, const struct screen *s, const struct terms_facts *f)
{
    const struct sweep *w = &s->session->sweep;
    if (!w->known) {
        terms_say_why(c, s, w->why);
        return;
    }
    struct text t = SCREEN_TEXT(s), pair = SCREEN_TEXT(s);
    const struct state *st = &f->now->state;
    state_label(st, st->sentence, f->query, &pair);
    text_add(&pair, "→");
    state_label(st, config_crosses(&f->now->config) ? st->memory : st->sentence, f->key, &pair);
    const char *what = say(s, TEXT("weight %s over the encoding's scale "), text_str(&pair)),
               *now = say(s, TEXT("(now %g: 'set pescale')"), f->now->config.pescale);
    bool fits = utf8_width(what) + utf8_width(now) <= c.cols;
    text_addf(&t, "%s%s%s", what, fits ? "" : "\n", now); /* a command is not broken */
    int head = canvas_flow(c, 0, STYLE_LABEL, text_str(&t));
    text_clear(&t);
    const int shown[] = {0, (w->count - 1) / 2, w->count - 1};
    for (int i = 0; i < 3; i++)
        screen_add(s, &t, TEXT("%sat %g: %s"), i ? "   " : "", sweep_point(w, shown[i]),
                   share_text(s, w->weight[shown[i]], (int)fmin(6, st->look.digits)));
    head += canvas_flow(canvas_part(c, head, 0, c.rows - head, c.cols), 0, STYLE_TITLE, text_str(&t));
    curve_plot(canvas_part(c, head, 0, c.rows - head, c.cols), s, w);
}
