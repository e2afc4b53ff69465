/* Both runs over time: the loss as curves, right answers as columns. */
#include <math.h>

#include "view/train/train.h"

/* Returns the step of the run. The trainer may be at another one: questions about other steps move it, and
 * one that is stopped leaves it there. */
static long present(const struct train_run *r)
{
    return r->scene->state.set.steps;
}

double train_loss(const struct train_run *r, long k)
{
    return k < present(r) ? r->t->curve[k].loss : r->test.loss;
}

double train_right(const struct train_run *r, long k)
{
    return k < present(r) ? r->t->curve[k].right : r->test.right;
}

/* A value of a run over the steps. */
struct over_steps {
    const struct train_run *run;
    double (*value)(const struct train_run *, long);
};

/* The mean of a value over the steps from `from` to `to`; between two steps, of both in proportion. Where the
 * present step is, its own value: its number is printed above. */
static double mean_over(const void *of, double from, double to)
{
    const struct over_steps *in = of;
    const long now = present(in->run), first = (long)fmax(0, ceil(from)), last = (long)ceil(to) - 1;
    double sum = 0, middle = (from + to) / 2, part = middle - floor(middle);
    if (from > (double)now)
        return NAN;
    if (to > (double)now)
        return in->value(in->run, now);
    for (long k = first; k <= last; k++)
        sum += in->value(in->run, k);
    return last >= first
               ? sum / (double)(last - first + 1)
               : in->value(in->run, (long)middle) * (1 - part) + in->value(in->run, (long)middle + 1) * part;
}

struct chart train_chart(struct canvas c, const struct train *f, int below)
{
    struct chart g = chart_in(c, f->s, (struct chart_edges){.left = 6, .below = below});
    g.right = f->last;
    g.digits = 1;
    return g;
}

/* ---- what they are now ------------------------------------------------------------------ */

/* Draws ━━━ with positions     loss 0.007  right 100 %. */
void train_legend_draw(struct canvas c, const void *of)
{
    enum { MOST = 64 };
    const struct train *f = of;
    for (int i = 0; i < f->runs; i++) {
        const struct train_run *r = &f->run[i];
        const char *line = f->s->ascii ? (r->dashed ? "- -" : "---") : r->dashed ? "╌╌╌" : "━━━";
        uint16_t ink = ink_hue(r->hue, HUE_FULL);
        int col = canvas_put_ink(c, i, 0, STYLE_STRONG, ink, line);
        col = canvas_put_ink(c, i, col + 1, STYLE_STRONG, ink, train_name(f, i)) + 1;
        int room = (c.cols < MOST ? c.cols : MOST) - col;
        /* where there is less room: without the word `right`, or with 100 % only */
        const char *right = train_answered(f, r->test.right), *loss = said_fixed(f->s, r->test.loss, 3, 8),
                   *numbers = say(f->s, TEXT("loss %s  right %s"), loss, right);
        if (utf8_width(numbers) > room)
            numbers = say(f->s, TEXT("loss %s  %s"), loss, right);
        canvas_right(c, i, col, room, STYLE_TEXT, utf8_width(numbers) > room ? right : numbers);
    }
}

/* ---- the loss ------------------------------------------------------------------------- */

/* Says on the right, in the row below its level where there is one, what the loss of a guess means; a curve
 * that runs there goes before. */
static void name_guess(const struct chart *g, double level, const char *says)
{
    struct canvas area = g->in;
    int row = (int)lround(chart_dot(g, 0, level).y) / 4 + 1, from = area.cols - utf8_width(says);
    row = row < area.rows ? row : area.rows - 1;
    if (area.rows > 3 && canvas_blank(area, row, from, utf8_width(says)))
        canvas_put(area, row, from, STYLE_DIM, says);
}

static double highest_loss(const struct train *f)
{
    double top = 0;
    for (int i = 0; i < f->runs; i++)
        for (long k = 0; k <= present(&f->run[i]); k++)
            top = isfinite(train_loss(&f->run[i], k)) ? fmax(top, train_loss(&f->run[i], k)) : top;
    return fmax(top, 0.8) * 1.02;
}

void train_curves_draw(struct canvas c, const void *of)
{
    const struct train *f = of;
    const struct canvas_look now = {STYLE_STRONG, ink_hue(HUE_FOCUS, HUE_FULL)};
    struct chart g = train_chart(c, f, 1);
    /* the loss of who can only guess, between all answers or between the words of the sentence */
    int torn = f->task ? f->task->torn : 0, guesses = torn > 1 ? torn : f->run[0].scene->config.classes;
    g.high = highest_loss(f);
    bool guessed = guesses > 1 && log(guesses) <= g.high;
    chart_heights(&g);
    chart_stake(&g, f->st->set.steps, (struct canvas_look){STYLE_TEXT, now.ink});
    chart_numbers(&g,
                  (struct chart_mark[]){{f->st->set.steps, now, say(f->s, TEXT("step %d"), f->st->set.steps)},
                                        {f->last, {STYLE_LABEL, 0}, NULL}},
                  2);
    if (guessed) {
        const char *level = said_values(f->s, "ln %d", guesses);
        chart_level(&g, log(guesses), level);
    }
    double least = f->run[0].t->least;
    if (least > 0)
        chart_level(&g, least, said_fixed(f->s, least, 2, 8));
    for (int i = f->runs - 1; i >= 0; i--) {
        const struct train_run *r = &f->run[i];
        chart_curve(&g, &(struct chart_line){.at = mean_over,
                                             .of = &(struct over_steps){r, train_loss},
                                             .look = {STYLE_TEXT, ink_hue(r->hue, HUE_FULL)},
                                             .thick = !r->dashed,
                                             .every = r->dashed ? 4 : 0,
                                             .drawn = 2});
    }
    if (guessed)
        name_guess(&g, log(guesses),
                   screen_text(f->s, torn == 2 ? TEXT("a coin: one bit") : TEXT("a guess")));
    if (least > 0)
        name_guess(&g, least, screen_text(f->s, TEXT("the grammar itself: nobody can do better")));
}

/* ---- right answers -------------------------------------------------------------------- */

void train_rights_draw(struct canvas c, const void *of)
{
    const struct train *f = of;
    struct chart g = train_chart(c, f, 0);
    canvas_put(g.before, 0, 0, STYLE_LABEL, screen_text(f->s, TEXT_AS("race", "right")));
    for (int i = 0; i < f->runs; i++) {
        const struct chart_line line = {.at = mean_over, .of = &(struct over_steps){&f->run[i], train_right}};
        canvas_put_ink(g.in, i, 0, STYLE_TEXT, ink_hue(f->run[i].hue, HUE_FULL),
                       chart_eighths(f->s, &line, g.left, g.right, g.in.cols));
    }
}
