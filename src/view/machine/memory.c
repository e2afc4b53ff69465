/* One state that reads the words one after the other and forgets, beside one vector for each word. */
#include <math.h>

#include "core/pipeline/stage.h"
#include "core/cost.h"
#include "view/machine/machine.h"
#include "view/figures/page.h"

void machine_left(const struct screen *s, struct passing at, double share[CONFIG_MAX_WORDS])
{
    const struct state *st = &s->session->now.state;
    double z = st->look.machine.keep / 100.0, taken = (1 - z) * at.part; /* the next word moves in */
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
    struct word_row words;
    struct passing at;
    double left[CONFIG_MAX_WORDS]; /* of each word in the state */
    const double *weight; /* of the asking word in the head in view; NULL: it reads another sentence */
};

static struct memory memory_of(const struct screen *s)
{
    const struct scene *now = &s->session->now;
    const struct look *look = &now->state.look;
    struct mat w = stage_matrix(&now->trace, look->layer, STAGE_WEIGHTS, look->head);
    struct memory m = {.s = s,
                       .at = passing_at(look->machine.pass, passing_steps(now->state.sentence->count))};
    m.weight = config_crosses(&now->config) ? NULL : mat_row(w, look->query);
    machine_left(s, m.at, m.left);
    return m;
}

static void memory_title(struct canvas c, enum hue hue, const char *whole, const char *brief)
{
    canvas_put_ink(c, 0, 0, STYLE_STRONG, ink_hue(hue, HUE_FULL),
                   utf8_width(whole) <= c.cols ? whole : brief);
}

/* Draws a title, below it the state as one whole: every word's piece is as wide as what is left of it. */
static void state_draw(struct canvas c, const void *of)
{
    const struct memory *m = of;
    const struct screen *s = m->s;
    const struct state *st = &s->session->now.state;
    bool plain = screen_mono(s) || s->ascii;
    double at = 0;
    memory_title(
        c, MACHINE_HUE_RNN,
        say(s,
            TEXT("Seq2Seq: an RNN reads all words into one state, and the decoder sees nothing else. "
                 "It keeps %d %% at a word."),
            st->look.machine.keep),
        say(s, TEXT("Seq2Seq: one state, keeping %d %%"), st->look.machine.keep));
    for (int k = 0; k < st->sentence->count; k++) {
        int from = (int)lround(at * c.cols), to = (int)lround((at += m->left[k]) * c.cols);
        uint16_t ink = ink_hue(MACHINE_HUE_RNN, k % 2 ? HUE_FULL : HUE_FULL / 2);
        const char *word = state_word(st, st->sentence, k);
        for (int r = 1; r < c.rows; r++)
            for (int col = from; col < to; col++)
                canvas_glyph(c, r, col, STYLE_TEXT, plain ? (k % 2 ? '=' : '-') : ' ');
        if (utf8_width(word) + 1 < to - from)
            canvas_put(c, (c.rows + 1) / 2, from + (to - from - utf8_width(word)) / 2, STYLE_STRONG, word);
        for (int r = 1; r < c.rows; r++)
            canvas_ink(c, r, from, to - from, ink);
    }
}

/* The words that are read, and what is left of each. */
static void left_draw(struct canvas c, const void *of)
{
    const struct memory *m = of;
    word_row_draw(c, m->s, &m->words, m->at.done + 1 + (m->at.part > 0));
    word_row_shares(canvas_part(c, 1, 0, c.rows - 1, c.cols), m->s, &m->words, m->left, 1, MACHINE_HUE_RNN);
}

/* Below a title a vector for each word, whole, and the weights. */
static void vectors_draw(struct canvas c, const void *of)
{
    const struct memory *m = of;
    const struct state *st = &m->s->session->now.state;
    memory_title(c, MACHINE_HUE_ATTENTION,
                 say(m->s, TEXT("attention: one vector for each word, none fades. %s reads:"),
                     state_word(st, st->sentence, st->look.query)),
                 screen_text(m->s, TEXT("attention: one vector per word")));
    word_row_draw(canvas_part(c, 1, 0, 1, c.cols), m->s, &m->words, m->words.n);
    for (int k = 0; k < m->words.n; k++)
        canvas_ink(c, 1, m->words.left[k], m->words.width[k],
                   ink_hue(MACHINE_HUE_ATTENTION, k <= m->at.done ? HUE_FULL / 2 : 0));
    if (m->weight && !m->s->hidden)
        word_row_shares(canvas_part(c, 2, 0, c.rows - 2, c.cols), m->s, &m->words, m->weight, 1,
                        MACHINE_HUE_ATTENTION);
}

const char *machine_memory_says(const struct screen *s)
{
    const struct state *st = &s->session->now.state;
    struct memory m = memory_of(s);
    const char *kept = say(s, TEXT("%s: %s left in the state"), state_word(st, st->sentence, 0),
                           share_text(s, m.left[0], SHARE_TENTHS));
    if (!m.weight || s->hidden || !isfinite(m.weight[0]))
        return say(s, TEXT("%s."), kept);
    return say(s, TEXT("%s; attention has all of it and reads %s."), kept,
               share_text(s, m.weight[0], SHARE_TENTHS));
}

void machine_memory_draw(struct canvas c, const void *screen)
{
    const struct screen *s = screen;
    const struct page_part parts[] = {
        {"state", 1, {.rows = 2, .most_rows = 3}, NULL, state_draw},
        {"left", 3, {.rows = 3}, NULL, left_draw},
        {"vectors", 4, {.rows = 4}, NULL, vectors_draw},
        {"says", 0, page_flow(machine_memory_says(s), STYLE_NOTE, 1), NULL, NULL},
        {NULL, 0, {0}, NULL, NULL}};
    static const char *const forms[] = {"state / left / gap / vectors / says", "left / vectors / says",
                                        "left / vectors:3", "left / says", NULL},
                             *const many[] = {"state / says", NULL};
    c = canvas_part(c, 0, 1, c.rows, c.cols - 2);
    struct memory m = memory_of(s);
    page_draw(c, word_row_plan(&m.words, s, s->session->now.state.sentence, c.cols) ? forms : many, parts,
              &m);
}

void machine_memory_tell(const struct teller *t)
{
    const struct state *st = &t->now->state;
    struct memory m = memory_of(&t->screen);
    tell(t, TEXT("What is left of each word in the one state, which keeps %d %% of itself:\n"),
         st->look.machine.keep);
    for (int k = 0; k < st->sentence->count; k++) {
        tell_word(t, st->sentence, k);
        text_addf(t->out, " %s\n", share_text(&t->screen, m.left[k], SHARE_TENTHS));
    }
}
