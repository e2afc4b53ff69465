/* One state that reads the words one after the other and forgets, beside one vector for each word. */
#include <math.h>

#include "core/pipeline/stage.h"
#include "core/recurrence.h"
#include "view/machine/machine.h"

/* A word whose share is below this part is dim. */
#define FORGOTTEN 0.01

void machine_left(const struct screen *s, struct passing at, double share[CONFIG_MAX_WORDS])
{
    const struct state *st = &s->model->now.state;
    double z = st->look.keep / 100.0, taken = (1 - z) * at.part; /* the next word moves in */
    for (int k = 0; k < st->sentence->count; k++)
        share[k] = 0;
    recurrence_shares(z, at.done, share);
    for (int k = 0; k <= at.done && taken > 0; k++)
        share[k] *= 1 - taken;
    if (taken > 0)
        share[at.done + 1] = taken;
}

struct memory {
    const struct screen *s;
    const struct word_row *words;
    struct passing at;
    double left[CONFIG_MAX_WORDS], *weight;
};

/* 8.6%, 9% or 9: what has room. */
static void percent(struct canvas c, double share)
{
    static const struct {
        int digits;
        const char *sign;
    } forms[] = {{1, "%"}, {0, "%"}, {0, ""}};
    struct text t = TEXT_HERE;
    for (int i = share < 0.095 ? 0 : 1; i < 3 && (t.len == 0 || utf8_width(text_str(&t)) > c.cols); i++) {
        text_clear(&t);
        text_addf(&t, "%.*f%s", forms[i].digits, 100 * share, forms[i].sign);
    }
    if (utf8_width(text_str(&t)) <= c.cols) /* the bar above says it too */
        canvas_put(c, 0, 0, share < FORGOTTEN ? STYLE_DIM : STYLE_TEXT, text_str(&t));
    text_finish(&t);
}

/* The state as one whole: every word's piece is as wide as what is left of it. */
static void whole(struct canvas c, const struct memory *m)
{
    const struct state *st = &m->s->model->now.state;
    double at = 0;
    for (int k = 0; k < st->sentence->count; k++) {
        int from = (int)lround(at * c.cols), to = (int)lround((at += m->left[k]) * c.cols);
        uint16_t ink = ink_hue(MACHINE_HUE_RNN, k % 2 ? HUE_FULL : HUE_FULL / 2);
        const char *word = state_word(st, st->sentence, k);
        bool plain = screen_mono(m->s) || m->s->ascii;
        for (int r = 0; r < c.rows; r++)
            for (int col = from; col < to; col++) {
                canvas_glyph(c, r, col, STYLE_TEXT, plain ? (k % 2 ? '=' : '-') : ' ');
                canvas_ink(c, r, col, 1, ink);
            }
        int wide = utf8_width(word);
        if (wide + 1 < to - from) {
            int col = from + (to - from - wide) / 2;
            canvas_put(c, c.rows / 2, col, STYLE_STRONG, word);
            canvas_ink(c, c.rows / 2, col, wide, ink);
        }
    }
}

/* Bars that rise from the last row, one for each word. */
static void bars(struct canvas c, const struct memory *m, const double *share, enum hue hue)
{
    for (int k = 0; k < m->words->n; k++) {
        int eighths = (int)ceil(share[k] * c.rows * 8 - 1e-9), wide = m->words->width[k];
        for (int r = c.rows - 1; r >= 0 && eighths > 0; r--, eighths -= 8)
            for (int i = 0; i < wide; i++)
                canvas_inked(c, r, m->words->left[k] + i,
                             m->s->ascii ? '#' : (uint32_t)(0x2580 + (eighths < 8 ? eighths : 8)),
                             ink_hue(hue, HUE_FULL), 0);
    }
}

/* The bars, below them the words' numbers; that of the last word begins before it where the edge is near. */
static void shares(struct canvas c, const struct memory *m, const double *share, enum hue hue)
{
    enum { NUMBER = 4 };
    bars(canvas_part(c, 0, 0, c.rows - 1, c.cols), m, share, hue);
    for (int k = 0; k < m->words->n; k++) {
        int left = m->words->left[k], next = k + 1 < m->words->n ? m->words->left[k + 1] : c.cols + 1;
        if (k > 0 && next > c.cols && c.cols - NUMBER > m->words->left[k - 1] + NUMBER + 1)
            left = left < c.cols - NUMBER ? left : c.cols - NUMBER;
        if (share[k] > 0)
            percent(canvas_part(c, c.rows - 1, left, 1, next - left - 1), share[k]);
    }
}

/* A vector for each word, whole. */
static void vectors(struct canvas c, const struct memory *m)
{
    const struct state *st = &m->s->model->now.state;
    for (int k = 0; k < m->words->n; k++) {
        struct canvas part = canvas_part(c, 0, m->words->left[k], 1, m->words->width[k]);
        canvas_put(part, 0, 0, STYLE_STRONG, state_word(st, st->sentence, k));
        canvas_ink(part, 0, 0, part.cols, ink_hue(MACHINE_HUE_ATTENTION, k <= m->at.done ? HUE_FULL / 2 : 0));
    }
}

static void heading(struct canvas c, enum hue hue, const char *whole, const char *brief)
{
    canvas_put_ink(c, 0, 0, STYLE_STRONG, ink_hue(hue, HUE_FULL),
                   utf8_width(whole) <= c.cols ? whole : brief);
}

static void title_of_state(struct canvas c, const struct screen *s)
{
    struct text t = SCREEN_TEXT(s), brief = SCREEN_TEXT(s), least = SCREEN_TEXT(s);
    int keep = s->model->now.state.look.keep;
    screen_add(s, &t,
               TEXT("Seq2Seq: an RNN reads all words into one state, and the decoder sees nothing else. It "
                    "keeps %d %% at a word.",
                    "Seq2Seq：RNN 把所有词读进一个状态，解码器只看得到它。每读一个词，旧的保留 %d %%。"),
               keep);
    screen_add(s, &brief, TEXT("Seq2Seq: one state, keeping %d %%", "Seq2Seq：一个状态，每步保留 %d %%"),
               keep);
    screen_add(s, &least, TEXT("Seq2Seq: one state, keeping %d %%", "Seq2Seq：一个状态，每步留 %d %%"), keep);
    bool fits = utf8_width(text_str(&brief)) <= c.cols;
    heading(c, MACHINE_HUE_RNN, text_str(&t), text_str(fits ? &brief : &least));
}

static void title_of_vectors(struct canvas c, const struct screen *s)
{
    const struct state *st = &s->model->now.state;
    struct text t = SCREEN_TEXT(s);
    screen_add(s, &t,
               TEXT("attention: one vector for each word, none fades. %s reads:",
                    "注意力：每词一个向量，都不会淡。“%s”读："),
               state_word(st, st->sentence, st->look.query));
    heading(c, MACHINE_HUE_ATTENTION, text_str(&t),
            screen_text(s, TEXT("attention: one vector per word", "注意力：每词一个向量")));
}

/* From the top: the state as a whole and as bars, then the vectors and the weights. */
static void draw_both(struct canvas c, const struct memory *m)
{
    enum { LINES = 5, LOOSE = 14 }; /* without the whole and the bars; with a blank row from LOOSE rows on */
    int rest = c.rows - LINES - (c.rows >= LOOSE),
        high = rest / 6 < 1   ? 1
               : rest / 6 > 3 ? 3
                              : rest / 6,
        bar = (rest - high) / 2, above = bar > 0 ? bar : rest - high, row = 0;
    row += c.rows > 24;
    title_of_state(canvas_part(c, row++, 0, 1, c.cols), m->s);
    whole(canvas_part(c, row, 0, high, c.cols), m);
    row += high;
    word_row_draw(canvas_part(c, row++, 0, 1, c.cols), m->s, m->words, m->at.done + 1 + (m->at.part > 0));
    shares(canvas_part(c, row, 0, above, c.cols), m, m->left, MACHINE_HUE_RNN);
    row = c.rows - bar - 2;
    title_of_vectors(canvas_part(c, row++, 0, 1, c.cols), m->s);
    vectors(canvas_part(c, row++, 0, 1, c.cols), m);
    if (m->weight && !m->s->hidden)
        shares(canvas_part(c, row, 0, bar, c.cols), m, m->weight, MACHINE_HUE_ATTENTION);
}

/* Returns the asking word's weights in the head in view; NULL if it reads another sentence. */
static double *weights(const struct screen *s)
{
    const struct scene *now = &s->model->now;
    const struct look *look = &now->state.look;
    struct mat w = stage_matrix(&now->trace, look->layer, STAGE_WEIGHTS, look->head);
    return config_crosses(&now->config) ? NULL : mat_row(w, look->query);
}

void machine_memory_say(const struct screen *s, struct text *out)
{
    const struct state *st = &s->model->now.state;
    double left[CONFIG_MAX_WORDS], *weight = weights(s);
    machine_left(s, passing_at(st->look.pass, passing_steps(st->sentence->count)), left);
    screen_add(s, out, TEXT("%s: %.1f %% left in the state", "“%s”：状态里还剩 %.1f %%"),
               state_word(st, st->sentence, 0), 100 * left[0]);
    if (weight && !s->hidden && isfinite(weight[0]))
        screen_add(s, out,
                   TEXT("; attention has all of it and reads %.1f %%", "；注意力留着全部，读了 %.1f %%"),
                   100 * weight[0]);
    text_add(out, screen_text(s, TEXT(".", "。")));
}

void machine_memory_draw(struct canvas c, const struct screen *s)
{
    struct word_row words;
    struct text t = SCREEN_TEXT(s);
    const struct look *look = &s->model->now.state.look;
    int n = s->model->now.state.sentence->count;
    struct memory m = {s, &words, passing_at(look->pass, passing_steps(n)), {0}, weights(s)};
    machine_memory_say(s, &t);
    struct canvas inner = machine_say(c, &t);
    machine_left(s, m.at, m.left);
    if (word_row_plan(&words, s, s->model->now.state.sentence, inner.cols)) {
        draw_both(inner, &m);
    } else {
        title_of_state(inner, s);
        whole(canvas_part(inner, 1, 0, 3, inner.cols), &m);
    }
}
