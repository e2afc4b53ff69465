/* What a box does here, from the numbers of the asking word. */
#include <math.h>

#include "core/math/mat.h"
#include "core/math/softmax.h"
#include "core/pipeline/stage.h"
#include "study/head_kind.h"
#include "view/machine/machine.h"

enum { DIGITS = 2 };

/* Returns what to say of a box that adds or evens out, if it does not do both here; else `usual`. */
static const char *of_sum(const struct screen *s, int box, const char *usual, const char *adds,
                          const char *evens)
{
    const struct config *c = &s->session->now.config;
    if (machine_boxes[box].kind != MACHINE_ADD || !machine_has(c, s->session->now.state.look.layer, box))
        return usual;
    return c->norm == NORM_NONE ? adds : c->residual ? usual : evens;
}

const char *machine_box_does(const struct screen *s, int box)
{
    return screen_text(s, of_sum(s, box, machine_boxes[box].does,
                                 TEXT("Adds the word back to what was computed: nothing gets lost."),
                                 TEXT("Evens the numbers out: none gets too large.")));
}

const char *machine_box_name(const struct screen *s, int box)
{
    const struct config *c = &s->session->now.config;
    const struct machine_box *b = &machine_boxes[box];
    if (machine_has(c, s->session->now.state.look.layer, box) && b->row == 0 && b->side != machine_side(c))
        return TEXT("2nd sentence");
    return of_sum(s, box, b->name, TEXT("add"), TEXT("norm"));
}

const char *machine_used_for(const struct screen *s)
{
    static const char *const uses[] = {
        TEXT("An encoder reads. It labels each word (names in a text), or all of them at once (is the "
             "review good, what is in the picture): BERT, ViT."),
        TEXT("A decoder writes: the next word, and with it the one after: GPT."),
        TEXT("An encoder and a decoder turn one sequence into another: translation, summaries, answers to "
             "questions, "
             "speech to text.")};
    const struct config *c = &s->session->now.config;
    bool reads = c->m > 0 && c->block != BLOCK_ENCODER;
    int box = machine_at(&s->session->now.state.look, c);
    return screen_text(s, uses[reads ? 2 : machine_boxes[box].side == MACHINE_DECODER]);
}

/* The asking word, or a number, as the texts here print it. */
static const char *asking_word(const struct screen *s)
{
    const struct state *st = &s->session->now.state;
    return said_word(s, st, st->sentence, st->look.query);
}

static const char *printed(const struct screen *s, double x)
{
    return said_fixed(s, x, DIGITS, 10);
}

static const char *words_here(const struct screen *s, int box)
{
    const struct config *c = &s->session->now.config;
    bool own = machine_boxes[box].side == machine_side(c);
    const char *count = say(s, TEXT("%d words, %d numbers each\n"), own ? c->n : c->m, own ? c->d : c->dsrc);
    return own ? count
               : say(s,
                     TEXT("%sThey go to the decoder as they are: block encoder computes this side by "
                          "itself.\n"),
                     count);
}

static const char *places_here(const struct screen *s, int box)
{
    const struct trace *t = &s->session->now.trace;
    const struct mat both[] = {t->X, t->P};
    double length[2];
    (void)box;
    for (int i = 0; i < 2; i++) {
        const double *row = mat_row(both[i], s->session->now.state.look.query);
        length[i] = sqrt(vec_dot(row, row, both[i].cols));
    }
    return say(s, TEXT("%s: its meaning is %s long, its position %s\n"), asking_word(s),
               printed(s, length[0]), printed(s, length[1]));
}

/* Whom the asking word reads most: chases ← cat 1.00, or a line for each head. */
static const char *attention_here(const struct screen *s, int box)
{
    const struct scene *now = &s->session->now;
    const struct look *look = &now->state.look;
    int stage = machine_stage(&now->config, look->layer, box), heads = now->config.heads;
    bool memory = stage_crosses(stage) || config_crosses(&now->config), tied;
    struct text t = SCREEN_TEXT(s);
    text_add(&t, asking_word(s));
    text_add(&t, heads > 1 ? screen_text(s, TEXT(" reads most:\n")) : " ← ");
    for (int h = 0; h < heads; h++) {
        const char *name = head_name(now, stage, h);
        struct mat row = mat_rows(stage_matrix(&now->trace, look->layer, stage, h), look->query, 1);
        const char *none = screen_reads_none(s, row);
        if (heads > 1) {
            screen_add(s, &t, TEXT("head %d"), h + 1);
            text_addf(&t, *name ? " %s  " : "%s  ", name);
        }
        int best = largest_of(mat_row(row, 0), row.cols, DIGITS, &tied);
        if (none)
            text_addf(&t, "%s\n", none);
        else
            text_addf(&t, "%s %s%s\n",
                      said_word(s, &now->state, memory ? now->state.memory : now->state.sentence, best),
                      share_text(s, mat_at(row, 0, best), DIGITS),
                      tied ? screen_text(s, TEXT(" (tied)")) : "");
    }
    return text_str(&t);
}

/* Of a residual's sum the share of the word itself: 追: 60 % of the sum is what came in, 40 % is new. Of
 * LayerNorm the mean and variance that it leaves, which a gain and a shift may change. */
static const char *add_here(const struct screen *s, int box)
{
    const struct scene *now = &s->session->now;
    int row = now->state.look.query, layer = now->state.look.layer;
    double share = machine_residual_share(now, box, row), mean, deviation;
    long kept = lround(100 * share); /* what cannot be a share is not printed */
    const char *word = asking_word(s), *sum = "";
    if (now->config.residual && mat_overflowed(mat_rows(now->trace.layer[layer].out, row, 1)))
        sum = say(s, TEXT("%s: %s\n"), word, screen_overflow_says(s));
    else if (now->config.residual && isnan(share))
        sum = say(s, TEXT("%s: the sum is 0 in every column\n"), word);
    else if (now->config.residual && (kept < 0 || kept > 100))
        sum = say(s, TEXT("%s: what came in and what is new partly cancel\n"), word);
    else if (now->config.residual)
        sum = say(s, TEXT("%s: %ld %% of the sum is what came in, %ld %% is new\n"), word, kept, 100 - kept);
    if (now->config.norm != NORM_POST)
        return sum;
    struct mat normed = stage_matrix(&now->trace, layer, machine_out(&now->config, layer, box), 0);
    norm_of_row(mat_row(normed, row), normed.cols, 0, &mean, &deviation);
    return say(s, TEXT("%sthen mean %s and variance %s\n"), sum, printed(s, mean),
               printed(s, deviation * deviation));
}

static const char *ffn_here(const struct screen *s, int box)
{
    const struct scene *now = &s->session->now;
    (void)box;
    return say(s, TEXT("%s: %d numbers become %d; %d of them are above 0\n"), asking_word(s), now->config.d,
               now->config.dff, machine_active(now, now->state.look.query));
}

static const char *answer_here(const struct screen *s, int box)
{
    const struct scene *now = &s->session->now;
    bool shares = machine_boxes[box].kind == MACHINE_ANSWER, tied;
    struct mat m = stage_matrix(&now->trace, now->config.layers - 1, shares ? STAGE_PROBS : STAGE_LOGITS, 0);
    int row = now->state.look.query, best = largest_of(mat_row(m, row), m.cols, DIGITS, &tied);
    if (mat_overflowed(mat_rows(m, row, 1)))
        return say(s, TEXT("%s: %s\n"), asking_word(s), screen_overflow_says(s));
    return say(s, tied ? TEXT("%s %s %s %s (tied), of %d\n") : TEXT("%s %s %s %s, the largest of %d\n"),
               asking_word(s), "→", said_word(s, &now->state, now->state.classes, best),
               shares ? share_text(s, mat_at(m, row, best), DIGITS) : printed(s, mat_at(m, row, best)),
               m.cols);
}

const char *machine_box_here(const struct screen *s, int box)
{
    static const char *(*const here[])(const struct screen *s, int box) = {
        [MACHINE_WORDS] = words_here,    [MACHINE_PLACES] = places_here,   [MACHINE_SELF] = attention_here,
        [MACHINE_ADD] = add_here,        [MACHINE_CROSS] = attention_here, [MACHINE_FFN] = ffn_here,
        [MACHINE_READOUT] = answer_here, [MACHINE_ANSWER] = answer_here,
    };
    const struct scene *now = &s->session->now;
    if (!machine_has(&now->config, now->state.look.layer, box))
        return say(s, TEXT("Not computed now. On: %s\n"), screen_text(s, machine_switch(&now->config, box)));
    return s->hidden ? "" : here[machine_boxes[box].kind](s, box);
}
