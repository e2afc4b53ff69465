/* One state that reads the words one after the other and forgets, beside one vector for each word. */
#include <math.h>

#include "core/pipeline/stage.h"
#include "core/cost.h"
#include "view/machine/machine.h"
#include "view/stages/said.h"

/* A word whose share is below this part is dim. */
#define FORGOTTEN 0.01

void machine_left(const struct screen *s, struct passing at, double share[CONFIG_MAX_WORDS])
{
    const struct state *st = &s->session->now.state;
    double z = st->look.keep / 100.0, taken = (1 - z) * at.part; /* the next word moves in */
    for (int k = 0; k < st->sentence->count; k++)
        share[k] = 0;
    recurrence_shares(z, at.done, share);
    for (int k = 0; k <= at.done && taken > 0; k++)
        share[k] *= 1 - taken;
    if (taken > 0)
        share[at.done + 1] = taken;
}

/* Draws the state as one whole: every word's piece is as wide as what is left of it. */
static void draw_state(struct canvas c, const struct screen *s, const double *left)
{
    const struct state *st = &s->session->now.state;
    bool plain = screen_mono(s) || s->ascii;
    double at = 0;
    for (int k = 0; k < st->sentence->count; k++) {
        int from = (int)lround(at * c.cols), to = (int)lround((at += left[k]) * c.cols);
        uint16_t ink = ink_hue(MACHINE_HUE_RNN, k % 2 ? HUE_FULL : HUE_FULL / 2);
        const char *word = state_word(st, st->sentence, k);
        for (int r = 0; r < c.rows; r++)
            for (int col = from; col < to; col++) {
                canvas_glyph(c, r, col, STYLE_TEXT, plain ? (k % 2 ? '=' : '-') : ' ');
                canvas_ink(c, r, col, 1, ink);
            }
        int wide = utf8_width(word), col = from + (to - from - wide) / 2;
        if (wide + 1 < to - from) {
            canvas_put(c, c.rows / 2, col, STYLE_STRONG, word);
            canvas_ink(c, c.rows / 2, col, wide, ink);
        }
    }
}

/* Draws a bar for each word, below them 8.6%, 9% or 9: what has room; the number of the last word begins
 * before it where the edge is near. */
static void draw_shares(struct canvas c, const struct screen *s, const struct word_row *words,
                        const double *share, enum hue hue)
{
    enum { NUMBER = 4 };
    for (int k = 0; k < words->n; k++) {
        int left = words->left[k], next = k + 1 < words->n ? words->left[k + 1] : c.cols + 1;
        machine_bar(canvas_part(c, 0, left, c.rows - 1, words->width[k]), s, share[k], hue);
        if (k > 0 && next > c.cols && c.cols - NUMBER > words->left[k - 1] + NUMBER + 1)
            left = left < c.cols - NUMBER ? left : c.cols - NUMBER;
        struct canvas part = canvas_part(c, c.rows - 1, left, 1, next - left - 1);
        const char *number = "";
        for (int form = share[k] < 0.095 ? SHARE_TENTHS_NARROW : SHARE_NARROW;
             form <= SHARE_CELL && (!*number || utf8_width(number) > part.cols); form++)
            number = share_text(s, share[k], form);
        if (share[k] > 0 && utf8_width(number) <= part.cols) /* the bar above says it too */
            canvas_put(part, 0, 0, share[k] < FORGOTTEN ? STYLE_DIM : STYLE_TEXT, number);
    }
}

static void memory_title(struct canvas c, enum hue hue, const char *whole, const char *brief)
{
    canvas_put_ink(c, 0, 0, STYLE_STRONG, ink_hue(hue, HUE_FULL),
                   utf8_width(whole) <= c.cols ? whole : brief);
}

static void title_of_state(struct canvas c, const struct screen *s)
{
    int keep = s->session->now.state.look.keep;
    const char *whole =
        say(s,
            TEXT("Seq2Seq: an RNN reads all words into one state, and the decoder sees nothing else. It "
                 "keeps %d %% at a word."),
            keep);
    const char *brief = say(s, TEXT("Seq2Seq: one state, keeping %d %%"), keep);
    if (utf8_width(brief) > c.cols)
        brief = say(s, TEXT_AS("memory", "Seq2Seq: one state, keeping %d %%"), keep);
    memory_title(c, MACHINE_HUE_RNN, whole, brief);
}

/* Returns the asking word's weights in the head in view; NULL if it reads another sentence. */
static double *weights_read(const struct screen *s)
{
    const struct scene *now = &s->session->now;
    const struct look *look = &now->state.look;
    struct mat w = stage_matrix(&now->trace, look->layer, STAGE_WEIGHTS, look->head);
    return config_crosses(&now->config) ? NULL : mat_row(w, look->query);
}

const char *machine_memory_says(const struct screen *s)
{
    const struct state *st = &s->session->now.state;
    double left[CONFIG_MAX_WORDS], *weight = weights_read(s);
    machine_left(s, passing_at(st->look.pass, passing_steps(st->sentence->count)), left);
    const char *kept = say(s, TEXT("%s: %s left in the state"), state_word(st, st->sentence, 0),
                           share_text(s, left[0], SHARE_TENTHS));
    if (!weight || s->hidden || !isfinite(weight[0]))
        return say(s, TEXT("%s."), kept);
    return say(s, TEXT("%s; attention has all of it and reads %s."), kept,
               share_text(s, weight[0], SHARE_TENTHS));
}

void machine_memory_draw(struct canvas c, const struct screen *s)
{
    enum { LINES = 5, LOOSE = 14 }; /* without the whole and the bars; with a blank row from LOOSE rows on */
    const struct state *st = &s->session->now.state;
    struct passing at = passing_at(st->look.pass, passing_steps(st->sentence->count));
    struct word_row words;
    double left[CONFIG_MAX_WORDS], *weight = weights_read(s);
    machine_left(s, at, left);
    if (!word_row_plan(&words, s, st->sentence, c.cols)) {
        title_of_state(c, s);
        draw_state(canvas_part(c, 1, 0, 3, c.cols), s, left);
        return;
    }
    /* 1. from the top: the state as a whole and as bars */
    int rest = c.rows - LINES - (c.rows >= LOOSE),
        high = rest / 6 < 1   ? 1
               : rest / 6 > 3 ? 3
                              : rest / 6,
        bar = (rest - high) / 2, row = c.rows > 24;
    title_of_state(canvas_part(c, row++, 0, 1, c.cols), s);
    draw_state(canvas_part(c, row, 0, high, c.cols), s, left);
    row += high;
    word_row_draw(canvas_part(c, row++, 0, 1, c.cols), s, &words, at.done + 1 + (at.part > 0));
    draw_shares(canvas_part(c, row, 0, bar > 0 ? bar : rest - high, c.cols), s, &words, left,
                MACHINE_HUE_RNN);
    /* 2. a vector for each word, whole, and the weights */
    row = c.rows - bar - 2;
    memory_title(canvas_part(c, row++, 0, 1, c.cols), MACHINE_HUE_ATTENTION,
                 say(s, TEXT("attention: one vector for each word, none fades. %s reads:"),
                     state_word(st, st->sentence, st->look.query)),
                 screen_text(s, TEXT("attention: one vector per word")));
    for (int k = 0; k < words.n; k++) {
        struct canvas part = canvas_part(c, row, words.left[k], 1, words.width[k]);
        canvas_put(part, 0, 0, STYLE_STRONG, state_word(st, st->sentence, k));
        canvas_ink(part, 0, 0, part.cols, ink_hue(MACHINE_HUE_ATTENTION, k <= at.done ? HUE_FULL / 2 : 0));
    }
    if (weight && !s->hidden)
        draw_shares(canvas_part(c, row + 1, 0, bar, c.cols), s, &words, weight, MACHINE_HUE_ATTENTION);
}
