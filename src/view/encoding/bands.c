/* What scaling does to the hands of a rotation: how long each goes round before and after it, as an arrow
 * over a scale of words with the length of the training on it, and how alike positions are then. */
#include <math.h>
#include <stdlib.h>

#include "core/encoding/posenc.h"
#include "state/encoding.h"
#include "view/encoding/encoding.h"
#include "view/figures/chart.h"
#include "view/figures/tell.h"
#include "view/spots.h"

/* Returns a parameter of the rotation, 0 if it has none of this name. */
static double param_of(const struct config *c, const char *name)
{
    int i = posenc_param_find(c->pe, name);
    return i < 0 ? 0 : c->pe_param[i];
}

/* Returns how many times as slow the slowest hand is: the factor, or what this text's length makes of it. */
static double slowest_of(const struct config *c)
{
    return posenc_counts(c) ? clock_slowed(c, clock_hands(c) - 1) : param_of(c, "factor");
}

enum band { BAND_KEPT, BAND_SLOWED, BAND_MIXED, BANDS };

static enum band band_of(const struct config *c, int hand)
{
    const double NEAR = 1e-9;
    double slowed = clock_slowed(c, hand), factor = slowest_of(c);
    return slowed < 1 + NEAR ? BAND_KEPT : slowed > factor - NEAR ? BAND_SLOWED : BAND_MIXED;
}

const char *encoding_scaling_says(const void *of)
{
    const struct screen *s = of;
    const struct config *cf = &s->session->now.config;
    int count[BANDS] = {0}, hands = clock_hands(cf), scaling = posenc_param_find(cf->pe, "scaling");
    struct text name = SCREEN_TEXT(s);
    if (screen_predicts(s) || (param_of(cf, "scaling") == 0 && encoding_panel(s) != PANEL_BANDS))
        return "";
    if (param_of(cf, "scaling") == 0)
        return say(s, TEXT("No scaling: each hand keeps its pace. 'encoding rope scaling=yarn factor=4 "
                           "trained=64' slows some."));
    encoding_param_print(&s->session->now.state, scaling, &name);
    for (int i = 0; i < hands; i++)
        count[band_of(cf, i)]++;
    if (count[BAND_KEPT] == hands)
        return say(s, TEXT("%s: nothing is slowed, since the text is no longer than in training."),
                   text_str(&name));
    double longer = rope_longer(cf);
    const char *warmth =
        longer == 1 ? "" : say(s, TEXT(" Scores of turned columns are multiplied by %.3g."), longer * longer);
    return say(s,
               TEXT("%s, for texts %.4g times as long: %d of %d hands kept, %d slowed %.4g times, %d in "
                    "between.%s"),
               text_str(&name), slowest_of(cf), count[BAND_KEPT], hands, count[BAND_SLOWED], slowest_of(cf),
               count[BAND_MIXED], warmth);
}

const char *encoding_seen_says(const void *of)
{
    const struct screen *s = of;
    const struct config *cf = &s->session->now.config;
    struct config own = clock_unscaled(cf);
    double trained = param_of(cf, "trained");
    int hands = clock_hands(cf), round = 0;
    while (round < hands && clock_period(&own, round) <= trained)
        round++;
    if (screen_predicts(s) || param_of(cf, "scaling") == 0 || trained == 0)
        return "";
    return say(
        s,
        TEXT("In %.0f words of training %d of %d hands went all the way round. The others, right of the "
             "line, would reach angles in longer texts that the model has never seen."),
        trained, round, hands);
}

/* kept · slowed 4× · in part 1.7× */
static const char *band_text(const struct screen *s, int hand)
{
    const struct config *cf = &s->session->now.config;
    const char *times = s->ascii ? "x" : "×";
    double slowed = clock_slowed(cf, hand);
    switch (band_of(cf, hand)) {
    case BAND_KEPT:
        return screen_text(s, TEXT("keeps its pace"));
    case BAND_SLOWED:
        return say(s, TEXT("slowed %.3g%s"), slowed, times);
    default:
        return say(s, TEXT("in part: %.3g%s"), slowed, times);
    }
}

void encoding_bands_tell(const struct teller *t)
{
    const struct screen *s = &t->screen;
    struct config own = clock_unscaled(&t->now->config);
    int hands = clock_hands(&own);
    for (int i = 0; i < hands && i < TELL_ROWS && param_of(&t->now->config, "scaling") > 0; i++)
        tell(t, TEXT("hand %d: once round in %s words, without scaling in %.1f: %s\n"), i,
             encoding_period(s, i), clock_period(&own, i), band_text(s, i));
    if (*encoding_scaling_says(s))
        text_addf(t->out, "%s\n", encoding_scaling_says(s));
}

/* Draws how long a hand goes round without scaling (a ring), and with it (a dot), on its row of the chart. */
static void arrow(const struct chart *g, int row, int hand)
{
    const struct screen *s = g->s;
    const struct config *cf = &s->session->now.config;
    struct config own = clock_unscaled(cf);
    bool lit = hand == encoding_hand(cf, s->session->now.state.look.encoding.column);
    uint16_t ink = encoding_ink(cf, hand, HUE_FULL);
    int from = (int)chart_dot(g, log10(clock_period(&own, hand)), 0).x / 2,
        to = (int)chart_dot(g, log10(clock_period(cf, hand)), 0).x / 2;
    for (int k = from; k <= to; k++)
        canvas_inked(g->in, row, k, s->ascii ? '-' : lit ? 0x2501 : 0x2500, ink, 0);
    canvas_inked(g->in, row, from, s->ascii ? 'o' : 0x25CB, ink, 0);
    canvas_inked(g->in, row, to, s->ascii ? '*' : 0x25CF, ink, 0);
    int col = canvas_putf(g->before, row, 0, lit ? STYLE_TITLE : STYLE_TEXT, "%2d ", hand);
    canvas_put_ink(g->before, row, col, STYLE_TEXT, ink, s->ascii ? "--" : "━━");
}

void encoding_bands_draw(struct canvas c, const void *of)
{
    enum { HEAD = 1, TALLEST = 3, BRIEF = 16, WHOLE = 34 };
    const struct screen *s = of;
    const struct config *cf = &s->session->now.config;
    bool wide = c.cols >= 80;
    int hands = clock_hands(cf), rows = c.rows - HEAD - 1, shown = rows < hands ? rows : hands,
        high = shown > 0 ? rows / shown : 1;
    double trained = param_of(cf, "trained"), factor = param_of(cf, "factor");
    high = high > TALLEST ? TALLEST : high;
    if (shown < 1)
        return;
    struct chart g = chart_in(canvas_part(c, HEAD, 0, high * shown + 1, c.cols), s,
                              (struct chart_edges){.left = 6, .right = wide ? WHOLE : BRIEF, .below = 1});
    g.tens = true;
    g.left = 0;
    g.right = ceil(log10(fmax(clock_period(cf, hands - 1), fmax(trained * factor, 10))));
    canvas_either(
        c, 0, 0, STYLE_TITLE,
        say(s, TEXT("how many words a hand takes to go round: %s without scaling, %s with it"),
            s->ascii ? "o" : "○", s->ascii ? "*" : "●"),
        say(s, TEXT("once round in: %s before, %s now"), s->ascii ? "o" : "○", s->ascii ? "*" : "●"));
    const struct chart_mark at[] = {
        {log10(trained), {STYLE_KEY, 0}, say(s, TEXT("trained: %.0f"), trained)},
        {log10(trained * factor), {STYLE_NOTE, 0}, say(s, "%.0f", trained * factor)}};
    if (trained > 0)
        chart_marks(&g, at, factor > 1 ? 2 : 1);
    else
        chart_numbers(&g, NULL, 0);
    for (int i = 0; i < shown; i++) {
        int hand = encoding_hand_shown(s, i, shown), row = i * high + (high - 1) / 2;
        arrow(&g, row, hand);
        const char *says = band_text(s, hand);
        canvas_put(g.after, row, 1, band_of(cf, hand) == BAND_KEPT ? STYLE_DIM : STYLE_TEXT,
                   wide ? say(s, TEXT("%.1f words: %s"), clock_period(cf, hand), says) : says);
        if (click_hit(s->click, c, HEAD + row, 0, c.cols))
            click_line(s->click, "set column %d", hand * encoding_columns(cf));
        for (struct spot *p = NULL; (p = spots_next(s, TARGET_HAND, p));)
            if (p->target.row < 0 && encoding_hand(cf, p->target.col) == hand)
                spots_found(s, p, c, (struct area){HEAD + row, 0, 1, c.cols});
    }
}

/* ---- how alike positions are ---------------------------------------------------------- */

static double alike_over(const void *of, double from, double to)
{
    return clock_alike(of, fmax(from, 0), fmax(to, 0));
}

void encoding_alike_curve_draw(struct canvas c, const void *of)
{
    enum { LEAST = 40 };
    const struct screen *s = of;
    const struct config *cf = &s->session->now.config;
    const struct look *look = &s->session->now.state.look;
    struct config unscaled = clock_unscaled(cf);
    struct clock_turns is, own;
    double trained = param_of(cf, "trained"), far = trained * param_of(cf, "factor"),
           apart = abs(look->encoding.pos - look->encoding.pos2);
    bool scaled = param_of(cf, "scaling") > 0;
    const struct chart_line before = {.at = alike_over,
                                      .of = &own,
                                      .look = {STYLE_GHOST, 0},
                                      .every = 6,
                                      .drawn = 3},
                            now = {.at = alike_over, .of = &is, .look = {STYLE_TITLE, 0}, .thick = 1};
    clock_turns(&is, cf);
    clock_turns(&own, &unscaled);
    struct chart g = chart_in(canvas_part(c, 1, 0, c.rows - 1, c.cols), s,
                              (struct chart_edges){.left = CHART_AXIS, .below = 1});
    g.right = fmax(1.1 * fmax(far, trained), fmax(LEAST, 1.5 * apart));
    g.digits = 2;
    double low = 0, high = fmax(1, is.longer);
    for (int x = 0; x < 2 * g.in.cols; x++) {
        double at = g.right * x / (2 * g.in.cols);
        low = fmin(low, fmin(clock_alike(&is, at, at), clock_alike(&own, at, at)));
    }
    const char *line = s->ascii ? "---" : "──", *dashes = s->ascii ? "- -" : "╌╌";
    int col = canvas_either(
        c, 0, 0, STYLE_TITLE,
        say(s, TEXT("%s places %.0f apart are alike by %.3f"), line, apart, clock_alike(&is, apart, apart)),
        say(s, TEXT("%s %.0f apart: %.3f"), line, apart, clock_alike(&is, apart, apart)));
    if (scaled)
        canvas_either(c, 0, col + 3, STYLE_NOTE,
                      say(s, TEXT("%s without scaling: %.3f"), dashes, clock_alike(&own, apart, apart)),
                      say(s, TEXT("%s before: %.3f"), dashes, clock_alike(&own, apart, apart)));
    const struct chart_mark at[] = {{apart, {STYLE_KEY, 0}, NULL},
                                    {trained, {STYLE_NOTE, 0}, say(s, TEXT("trained: %.0f"), trained)},
                                    {far, {STYLE_NOTE, 0}, say(s, "%.0f", far)}};
    chart_reach(&g, low, high);
    chart_marks(&g, at, trained <= 0 ? 1 : far > trained ? 3 : 2);
    if (scaled)
        chart_curve(&g, &before);
    chart_curve(&g, &now);
    chart_offsets(&g, &now);
}
