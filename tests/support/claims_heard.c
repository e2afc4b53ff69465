/* Claims about what was heard in the layer below, and what is read without it. */
#include <math.h>
#include <string.h>

#include "core/pipeline/attention.h"
#include "core/pipeline/terms.h"
#include "support/claims.h"

static const struct look *look_of(const struct claims *c)
{
    return &c->m->now.state.look;
}

static int words(const struct claims *c)
{
    return c->m->now.state.sentence->count;
}

static bool names(const struct claims *c, int word, int piece)
{
    return claims_names(c, &c->of[0], c->m->now.state.sentence, word, &c->piece[piece]);
}

/* Sets out to the shares of the query: with all terms, or without the term heard. Returns whom it reads most,
 * -1: nothing was heard. */
static int shares(const struct claims *c, bool whole, double *out)
{
    const struct scene *now = &c->m->now;
    const struct attention *a = &now->trace.layer[look_of(c)->layer].self;
    struct term list[TERM_MAX];
    double sum = 0;
    int count = terms_list(&now->config, look_of(c)->layer, list), heard = -1, most = 0;
    for (int t = 0; t < count; t++)
        heard = strcmp(list[t].name, "heard") == 0 ? t : heard;
    for (int j = 0; j < words(c); j++) {
        double score = 0;
        for (int t = 0; t < count; t++)
            if (whole || t != heard)
                score +=
                    mat_at(attention_head(a, attention_term(a, t), look_of(c)->head), look_of(c)->query, j);
        out[j] = attention_masked(score / attention_divisor(&now->config, attention_first(&now->config)),
                                  attention_mask(&now->config, look_of(c)->layer,
                                                 attention_first(&now->config), look_of(c)->query, j));
        most = out[j] > out[most] ? j : most;
    }
    double largest = out[most];
    for (int j = 0; j < words(c); j++) {
        out[j] = exp(out[j] - largest);
        sum += out[j];
    }
    for (int j = 0; j < words(c); j++)
        out[j] /= sum;
    return heard < 0 ? -1 : most;
}

/* Without heard, chased takes its doer from dog 0.81: it then reads most another word than now. */
static bool without_heard(const struct claims *c)
{
    double with[CONFIG_MAX_WORDS], without[CONFIG_MAX_WORDS];
    int most = shares(c, false, without);
    return most >= 0 && most != shares(c, true, with) && names(c, look_of(c)->query, 0) &&
           names(c, most, c->pieces - 2) && claims_number(&c->piece[c->pieces - 1], without[most]);
}

/* … takes its done-to from nobody: it reads itself. */
static bool nobody_heard(const struct claims *c)
{
    double without[CONFIG_MAX_WORDS];
    return shares(c, false, without) == look_of(c)->query && names(c, look_of(c)->query, 0) &&
           claims_number(&c->piece[2], without[look_of(c)->query]);
}

/* The word of one piece read that of another with half or more in a head of the layer below. */
static bool heard_of(const struct claims *c, int hearing, int heard)
{
    const struct attention *below = &c->m->now.trace.layer[look_of(c)->layer - 1].self;
    bool found = false;
    for (int i = 0; i < below->heads * words(c) * words(c); i++) {
        int h = i / (words(c) * words(c)), row = i / words(c) % words(c), col = i % words(c);
        found = found || (names(c, row, hearing) && names(c, col, heard) &&
                          mat_at(attention_head(below, below->map[MAP_WEIGHTS], h), row, col) >= 0.5);
    }
    return found;
}

static bool word_heard(const struct claims *c)
{
    return look_of(c)->layer > 0 && heard_of(c, 0, 1);
}

/* by told cat: you do it. The head that finds who does it reads cat most. */
static bool word_told(const struct claims *c)
{
    double with[CONFIG_MAX_WORDS];
    int most = shares(c, true, with);
    return most >= 0 && look_of(c)->head == 0 && names(c, most, 1) && heard_of(c, 1, 0);
}

const struct claim claims_of_heard[] = {
    {"Without heard, %w takes its %s from nobody %n.", "去掉听到的，%w 的“%s”是 没有谁 %n。", nobody_heard},
    {"Without heard, %w takes its %s from %w %n.", "去掉听到的，%w 的“%s”是 %w %n。", without_heard},
    {"Without heard, %w reads most: %w %n.", "去掉听到的，%w 读得最多的是 %w %n。", without_heard},
    {"%w told %w: you do it", "%w 告诉 %w：是你做的", word_told},
    {"%w heard %w.", "%w 听到了 %w。", word_heard},
    {NULL, NULL, NULL},
};
