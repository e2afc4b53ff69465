/* The next word: the shares that it is drawn from as one whole, with a needle where the lot falls, and a word
 * that was just written on its way to the end of the sentence. */
#include <math.h>

#include "study/learning.h"
#include "study/machine/next.h"
#include "view/figures/tell.h"
#include "view/flow/flow.h"

/* dog 52 %, bird 48 %: what may be drawn, at most so many of the likeliest. */
static const char *shares_say(const struct flow *f, const struct next *n, int most)
{
    struct text t = SCREEN_TEXT(f->s);
    int k = vec_next_largest(n->share, n->count, -1), said = 0;
    for (; k >= 0 && n->share[k] > 0 && said < most; k = vec_next_largest(n->share, n->count, k))
        text_addf(&t, "%s%s %s", said++ ? screen_text(f->s, TEXT(", ")) : "",
                  flow_word(f, f->now->state.classes, k), share_text(f->s, n->share[k], SHARE_PERCENT));
    text_add(&t, k >= 0 && n->share[k] > 0 ? " …" : "");
    return text_str(&t);
}

/* Shares as one whole; without colours pieces end with a line. */
static void whole_bar(struct canvas bar, const struct flow *f, const struct next *n)
{
    double sum = 0;
    flow_pieces_draw(bar, f, n->share, n->count, n->class);
    for (int k = 0; k < n->count && screen_mono(f->s); k++)
        if (n->share[k] > 0 && (sum += n->share[k]) < 1)
            canvas_put(bar, 0, (int)lround(sum * bar.cols) - 1, STYLE_TEXT, "|");
}

/* Takes what the grammar of the stories gives to the words that may follow, if the sentence is one of them.
 */
static bool should_be(const struct flow *f, struct next *out)
{
    const struct scene *now = f->now;
    struct story story;
    *out = (struct next){.count = now->config.classes};
    if (!expected_story(now, now->config.n - 1, &story) || !arena_more(f->s->scratch, (size_t)out->count))
        return false;
    out->share = arena_doubles(f->s->scratch, (size_t)out->count);
    for (int k = 0; k < out->count; k++)
        out->share[k] = expected_share(now, &story, k);
    out->class = vec_next_largest(out->share, out->count, -1);
    return true;
}

void flow_next_draw(struct canvas c, const struct flow *f)
{
    enum { LABEL = 8 };
    struct next n, should;
    if (!f->rows[FLOW_NEXT] || flow_seen(f, FLOW_ANSWER) < 1 || !next_choose(f->now, f->s->scratch, &n))
        return;
    int left = f->gutter > LABEL ? f->gutter : 1;
    struct canvas bar = canvas_part(c, f->row[FLOW_NEXT], left, 2, c.cols - left - 1);
    if (left > LABEL)
        canvas_either(canvas_part(c, f->row[FLOW_NEXT], 1, 1, left - 2), 0, 0, STYLE_LABEL,
                      screen_text(f->s, TEXT("next, by lot")), screen_text(f->s, TEXT("by lot")));
    whole_bar(bar, f, &n);
    if (f->rows[FLOW_NEXT] > 2 && should_be(f, &should)) { /* quiet, below: the pieces that are right */
        struct canvas right = canvas_part(c, f->row[FLOW_NEXT] + 2, left, 1, bar.cols);
        if (left > LABEL)
            canvas_either(canvas_part(c, f->row[FLOW_NEXT] + 2, 1, 1, left - 2), 0, 0, STYLE_DIM,
                          screen_text(f->s, TEXT("should be")), screen_text(f->s, TEXT("should")));
        whole_bar(right, f, &should);
    }
    int at = (int)(n.lot * bar.cols);
    const char *said = say(f->s, TEXT("the lot %s: %s"), share_text(f->s, n.lot, SHARE_PLAIN),
                           flow_word(f, f->now->state.classes, n.class));
    int width = utf8_width(said), from = at + 2 + width <= bar.cols ? at + 2 : at - 1 - width;
    canvas_glyph(bar, 1, at, STYLE_KEY, f->s->ascii ? '^' : 0x25B2);
    canvas_put(bar, 1, from > 0 ? from : 0, STYLE_TEXT, said);
}

void flow_next_tell(const struct teller *t, const struct flow *f)
{
    enum { MOST = 6 };
    struct next n;
    struct next should;
    if (!next_choose(f->now, t->screen.scratch, &n))
        return;
    tell(t, TEXT("The next word is drawn by lot, temperature %g: %s. The lot %s falls on %s.\n"),
         f->now->state.set.temperature, shares_say(f, &n, MOST), share_text(&t->screen, n.lot, SHARE_PLAIN),
         flow_word(f, f->now->state.classes, n.class));
    if (should_be(f, &should))
        tell(t, TEXT("By the grammar it should be: %s.\n"), shares_say(f, &should, MOST));
}

void flow_written_draw(struct canvas c, const struct flow *f)
{
    const struct scene *from = f->s->from;
    const int last = f->words - 1;
    const double e = screen_moved(f->s, 0);
    if (!from || f->now != &f->s->session->now || e >= 1 || last < 1 || from->config.n != last ||
        from->config.classes != f->now->config.classes || !f->rows[FLOW_ANSWER] || !flow_in_sight(f, last) ||
        !flow_in_sight(f, last - 1))
        return;
    for (int w = 0; w < last; w++)
        if (from->state.sentence->id[w] != f->now->state.sentence->id[w])
            return;
    int row = (int)lround((1 - e) * f->row[FLOW_ANSWER] + e * f->row[FLOW_WORDS]),
        col = (int)lround((1 - e) * flow_left(f, last - 1) + e * flow_left(f, last));
    canvas_put(c, row, col, STYLE_CURSOR,
               said_values(f->s, " %s ", flow_word(f, f->now->state.sentence, last)));
}
