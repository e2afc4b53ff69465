/* Commands that set many numbers at once: weights, scores, words of ±1. */
#include <string.h>

#include "base/number.h"
#include "command/assign.h"
#include "command/command.h"
#include "tasks/reader.h"
#include "tasks/taught.h"
#include "state/weights.h"

/* shift K|focus [GAIN] */
static bool weights_of_shift(struct call *c, struct state *next)
{
    long k = next->look.key - next->look.query;
    double gain = WEIGHTS_SHIFT_GAIN;
    const char *s = call_word(c, 2);
    if (!call_is(c, 2, "focus") && number_parse_int(s, strlen(s), -100000, 100000, &k) != NUMBER_OK)
        return call_fail(
            c, 2,
            TEXT("weights shift K [GAIN]: K is a whole number (-1: the previous word), or focus: the "
                 "distance from query to key in focus"));
    if (c->w->count > 3 && !assign_number(c, 3, &gain))
        return false;
    if (!weights_can_shift(next))
        return call_fail(c, 1, TEXT("weights shift needs an even d and heads × d_k = d (d = %d)"),
                         next->set.d);
    return weights_shift(next, k, gain) || reply_no_memory(c->r);
}

enum weights_way { WEIGHTS_IDENTITY, WEIGHTS_RANDOM, WEIGHTS_SHIFT, WEIGHTS_ROLES, WEIGHTS_READER };

static bool weights_into(struct call *c, enum weights_way way, struct state *next)
{
    if (way == WEIGHTS_SHIFT)
        return weights_of_shift(c, next);
    if (way == WEIGHTS_ROLES && !weights_can_find_roles(next))
        return call_fail(c, 1, TEXT("weights roles were trained for d = %d, but d = %d (set d %d)"),
                         LEXICON_DIMS, next->set.d, LEXICON_DIMS);
    if (way == WEIGHTS_RANDOM && c->w->count > 2)
        next->set.seed = (int)c->read.number[2];
    bool ok = false;
    if (way == WEIGHTS_IDENTITY)
        ok = weights_drop(next);
    else if (way == WEIGHTS_RANDOM)
        ok = weights_random(next, (uint64_t)next->set.seed, c->r->work);
    else
        ok = way == WEIGHTS_ROLES ? weights_roles(next) : weights_reader(next);
    return ok || reply_no_memory(c->r);
}

static bool weights_all(struct call *c)
{
    struct state next = {0};
    enum weights_way way = (enum weights_way)c->read.way[1];
    int before = history_steps(&c->m->history);
    call_edit(c, &next);
    if (!weights_into(c, way, &next)) {
        state_finish(&next);
        return false;
    }
    if (!call_commit(c, &next))
        return false;
    if (way == WEIGHTS_RANDOM && c->w->count == 2 && history_steps(&c->m->history) > before)
        reply_say(c->r, TEXT("random weights, seed %d"), c->m->now.state.set.seed);
    return true;
}

static bool scores_none(struct call *c, struct state *next)
{
    return numbers_put(&next->numbers, NUMBERS_SCORES, NULL) || reply_no_memory(c->r);
}

/* Sets a query q and keys k0 … k7 with ±1 entries in that order. They come from the generator
 * s ← (1103515245 s + 12345) mod 2³¹, whose bit 16 gives the sign. Returns false without memory. */
static bool plus_minus_words(struct state *next, uint32_t s)
{
    static const char *const names[] = {"q", "k0", "k1", "k2", "k3", "k4", "k5", "k6", "k7"};
    int id[9];
    bool ok = true;
    for (int i = 0; ok && i < 9; i++) {
        struct value *x = value_new(1, next->set.d);
        id[i] = x ? lexicon_intern(&next->lexicon, names[i], next->set.d) : -1;
        for (int j = 0; x && j < x->cols; j++) {
            s = (1103515245u * s + 12345u) & 0x7FFFFFFFu;
            x->v[j] = s >> 16 & 1u ? 1 : -1;
        }
        ok = id[i] >= 0 && lexicon_set(&next->lexicon, id[i], x);
        value_drop(x);
    }
    struct sequence *query = ok ? sequence_new(id, 1) : NULL, *keys = ok ? sequence_new(id + 1, 8) : NULL;
    if (!query || !keys) {
        sequence_drop(query);
        sequence_drop(keys);
        return false;
    }
    sequence_drop(next->sentence);
    sequence_drop(next->memory);
    next->sentence = query;
    next->memory = keys;
    return true;
}

static bool pm1_into(struct call *c, struct state *next)
{
    next->set.d = (int)c->read.number[1];
    next->set.heads = 1;
    next->set.dk = next->set.dv = next->set.dsrc = next->set.encoding = 0;
    return (weights_drop(next) &&
            plus_minus_words(next, c->w->count > 2 ? (uint32_t)c->read.number[2] : 1)) ||
           reply_no_memory(c->r);
}

const struct command cmd_numbers[] = {
    {"weights", "identity | random [SEED:0..1000000000] | shift K|focus [GAIN] | roles | reader", weights_all,
     NULL, COMMAND_STATE, "weights random 1",
     TEXT("sets all weights at once; shift K builds a head that attends K positions away; roles: two heads "
          "that find who does it and to whom where a noun stands on each side of the verb, with the numbers "
          "that 'task point k=12 seed=43 ; train 650 ; train keep' gives, to two decimals (loss: −log of the "
          "right word's weight; words and encoding fixed); reader: a model of two layers that reads simple "
          "sentences, passives among them, with the numbers that 'task reader seed=4 ; train 4000 ; train "
          "keep' gives, to two decimals")},
    {"pm1", "D:1..4096 [SEED:0..1000000000]", NULL, pm1_into, COMMAND_STATE, "pm1 16",
     TEXT("sets one query and eight keys with ±1 entries, to show how scores spread as D grows")},
    {"scores", "none | = …", NULL, scores_none, COMMAND_STATE, "scores none",
     TEXT("sets the scores directly, instead of Q Kᵀ")},
    COMMAND_LAST,
};
