/* The flow ends in a word: what each word of the sentence answers, and in words what the asking one does. */
#include <math.h>
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
    struct text was = TEXT_HERE, is = TEXT_HERE;
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
    text_finish(&was);
    text_finish(&is);
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
    struct text t = TEXT_HERE;
    if (!f->rows[FLOW_SAYS] || flow_backwards(f) || flow_seen(f, FLOW_ANSWER) < 1)
        return;
    says_in(f, c.cols - 1, &t);
    int left = f->gutter < 10 || f->gutter + utf8_width(text_str(&t)) > c.cols ? 1 : f->gutter;
    canvas_put(c, f->row[FLOW_SAYS], left, STYLE_TEXT, text_str(&t));
    text_finish(&t);
}
