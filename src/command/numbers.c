/* Commands that set many numbers at once: weights, scores, words of ±1. */
#include <string.h>

#include "base/number.h"
#include "command/assign.h"
#include "command/command.h"
#include "learn/reader.h"
#include "learn/taught.h"
#include "state/weights.h"

static bool shift(struct call *c, struct state *next)
{
    long k;
    double gain = WEIGHTS_SHIFT_GAIN;
    const char *s = call_word(c, 2);
    bool focus = strcmp(s, "focus") == 0;
    if (focus)
        k = next->look.key - next->look.query;
    else if (number_parse_int(s, strlen(s), -100000, 100000, &k) != NUMBER_OK)
        return reply_fail(
            c->r, call_col(c, 2),
            TEXT("weights shift K [GAIN]: K is a whole number (-1: the previous word), or focus: the "
                 "distance from query to key in focus",
                 "weights shift K [增益]：K 是整数（-1 表示前一个词），或 focus：焦点处从查询到键的距离"));
    if (c->w->count > 3 && !assign_number(c, 3, &gain))
        return false;
    if (!weights_can_shift(next))
        return reply_fail(c->r, call_col(c, 1),
                          TEXT("weights shift needs an even d and heads × d_k = d (d = %d)",
                               "weights shift 要求 d 为偶数且 heads × d_k = d（现在 d = %d）"),
                          next->set.d);
    return weights_shift(next, k, gain) || reply_no_memory(c->r);
}

static bool roles(struct call *c, struct state *next)
{
    if (!weights_can_find_roles(next))
        return reply_fail(c->r, call_col(c, 1),
                          TEXT("weights roles were trained for d = %d, but d = %d (set d %d)",
                               "weights roles 是为 d = %d 训练的，现在 d = %d（请先 set d %d）"),
                          LEXICON_DIMS, next->set.d, LEXICON_DIMS);
    return weights_roles(next) || reply_no_memory(c->r);
}

static bool weights_into(struct call *c, struct state *next)
{
    const char *kind = call_word(c, 1);
    long seed = next->set.seed;
    if (strcmp(kind, "identity") == 0 && c->w->count == 2)
        return weights_drop(next) || reply_no_memory(c->r);
    if (strcmp(kind, "shift") == 0 && c->w->count >= 3)
        return shift(c, next);
    if (strcmp(kind, "roles") == 0 && c->w->count == 2)
        return roles(c, next);
    if (strcmp(kind, "reader") == 0 && c->w->count == 2)
        return weights_reader(next) || reply_no_memory(c->r);
    if (strcmp(kind, "random") != 0 || c->w->count > 3)
        return reply_fail(c->r, call_col(c, 1),
                          TEXT("weights: write identity, random [SEED], shift K [GAIN], roles or reader",
                               "weights：请写 identity、random [种子]、shift K [增益]、roles 或 reader"));
    const char *s = call_word(c, 2);
    if (c->w->count == 3 && number_parse_int(s, strlen(s), 0, 1000000000, &seed) != NUMBER_OK)
        return reply_fail(c->r, call_col(c, 2),
                          TEXT("seed %s: write a whole number from 0 to 1000000000",
                               "种子 %s：请写 0 到 1000000000 的整数"),
                          s);
    next->set.seed = (int)seed;
    return weights_random(next, (uint64_t)seed, c->r->work) || reply_no_memory(c->r);
}

static bool weights(struct call *c)
{
    struct state next = {0};
    int before = history_steps(&c->m->history);
    bool own_seed = c->w->count == 2 && strcmp(call_word(c, 1), "random") == 0;
    call_edit(c, &next);
    if (!weights_into(c, &next)) {
        state_finish(&next);
        return false;
    }
    if (!call_commit(c, &next))
        return false;
    if (own_seed && history_steps(&c->m->history) > before)
        reply_say(c->r, TEXT("random weights, seed %d", "随机权重，种子 %d"), c->m->now.state.set.seed);
    return true;
}

static bool scores(struct call *c)
{
    struct state next = {0};
    if (strcmp(call_word(c, 1), "none") != 0)
        return reply_fail(c->r, call_col(c, 1),
                          TEXT("write 'scores = A B ; C D' to set scores, 'scores none' to compute them",
                               "用“scores = A B ; C D”直接给出得分，用“scores none”恢复计算"));
    call_edit(c, &next);
    if (numbers_put(&next.numbers, NUMBERS_SCORES, NULL))
        return call_commit(c, &next);
    state_finish(&next);
    return reply_no_memory(c->r);
}

/* Returns the next ±1 of the generator s ← (1103515245 s + 12345) mod 2³¹: bit 16 gives the sign. */
static double plus_minus(uint32_t *s)
{
    *s = (1103515245u * *s + 12345u) & 0x7FFFFFFFu;
    return *s >> 16 & 1u ? 1 : -1;
}

static bool plus_minus_word(struct state *next, const char *name, uint32_t *s, int *id)
{
    struct value *x = value_new(1, next->set.d);
    *id = x ? lexicon_intern(&next->lexicon, name, next->set.d) : -1;
    for (int j = 0; x && j < x->cols; j++)
        x->v[j] = plus_minus(s);
    bool ok = *id >= 0 && lexicon_set(&next->lexicon, *id, x);
    value_drop(x);
    return ok;
}

/* Sets a query q and keys k0 … k7 with ±1 entries, generated in that order. */
static bool plus_minus_words(struct state *next, uint32_t seed)
{
    static const char *const names[] = {"q", "k0", "k1", "k2", "k3", "k4", "k5", "k6", "k7"};
    int id[9];
    for (int i = 0; i < 9; i++)
        if (!plus_minus_word(next, names[i], &seed, &id[i]))
            return false;
    struct sequence *query = sequence_new(id, 1), *keys = sequence_new(id + 1, 8);
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

static bool pm1(struct call *c)
{
    struct state next = {0};
    long d, seed = 1;
    const char *width = call_word(c, 1), *s = call_word(c, 2);
    if (number_parse_int(width, strlen(width), 1, CONFIG_MAX_D, &d) != NUMBER_OK ||
        (c->w->count > 2 && number_parse_int(s, strlen(s), 0, 1000000000, &seed) != NUMBER_OK))
        return reply_fail(c->r, call_col(c, 1),
                          TEXT("pm1 D [SEED]: D is 1 to %d", "pm1 D [种子]：D 为 1 到 %d"), CONFIG_MAX_D);
    call_edit(c, &next);
    bool ok = weights_drop(&next);
    next.set.d = (int)d;
    next.set.heads = 1;
    next.set.dk = next.set.dv = next.set.dsrc = next.set.encoding = 0;
    if (ok && plus_minus_words(&next, (uint32_t)seed))
        return call_commit(c, &next);
    state_finish(&next);
    return reply_no_memory(c->r);
}

const struct command cmd_numbers[] = {
    {"weights", 1, 3, "weights identity | random [SEED] | shift K|focus [GAIN] | roles | reader", weights,
     COMMAND_STATE, WORDS_NAMES, "weights random 1",
     PAIR("sets all weights at once; shift K builds a head that attends K positions away; roles: two heads "
          "that find who does it and to whom where a noun stands on each side of the verb, with the numbers "
          "that '" TAUGHT
          "' gives, to two decimals (loss: −log of the right word's weight; words and encoding fixed); "
          "reader: a model of two layers that reads simple sentences, passives among them, with the numbers "
          "that '" READER_TAUGHT "' gives, to two decimals",
          "一次设好全部权重；shift K 构造关注 K "
          "个位置之外的头；roles：动词两边各有一个名词时，两个头分别找出“谁做”和“对谁做”，数值就是“" TAUGHT
          "”训练的结果，保留两位小数（损失是正确的词的权重取 −log；词向量和位置编码不变）；reader：读懂简单"
          "句子（也有把字句、被字句）的两层模型，数值是“" READER_TAUGHT "”训练的结果，保留两位小数")},
    {"pm1", 1, 2, "pm1 D [SEED]", pm1, COMMAND_STATE, WORDS_NAMES, "pm1 16",
     PAIR("sets one query and eight keys with ±1 entries, to show how scores spread as D grows",
          "一个查询对八个键，分量都是 ±1：看得分怎样随 D 分散")},
    {"scores", 1, 1, "scores none | scores = …", scores, COMMAND_STATE, WORDS_NAMES, "scores none",
     PAIR("sets the scores directly, instead of Q Kᵀ", "直接给出得分，代替 Q Kᵀ")},
    COMMAND_LAST,
};
