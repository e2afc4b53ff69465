/* Both runs over time: the loss as curves, right answers as bars. */
#include <math.h>

#include "view/braille.h"
#include "view/train/train.h"

enum { AXIS = TRAIN_AXIS, BELOW = 1, DASH = 4, LEGEND_MOST = 64 };

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

/* The mean of a value over the steps from `from` to `to`; between two steps, of both in proportion. NaN after
 * the present step. */
static double mean_of(const struct train_run *r, double (*value)(const struct train_run *, long), double from,
                      double to)
{
    long first = (long)ceil(from), last = (long)ceil(to) - 1;
    double sum = 0;
    last = last > present(r) ? present(r) : last;
    if (first > present(r))
        return NAN;
    for (long k = first; k <= last; k++)
        sum += value(r, k);
    if (last >= first)
        return sum / (double)(last - first + 1);
    double part = from - (double)(first - 1);
    return first > 0 ? value(r, first - 1) * (1 - part) + value(r, first) * part : value(r, 0);
}

/* ---- the loss ------------------------------------------------------------------------- */

struct chart {
    struct braille b;
    const struct train *f;
    double top; /* the loss at the upper edge */
};

static int y_of(const struct chart *g, double loss)
{
    return (int)lround((1 - loss / g->top) * (braille_height(&g->b) - 1));
}

static double per_dot(const struct chart *g)
{
    return (double)g->f->last / (braille_width(&g->b) - 1);
}

/* Draws a part of a curve; thick where there is room, and without colours, where thin ones look dashed. */
static void stroke(const struct chart *g, const struct train_run *r, struct point from, struct point to)
{
    bool roomy = g->b.c.rows >= 8 || screen_mono(g->f->s);
    for (int thick = 0; thick < (roomy && !r->dashed ? 2 : 1); thick++)
        braille_line(&g->b, (struct point){from.x, from.y + thick}, (struct point){to.x, to.y + thick},
                     STYLE_TEXT, ink_hue(r->hue, HUE_FULL));
}

/* A dot is the mean of several steps; the last step is drawn as it is: its number is printed above. */
static void curve(const struct chart *g, const struct train_run *r)
{
    double each = per_dot(g), before = NAN, last = train_loss(r, present(r));
    struct point end = {0, 0};
    for (int x = 0; x < braille_width(&g->b); x++) {
        double now = mean_of(r, train_loss, x * each, (x + 1) * each);
        bool gap = r->dashed && x % DASH >= DASH / 2;
        struct point at = {x, isnan(now) ? 0 : y_of(g, now)};
        if (!gap && !isnan(now))
            stroke(g, r, isnan(before) ? at : end, at);
        end = isnan(now) ? end : at;
        before = now;
    }
    if (isfinite(last))
        stroke(g, r, end, (struct point){(double)lround((double)present(r) / each), y_of(g, last)});
}

/* The loss of who can only guess, between all answers or between the words of the sentence: its level, or,
 * once the curves are drawn, what it means. Nothing if every loss is far below. */
static void guesses(struct canvas c, const struct chart *g, bool drawn)
{
    const struct train *f = g->f;
    int torn = f->task ? f->task->torn : 0, all = f->run[0].scene->config.classes, of = torn > 1 ? torn : all;
    if (of <= 1 || log(of) > g->top)
        return;
    if (drawn) {
        /* on the right, in the row below the level where there is one; a curve that runs there goes before */
        const char *says = screen_text(f->s, torn == 2 ? TEXT("a coin: one bit") : TEXT("a guess"));
        struct canvas area = g->b.c;
        int row = y_of(g, log(of)) / 4 + 1, from = area.cols - utf8_width(says);
        row = row < area.rows ? row : area.rows - 1;
        bool room = from >= 0 && area.rows > 3;
        for (int col = from; col < area.cols && room; col++)
            room = area.cells[row * area.stride + col].ch[0] == ' ';
        if (room)
            canvas_put(area, row, from, STYLE_DIM, says);
    } else {
        struct text t = SCREEN_TEXT(f->s);
        int y = y_of(g, log(of));
        for (int x = 0; x < braille_width(&g->b); x += 3)
            braille_dot(&g->b, x, y, STYLE_BORDER, 0);
        text_addf(&t, "ln %d", of);
        canvas_right(c, y / 4, 0, AXIS - 1, STYLE_LABEL, text_str(&t));
    }
}

static double highest(const struct train *f)
{
    double top = 0;
    for (int i = 0; i < f->runs; i++)
        for (long k = 0; k <= present(&f->run[i]); k++)
            top = isfinite(train_loss(&f->run[i], k)) ? fmax(top, train_loss(&f->run[i], k)) : top;
    return fmax(top, 0.8) * 1.02;
}

/* 0        step 20        100, and the cursor of time; without the end that the step would touch. */
static void axis(struct canvas c, const struct chart *g, int row)
{
    const struct train *f = g->f;
    struct text end = SCREEN_TEXT(g->f->s);
    int now = f->st->set.steps, x = (int)lround(now / per_dot(g)), room = c.cols - AXIS;
    for (int y = 0; y < braille_height(&g->b); y += 2)
        braille_dot(&g->b, x, y, STYLE_TEXT, ink_hue(HUE_FOCUS, HUE_FULL));
    text_addf(&end, "%d", f->last);
    const char *step = say(g->f->s, TEXT(" step %d "), now);
    int width = utf8_width(step), col = x / 2 - width / 2, last = room - utf8_width(text_str(&end));
    col = col < 0 ? 0 : col + width > room ? room - width : col;
    bool fits = width <= room;
    if (fits)
        canvas_put_ink(c, row, AXIS + col, STYLE_STRONG, ink_hue(HUE_FOCUS, HUE_FULL), step);
    if (!fits || col > 0)
        canvas_put(c, row, AXIS, STYLE_LABEL, "0");
    if (!fits || col + width <= last)
        canvas_put(c, row, AXIS + last, STYLE_LABEL, text_str(&end));
}

/* The legend with the present numbers; where there is room, the curves, the axis of time, right answers of
 * each run. */
void train_race_draw(struct canvas c, const struct train *f)
{
    bool rights = c.rows >= TRAIN_RACE_LEAST + f->runs;
    int rows = c.rows - f->runs - BELOW - (rights ? f->runs : 0);
    struct canvas chart = canvas_part(c, f->runs, 0, rows, c.cols);
    struct chart g = {{canvas_part(chart, 0, AXIS, rows, c.cols - AXIS), f->s->ascii}, f, highest(f)};
    for (int i = 0; i < f->runs; i++) {
        /* ── with positions     loss 0.007  right 100 % */
        const struct train_run *r = &f->run[i];
        struct text t = SCREEN_TEXT(f->s);
        text_addf(&t, "%s %s",
                  f->s->ascii ? (r->dashed ? "- -" : "---")
                  : r->dashed ? "╌╌╌"
                              : "━━━",
                  train_name(f, i));
        int col = canvas_put_ink(c, i, 0, STYLE_STRONG, ink_hue(r->hue, HUE_FULL), text_str(&t)) + 1,
            room = (c.cols < LEGEND_MOST ? c.cols : LEGEND_MOST) - col;
        /* where there is less room: without the word `right`, or with 100 % only */
        const char *right = train_answered(f, r->test.right), *loss = said_fixed(f->s, r->test.loss, 3, 8),
                   *numbers = say(f->s, TEXT("loss %s  right %s"), loss, right);
        if (utf8_width(numbers) > room)
            numbers = say(f->s, TEXT("loss %s  %s"), loss, right);
        canvas_right(c, i, col, room, STYLE_TEXT, utf8_width(numbers) > room ? right : numbers);
    }
    if (rows < 1)
        return;
    canvas_right(chart, 0, 0, AXIS - 1, STYLE_LABEL, said_fixed(f->s, g.top, 1, AXIS - 1));
    canvas_right(chart, rows - 1, 0, AXIS - 1, STYLE_LABEL, "0.0");
    axis(c, &g, f->runs + rows);
    guesses(chart, &g, false);
    for (int i = f->runs - 1; i >= 0; i--)
        curve(&g, &f->run[i]);
    guesses(chart, &g, true);
    for (int i = 0; i < f->runs && rights; i++) {
        struct canvas row = canvas_part(c, f->runs + rows + BELOW + i, 0, 1, c.cols);
        if (i == 0)
            canvas_put(canvas_part(row, 0, 0, 1, AXIS - 1), 0, 0, STYLE_LABEL,
                       screen_text(f->s, TEXT_AS("race", "right")));
        int width = c.cols - AXIS;
        double each = (double)f->last / width;
        for (int k = 0; k < width; k++) {
            double right = mean_of(&f->run[i], train_right, k * each, (k + 1) * each);
            int eighths = (int)lround(8 * right);
            if (isnan(right))
                break;
            uint32_t block = f->s->ascii ? (uint32_t)('0' + (int)lround(9 * right))
                                         : 0x2580 + (uint32_t)(eighths < 1 ? 1 : eighths);
            canvas_inked(row, 0, AXIS + k, block, ink_hue(f->run[i].hue, HUE_FULL), 0);
        }
    }
}
