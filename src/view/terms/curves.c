/* Curves beside the terms: how the position term depends on distance, and one weight while the
 * encoding's scale goes from 0 to 2. */
#include <math.h>
#include <string.h>

#include "view/figures/chart.h"
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
    long first;
    int count;
};

static double point(const void *arg, long pos)
{
    const struct points *p = arg;
    return pos >= p->first && pos < p->first + p->count ? p->v[pos - p->first] : (double)NAN;
}

/* Draws both curves on one chart: dashed without matrices, solid through W_Q and W_K. */
static void curves(struct canvas c, const struct screen *s, const struct distance *d,
                   const double v[THROUGH_COUNT][DISTANCE_MOST], long at)
{
    struct chart g = chart_whole(c, s, d->first, d->count);
    for (int k = 0; k < THROUGH_COUNT; k++)
        for (int i = 0; i < d->count; i++) {
            g.low = fmin(g.low, fmin(d->row[k][i], isnan(d->along[k][i]) ? 0 : d->along[k][i]));
            g.high = fmax(g.high, fmax(d->row[k][i], isnan(d->along[k][i]) ? 0 : d->along[k][i]));
        }
    chart_reach(&g, g.low, g.high > g.low ? g.high : g.low + 1);
    chart_marks(&g, &(struct chart_mark){(double)at, {STYLE_KEY, 0}, NULL}, 1);
    chart_curve(&g, &(struct chart_line){.whole = point,
                                         .of = &(struct points){v[THROUGH_IDENTITY], d->first, d->count},
                                         .look = {STYLE_NOTE, 0},
                                         .every = 8,
                                         .drawn = 4});
    if (!d->same_weights)
        chart_curve(&g, &(struct chart_line){.whole = point,
                                             .of = &(struct points){v[THROUGH_WEIGHTS], d->first, d->count},
                                             .look = {STYLE_TITLE, 0}});
}

/* Returns "P·P 2.564 always" or "W -1.186 to 1.630", in one piece. */
static const char *spread(const struct screen *s, const char *name, double least, double most)
{
    bool always = most - least <= 1e-9 * fmax(1, fabs(most));
    const char *says = always
                           ? say(s, TEXT("%s %s always"), name, curve_number(s, least))
                           : say(s, TEXT("%s %s to %s"), name, curve_number(s, least), curve_number(s, most));
    struct text t = SCREEN_TEXT(s);
    for (; *says; says++)
        text_add_bytes(&t, *says == ' ' ? "\u00a0" : says, *says == ' ' ? strlen("\u00a0") : 1);
    return text_str(&t);
}

/* Draws what is said of a chart, and the chart below it. */
static void said_curves(struct canvas c, const struct terms_facts *f, const char *says,
                        const double v[THROUGH_COUNT][DISTANCE_MOST], long at)
{
    static const struct canvas_look looks[] = {{STYLE_LABEL, 0}, {STYLE_NOTE, 0}, {STYLE_TITLE, 0}};
    int head = canvas_flow_runs(c, looks, says);
    curves(canvas_part(c, head, 0, c.rows - head, c.cols), f->s, &f->s->session->distance, v, at);
}

static void row_draw(struct canvas c, const void *of)
{
    const struct terms_facts *f = of;
    const struct distance *d = &f->s->session->distance;
    said_curves(c, f,
                say(f->s, TEXT("position %ld to all others:\n{1}P·P %s{/}  {2}W %s{/}  at %ld"), d->t,
                    curve_number(f->s, d->here[THROUGH_IDENTITY]),
                    curve_number(f->s, d->here[THROUGH_WEIGHTS]), d->s),
                d->row, d->s);
}

static void along_draw(struct canvas c, const void *of)
{
    const struct terms_facts *f = of;
    const struct distance *d = &f->s->session->distance;
    const char *plain = spread(f->s, "P·P", d->least[THROUGH_IDENTITY], d->most[THROUGH_IDENTITY]),
               *through = spread(f->s, "W", d->least[THROUGH_WEIGHTS], d->most[THROUGH_WEIGHTS]);
    said_curves(c, f,
                say(f->s, TEXT("all pairs %+ld apart:\n{1}%s{/}  {2}%s{/}"), d->s - d->t, plain,
                    d->same_weights ? "" : through),
                d->along, d->t);
}

static struct page_size curves_legend(const void *of, int cols)
{
    const struct screen *s = ((const struct terms_facts *)of)->s;
    (void)cols;
    return page_flow(s->session->distance.same_weights
                         ? say(s, TEXT("through W_Q, W_K the same as without (random ones: %s)"),
                               keymap_key(&s->session->keymap, "all", "weights random"))
                         : screen_text(s, TEXT("P·P: P_t·P_s (dashes)  W: P_t W_Q·P_s W_K (line)")),
                     STYLE_DIM, 1);
}

void terms_distance_draw(struct canvas c, const void *of)
{
    static const struct page_part parts[] = {{"legend", 0, {0}, curves_legend, NULL},
                                             {"row", 1, {.rows = 6, .cols = 28}, NULL, row_draw},
                                             {"along", 1, {.rows = 6, .cols = 28}, NULL, along_draw},
                                             {NULL, 0, {0}, NULL, NULL}};
    static const char *const forms[] = {"legend / (row | along)", "legend / row / along", NULL};
    const struct terms_facts *f = of;
    const struct distance *d = &f->s->session->distance;
    if (d->known)
        page_draw(c, forms, parts, f);
    else
        terms_say_why(c, f->s, d->why);
}

/* ---- scale -------------------------------------------------------------------- */

static void sweep_draw(struct canvas c, const void *of)
{
    const struct screen *s = ((const struct terms_facts *)of)->s;
    curve_chart(c, s, &s->session->sweep);
}

/* What the curve is of: a weight, which is marked where it is now; and some of its values. */
void terms_scale_draw(struct canvas c, const void *of)
{
    const struct terms_facts *f = of;
    const struct screen *s = f->s;
    const struct sweep *w = &s->session->sweep;
    if (!w->known) {
        terms_say_why(c, s, w->why);
        return;
    }
    struct text t = SCREEN_TEXT(s);
    const struct state *st = &f->now->state;
    const char *pair = said_values(s, "%s→%s", said_label(s, st, st->sentence, f->query),
                                   said_label(s, st, terms_keys(f), f->key)),
               *what = say(s, TEXT("weight %s over the encoding's scale "), pair),
               *now = say(s, TEXT("(now %g: 'set pescale')"), f->now->config.pescale);
    bool fits = utf8_width(what) + utf8_width(now) <= c.cols; /* a command is not broken */
    const int shown[] = {0, (w->count - 1) / 2, w->count - 1};
    for (int i = 0; i < 3; i++)
        screen_add(s, &t, TEXT("%sat %g: %s"), i ? "   " : "", sweep_point(w, shown[i]),
                   share_text(s, w->weight[shown[i]], (int)fmin(6, st->look.digits)));
    const struct page_part parts[] = {
        {"what", 0, page_flow(said_values(s, "%s%s%s", what, fits ? "" : "\n", now), STYLE_LABEL, 1), NULL,
         NULL},
        {"values", 0, page_flow(text_str(&t), STYLE_TITLE, 1), NULL, NULL},
        {"curve", 1, {.rows = 2}, NULL, sweep_draw},
        {NULL, 0, {0}, NULL, NULL}};
    static const char *const forms[] = {"what / values / curve", NULL};
    page_draw(c, forms, parts, f);
}
