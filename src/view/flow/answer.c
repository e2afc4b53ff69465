/* The flow ends in a word: what each word of the sentence answers, and in words what the asking one does. */
#include <math.h>

#include "view/flow/flow.h"

static void class_name(const struct flow *f, int class, struct text *out)
{
    screen_word(&f->now->state, f->now->state.classes, class, out);
}

static int percent(double share)
{
    return (int)lround(100 * share);
}

/* Returns the class with the largest share, of equal ones the first. */
static int largest(const double *p, int count)
{
    int best = 0;
    for (int k = 1; k < count; k++)
        best = p[k] > p[best] ? k : best;
    return best;
}

/* Returns the class that comes after `class` in order of their shares, -1 after the last. */
static int next_largest(const double *p, int count, int class)
{
    int best = -1;
    for (int k = 0; k < count; k++)
        if ((p[k] < p[class] || (p[k] == p[class] && k > class)) && (best < 0 || p[k] > p[best]))
            best = k;
    return best;
}

/* A piece of the whole with the name of its class where there is room: the largest is bright. */
static void piece(struct canvas c, const struct flow *f, int class, double share, bool bright)
{
    struct text whole = TEXT_HERE, name = TEXT_HERE;
    class_name(f, class, &name);
    text_addf(&whole, "%s %d", text_str(&name), percent(share));
    bool fits = utf8_width(text_str(&whole)) <= c.cols, brief = utf8_width(text_str(&name)) <= c.cols;
    canvas_field(c, 0, 0, c.cols, bright ? STYLE_STRONG : STYLE_TEXT,
                 fits    ? text_str(&whole)
                 : brief ? text_str(&name)
                         : "");
    canvas_ink(c, 0, 0, c.cols, ink_hue(HUE_GREY, bright ? HUE_FULL * 3 / 4 : HUE_FULL / 3));
    text_finish(&whole);
    text_finish(&name);
}

static void whole_of_word(struct canvas c, const struct flow *f, int w)
{
    const struct mat m = f->now->trace.probs;
    const double *p = mat_row(m, w);
    double sum = 0;
    for (int k = 0; k < m.cols; k++) {
        int from = (int)lround(sum * f->width), to = (int)lround((sum + p[k]) * f->width);
        sum += p[k];
        if (to > from)
            piece(canvas_part(c, f->row[FLOW_ANSWER], flow_left(f, w) + from, 1, to - from), f, k, p[k],
                  k == largest(p, m.cols));
    }
}

/* Writes the word that the asking one should say, if a target wants one. */
static void wanted(const struct flow *f, struct text *out)
{
    const struct config *c = &f->now->config;
    for (int i = 0; i < c->target_count; i++)
        if (c->target[i].head < 0 && c->target[i].at == f->query) {
            text_add(out, screen_text(f->s, TEXT("; it should say ", "；应该说 ")));
            class_name(f, c->target[i].to, out);
        }
}

/* Writes what the asking word says: the likeliest answers, at most so many. */
static void says(const struct flow *f, int most, struct text *out)
{
    struct mat m = f->now->trace.probs;
    const double *p = mat_row(m, f->query);
    screen_word(&f->now->state, f->now->state.sentence, f->query, out);
    text_add(out, screen_text(f->s, TEXT(" says: ", "：")));
    for (int i = 0, k = largest(p, m.cols); k >= 0 && i < most; i++, k = next_largest(p, m.cols, k)) {
        text_add(out, i ? screen_text(f->s, TEXT(", ", "，")) : "");
        class_name(f, k, out);
        text_addf(out, " %d %%", percent(p[k]));
    }
    text_add(out, m.cols > most ? " …" : "");
    wanted(f, out);
}

void flow_says(const struct flow *f, struct text *out)
{
    enum { MOST = 4 };
    says(f, MOST, out);
}

/* As many of the answers as fit; with one alone, only the words. */
static void says_in(const struct flow *f, int cols, struct text *out)
{
    enum { MOST = 4 };
    for (int most = MOST; most > 0; most--) {
        text_clear(out);
        says(f, most, out);
        if (utf8_width(text_str(out)) <= cols)
            return;
    }
    text_clear(out);
    screen_word(&f->now->state, f->now->state.sentence, f->query, out);
    text_add(out, screen_text(f->s, TEXT(": ", "：")));
    class_name(f, largest(mat_row(f->now->trace.probs, f->query), f->now->trace.probs.cols), out);
    wanted(f, out);
}

void flow_answer_draw(struct canvas c, const struct flow *f)
{
    for (int w = 0; w < f->words && f->rows[FLOW_ANSWER] && flow_seen(f, FLOW_ANSWER) >= 1; w++)
        if (flow_in_sight(f, w))
            whole_of_word(c, f, w);
}

void flow_says_draw(struct canvas c, const struct flow *f)
{
    struct text t = TEXT_HERE;
    if (!f->rows[FLOW_SAYS] || flow_backwards(f) || flow_seen(f, FLOW_ANSWER) < 1)
        return;
    says_in(f, c.cols - 1, &t);
    int left = f->gutter < 10 || f->gutter + utf8_width(text_str(&t)) > c.cols ? 1 : f->gutter;
    canvas_put(c, f->row[FLOW_SAYS], left, STYLE_TEXT, text_str(&t));
    text_finish(&t);
}
