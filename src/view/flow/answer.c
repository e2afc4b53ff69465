/* The flow ends in a word: what each word of the sentence answers, and in words what the asking one does. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "model/pretrained.h"
#include "view/changes.h"
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

/* A word's answer: the shares of the classes side by side, each as wide as it is large. */
struct whole {
    struct canvas c;
    const double *share;
    int count, best;
};

struct piece {
    int class, from, to;
    double sum; /* of the shares up to `to` */
};

/* Goes on to the next piece that has a column; the first after a class of -1. */
static bool next_piece(const struct whole *v, struct piece *p)
{
    while (++p->class < v->count) {
        p->from = (int)lround(p->sum * v->c.cols);
        p->sum += v->share[p->class];
        p->to = (int)lround(p->sum * v->c.cols);
        if (p->to > p->from)
            return true;
    }
    return false;
}

/* Writes a class with its share if both fit in `room` columns, else the class alone; returns its width. */
static int label(const struct flow *f, const struct whole *v, int class, int room, struct text *out)
{
    char share[16];
    snprintf(share, sizeof share, " %d", percent(v->share[class]));
    text_clear(out);
    class_name(f, class, out);
    if (utf8_width(text_str(out)) + utf8_width(share) <= room)
        text_add(out, share);
    return utf8_width(text_str(out));
}

/* The largest piece is always named, if need be across the pieces beside it; the others where they have room,
 * with a blank between two names. */
static void name_pieces(const struct flow *f, const struct whole *v)
{
    struct text t = SCREEN_TEXT(f->s);
    struct piece p = {.class = -1}, best = p;
    while (next_piece(v, &best) && best.class < v->best)
        continue;
    int width = label(f, v, v->best, best.to - best.from, &t), free = 0,
        left = best.from + width <= v->c.cols ? best.from : v->c.cols - width;
    left = left < 0 ? 0 : left;
    canvas_field(v->c, 0, left, width < v->c.cols ? width : v->c.cols, STYLE_STRONG, text_str(&t));
    while (next_piece(v, &p)) {
        int from = p.from < free ? free : p.from, to = p.class < v->best && p.to >= left ? left - 1 : p.to,
            wide = label(f, v, p.class, to - from, &t);
        if (p.class == v->best) {
            free = left + width + 1;
        } else if (wide <= to - from) {
            canvas_put(v->c, 0, from, STYLE_TEXT, text_str(&t));
            free = from + wide + 1;
        }
    }
}

/* The names, then the grounds under them: the largest is bright. */
static void whole_of_word(struct canvas c, const struct flow *f, int w)
{
    const struct mat m = f->now->trace.probs;
    const double *share = mat_row(m, w);
    const struct whole v = {canvas_part(c, f->row[FLOW_ANSWER], flow_left(f, w), 1, f->width), share, m.cols,
                            largest(share, m.cols)};
    struct piece p = {.class = -1};
    name_pieces(f, &v);
    while (next_piece(&v, &p))
        canvas_ink(v.c, 0, p.from, p.to - p.from,
                   ink_hue(HUE_GREY, p.class == v.best ? HUE_FULL * 3 / 4 : HUE_FULL / 3));
}

/* Writes the word that the asking one should say, if a target wants one. Where only others are asked, its
 * answer is neither right nor wrong. */
static void wanted(const struct flow *f, struct text *out)
{
    const struct config *c = &f->now->config;
    bool others = false;
    for (int i = 0; i < c->target_count; i++) {
        if (c->target[i].head < 0 && c->target[i].at == f->query) {
            text_add(out, screen_text(f->s, TEXT("; it should say ", "；应该说 ")));
            class_name(f, c->target[i].to, out);
            return;
        }
        others |= c->target[i].head < 0;
    }
    text_add(out, others ? screen_text(f->s, TEXT("; nothing is asked here", "；这里不考")) : "");
}

/* Where the answer is read: a model is asked at one place of the sentence, otherwise the asking word answers.
 */
static int answering(const struct flow *f)
{
    return state_model(&f->now->state) ? state_asked(&f->now->state) : f->query;
}

static void add_share(const struct flow *f, double share, struct text *out)
{
    if (state_model(&f->now->state))
        text_addf(out, " %.1f %%", 100 * share);
    else
        text_addf(out, " %d %%", percent(share));
}

/* Writes what a model guessed first before the last change, if that reads otherwise: " (was dog 1.2 %)". */
static void add_before(const struct flow *f, int guess, double share, struct text *out)
{
    const struct scene *before = changes_last(f->s);
    struct text was = SCREEN_TEXT(f->s), is = SCREEN_TEXT(f->s);
    if (f->now != &f->s->model->now || f->paired || !before || !state_model(&f->now->state) ||
        state_model(&before->state) != state_model(&f->now->state))
        return;
    const double *p = mat_row(before->trace.probs, state_asked(&before->state));
    int then = largest(p, before->trace.probs.cols);
    add_share(f, p[then], &was);
    add_share(f, share, &is);
    if (then != guess || strcmp(text_str(&was), text_str(&is)) != 0) {
        text_add(out, screen_text(f->s, TEXT(" (was", "（之前")));
        if (then != guess) {
            text_add(out, " ");
            class_name(f, then, out);
        }
        text_addf(out, "%s%s", text_str(&was), screen_text(f->s, TEXT(")", "）")));
    }
}

/* Whether the model guesses masked words and the sentence masks none. */
static bool nothing_masked(const struct flow *f)
{
    const struct state *s = &f->now->state;
    const struct pretrained *model = state_model(s);
    int mask = model ? pretrained_mask(model) : -1;
    return mask >= 0 && s->sentence->id[state_asked(s)] != mask;
}

static void add_opening(const struct flow *f, struct text *out)
{
    const struct state *s = &f->now->state;
    const struct pretrained *model = state_model(s);
    if (model && pretrained_mask(model) < 0) {
        text_add(out, screen_text(f->s, TEXT("next:", "下一个词：")));
        return;
    }
    screen_word(s, s->sentence, answering(f), out);
    text_add(out,
             model ? screen_text(f->s, TEXT(" is:", " 处应是：")) : screen_text(f->s, TEXT(" says:", "：")));
}

/* Writes what is answered, at most so many of the likeliest. */
static void says(const struct flow *f, int most, struct text *out)
{
    struct mat m = f->now->trace.probs;
    const double *p = mat_row(m, answering(f));
    bool spaced = f->now->state.look.lang == LANG_EN;
    add_opening(f, out);
    if (mat_overflowed(mat_rows(m, answering(f), 1))) {
        text_addf(out, "%s%s", spaced ? " " : "", screen_overflow_says(f->s));
        return;
    }
    for (int i = 0, k = largest(p, m.cols); k >= 0 && i < most; i++, k = vec_next_largest(p, m.cols, k)) {
        text_add(out, i ? screen_text(f->s, TEXT(", ", "，")) : spaced ? " " : "");
        class_name(f, k, out);
        add_share(f, p[k], out);
        if (i == 0)
            add_before(f, k, p[k], out);
    }
    text_add(out, m.cols > most ? " …" : "");
    wanted(f, out);
}

/* What to do so that a model that guesses masked words has one to guess; `brief`: in a few words. */
static void ask_for_mask(const struct flow *f, bool brief, struct text *out)
{
    const struct lexicon *l = f->now->state.lexicon;
    text_addf(out,
              screen_text(f->s, EITHER(brief, TEXT("It guesses %s.", "模型猜的是 %s。"),
                                       TEXT("Write %s for a word, and the model guesses it.",
                                            "把一个词换成 %s，模型就来猜它。"))),
              lexicon_at(l, pretrained_mask(state_model(&f->now->state))).name);
}

void flow_says(const struct flow *f, struct text *out)
{
    enum { MOST = 4 };
    if (nothing_masked(f))
        ask_for_mask(f, false, out);
    else
        says(f, MOST, out);
}

void flow_next(const struct screen *s, int cols, struct text *out)
{
    enum { MOST = 4 };
    const struct scene *now = &s->model->now;
    const struct flow f = {.s = s, .now = now, .query = now->state.look.query};
    if (s->hidden || !state_model(&now->state) || !mat_present(now->trace.probs) || nothing_masked(&f))
        return;
    for (int most = MOST; most > 0; most--) {
        text_clear(out);
        says(&f, most, out);
        if (utf8_width(text_str(out)) <= cols)
            return;
    }
    text_clear(out);
}

/* As many of the answers as fit; with one alone, only the words. */
static void says_in(const struct flow *f, int cols, struct text *out)
{
    enum { MOST = 4 };
    if (nothing_masked(f)) {
        ask_for_mask(f, false, out);
        if (utf8_width(text_str(out)) > cols) {
            text_clear(out);
            ask_for_mask(f, true, out);
        }
        return;
    }
    for (int most = MOST; most > 0; most--) {
        text_clear(out);
        says(f, most, out);
        if (utf8_width(text_str(out)) <= cols)
            return;
    }
    struct mat m = f->now->trace.probs;
    text_clear(out);
    screen_word(&f->now->state, f->now->state.sentence, answering(f), out);
    text_add(out, screen_text(f->s, TEXT(": ", "：")));
    class_name(f, largest(mat_row(m, answering(f)), m.cols), out);
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
    struct text t = SCREEN_TEXT(f->s);
    if (!f->rows[FLOW_SAYS] || flow_backwards(f) || flow_seen(f, FLOW_ANSWER) < 1)
        return;
    says_in(f, c.cols - 1, &t);
    int left = f->gutter < 10 || f->gutter + utf8_width(text_str(&t)) > c.cols ? 1 : f->gutter;
    canvas_put(c, f->row[FLOW_SAYS], left, STYLE_TEXT, text_str(&t));
}
