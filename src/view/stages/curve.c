#include "view/cell_name.h"
#include "view/stages/stages.h"

#include <math.h>

#include "base/number.h"
#include "core/pipeline/attention.h"
#include "core/pipeline/stage.h"
#include "session/contexts.h"
#include "view/figures/chart.h"

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

/* The points of a sweep are at 0, 1, 2 … */
static double weight_at(const void *of, long i)
{
    return ((const struct sweep *)of)->weight[i];
}

static double weight_now(const struct scene *now, int key)
{
    const struct look *look = &now->state.look;
    const struct attention *a = &now->trace.layer[look->layer].self;
    return mat_at(attention_head(a, a->map[MAP_WEIGHTS], look->head), look->query, key);
}

void curve_chart(struct canvas c, const struct screen *s, const struct sweep *w)
{
    enum { LABELS = 3 };
    struct chart g = chart_in(c, s, (struct chart_edges){.left = 6, .below = 1});
    double most = 0, place = sweep_place(w, w->now);
    struct text t = SCREEN_TEXT(s);
    for (int i = 0; i < w->count; i++)
        most = fmax(most, w->weight[i]);
    g.right = w->count - 1;
    g.high = most > 0.3 ? 1 : most > 0 ? most * 1.05 : 1;
    number_significant(&t, g.high, 2);
    canvas_right(g.before, 0, 0, g.before.cols - 1, STYLE_LABEL, text_str(&t));
    canvas_right(g.before, g.in.rows - 1, 0, g.before.cols - 1, STYLE_LABEL, "0");
    chart_curve(&g, &(struct chart_line){.whole = weight_at, .of = w, .look = {STYLE_TITLE, 0}});
    if (place >= 0 && place <= 1) {
        struct point now = chart_dot(&g, place * g.right, weight_now(&s->session->now, w->key));
        chart_stake(&g, place * g.right, (struct canvas_look){STYLE_KEY, 0});
        canvas_put(g.in, (int)now.y / 4, (int)lround(now.x) / 2, STYLE_CURSOR, "●");
    }
    for (int i = 0; i < LABELS; i++) {
        text_clear(&t);
        double x = sweep_point(w, i * (w->count - 1) / (LABELS - 1));
        number_significant(&t, x, x < 1000 ? 3 : 6);
        canvas_put(g.below, 0, g.before.cols + i * (g.in.cols - utf8_width(text_str(&t))) / (LABELS - 1),
                   STYLE_LABEL, text_str(&t));
    }
}

/* chases→cat 0.93 */
static const char *curve_name(const struct screen *s)
{
    const struct scene *now = &s->session->now;
    const struct state *st = &now->state;
    const struct sequence *keys = config_crosses(&now->config) ? st->memory : st->sentence;
    return said_values(s, s->ascii ? "%s->%s %s" : "%s→%s %s",
                       said_label(s, st, st->sentence, st->look.query),
                       said_label(s, st, keys, s->session->curve.key),
                       share_text(s, weight_now(now, s->session->curve.key), SHARE_PLAIN));
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
    curve_chart(canvas_part(c, 1, 0, c.rows - 1, c.cols), s, &m->curve);
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
