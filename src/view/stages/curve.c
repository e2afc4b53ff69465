#include "view/stages/stages.h"

#include <math.h>

#include "base/number.h"
#include "core/pipeline/attention.h"
#include "core/pipeline/stage.h"
#include "session/contexts.h"
#include "view/figures/plot.h"

void curve_follow(struct session *m, struct work *work)
{
    struct reply quiet = {.work = work};
    sweep_here(&m->curve, &m->now, &quiet);
    reply_finish(&quiet);
}

bool curve_compute(struct session *m, struct reply *r)
{
    return sweep_here(&m->curve, &m->now, r);
}

bool curve_shown(const struct screen *s)
{
    const struct session *m = s->session;
    return m->curve.known && m->curve.of.look.view == m->now.state.look.view && !s->hidden &&
           !screen_predicts(s);
}

/* A curve in columns of dots. */
struct dots {
    const struct sweep *w;
    int last;
};

static double weight_at(const void *arg, long x)
{
    const struct dots *d = arg;
    double at = (double)x * (d->w->count - 1) / d->last;
    int i = (int)fmin(floor(at), d->w->count - 2);
    return d->w->weight[i] + (at - i) * (d->w->weight[i + 1] - d->w->weight[i]);
}

static double weight_now(const struct scene *now, int key)
{
    const struct look *look = &now->state.look;
    const struct attention *a = &now->trace.layer[look->layer].self;
    return mat_at(attention_head(a, a->map[MAP_WEIGHTS], look->head), look->query, key);
}

void curve_plot(struct canvas c, const struct screen *s, const struct sweep *w)
{
    enum { AXIS = 6, LABELS = 3 };
    const struct scene *now = &s->session->now;
    struct canvas in = canvas_part(c, 0, AXIS, c.rows - 1, c.cols - AXIS);
    double most = 0, place = sweep_place(w, w->now), is = weight_now(now, w->key);
    struct text t = SCREEN_TEXT(s);
    for (int i = 0; i < w->count; i++)
        most = fmax(most, w->weight[i]);
    struct plot p = {.b = {in, s->ascii}, .hi = most > 0.3 ? 1 : most > 0 ? most * 1.05 : 1, .step = 1};
    struct dots d = {w, braille_width(&p.b) - 1};
    number_significant(&t, p.hi, 2);
    canvas_right(c, 0, 0, AXIS - 1, STYLE_LABEL, text_str(&t));
    canvas_right(c, in.rows - 1, 0, AXIS - 1, STYLE_LABEL, "0");
    plot_curve(&p, weight_at, &d, STYLE_TITLE);
    if (place >= 0 && place <= 1) {
        plot_stake(&p, lround(place * d.last), STYLE_KEY);
        canvas_put(in, (int)((p.hi - is) / p.hi * (in.rows * 4 - 1)) / 4, (int)lround(place * d.last) / 2,
                   STYLE_CURSOR, "●");
    }
    for (int i = 0; i < LABELS; i++) {
        text_clear(&t);
        double x = sweep_point(w, i * (w->count - 1) / (LABELS - 1));
        number_significant(&t, x, x < 1000 ? 3 : 6);
        canvas_put(c, c.rows - 1, AXIS + i * (in.cols - utf8_width(text_str(&t))) / (LABELS - 1), STYLE_LABEL,
                   text_str(&t));
    }
}

/* chases→cat 0.93 */
static const char *curve_name(const struct screen *s)
{
    const struct scene *now = &s->session->now;
    const struct state *st = &now->state;
    struct text t = SCREEN_TEXT(s);
    state_label(st, st->sentence, st->look.query, &t);
    text_add(&t, s->ascii ? "->" : "→");
    state_label(st, config_crosses(&now->config) ? st->memory : st->sentence, s->session->curve.key, &t);
    text_addf(&t, " %s", share_text(s, weight_now(now, s->session->curve.key), SHARE_PLAIN));
    return text_str(&t);
}

void curve_draw(struct canvas c, const struct screen *s)
{
    static const char *const knobs[] = {TEXT("positions times "), TEXT("divisor "), TEXT("base "), ""};
    const struct session *m = s->session;
    if (!curve_shown(s) || c.rows < CURVE_ROWS - 1 || c.cols < CURVE_COLS)
        return;
    struct text at = SCREEN_TEXT(s);
    const char *context = views[m->now.state.look.view]->context, *name = curve_name(s);
    number_significant(&at, m->curve.now, 6);
    const char *whole =
        say(s, TEXT("%s at %s%s (%s %s)"), name, screen_text(s, knobs[m->curve.knob.kind]), text_str(&at),
            keymap_key(&m->keymap, context, "nudge 1"), keymap_key(&m->keymap, context, "nudge -1"));
    int width = utf8_width(name) <= c.cols ? utf8_width(name) : 0;
    canvas_either(c, 0, 0, STYLE_DIM, whole, width ? name : "");
    canvas_restyle(c, 0, 0, width, STYLE_STRONG);
    canvas_tint(c, 0, 0, width, ink_hue(hue_of_head(m->now.state.look.head), HUE_FULL));
    curve_plot(canvas_part(c, 1, 0, c.rows - 1, c.cols), s, &m->curve);
}

void curve_tell(const struct teller *t)
{
    enum { POINTS = 5 };
    const struct sweep *w = &t->screen.session->curve;
    if (!curve_shown(&t->screen))
        return;
    tell(t, TEXT("%s; as the number runs:"), curve_name(&t->screen));
    for (int i = 0; i < POINTS; i++) {
        int at = i * (w->count - 1) / (POINTS - 1);
        tell(t, TEXT(" %.3g: %s"), sweep_point(w, at), share_text(&t->screen, w->weight[at], SHARE_PLAIN));
    }
    text_add(t->out, "\n");
}

void curve_say_move(struct text *out, const struct screen *s)
{
    const struct mover *m = &s->session->curve.moves;
    struct derive_from cell = {.stage = STAGE_WEIGHTS,
                               .weight = -1,
                               .layer = s->session->now.state.look.layer,
                               .head = m->head,
                               .row = m->query,
                               .col = m->key};
    if (m->by == 0 || s->hidden || screen_predicts(s))
        return;
    screen_add(s, out, m->by > 0 ? TEXT("0.5 more moves %s") : TEXT("0.5 less moves %s"),
               said_cell(s, &cell));
    if (s->session->now.config.heads > 1)
        screen_add(s, out, TEXT(" of head %d:"), m->head + 1);
    text_addf(out, s->ascii ? " %s -> %s" : " %s → %s", share_text(s, m->was, SHARE_PLAIN),
              share_text(s, m->is, SHARE_PLAIN));
}
