/* What an encoding adds to the scores by distance alone: a falling line per head, or boxes that the
 * distances share, with the number that each box adds. Distances run to both sides of the asking word;
 * below are the words at that distance. */
#include <math.h>
#include <stdlib.h>

#include "base/number.h"
#include "core/encoding/posenc.h"
#include "study/head_kind.h"
#include "view/encoding/encoding.h"
#include "view/paint.h"
#include "view/figures/chart.h"

enum { LINE_REACH = 12, LEAST_REACH = 4, NAMES = 12, FEET = 3, NARROWEST = 4 };

/* Offsets from `lo` to `hi`, each `step` columns wide; offset 0 begins at column `middle`. */
struct axis {
    struct canvas c;
    const struct screen *s;
    int lo, hi, step, middle;
    bool staggered; /* every other word is a row lower */
};

static double bias_at(const struct screen *s, int head, long offset)
{
    const struct config *c = &s->session->now.config;
    long query = STATE_LAST_POSITION; /* far from the sentence's start: only the offset matters */
    return c->pe->bias(query, query + offset, head, c);
}

static struct axis axis_over(struct canvas c, const struct screen *s, int reach)
{
    int step = c.cols / (2 * reach + 1);
    if (step < 1) {
        step = 1;
        reach = (c.cols - 1) / 2;
    }
    struct axis x = {c, s, -reach, reach, step, 0, false};
    x.middle = c.cols / 2 - x.step / 2;
    return x;
}

static int axis_col(const struct axis *x, int offset)
{
    return x->middle + offset * x->step;
}

static int cursor_offset(const struct screen *s)
{
    return s->session->now.state.look.encoding.pos2 - s->session->now.state.look.encoding.pos;
}

/* Draws the distances in row 0 and the words below them, where they do not touch what is there. */
static void ticks(struct axis x, int row)
{
    const struct look *look = &x.s->session->now.state.look;
    int every = 1, word_end[2] = {0, 0}, end = 0,
        asking = axis_col(&x, 0) + (x.step - utf8_width(encoding_word(x.s, look->encoding.pos))) / 2;
    while (every * x.step < NARROWEST)
        every *= every == 2 ? 4 : 2; /* 1 2 8 16 … */
    x.c = canvas_part(x.c, row, 0, x.c.rows - row, x.c.cols);
    for (int o = x.lo; o <= x.hi; o++) {
        int low = x.staggered && o % 2 != 0, col = axis_col(&x, o);
        const char *t = said_values(x.s, o > 0 ? "+%d" : "%d", o);
        int width = utf8_width(t), left = col + (x.step - width) / 2;
        if (o % every == 0 && left >= end && left + width <= x.c.cols)
            end = 1 + canvas_put(x.c, 0, left,
                                 o == cursor_offset(x.s) ? STYLE_KEY
                                 : o                     ? STYLE_LABEL
                                                         : STYLE_TITLE,
                                 t);
        const char *word = encoding_word(x.s, look->encoding.pos + (long)o);
        width = utf8_width(word);
        left = col + (x.step - width) / 2;
        int room = o < 0 && !low ? asking - 1 : x.c.cols; /* words before the asking one leave it its room */
        if (*word && left >= word_end[low] && left + width <= room)
            word_end[low] = 1 + canvas_put(x.c, 1 + low, left, o ? STYLE_TEXT : STYLE_TITLE, word);
    }
}

/* Far words lose points: doer, head 1 at offset key - query = -2 adds -0.1250 … */
static void bias_title(struct canvas c, const struct screen *s, const char *what)
{
    const struct state *now = &s->session->now.state;
    const char *name = head_name(&s->session->now, now->look.stage, now->look.head);
    double adds = bias_at(s, now->look.head, cursor_offset(s)) + 0.0; /* no -0 */
    const char *brief =
        say(s, TEXT("head %d at offset %d adds %.4f"), now->look.head + 1, cursor_offset(s), adds);
    const char *whole = said_values(s, "%s%s%s%s%s", what, name, *name ? screen_text(s, TEXT(", ")) : "",
                                    brief, screen_text(s, TEXT(" to the scaled score")));
    canvas_either(c, 0, 0, STYLE_TITLE, whole, brief);
}

struct ends {
    double lo, hi;
};

/* The smallest and the largest bias of these heads; 0 is always inside. */
static struct ends bias_ends(const struct axis *x, int head, int heads)
{
    struct ends r = {0, 0};
    for (int h = head; h < head + heads; h++)
        for (int o = x->lo; o <= x->hi; o++) {
            r.lo = fmin(r.lo, bias_at(x->s, h, o));
            r.hi = fmax(r.hi, bias_at(x->s, h, o));
        }
    if (!(r.lo < r.hi))
        r.lo = -1;
    return r;
}

/* ---- a line per head ------------------------------------------------------------- */

struct slope {
    const struct screen *s;
    int head;
};

static double slope_at(const void *of, long offset)
{
    const struct slope *line = of;
    return bias_at(line->s, line->head, offset);
}

/* Returns a chart over the middles of the offsets. */
static struct chart slopes_chart(const struct axis *x, struct ends y)
{
    struct chart g = chart_in(x->c, x->s, (struct chart_edges){0});
    g.left = -(double)x->middle / x->step - 0.5;
    g.right = g.left + (2 * x->c.cols - 1) / (2.0 * x->step);
    g.low = y.lo;
    g.high = y.hi;
    return g;
}

static void head_line(const struct chart *g, int head)
{
    bool own = head == g->s->session->now.state.look.head;
    chart_curve(g, &(struct chart_line){
                       .whole = slope_at,
                       .of = &(struct slope){g->s, head},
                       .look = {own ? STYLE_TITLE : STYLE_TEXT, ink_hue(hue_of_head(head), HUE_FULL)},
                       .thick = own ? 2 : 1});
}

/* Writes what each head takes at the far left beside the end of its line, nearest lines first. */
static void line_names(struct canvas c, const struct axis *x, struct ends y)
{
    const struct screen *s = x->s;
    unsigned char taken[256] = {0};
    for (int i = 0; i < s->session->now.config.heads; i++) {
        double end = bias_at(s, i, x->lo);
        int row = (int)((y.hi - end) / (y.hi - y.lo) * (c.rows - 1) + 0.5);
        struct text t = SCREEN_TEXT(s);
        while (row > 0 && row < 256 && taken[row])
            row--;
        if (row >= c.rows || row >= 256 || taken[row])
            continue;
        taken[row] = 1;
        text_addf(&t, screen_text(s, TEXT("head %d ")), i + 1);
        number_fixed(&t, end, 2, 6);
        canvas_put_ink(c, row, 0, i == s->session->now.state.look.head ? STYLE_TITLE : STYLE_TEXT,
                       ink_hue(hue_of_head(i), HUE_FULL), text_str(&t));
    }
}

void encoding_slopes_draw(struct canvas c, const void *of)
{
    const struct screen *s = of;
    struct canvas inner = canvas_part(c, 1, NAMES + 1, c.rows - 1 - FEET, c.cols - NAMES - 1);
    /* A reach at which the words of the sentence have room side by side, if that is enough. */
    int widest = (int)fmax(NARROWEST, encoding_widest_word(s)), n = s->session->now.state.sentence->count;
    int words_reach = (inner.cols / (widest + 1) - 1) / 2;
    words_reach = words_reach > LINE_REACH    ? LINE_REACH
                  : words_reach < LEAST_REACH ? LEAST_REACH
                                              : words_reach;
    int reach = words_reach > n ? words_reach : n;
    if (inner.rows < 2 || inner.cols < 8)
        return;
    struct axis x = axis_over(inner, s, reach);
    struct ends y = bias_ends(&x, 0, s->session->now.config.heads);
    bias_title(c, s, screen_text(s, TEXT("Far words lose points: ")));
    struct chart g = slopes_chart(&x, y);
    chart_stake(&g, 0, (struct canvas_look){STYLE_BORDER, 0});
    chart_stake(&g, cursor_offset(s), (struct canvas_look){STYLE_KEY, 0});
    for (int h = s->session->now.config.heads; h-- > 0;)
        head_line(&g, h);
    head_line(&g, s->session->now.state.look.head);
    line_names(canvas_part(c, 1, 0, inner.rows, NAMES), &x, y);
    x.c = canvas_part(c, 1, NAMES + 1, c.rows - 1, inner.cols);
    ticks(x, inner.rows);
    /* points lost a word: head 1 0.0625  head 2 0.0039 */
    int row = c.rows - 1;
    int col = canvas_put(c, row, 0, STYLE_NOTE, screen_text(s, TEXT("lost per word: ")));
    for (int i = 0; i < s->session->now.config.heads && col + 16 < c.cols; i++)
        col = canvas_put_ink(c, row, col, STYLE_TEXT, ink_hue(hue_of_head(i), HUE_FULL),
                             say(s, TEXT("head %d %.4g"), i + 1, -bias_at(s, i, 1))) +
              2;
}

/* ---- boxes of distances ---------------------------------------------------------- */

static int bucket_of(const struct screen *s, int offset)
{
    const struct config *c = &s->session->now.config;
    return t5_bucket(offset, (int)c->pe_param[0], (long)c->pe_param[1], c->pe_param[2] == 0);
}

/* Draws the boxes, each as wide as the distances that share it. */
static void boxes(const struct axis *x, int row, int high)
{
    const struct screen *s = x->s;
    bool plain = screen_mono(s) || s->ascii;
    for (int o = x->lo; o <= x->hi;) {
        int from = o, here = bucket_of(s, o), col = axis_col(x, o);
        while (o <= x->hi && bucket_of(s, o) == here)
            o++;
        int width = (o - from) * x->step;
        uint16_t ink = ink_hue((enum hue)(HUE_HAND + here % HUE_HANDS), HUE_FULL);
        bool own = cursor_offset(s) >= from && cursor_offset(s) < o;
        for (int r = row; r < row + high; r++)
            for (int k = 0; k < width - (width > 2); k++)
                canvas_inked(x->c, r, col + k, plain ? (here % 2 ? '=' : '#') : ' ', 0,
                             own ? ink_hue(HUE_FOCUS, HUE_FULL) : ink);
        int digits = here > 99 ? 3 : here > 9 ? 2 : 1;
        if (width <= digits)
            continue;
        canvas_putf(x->c, row + high / 2, col + (width - digits) / 2, own ? STYLE_STRONG : STYLE_TEXT, "%d",
                    here);
        canvas_ink(x->c, row + high / 2, col + (width - digits) / 2, digits,
                   own ? ink_hue(HUE_FOCUS, HUE_FULL) : ink);
    }
}

/* Draws the number that each distance adds, as a bar from the line of 0. */
static void distance_bars(struct canvas c, const struct axis *x, struct ends y)
{
    const struct screen *s = x->s;
    bool plain = screen_mono(s) || s->ascii;
    int head = s->session->now.state.look.head;
    struct paint p;
    if (!paint_begin(&p, s->scratch, c.rows, c.cols))
        return;
    double scale = p.height / (y.hi - y.lo), zero = y.hi * scale;
    for (int o = x->lo; o <= x->hi; o++) {
        double v = bias_at(s, head, o), end = zero - v * scale;
        uint16_t ink = plain ? ink_hue(HUE_HEAD, HUE_FULL) : ink_diverging(v > 0 ? 1 : -1, 1);
        for (int row = 0; row < p.height; row++)
            if (row + 0.5 > fmin(zero, end) && row + 0.5 < fmax(zero, end))
                paint_span(&p, row, axis_col(x, o) * PAINT_SUB, axis_col(x, o + 1) * PAINT_SUB, ink);
    }
    paint_show(&p, c, (struct paint_look){screen_theme(s), screen_mono(s), s->ascii});
}

void encoding_buckets_draw(struct canvas c, const void *of)
{
    const struct screen *s = of;
    long most = (long)s->session->now.config.pe_param[1];
    bool tall = c.rows >= 18;
    int wide = c.cols - NAMES - 1, high = tall ? 3 : 1, words = 2 + tall, below = c.rows - 2 - high - words;
    if (wide < 8)
        return;
    int reach = wide / 2 > most + 4 ? (int)most + 4 : wide >= 60 ? (wide / 3 - 1) / 2 : (wide / 2 - 1) / 2;
    int far = abs(cursor_offset(s)) + 2, widest = (wide - 1) / 2; /* the distance in focus stays in sight */
    if (far > reach)
        reach = far < widest ? far : widest;
    struct axis x = axis_over(canvas_part(c, 1, NAMES + 1, c.rows - 1, wide), s, reach);
    if (far > x.hi && far < wide) { /* too narrow for both sides: its own */
        x.middle = cursor_offset(s) < 0 ? far : wide - 1 - far;
        x.lo = -x.middle;
        x.hi = wide - 1 - x.middle;
    }
    bias_title(c, s, screen_text(s, TEXT("Near words have a bucket each, far ones share: ")));
    canvas_put(c, 1, 0, STYLE_LABEL, screen_text(s, TEXT("bucket")));
    x.staggered = tall;
    boxes(&x, 0, high);
    ticks(x, high);
    canvas_put(c, c.rows - 1, 0, STYLE_NOTE, screen_text(s, TEXT("each bucket adds its own number")));
    if (below < 2) /* no bars */
        return;
    struct ends y = bias_ends(&x, s->session->now.state.look.head, 1);
    struct canvas low = canvas_part(c, 1 + high + words, NAMES + 1, below, wide);
    distance_bars(low, &x, y);
    struct canvas part = canvas_part(c, 1 + high + words, 0, below, NAMES);
    canvas_number(part, (struct slot){0, 0, NAMES - 1}, STYLE_LABEL, y.hi, 2);
    canvas_number(part, (struct slot){part.rows - 1, 0, NAMES - 1}, STYLE_LABEL, y.lo, 2);
}
