/* Claims about terms, answers, positions, costs and training. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/cost.h"
#include "core/pipeline/attention.h"
#include "core/pipeline/stage.h"
#include "core/pipeline/terms.h"
#include "study/clock.h"
#include "study/comparison.h"
#include "study/cursor.h"
#include "support/models.h"
#include "support/claims.h"
#include "view/screen.h"

static const struct look *look_of(const struct claims *c)
{
    return &c->m->now.state.look;
}

static const struct attention *self_of(const struct claims *c)
{
    return &c->m->now.trace.layer[look_of(c)->layer].self;
}

static double score_at(const struct claims *c, int key)
{
    const struct attention *a = self_of(c);
    return mat_at(attention_head(a, a->map[MAP_SCORES], look_of(c)->head), look_of(c)->query, key);
}

static double term_at(const struct claims *c, int t, int key)
{
    const struct attention *a = self_of(c);
    return mat_at(attention_head(a, attention_term(a, t), look_of(c)->head), look_of(c)->query, key);
}

static int keys_of(const struct claims *c)
{
    return self_of(c)->map[MAP_WEIGHTS].cols;
}

static const struct sequence *words_of(const struct claims *c)
{
    const struct scene *now = &c->m->now;
    return config_crosses(&now->config) ? now->state.memory : now->state.sentence;
}

static double share_at(const struct claims *c, int key)
{
    const struct attention *a = self_of(c);
    return mat_at(attention_head(a, a->map[MAP_WEIGHTS], look_of(c)->head), look_of(c)->query, key);
}

/* ---- terms --------------------------------------------------------------------------------- */

/* A term of the present list, by its title; -1: none is called so. */
static int term_called(const struct claims *c, const struct claim_piece *name, struct term *list, int *count)
{
    *count = terms_list(&c->m->now.config, look_of(c)->layer, list);
    char title[64];
    for (int t = 0; t < *count; t++)
        if (claims_is(name, title_of(&list[t], c->lang, title)))
            return t;
    return -1;
}

static bool is_off(const struct claims *c, const struct term *t)
{
    return term_set_has(&c->m->now.config.term_off, t->bit);
}

/* The shares of the query without term t, computed here. */
static void shares_without(const struct claims *c, const struct term *list, int count, int t, double *out)
{
    const struct config *k = &c->m->now.config;
    struct attention_role role = attention_first(k);
    double by = attention_divisor(k, role), most = -INFINITY, sum = 0;
    for (int j = 0; j < keys_of(c); j++) {
        double score = 0;
        for (int i = 0; i < count; i++)
            score += i == t ? 0 : term_at(c, i, j);
        score = k->softcap > 0 ? k->softcap * tanh(score / by / k->softcap) : score / by;
        out[j] = attention_masked(score, attention_mask(k, look_of(c)->layer, role, look_of(c)->query, j));
        most = fmax(most, out[j]);
    }
    (void)list;
    if (attention_sinks(k, role)) {
        double sink = attention_sink(k, look_of(c)->layer, look_of(c)->head);
        most = fmax(most, sink);
        sum = exp(sink - most);
    }
    for (int j = 0; j < keys_of(c); j++) {
        out[j] = isfinite(most) ? exp(out[j] - most) : 0;
        sum += out[j];
    }
    for (int j = 0; j < keys_of(c) && sum > 0; j++)
        out[j] /= sum;
}

/* What the loudest term does: the largest of those that count, and what is said of the share without it.
 * way: 1 it helps, -1 it harms, 0 it hardly changes anything. */
static bool loudest(const struct claims *c, int way, bool sparing, const struct claim_piece *would,
                    const struct claim_piece *is)
{
    struct term list[TERM_MAX];
    double without[CONFIG_MAX_WORDS];
    int count, key = look_of(c)->key, t = term_called(c, &c->piece[0], list, &count);
    const struct claim_piece *word = &c->piece[c->pieces - 1 - (would != NULL) - (is != NULL)];
    if (t < 0)
        return true; /* "helps" may be a word of the sentence */
    if (is_off(c, &list[t]) || key >= keys_of(c) || !claims_names(c, &c->of[0], words_of(c), key, word))
        return false;
    double v = term_at(c, t, key);
    for (int i = 0; i < count; i++)
        if (!is_off(c, &list[i]) && fabs(term_at(c, i, key)) > fabs(v) * (1 + 1e-12))
            return false;
    if (!claims_number(&c->piece[1], v))
        return false;
    shares_without(c, list, count, t, without);
    double now = share_at(c, key), then = without[key];
    if (would && !claims_number(would, then))
        return false;
    if (is && !claims_number(is, now))
        return false;
    if (would && !is && fabs(now - then) > 0.0101)
        return false;
    if (way == 0)
        return fabs(now - then) < 0.0101;
    return way > 0 ? now > then && (sparing ? v < 0 : v >= 0) : now < then && (sparing ? v >= 0 : v < 0);
}

#define LOUDEST(NAME, WAY, SPARING)                                                                          \
    static bool NAME(const struct claims *c)                                                                 \
    {                                                                                                        \
        return loudest(c, WAY, SPARING, NULL, NULL);                                                         \
    }
LOUDEST(counts_for, 1, false)
LOUDEST(counts_against, -1, false)
LOUDEST(helps, 1, true)
LOUDEST(harms, -1, true)
LOUDEST(hardly, 0, false)

/* Without it the share would be 0.93, not 1.00: of the largest term. */
static bool share_without(const struct claims *c, bool same)
{
    struct term list[TERM_MAX];
    double without[CONFIG_MAX_WORDS];
    int key = look_of(c)->key, best = -1, count = terms_list(&c->m->now.config, look_of(c)->layer, list);
    for (int i = 0; i < count; i++)
        if (!is_off(c, &list[i]) && (best < 0 || fabs(term_at(c, i, key)) > fabs(term_at(c, best, key))))
            best = i;
    if (best < 0 || key >= keys_of(c))
        return false;
    shares_without(c, list, count, best, without);
    return claims_number(&c->piece[0], without[key]) &&
           (same ? claims_alike(&c->piece[0], without[key], share_at(c, key))
                 : claims_number(&c->piece[1], share_at(c, key)));
}

static bool share_would_be(const struct claims *c)
{
    return share_without(c, false);
}

static bool share_stays(const struct claims *c)
{
    return share_without(c, true);
}

static bool all_terms_off(const struct claims *c)
{
    for (int j = 0; j < keys_of(c); j++)
        if (score_at(c, j) != 0)
            return false;
    return true;
}

/* … reads cat most (0.62): the largest share of the row. */
static bool reads_word_most(const struct claims *c)
{
    const struct claim_piece *word = &c->piece[c->pieces - 2], *share = &c->piece[c->pieces - 1];
    double most = 0;
    bool tied = false, found = false;
    for (int j = 0; j < keys_of(c); j++)
        most = fmax(most, share_at(c, j));
    for (int j = 0; j < keys_of(c); j++)
        found = found || (claims_names(c, &c->of[0], words_of(c), j, word) &&
                          claims_number(share, share_at(c, j)) && claims_alike(share, share_at(c, j), most));
    (void)tied;
    return found && most > 0;
}

static bool reads_word_tied(const struct claims *c)
{
    int alike = 0;
    double most = 0;
    for (int j = 0; j < keys_of(c); j++)
        most = fmax(most, share_at(c, j));
    for (int j = 0; j < keys_of(c); j++)
        alike += claims_alike(&c->piece[1], share_at(c, j), most);
    return alike > 1 && reads_word_most(c);
}

/* cat most (0.62, before 1.00 */
static bool share_before(const struct claims *c)
{
    struct term list[TERM_MAX];
    double whole[CONFIG_MAX_WORDS];
    int count = terms_list(&c->m->now.config, look_of(c)->layer, list);
    shares_without(c, list, count, -1, whole);
    for (int j = 0; j < keys_of(c); j++)
        if (claims_names(c, &c->of[0], words_of(c), j, &c->piece[0]) &&
            claims_number(&c->piece[1], share_at(c, j)) && claims_number(&c->piece[2], whole[j]))
            return true;
    return false;
}

/* Without place·place, chases still reads cat most (0.62, before 1.00): the pieces after the terms. */
static bool reads_without(const struct claims *c)
{
    struct claims of = *c;
    of.pieces = 4;
    if (!reads_word_most(&of))
        return false;
    for (int i = 0; i < 3; i++)
        of.piece[i] = c->piece[2 + i];
    return share_before(&of);
}

/* The lines below the terms: the score, divided, masked, as a share. */
static bool is_of_pair(const struct claims *c, enum map map, int piece)
{
    const struct attention *a = self_of(c);
    return claims_number(&c->piece[piece], mat_at(attention_head(a, a->map[map], look_of(c)->head),
                                                  look_of(c)->query, look_of(c)->key));
}

static bool score_is(const struct claims *c)
{
    return is_of_pair(c, MAP_SCORES, 0);
}

static bool divided_is(const struct claims *c)
{
    if (look_of(c)->view != VIEW_TERMS)
        return true; /* the end of a line about a cell */
    return is_of_pair(c, MAP_SCALED, c->pieces - 1) &&
           claims_number(&c->piece[c->pieces - 2],
                         attention_divisor(&c->m->now.config, attention_first(&c->m->now.config)));
}

/* The quotient of a score that has overflowed is no number. */
static bool divided_is_none(const struct claims *c)
{
    return look_of(c)->view != VIEW_TERMS || !isfinite(score_at(c, look_of(c)->key));
}

static bool masked_is(const struct claims *c)
{
    return is_of_pair(c, MAP_MASKED, 0);
}

static bool share_is(const struct claims *c)
{
    return is_of_pair(c, MAP_WEIGHTS, 0);
}

/* What the loudest term gives the other keys, beside what it gives this one. */
static bool others_get(const struct claims *c, bool more)
{
    struct term list[TERM_MAX];
    int key = look_of(c)->key, best = -1, count = terms_list(&c->m->now.config, look_of(c)->layer, list);
    for (int i = 0; i < count; i++)
        if (!is_off(c, &list[i]) && (best < 0 || fabs(term_at(c, i, key)) > fabs(term_at(c, best, key))))
            best = i;
    for (int j = 0; best >= 0 && j < keys_of(c); j++)
        if (j != key && (more ? term_at(c, best, j) > term_at(c, best, key)
                              : term_at(c, best, j) < term_at(c, best, key)))
            return true;
    return false;
}

static bool others_get_more(const struct claims *c)
{
    return others_get(c, true);
}

static bool others_get_less(const struct claims *c)
{
    return others_get(c, false);
}

static bool may_not_read(const struct claims *c)
{
    const struct config *k = &c->m->now.config;
    return look_of(c)->key < keys_of(c) && attention_mask(k, look_of(c)->layer, attention_first(k),
                                                          look_of(c)->query, look_of(c)->key) == -INFINITY;
}

/* The sum of the sizes of what is multiplied for a score: its rounding is of this size. */
static double factors_size(const struct claims *c, int key)
{
    const struct attention *a = self_of(c);
    const struct config *k = &c->m->now.config;
    int q = look_of(c)->head * k->dk, from = config_key_head(k, look_of(c)->head) * k->dk;
    double sum = 0;
    for (int j = 0; j < k->dk; j++)
        sum += fabs(mat_at(a->Q, look_of(c)->query, q + j) * mat_at(a->K, key, from + j));
    return sum;
}

/* N reasons add up to each score: so many terms, whose sum it is. */
static bool reasons_add_up(const struct claims *c)
{
    struct term list[TERM_MAX];
    int count = terms_list(&c->m->now.config, look_of(c)->layer, list);
    for (int j = 0; j < keys_of(c); j++) {
        double sum = 0, size = 0;
        for (int t = 0; t < count; t++) {
            sum += term_at(c, t, j);
            size += fabs(term_at(c, t, j));
        }
        if (isfinite(size) && fabs(sum - score_at(c, j)) > 1e-9 * size + 1e-12 * factors_size(c, j))
            return false;
    }
    return (int)c->piece[0].x == count;
}

static bool reasons_left(const struct claims *c)
{
    struct term list[TERM_MAX];
    int count = terms_list(&c->m->now.config, look_of(c)->layer, list), left = 0;
    for (int t = 0; t < count; t++)
        left += !is_off(c, &list[t]);
    return c->pieces == 0 ? left == 0 : (int)c->piece[0].x == left;
}

/* In plain text: the lines below, each with a number, add up to the printed score, to the last digit; those
 * that are knocked out do not count. */
static bool terms_add_up(const struct claims *c)
{
    double sum = 0, score = 0, unit = 1;
    bool exact = true;
    const char *line = strchr(c->line, '\n');
    const char *pair = strstr(c->text, c->lang == LANG_EN ? ": score " : "：得分 ");
    struct claims in = *c;
    if (!pair || claims_match(&in, c->lang == LANG_EN ? ": score %n" : "：得分 %n", pair) < 0)
        return false;
    score = in.piece[0].x;
    unit = pow(10, -in.piece[0].decimals);
    exact = in.piece[0].decimals >= 0 && isfinite(score) && fabs(score) < 1e11;
    for (line = line ? line + 1 : NULL; line && *line;
         line = strchr(line, '\n') ? strchr(line, '\n') + 1 : NULL) {
        in.begin = line;
        if (claims_match(&in, c->lang == LANG_EN ? "Term %s for every" : "%s 项，每行", line) > 0 ||
            (claims_match(&in, "%s %n: %s$", line) < 0 && claims_match(&in, "%s %n：%s$", line) < 0 &&
             claims_match(&in, "%s %n, knocked out: %s$", line) < 0 &&
             claims_match(&in, "%s %n，已去掉：%s$", line) < 0))
            break;
        const char *end = strchr(line, '\n');
        const char *out = strstr(line, c->lang == LANG_EN ? ", knocked out" : "，已去掉");
        exact = exact && in.piece[1].decimals >= 0 && isfinite(in.piece[1].x);
        sum += out && end && out < end ? 0 : in.piece[1].x;
    }
    in.begin = line;
    if (line && claims_match(&in, c->lang == LANG_EN ? "^rounding %n$" : "^舍入 %n$", line) > 0)
        sum += in.piece[0].x;
    return !exact || fabs(sum - score) < unit / 2;
}

/* The lens: the printed terms miss the printed score, or do not. Numbers that are too wide are printed in
 * another form: then nothing is exact. */
static bool lens_adds_up(const struct claims *c, bool exactly)
{
    enum { WIDE = 7, DIGITS = 2 };
    struct term list[TERM_MAX];
    int count = terms_list(&c->m->now.config, look_of(c)->layer, list);
    double sum = 0, printed = 0;
    char one[64];
    bool wide = false;
    for (int t = 0; t < count; t++)
        if (!is_off(c, &list[t])) {
            claims_print(one, term_at(c, t, look_of(c)->key), DIGITS);
            wide = wide || strlen(one) > WIDE;
            printed += strtod(one, NULL);
            sum += term_at(c, t, look_of(c)->key);
        }
    claims_print(one, sum, DIGITS);
    wide = wide || strlen(one) > WIDE || !(fabs(sum) < 1e4);
    return wide ? !exactly : (fabs(printed - strtod(one, NULL)) < 0.005) == exactly;
}

static bool adds_up_exactly(const struct claims *c)
{
    return lens_adds_up(c, true);
}

static bool adds_up_nearly(const struct claims *c)
{
    return lens_adds_up(c, false);
}

/* ---- answers ------------------------------------------------------------------------------- */

/* dog 53 %, cat 20 % …: the largest first, each right. */
static bool says(const struct claims *c)
{
    const struct scene *now = &c->m->now;
    const struct claim_piece *list = &c->piece[c->pieces - 1];
    char all[600], *p = all;
    if (!mat_present(now->trace.probs))
        return false;
    int row = state_model(&now->state) ? state_asked(&now->state) : c->of[0].query;
    const double *v = mat_row(now->trace.probs, row);
    double most = 0, last = INFINITY;
    for (int j = 0; j < now->trace.probs.cols; j++)
        most = fmax(most, v[j]);
    if (strncmp(list->s, c->lang == LANG_EN ? "numbers here" : "这里的数", 12) == 0)
        return claims_overflowed(v, now->trace.probs.cols);
    if (claims_overflowed(v, now->trace.probs.cols))
        return false;
    snprintf(all, sizeof all, "%.*s", list->n, list->s);
    for (int i = 0; p && *p; i++) {
        struct claims in = *c;
        double x = NAN;
        bool found = false;
        char *end = strstr(p, c->lang == LANG_EN ? ", " : "，");
        if (end) {
            *end = '\0';
            end += c->lang == LANG_EN ? 2 : 3;
        }
        char *was = strstr(p, c->lang == LANG_EN ? " (was" : "（之前");
        if (was)
            *was = '\0';
        if (strstr(p, "；应该说 ") || strstr(p, "; it should say "))
            *strstr(p, c->lang == LANG_EN ? "; it should" : "；应该") = '\0';
        if (claims_match(&in, "%s %n %%", p) < 0)
            return false;
        x = in.piece[1].x / 100;
        for (int j = 0; j < now->trace.probs.cols && !found; j++)
            found = fabs(v[j] - x) <= (in.piece[1].decimals ? 0.000501 : 0.00501) &&
                    claims_names(c, &c->of[0], now->state.classes, j, &in.piece[0]) &&
                    (i > 0 || v[j] >= most - 1e-15);
        if (!found || x > last)
            return false;
        last = x;
        p = end;
    }
    return true;
}

/* The asking word, a colon, then the same. */
static bool says_briefly(const struct claims *c)
{
    struct claims in = *c;
    in.piece[1].n = (int)strlen(in.piece[1].s);
    in.pieces = 2;
    return says(&in);
}

/* ---- costs and positions ------------------------------------------------------------------- */

static bool costs(const struct claims *c)
{
    const struct look *l = look_of(c);
    double rnn = (double)l->cost.n * l->cost.d * l->cost.d,
           scores = (double)l->cost.n * l->cost.n * l->cost.d;
    bool fewer = l->cost.n < l->cost.d;
    return claims_number(&c->piece[0], fewer ? rnn / scores : scores / rnn);
}

static bool rnn_takes(const struct claims *c)
{
    return look_of(c)->cost.n < look_of(c)->cost.d && costs(c);
}

static bool scores_take(const struct claims *c)
{
    return look_of(c)->cost.n >= look_of(c)->cost.d && costs(c);
}

/* hand 0: angle at t = 2 114.6°, once round in 6.3 words, angle at s = 0 0.0° */
static bool hand_turns(const struct claims *c)
{
    const struct config *cf = &c->m->now.config;
    int hand = (int)c->piece[0].x, t = (int)c->piece[1].x, s = (int)c->piece[c->pieces - 2].x;
    return t == look_of(c)->encoding.pos && s == look_of(c)->encoding.pos2 &&
           claims_number(&c->piece[2], clock_degrees(clock_angle(cf, t, hand))) &&
           claims_number(&c->piece[c->pieces - 1], clock_degrees(clock_angle(cf, s, hand)));
}

/* The product of a head's query and key, or of the two columns of a pair (-1: of all), turned by t and s. */
static double turned_product(const struct claims *c, int pair, long t, long s)
{
    const struct scene *now = &c->m->now;
    const struct look *l = look_of(c);
    const struct config layer = posenc_of_layer(&now->config, l->layer), *cf = &layer;
    const struct attention *a = &now->trace.layer[l->layer].self;
    struct mat Q = mat_present(a->Qn) ? a->Qn : a->Q, K = mat_present(a->Kn) ? a->Kn : a->K;
    double q[CONFIG_MAX_D], k[CONFIG_MAX_D], sum = 0;
    bool half = cf->pe_param[0] == 1;
    memcpy(q, mat_row(Q, l->query) + l->head * cf->dk, (size_t)cf->dk * sizeof *q);
    memcpy(k, mat_row(K, l->key < K.rows ? l->key : 0) + config_key_head(cf, l->head) * cf->dk,
           (size_t)cf->dk * sizeof *k);
    posenc_rotate(q, t, cf);
    posenc_rotate(k, s, cf);
    for (int j = 0; j < cf->dk; j++)
        if (pair < 0 || (half ? j % clock_hands(cf) == pair && j < 2 * clock_hands(cf) : j / 2 == pair))
            sum += q[j] * k[j];
    return sum;
}

static bool two_meet(const struct claims *c)
{
    const struct look *l = look_of(c);
    int t = (int)c->piece[1].x, s = (int)c->piece[3].x, start = c->m->now.config.start;
    bool there = t == l->encoding.pos && s == l->encoding.pos2,
         board = t == start + l->query && s == start + l->key;
    return (there || board) && claims_number(&c->piece[4], turned_product(c, -1, t, s));
}

/* hand 0: q and k apart 97.8°, once round in 6.3 words, adds -0.033 */
static bool hand_adds(const struct claims *c)
{
    const struct look *l = look_of(c);
    return claims_number(&c->piece[c->pieces - 1],
                         turned_product(c, (int)c->piece[0].x, l->encoding.pos, l->encoding.pos2));
}

/* yarn, for texts 4 times as long: 1 of 16 hands kept, 11 slowed 4 times, 4 in between. */
static bool hands_slowed(const struct claims *c)
{
    const struct config layer = posenc_of_layer(&c->m->now.config, look_of(c)->layer), *cf = &layer;
    struct config own = *cf;
    int scaling = posenc_param_find(cf->pe, "scaling"), kept = 0, slowed = 0, hands = clock_hands(cf);
    own.pe_param[scaling] = 0;
    double by = cf->pe_param[scaling + 1];
    if (posenc_counts(cf)) /* by as much as the text is longer */
        by = cf->pe->angle(1, hands - 1, &own) / cf->pe->angle(1, hands - 1, cf);
    for (int i = 0; i < hands; i++) {
        double was = cf->pe->angle(1, i, &own), is = cf->pe->angle(1, i, cf);
        kept += fabs(is / was - 1) < 1e-6;
        slowed += fabs(is / was - 1 / by) < 1e-6 && fabs(is / was - 1) >= 1e-6;
    }
    return claims_number(&c->piece[1], by) && claims_number(&c->piece[5], by) && (int)c->piece[2].x == kept &&
           (int)c->piece[3].x == hands && (int)c->piece[4].x == slowed &&
           (int)c->piece[6].x == hands - kept - slowed;
}

/* Scores of turned columns are multiplied by 1.3: the square of the length of a hand. */
static bool turned_longer(const struct claims *c)
{
    double v[CONFIG_MAX_D] = {1};
    posenc_rotate(v, 0, &c->m->now.config);
    return claims_number(&c->piece[0], v[0] * v[0]);
}

static bool note_collects(const struct claims *c)
{
    const struct scene *now = &c->m->now;
    const struct attention *a = &now->trace.layer[look_of(c)->layer].self;
    bool memory = config_crosses(&now->config);
    const struct sequence *keys = memory ? now->state.memory : now->state.sentence;
    const double *w = mat_row(attention_head(a, a->map[MAP_WEIGHTS], look_of(c)->head), look_of(c)->query);
    double most = 0;
    for (int k = 0; k < keys->count; k++)
        most = fmax(most, w[k]);
    for (int k = 0; k < keys->count; k++)
        if (fabs(100 * w[k] - c->piece[1].x) <= 0.0501 && fabs(100 * most - c->piece[1].x) <= 0.0501 &&
            claims_names(c, &c->of[0], keys, k, &c->piece[2]))
            return true;
    return false;
}

static bool note_reads_nobody(const struct claims *c)
{
    const struct scene *now = &c->m->now;
    const struct attention *a = &now->trace.layer[look_of(c)->layer].self;
    const double *w = mat_row(attention_head(a, a->map[MAP_WEIGHTS], look_of(c)->head), look_of(c)->query);
    for (int k = 0; k < keys_of(c); k++)
        if (w[k] != 0)
            return false;
    return true;
}

/* What goes to no key. */
static double sink_share(const struct attention *a, int head, int query)
{
    return mat_present(a->sink) ? mat_at(attention_head(a, a->sink, head), query, 0) : 0;
}

/* The shares of the query in view, with the head in view, are one whole. */
static bool one_whole(const struct claims *c)
{
    const struct claim_scene *of = &c->of[0];
    double sum = sink_share(of->a, look_of(c)->head, of->query);
    for (int k = 0; k < of->keys->count; k++)
        sum += claims_shares(of, look_of(c)->head)[k];
    return fabs(sum - 1) < 1e-9;
}

/* Every row of every head of the layer in view. */
static bool every_row_whole(const struct claims *c)
{
    const struct attention *a = c->of[0].a;
    for (int r = 0; r < a->map[MAP_WEIGHTS].rows; r++) {
        double sum = mat_present(a->sink) ? INFINITY : 0; /* the picture does not show what it takes */
        for (int k = 0; k < a->map[MAP_WEIGHTS].cols; k++)
            sum += mat_at(a->map[MAP_WEIGHTS], r, k);
        if (!(fabs(sum - 1) < 1e-9))
            return false;
    }
    return true;
}

const struct claim claims_of_rest[] = {
    {"%d. %s: exp of %n minus %n is %n, sum so far %n", NULL, claims_exponential},
    {"%s %n counts most for %w", "%s %n 的声音最大，赞成读 %w", counts_for},
    {"%s %n counts most against %w", "%s %n 的声音最大，反对读 %w", counts_against},
    {"%s %n helps %w", "%s %n 有利于读 %w", helps},
    {"%s %n harms %w", "%s %n 不利于读 %w", harms},
    {"%s %n is largest, but hardly changes %w", "%s %n 最大，却几乎不改变 %w", hardly},
    {"Without it the share would be %n, not %n", "没有它，份额会是 %n，现在是 %n", share_would_be},
    {"Without it the share stays %n", "没有它，份额还是 %n", share_stays},
    {"Without %s, %w still reads %w most (%n, before %n).", "没有 %s，%w 仍然最关注 %w（%n，原来 %n）。",
     reads_without},
    {"Without %s, %w still reads %w most (%n, tied, before %n).",
     "没有 %s，%w 仍然最关注 %w（%n，有并列的，原来 %n）。", reads_without},
    {"Without %s, %w now reads %w most (%n, before %n).", "没有 %s，%w 改为最关注 %w（%n，原来 %n）。",
     reads_without},
    {"Without %s, %w now reads %w most (%n, tied, before %n).",
     "没有 %s，%w 改为最关注 %w（%n，有并列的，原来 %n）。", reads_without},
    {"Computed again without %s: %w reads %w most (%n).", "省去%s重算后，%w 最关注 %w（%n）。",
     reads_word_most},
    {"Computed again without %s: %w reads %w most (%n, tied).",
     "省去%s重算后，%w 最关注 %w（%n，有并列的）。", reads_word_most},
    {"%w may not read %w: it is masked, so its share is 0 whatever the score.",
     "%w 不能读 %w：它被遮住了，得分再高，份额也是 0。", may_not_read},
    {"^= score %n$", "^= 得分 %n$", score_is},
    {"^÷ %n = %n$", "^÷ %n = %n$", divided_is},
    {"^÷ √d_k %n = %n$", "^÷ √d_k %n = %n$", divided_is},
    {"^÷ √(3 d_k) %n = %n$", "^÷ √(3 d_k) %n = %n$", divided_is},
    {"^÷ %s = %s$", "^÷ %s = %s$", divided_is_none},
    {"^masked %n$", "^被遮住 %n$", masked_is},
    {"^softmax: share %n$", "^softmax：份额 %n$", share_is},
    {"%w most (%n, tied", "最关注 %w（%n，有并列的", reads_word_tied},
    {"%w still reads %w most (%n", "%w 仍然最关注 %w（%n", reads_word_most},
    {"%w now reads %w most (%n", "%w 改为最关注 %w（%n", reads_word_most},
    {"%w reads %w most (%n", "%w 最关注 %w（%n", reads_word_most},
    {"%w most (%n, before %n", "%w（%n，原来 %n", share_before},
    {"%w (%n, tied, before %n", "%w（%n，有并列的，原来 %n", share_before},
    {": others get less", "：别的词更低", others_get_less},
    {": others get more", "：别的词更高", others_get_more},
    {"%w may not read %w", "%w 不能读 %w", may_not_read},
    {"All terms are off: every score is 0", "各项都去掉了，得分全是 0", all_terms_off},
    {"%d reasons add up to each score", "%d 个理由相加，就是得分", reasons_add_up},
    {"%d reason makes the score", "得分只有 %d 个理由", reasons_add_up},
    {"Reasons left: %d", "还剩 %d 个理由", reasons_left},
    {"No reason is left", "一个理由也没有了", reasons_left},
    {"The terms that add up to the score:", "加起来就是得分的各项：", terms_add_up},
    {"they add up, exactly", "加起来，一点不差", adds_up_exactly},
    {"they add up, but for rounding", "加起来，只差末位的舍入", adds_up_nearly},
    {"next: %s$", "下一个词：%s$", says},
    {"%w is: %s$", "%w 处应是：%s$", says},
    {"%w says: %s$", "^%w：%s %n %%%s$", says_briefly},
    {"an RNN takes %n times the multiplications of the scores", "RNN 的乘法是注意力得分的 %n 倍", rnn_takes},
    {"the scores take %n times the multiplications of an RNN", "注意力得分的乘法是 RNN 的 %n 倍",
     scores_take},
    {"Scores of turned columns are multiplied by %n.", "旋转的列得分乘以 %n。", turned_longer},
    {"q of %s at t = %d (bright), k of %s at s = %d (pale): score %n",
     "%s 的 q 在 t = %d（亮），%s 的 k 在 s = %d（淡）：得分 %n", two_meet},
    {"hand %d: q and k apart %n°, once round in %s words, adds %n",
     "第 %d 根针：q 与 k 夹角 %n°，转一圈要 %s 个词，加上 %n", hand_adds},
    {"%s, for texts %n times as long: %d of %d hands kept, %d slowed %n times, %d in between.",
     "%s，为 %n 倍长的文本：%d 根针（共 %d 根）保持原速，%d 根放慢到 %n 分之一，%d 根介于两者之间。",
     hands_slowed},
    {"hand %d: angle at t = %d %n°, once round in %s words, angle at s = %d %n°",
     "第 %d 根针：t = %d 处的角度 %n°，转一圈要 %s 个词，s = %d 处的角度 %n°", hand_turns},
    {"%w collects the answers: %n %% of %w", NULL, note_collects},
    {NULL, "“%w”收回答案：%n %% 来自“%w”", note_collects},
    {"%w reads nobody: the mask hides every word", NULL, note_reads_nobody},
    {NULL, "“%w”谁也不读：掩码遮住了所有的词", note_reads_nobody},
    {"every row is one whole, shared out", "每一行把整个 1 分出去", every_row_whole},
    {"one whole, shared out", "把整个 1 分出去", one_whole},
    {NULL, NULL, NULL},
};
