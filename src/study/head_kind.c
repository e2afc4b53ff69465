#include "study/head_kind.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/pipeline/attention.h"
#include "core/pipeline/stage.h"
#include "core/pipeline/terms.h"
#include "state/weights.h"

enum { NEAR = 2, ROWS_LEAST = 2, INDUCTION_ROWS = 3, NOUNS_LEAST = 2, PLACES_WORDS = 6 };

#define LIKENESS 0.8       /* cosine */
#define CHANCE_MOST 0.05   /* of a name */
#define NAMED_LEAST 0.5    /* share of whom a name tells */
#define INDUCTION_MORE 0.5 /* least part of a share that is due to the repetition */

/* clang-format off */
const struct head_kind_def head_kinds[HEAD_KINDS] = {
    [HEAD_BACK] = {"back", 'b', TEXT("one back"),
        TEXT("each word reads the word before it"), 0.6},
    [HEAD_ITSELF] = {"itself", 'i', TEXT("itself"),
        TEXT("each word reads itself"), 0.6},
    [HEAD_FIRST] = {"first", 'f', TEXT("first word"),
        TEXT("the words from the third on read the first"), 0.6},
    [HEAD_INDUCTION] = {"induction", 'r', TEXT("induction"),
        TEXT("words that occurred earlier in the sentence (3 at least, of 2 kinds) read what came after them there, "
             "and there 0.5 more than other words do"), 0.6},
    [HEAD_EVENLY] = {"evenly", 'e', TEXT("evenly"),
        TEXT("1 minus the part of a word's attention that would have to move to make all its shares equal"), 0.9},
    [HEAD_NEAR] = {"near", 'n', TEXT("near"),
        TEXT("each word reads those at most 2 positions away (words for which these are at most half of the keys)"), 0.75},
    [HEAD_NOUNS] = {"nouns", 'N', TEXT("nouns"),
        TEXT("each word reads animals, persons, food and things (words for which these are 2 or more, at most half of "
             "the keys)"), 0.75},
    [HEAD_PLACES] = {"places", 'p', TEXT("position only"),
        TEXT("how much of the unevenness of the shares the mean share at each distance explains (6 words or more)"),
        0.75},
    [HEAD_VERB] = {"verb", 'v', TEXT("noun and verb"),
        TEXT("nouns read actions, and actions read nouns (words for which these are at most half of the keys)"), 0.75},
    [HEAD_ALIKE] = {"alike", 'a', TEXT("alike in meaning"),
        TEXT("each word reads its near-synonyms here (other words whose vectors have a cosine of at least 0.8 with its own)"), 0.75},
    [HEAD_OTHER] = {"other", 'o', TEXT("other"), TEXT("none of these"), 0},
};
/* clang-format on */

int head_heard(const struct scene *now, int layer, int word, double *share)
{
    enum { LEAST_PERCENT = 50 };
    const struct state *s = &now->state;
    const struct attention *below = &now->trace.layer[layer - 1].self;
    int by = -1;
    *share = LEAST_PERCENT / 100.0;
    for (int h = 0; h < below->heads; h++)
        for (int k = 0; k < s->sentence->count; k++) {
            double a = mat_at(attention_head(below, below->map[MAP_WEIGHTS], h), word, k);
            if (k == word || a < *share ||
                !grammar_word_tells(lexicon_at(s->lexicon, s->sentence->id[k]).name))
                continue;
            *share = a;
            by = k;
        }
    return by;
}

struct head_weights head_weights_of(const struct scene *now, int layer, int stage, int head)
{
    bool crosses = config_crosses(&now->config) ||
                   stage_attention(&now->trace.layer[layer], stage) == &now->trace.layer[layer].cross;
    const struct attention *a = stage_attention(&now->trace.layer[layer], stage);
    return (struct head_weights){attention_head(a, a->map[MAP_WEIGHTS], head),
                                 attention_head(a, a->map[MAP_MASKED], head), crosses, &now->state};
}

const char *head_name(const struct scene *now, int stage, int h)
{
    const struct state *s = &now->state;
    const struct attention *a = &now->trace.layer[s->look.layer].self;
    const char *name = stage_crosses(stage) ? "" : state_head_name(s, h);
    struct grammar_reading as;
    if (!*name || !weights_name_claims(s, h))
        return name;
    bool holds = !config_crosses(&now->config) && weights_asks(s, &as), any = false;
    for (int t = 0; holds && t < as.n; t++) {
        bool pronoun = as.role[t] && strchr("ABi", as.role[t]) && as.to[t][h] != t;
        if (h < 2 ? as.role[t] != 'V' : !pronoun)
            continue;
        holds = mat_at(attention_head(a, a->map[MAP_WEIGHTS], h), t, as.to[t][h]) >= NAMED_LEAST;
        any = true;
    }
    return holds && any ? name : "";
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

static double key_share(const struct head_weights *w, int query, int key)
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
            moved += fabs(key_share(w, query, k) - (by ? by[k - query + n] : 1) / all);
    return 1 - moved / 2;
}

/* ---- the keys that a kind reads ----------------------------------------------------------- */

/* True if `key` came after an earlier `query`. A word that is repeated at once would read itself: that says
 * nothing. */
static bool came_after(const struct head_weights *w, int query, int key)
{
    return w->state && key >= 1 && key < query && seen(w, query, key) &&
           w->state->sentence->id[key - 1] == w->state->sentence->id[query];
}

/* Returns the mean share that a key has of the words to whom it is no answer. */
static double share_anyway(const struct head_weights *w, int key)
{
    double sum = 0;
    int count = 0;
    for (int q = 0; q < w->weights.rows; q++)
        if (seen(w, q, key) && keys_seen(w, q) >= 2 && !came_after(w, q, key)) {
            sum += key_share(w, q, key);
            count++;
        }
    return count ? sum / count : 0;
}

static struct lemma lemma_at(const struct head_weights *w, bool key, int i)
{
    const struct sequence *words = key && w->crosses ? w->state->memory : w->state->sentence;
    return lexicon_at(w->state->lexicon, words->id[i]);
}

static bool alike(struct lemma a, struct lemma b)
{
    double ab = 0, aa = 0, bb = 0;
    for (int j = 0; j < a.width || j < b.width; j++) {
        ab += lemma_entry(a, j) * lemma_entry(b, j);
        aa += lemma_entry(a, j) * lemma_entry(a, j);
        bb += lemma_entry(b, j) * lemma_entry(b, j);
    }
    return aa > 0 && bb > 0 && ab >= LIKENESS * sqrt(aa * bb);
}

/* Returns true if a head of this kind, asked by `query`, reads `key`. Pseudo-random vectors mean nothing: a
 * word with one is never a noun or the other half of a pair. */
static bool kind_reads(const struct head_weights *w, enum head_kind kind, int query, int key)
{
    switch (kind) {
    case HEAD_BACK:
        return key == query - 1;
    case HEAD_ITSELF:
        return key == query;
    case HEAD_FIRST:
        return key == 0 && query >= 2;
    case HEAD_NEAR:
        return abs(key - query) <= NEAR;
    case HEAD_INDUCTION:
        return came_after(w, query, key);
    default:
        break;
    }
    if (!w->state || (kind != HEAD_NOUNS && !w->crosses && key == query))
        return false;
    struct lemma a = lemma_at(w, false, query), b = lemma_at(w, true, key);
    if (b.made_up || (kind != HEAD_NOUNS && a.made_up))
        return false;
    if (kind == HEAD_VERB)
        return (lemma_is_noun(a) && lemma_is_action(b)) || (lemma_is_action(a) && lemma_is_noun(b));
    return kind == HEAD_NOUNS ? lemma_is_noun(b) : alike(a, b);
}

/* ---- measures ------------------------------------------------------------------------------ */

static const struct {
    bool reads;   /* certain keys; else see `kept` */
    int keys;     /* least number of such keys in a row that counts */
    bool half;    /* it counts only if they are at most half of the keys seen */
    bool crosses; /* also means something for keys of another sequence */
    int words;    /* least number */
    int rows;     /* least number that count */
} rules[HEAD_OTHER] = {
    [HEAD_BACK] = {true, 1, false, false, 0, ROWS_LEAST},
    [HEAD_ITSELF] = {true, 1, false, false, 0, ROWS_LEAST},
    [HEAD_FIRST] = {true, 1, false, true, 0, ROWS_LEAST},
    [HEAD_INDUCTION] = {true, 1, false, false, 0, INDUCTION_ROWS},
    [HEAD_EVENLY] = {false, 0, false, true, 0, ROWS_LEAST},
    [HEAD_NEAR] = {true, 0, true, false, 0, ROWS_LEAST},
    [HEAD_NOUNS] = {true, NOUNS_LEAST, true, true, 0, ROWS_LEAST},
    [HEAD_PLACES] = {false, 0, false, false, PLACES_WORDS, ROWS_LEAST},
    [HEAD_VERB] = {true, 1, true, true, 0, ROWS_LEAST},
    [HEAD_ALIKE] = {true, 1, true, true, 0, ROWS_LEAST},
};

/* Sets *x to what row `query` adds to the mean. Returns false if the row does not count. */
static bool kind_row(const struct head_weights *w, enum head_kind kind, int query, profile by, double *x)
{
    int keys = 0, all = keys_seen(w, query);
    *x = rules[kind].reads ? 0 : kept(w, query, by);
    for (int k = 0; rules[kind].reads && k < w->weights.cols; k++)
        if (seen(w, query, k) && kind_reads(w, kind, query, k)) {
            keys++;
            *x += key_share(w, query, k);
        }
    return all >= 2 && keys >= rules[kind].keys && (!rules[kind].half || 2 * keys <= all);
}

/* Sets *most to the number of rows that give more than half of themselves, *count to all that count. */
static double kind_measure(const struct head_weights *w, enum head_kind kind, int *most, int *count)
{
    double by[2 * CONFIG_MAX_WORDS], sum = 0, x;
    int n = w->weights.rows;
    *most = *count = 0;
    if (kind == HEAD_OTHER || (w->crosses && !rules[kind].crosses) || w->weights.rows < rules[kind].words)
        return NAN;
    for (int far = 1 - n; kind == HEAD_PLACES && far < n; far++) { /* the profile of this head */
        double all = 0;
        int pairs = 0;
        for (int q = far < 0 ? -far : 0; q < n && q + far < n; q++)
            if (seen(w, q, q + far)) {
                all += key_share(w, q, q + far);
                pairs++;
            }
        by[far + n] = pairs ? all / pairs : 0;
    }
    for (int q = 0; q < w->weights.rows; q++)
        if (kind_row(w, kind, q, kind == HEAD_PLACES ? by : NULL, &x)) {
            sum += x;
            *most += x > 0.5;
            ++*count;
        }
    if (*count < rules[kind].rows)
        return NAN;
    double uneven = kind == HEAD_PLACES ? 1 - head_kind_measure(w, HEAD_EVENLY) : 1;
    return kind == HEAD_PLACES && uneven > 0 ? 1 - (1 - sum / *count) / uneven : sum / *count;
}

double head_kind_measure(const struct head_weights *w, enum head_kind kind)
{
    int most, count;
    return kind_measure(w, kind, &most, &count);
}

/* Returns how likely it is, 0 to 1, that a head which picks keys without regard to the kind reads so. Each
 * key proves something once, since all may read it for another reason; for "induction" each repeated word,
 * since what follows "the" is mostly a noun; for "first", which has one key only, each row. One proof is
 * none. */
static double by_chance(const struct head_weights *w, enum head_kind kind)
{
    double part[CONFIG_MAX_WORDS] = {0}; /* of the keys: how many are of the kind */
    double chance = 1, proofs = 0, x;
    for (int q = 0; rules[kind].reads && q < w->weights.rows; q++) {
        bool counts = kind_row(w, kind, q, NULL, &x) && x > 0.5;
        int keys = 0;
        for (int k = 0; k < w->weights.cols; k++)
            keys += seen(w, q, k) && kind_reads(w, kind, q, k);
        double p = (double)keys / keys_seen(w, q);
        for (int k = 0; counts && k < w->weights.cols; k++)
            if (key_share(w, q, k) >= 0.5 / keys && kind_reads(w, kind, q, k)) {
                int at = kind == HEAD_FIRST ? q : k;
                if (kind == HEAD_INDUCTION)
                    at = sequence_find(w->state->sentence, w->state->sentence->id[q]);
                part[at] = p > part[at] ? p : part[at];
            }
    }
    for (int i = 0; i < CONFIG_MAX_WORDS; i++) {
        proofs += part[i] > 0;
        chance *= part[i] > 0 ? part[i] : 1;
    }
    return !rules[kind].reads ? 0 : proofs > 1 ? chance : 1;
}

/* A name is a claim about this sentence, so it needs more than a mean. */
static bool deserves(const struct head_weights *w, enum head_kind kind)
{
    int most, count;
    double x = kind_measure(w, kind, &most, &count), anyway = 0, row;
    bool noun = kind != HEAD_VERB, action = noun; /* both read the other: of one alone nothing is claimed */
    if (!(x >= head_kinds[kind].least) || 2 * most <= count)
        return false;
    for (int q = 0; kind == HEAD_VERB && q < w->weights.rows; q++)
        if (kind_row(w, kind, q, NULL, &row)) {
            noun |= lemma_is_noun(lemma_at(w, false, q));
            action |= lemma_is_action(lemma_at(w, false, q));
        }
    if (!noun || !action || by_chance(w, kind) > CHANCE_MOST)
        return false;
    for (int q = 0; kind == HEAD_INDUCTION && q < w->weights.rows; q++)
        for (int k = 1; k < q; k++)
            anyway += came_after(w, q, k) ? share_anyway(w, k) / count : 0;
    return kind != HEAD_INDUCTION || x - anyway >= INDUCTION_MORE;
}

enum head_kind head_kind_of(const struct head_weights *w)
{
    int kind = 0;
    while (kind < HEAD_OTHER && !deserves(w, (enum head_kind)kind))
        kind++;
    return (enum head_kind)kind;
}

static int heads_of(const struct scene *now)
{
    return now->config.layers * now->config.heads;
}

/* The weights of head i, counted through all layers. */
static struct head_weights weights_of(const struct scene *now, int i)
{
    return head_weights_of(now, i / now->config.heads, STAGE_WEIGHTS, i % now->config.heads);
}

struct head_place head_kind_best(const struct scene *now, enum head_kind kind)
{
    struct head_place best = {-1, 0, 0};
    for (int i = 0; i < heads_of(now); i++) {
        struct head_weights w = weights_of(now, i);
        double x = head_kind_measure(&w, kind);
        if (!isnan(x) && (best.layer < 0 || x > best.measure))
            best = (struct head_place){i / now->config.heads, i % now->config.heads, x};
    }
    return best;
}

double head_kind_mean(const struct scene *now, enum head_kind kind)
{
    double sum = 0;
    for (int i = 0; i < heads_of(now); i++) {
        struct head_weights w = weights_of(now, i);
        sum += head_kind_measure(&w, kind);
    }
    return sum / heads_of(now);
}

int head_kind_count(const struct scene *now, enum head_kind kind)
{
    int count = 0;
    for (int i = 0; i < heads_of(now); i++) {
        struct head_weights w = weights_of(now, i);
        count += head_kind_of(&w) == kind;
    }
    return count;
}

enum head_kind head_kind_find(const char *name)
{
    int kind = 0;
    while (kind < HEAD_KINDS && strcmp(head_kinds[kind].name, name) != 0)
        kind++;
    return (enum head_kind)kind;
}

double head_place_share(const struct scene *now, int layer, int head)
{
    const struct attention *a = &now->trace.layer[layer].self;
    struct term list[TERM_MAX];
    double sum[TERM_MAX] = {0}, all = 0, place = 0;
    int count = terms_list(&now->config, layer, list);
    if (a->term_count < count || attention_rotates(&now->config, attention_first(&now->config)) ||
        mat_present(now->config.scores_given))
        return (double)NAN;
    for (int q = 0; q < now->config.n; q++)
        terms_spread(sum, a, head, q);
    for (int t = 0; t < count; t++) {
        double here = term_set_has(&now->config.term_off, list[t].bit) ? 0 : sum[t];
        bool meets = !list[t].apart && ((list[t].query | list[t].key) >> SOURCE_POSITION & 1U),
             placed =
                 list[t].query ? meets : list[t].mark != 0; /* 0: a term of the encoding that words make */
        all += here;
        place += placed ? here : 0;
    }
    return all > 0 ? place / all : (double)NAN;
}

/* Returns true if a comes before b. */
static bool ranks_before(const struct head_place *a, const struct head_place *b)
{
    if (a->measure != b->measure)
        return a->measure > b->measure;
    return a->layer != b->layer ? a->layer < b->layer : a->head < b->head;
}

/* The first `most` heads after `from` in the order, or of all if it is NULL. */
static int ranks_after(const struct head_place *from, struct head_place *out, int most,
                       const struct scene *now)
{
    int count = 0;
    for (int i = 0; i < heads_of(now); i++) {
        struct head_place r = {i / now->config.heads, i % now->config.heads, 0};
        r.measure = head_place_share(now, r.layer, r.head);
        if (isnan(r.measure) || (from && !ranks_before(from, &r)))
            continue;
        int at = count;
        while (at > 0 && ranks_before(&r, &out[at - 1]))
            at--;
        if (at == most)
            continue;
        count += count < most;
        memmove(&out[at + 1], &out[at], (size_t)(count - at - 1) * sizeof *out);
        out[at] = r;
    }
    return count;
}

int head_ranks(struct head_place out[HEAD_RANKS], const struct scene *now)
{
    return ranks_after(NULL, out, HEAD_RANKS, now);
}

bool head_rank_next(struct head_place *from, const struct scene *now)
{
    struct head_place next;
    from->measure = head_place_share(now, from->layer, from->head);
    if (ranks_after(from, &next, 1, now) == 0 && ranks_after(NULL, &next, 1, now) == 0)
        return false;
    *from = next;
    return true;
}
