#include "study/head_kind.h"

#include <math.h>
#include <string.h>

#include "core/pipeline/stage.h"

enum { NEAR = 2, WORDS_LEAST = 2, PLACES_WORDS = 6 };

/* clang-format off */
const struct head_kind_def head_kinds[HEAD_KINDS] = {
    [HEAD_BACK] = {"back", 'b', PAIR("one back", "前一个词"),
        PAIR("each word reads the word before it", "每个词读它前面的一个词"), 0.6},
    [HEAD_ITSELF] = {"itself", 'i', PAIR("itself", "自己"),
        PAIR("each word reads itself", "每个词读自己"), 0.6},
    [HEAD_FIRST] = {"first", 'f', PAIR("first word", "第一个词"),
        PAIR("the words from the third on read the first", "从第三个词起都读第一个词"), 0.6},
    [HEAD_EVENLY] = {"evenly", 'e', PAIR("evenly", "平均"),
        PAIR("one minus the part of each whole that would have to move to make all shares equal",
             "1 减去：要让各份相等，整个 1 里必须挪动的那部分"), 0.9},
    [HEAD_NEAR] = {"near", 'n', PAIR("near", "附近"),
        PAIR("each word reads those at most 2 places away (words for which these are at most half of the keys)",
             "每个词读相距不超过 2 个位置的词（只看这些词不超过键的一半的那些行）"), 0.75},
    [HEAD_NOUNS] = {"nouns", 'N', PAIR("nouns", "名词"),
        PAIR("each word reads animals, persons, food and things (words for which these are at most half of the keys)",
             "每个词读动物、人、食物、东西（只看这些词不超过键的一半的那些行）"), 0.75},
    [HEAD_PLACES] = {"places", 'p', PAIR("position only", "只看位置"),
        PAIR("how much of what makes the shares unequal the mean share for each distance explains (6 words or more)",
             "各份不相等的部分里，有多少能由“每个距离的平均份额”解释（至少 6 个词）"),
        0.75},
    [HEAD_OTHER] = {"other", 'o', PAIR("mixed", "混合"), PAIR("none of these", "以上都不是"), 0},
};
/* clang-format on */

struct head_weights head_weights_of(const struct scene *now, int layer, int stage, int head)
{
    bool crosses = config_crosses(&now->config) ||
                   stage_attention(&now->trace.layer[layer], stage) == &now->trace.layer[layer].cross;
    const struct attention *a = stage_attention(&now->trace.layer[layer], stage);
    return (struct head_weights){attention_head(a, a->map[MAP_WEIGHTS], head),
                                 attention_head(a, a->map[MAP_MASKED], head), crosses, &now->state};
}

static bool seen(const struct head_weights *w, int query, int key)
{
    return key >= 0 && key < w->weights.cols && mat_at(w->masked, query, key) > -INFINITY;
}

static int keys_seen(const struct head_weights *w, int query)
{
    int n = 0;
    for (int k = 0; k < w->weights.cols; k++)
        n += seen(w, query, k);
    return n;
}

static double share(const struct head_weights *w, int query, int key)
{
    return seen(w, query, key) ? mat_at(w->weights, query, key) : 0;
}

/* Mean shares by distance, at n + key - query; NULL: all shares equal. */
typedef const double *profile;

/* The part of row `query` that stays when the whole is given out by a profile. */
static double kept(const struct head_weights *w, int query, profile by)
{
    double all = 0, moved = 0;
    int n = w->weights.rows;
    for (int k = 0; k < w->weights.cols; k++)
        if (seen(w, query, k))
            all += by ? by[k - query + n] : 1;
    for (int k = 0; k < w->weights.cols; k++)
        if (seen(w, query, k) && all > 0)
            moved += fabs(share(w, query, k) - (by ? by[k - query + n] : 1) / all);
    return 1 - moved / 2;
}

static void measure_profile(const struct head_weights *w, double *by)
{
    int n = w->weights.rows;
    for (int far = 1 - n; far < n; far++) {
        double sum = 0;
        int count = 0;
        for (int q = far < 0 ? -far : 0; q < n && q + far < n; q++)
            if (seen(w, q, q + far)) {
                sum += share(w, q, q + far);
                count++;
            }
        by[far + n] = count ? sum / count : 0;
    }
}

/* Set *x to what row `query` adds to the mean. Return false if the row does not count. */
static bool row_back(const struct head_weights *w, int query, profile by, double *x)
{
    (void)by;
    *x = share(w, query, query - 1);
    return seen(w, query, query - 1);
}

static bool row_itself(const struct head_weights *w, int query, profile by, double *x)
{
    (void)by;
    *x = share(w, query, query);
    return seen(w, query, query);
}

static bool row_first(const struct head_weights *w, int query, profile by, double *x)
{
    (void)by;
    *x = share(w, query, 0);
    return query >= 2 && seen(w, query, 0);
}

static bool row_kept(const struct head_weights *w, int query, profile by, double *x)
{
    *x = kept(w, query, by);
    return true;
}

static bool row_near(const struct head_weights *w, int query, profile by, double *x)
{
    int close = 0;
    (void)by;
    *x = 0;
    for (int k = query - NEAR; k <= query + NEAR; k++) {
        close += seen(w, query, k);
        *x += share(w, query, k);
    }
    return 2 * close <= keys_seen(w, query);
}

/* Numbers that were made up mean nothing. */
static bool is_noun(const struct head_weights *w, int key)
{
    const struct sequence *keys = w->crosses ? w->state->memory : w->state->sentence;
    struct lemma l = lexicon_at(w->state->lexicon, keys->id[key]);
    return !l.made_up && lemma_is_noun(l);
}

static bool row_nouns(const struct head_weights *w, int query, profile by, double *x)
{
    int nouns = 0;
    (void)by;
    *x = 0;
    for (int k = 0; w->state && k < w->weights.cols; k++)
        if (seen(w, query, k) && is_noun(w, k)) {
            nouns++;
            *x += share(w, query, k);
        }
    return nouns > 0 && 2 * nouns <= keys_seen(w, query);
}

static const struct {
    bool (*row)(const struct head_weights *w, int query, profile by, double *x);
    bool crosses; /* also means something for keys of another sequence */
    int words;    /* least number */
} rules[HEAD_KINDS] = {
    [HEAD_BACK] = {row_back, false, 0},
    [HEAD_ITSELF] = {row_itself, false, 0},
    [HEAD_FIRST] = {row_first, true, 0},
    [HEAD_EVENLY] = {row_kept, true, 0},
    [HEAD_NEAR] = {row_near, false, 0},
    [HEAD_NOUNS] = {row_nouns, true, 0},
    [HEAD_PLACES] = {row_kept, false, PLACES_WORDS},
};

double head_kind_measure(const struct head_weights *w, enum head_kind kind)
{
    double by[2 * CONFIG_MAX_WORDS], sum = 0, x;
    int count = 0;
    if (!rules[kind].row || (w->crosses && !rules[kind].crosses) || w->weights.rows < rules[kind].words)
        return NAN;
    if (kind == HEAD_PLACES)
        measure_profile(w, by);
    for (int q = 0; q < w->weights.rows; q++)
        if (keys_seen(w, q) >= 2 && rules[kind].row(w, q, kind == HEAD_PLACES ? by : NULL, &x)) {
            sum += x;
            count++;
        }
    if (count < WORDS_LEAST)
        return NAN;
    double uneven = kind == HEAD_PLACES ? 1 - head_kind_measure(w, HEAD_EVENLY) : 1;
    return kind == HEAD_PLACES && uneven > 0 ? 1 - (1 - sum / count) / uneven : sum / count;
}

enum head_kind head_kind_of(const struct head_weights *w)
{
    int kind = 0;
    while (kind < HEAD_OTHER && !(head_kind_measure(w, (enum head_kind)kind) >= head_kinds[kind].least))
        kind++;
    return (enum head_kind)kind;
}

enum head_kind head_kind_find(const char *name)
{
    int kind = 0;
    while (kind < HEAD_KINDS && strcmp(head_kinds[kind].name, name) != 0)
        kind++;
    return (enum head_kind)kind;
}
