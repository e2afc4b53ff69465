/* Claims about who reads whom: the most, ties, nobody, roles, shares, sums. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/pipeline/attention.h"
#include "core/pipeline/stage.h"
#include "core/pipeline/terms.h"
#include "tasks/reader.h"
#include "tasks/task.h"
#include "state/weights.h"
#include "study/comparison.h"
#include "support/claims.h"
#include "view/screen.h"

/* Cuts the next item off a list; returns false at its end. A comma at its beginning is a word. */
static bool next_item(const struct claim_piece *list, int *at, struct claim_piece *item, enum lang lang)
{
    static const char *const gaps[] = {", ", "，", "、", "   ", "; ", "；"};
    const char *s = list->s + *at;
    int n = list->n - *at, len = n, skip = 0;
    (void)lang;
    if (n <= 0)
        return false;
    for (int i = 1; i < n && len == n; i++)
        for (size_t g = 0; g < sizeof gaps / sizeof *gaps; g++)
            if (strncmp(s + i, gaps[g], strlen(gaps[g])) == 0) {
                len = i;
                skip = (int)strlen(gaps[g]);
                break;
            }
    *item = (struct claim_piece){.s = s, .n = len};
    *at += len + skip;
    return true;
}

/* Key k of a head is read most, as printed; it is tied exactly if that is said. */
static bool is_most(const struct claims *c, const struct claim_scene *of, int head,
                    const struct claim_piece *word, const struct claim_piece *share, bool tied)
{
    const double *w = claims_shares(of, head);
    int n = of->keys->count;
    if (claims_overflowed(w, n))
        return false;
    for (int k = 0; k < n; k++) {
        bool most = true, alike = false;
        if (!claims_names(c, of, of->keys, k, word) || !claims_number(share, w[k]))
            continue;
        for (int j = 0; j < n; j++) {
            most = most && (w[j] <= w[k] || claims_alike(share, w[j], w[k]));
            alike = alike || (j != k && claims_alike(share, w[j], w[k]));
        }
        if (most && w[k] > 0 && (alike == tied || share->decimals < 0))
            return true;
    }
    return false;
}

static bool reads_nobody(const struct claim_scene *of, int head)
{
    const double *w = claims_shares(of, head);
    for (int j = 0; j < of->keys->count; j++)
        if (w[j] != 0)
            return false;
    return true;
}

/* The reader's heads are in view, and it learned such sentences. */
static bool is_read(const struct claim_scene *of, struct grammar_reading *as)
{
    return weights_show_reader(&of->now->state) && weights_reading(&of->now->state, as);
}

/* With the reader: a word that reads itself most reads nobody. */
static bool reads_itself(const struct claim_scene *of, int head)
{
    struct grammar_reading as;
    const double *w = claims_shares(of, head);
    bool itself = is_read(of, &as);
    for (int k = 0; k < of->keys->count; k++)
        itself = itself && w[k] <= w[of->query];
    return itself;
}

/* A pronoun reads what it stands for. */
static bool stands_for(const struct claims *c, const struct claim_scene *of, const struct claim_piece *word,
                       const struct claim_piece *share)
{
    struct grammar_reading as;
    if (!is_read(of, &as) || as.to[of->query][2] == of->query)
        return false;
    int k = as.to[of->query][2];
    return claims_shares(of, 2)[k] >= 0.5 && claims_names(c, of, of->keys, k, word) &&
           claims_number(share, claims_shares(of, 2)[k]);
}

/* One head's item: 猫 0.98 (tied) with head 1, nobody, or that the numbers are too large. */
static bool item_holds(const struct claims *c, const struct claim_scene *of, struct claim_piece item,
                       int head)
{
    struct claims in;
    char bare[400];
    snprintf(bare, sizeof bare, "%.*s", item.n, item.s);
    char *with = strstr(bare, c->lang == LANG_EN ? " with head " : "（头 ");
    if (with) {
        if (atoi(with + strcspn(with, "0123456789")) != head + 1)
            return false;
        *with = '\0';
    }
    if (head >= of->now->config.heads)
        return false;
    int n = (int)strlen(bare);
    if (claims_within(c, &in, "nobody", "谁也不读", bare, n))
        return reads_nobody(of, head) || reads_itself(of, head);
    if (claims_within(c, &in, "%s nobody", "没有谁%s", bare, n))
        return reads_itself(of, head);
    if (head == 2 && claims_within(c, &in, "stands for %w %n", "指 %w %n", bare, n))
        return stands_for(c, of, &in.piece[0], &in.piece[1]);
    if (claims_within(c, &in, "numbers here are too large%s", "这里的数太大%s", bare, n))
        return claims_overflowed(claims_shares(of, head), of->keys->count);
    if (claims_within(c, &in, "%w %n (tied)", "%w %n（有并列的）", bare, n))
        return is_most(c, of, head, &in.piece[0], &in.piece[1], true);
    return claims_within(c, &in, "%w %n", "%w %n", bare, n) &&
           is_most(c, of, head, &in.piece[0], &in.piece[1], false);
}

static bool asks(const struct claims *c, const struct claim_scene *of, const struct claim_piece *word)
{
    return claims_names(c, of, of->now->state.sentence, of->query, word);
}

/* The items are those of consecutive heads, all if they are so many. */
static bool most_in(const struct claims *c, const struct claim_scene *of)
{
    for (int first = 0; first < of->now->config.heads; first++) {
        struct claim_piece item;
        int at = 0, h = first;
        bool ok = asks(c, of, &c->piece[0]);
        while (ok && next_item(&c->piece[1], &at, &item, c->lang))
            ok = item_holds(c, of, item, h++);
        if (ok && h > first)
            return true;
        if (c->plain)
            break;
    }
    return false;
}

static bool somewhere(const struct claims *c,
                      bool (*holds)(const struct claims *c, const struct claim_scene *of))
{
    for (int i = 0; i < c->count; i++)
        if (holds(c, &c->of[i]))
            return true;
    return false;
}

bool claims_most_read(const struct claims *c)
{
    return somewhere(c, most_in);
}

/* head 1 doer  cat 1.00 (tied): pieces word and number, before them the head. */
static bool head_most_in(const struct claims *c, const struct claim_scene *of)
{
    int h = (int)c->piece[0].x - 1;
    return h >= 0 && item_holds(c, of, c->piece[c->pieces - 1], h);
}

static bool head_reads(const struct claims *c)
{
    return somewhere(c, head_most_in);
}

/* "doer" and "done-to" are claims: the verb reads with that head the one word that is it. */
static bool head_of_a_name_in(const struct claims *c, const struct claim_scene *of)
{
    struct grammar_reading as = {0};
    const struct state *s = &of->now->state;
    int h = (int)c->piece[0].x - 1, verb = state_verb(s);
    const struct mat w = attention_head(of->a, of->a->map[MAP_WEIGHTS], h);
    bool taught = false, read = weights_reading(s, &as);
    for (int t = as.n - 1; read && t >= 0; t--)
        verb = as.role[t] == 'V' ? t : verb;
    for (int t = 0; t < TASK_HEADS; t++)
        taught = taught || claims_is(&c->piece[1], pair_in(task_reader.heads[t], c->lang));
    if (!head_most_in(c, of) || !taught)
        return head_most_in(c, of);
    bool right = false;
    for (int t = 0; read && h == 2 && t < as.n; t++) /* "stands-for": a pronoun reads what it stands for */
        right = right || (as.role[t] && strchr("ABi", as.role[t]) && as.to[t][h] != t &&
                          mat_at(w, t, as.to[t][h]) >= 0.5);
    for (int k = 0; k < of->keys->count && h < 2; k++)
        right = right || (mat_at(w, verb, k) >= 0.5 && (read     ? as.to[verb][h] == k
                                                        : h == 0 ? k < verb
                                                                 : k > verb));
    return right && claims_is(&c->piece[1], pair_in(task_reader.heads[h], c->lang));
}

static bool head_of_a_name(const struct claims *c)
{
    return somewhere(c, head_of_a_name_in);
}

/* head 1 cat 0.33 (tied): the last two pieces. */
static bool head_ties_in(const struct claims *c, const struct claim_scene *of)
{
    int h = (int)c->piece[0].x - 1;
    return h >= 0 && h < of->now->config.heads && is_most(c, of, h, &c->piece[1], &c->piece[2], true);
}

static bool head_ties(const struct claims *c)
{
    return somewhere(c, head_ties_in);
}

static bool some_head_ties(const struct claims *c)
{
    for (int i = 0; i < c->count; i++)
        for (int h = 0; h < c->of[i].now->config.heads; h++)
            if (is_most(c, &c->of[i], h, &c->piece[0], &c->piece[1], true))
                return true;
    return false;
}

/* The end of such a line, where it was wrapped: with some head the largest share is tied, and it is so much
 * if it is named. */
static bool some_share_ties(const struct claims *c)
{
    struct claim_piece two = {.decimals = 2};
    const struct claim_piece *x = c->pieces > 0 ? &c->piece[0] : &two;
    for (int i = 0; i < c->count; i++)
        for (int h = 0; h < c->of[i].now->config.heads; h++) {
            const double *w = claims_shares(&c->of[i], h);
            double most = 0;
            int alike = 0;
            for (int k = 0; k < c->of[i].keys->count; k++)
                most = fmax(most, w[k]);
            for (int k = 0; k < c->of[i].keys->count; k++)
                alike += claims_alike(x, w[k], most);
            if (most > 0 && alike > 1 && (c->pieces == 0 || claims_number(x, most)))
                return true;
        }
    return false;
}

static bool some_head_nobody(const struct claims *c)
{
    for (int i = 0; i < c->count; i++)
        for (int h = 0; h < c->of[i].now->config.heads; h++)
            if (reads_nobody(&c->of[i], h) || reads_itself(&c->of[i], h))
                return true;
    return false;
}

/* Of those that the word may read all are read the same with some head. */
static bool some_head_evenly(const struct claims *c)
{
    for (int h = 0; h < c->of[0].now->config.heads; h++) {
        const double *w = claims_shares(&c->of[0], h);
        double most = 0, least = INFINITY;
        for (int k = 0; k < c->of[0].keys->count; k++) {
            most = fmax(most, w[k]);
            least = w[k] > 0 ? fmin(least, w[k]) : least;
        }
        if (most > 0 && most - least < 1e-6)
            return true;
    }
    return false;
}

static bool head_nobody_in(const struct claims *c, const struct claim_scene *of)
{
    int h = (int)c->piece[0].x - 1;
    return h >= 0 && h < of->now->config.heads && reads_nobody(of, h);
}

static bool head_nobody(const struct claims *c)
{
    return somewhere(c, head_nobody_in);
}

/* The only head: cat ← dog 0.33 (tied) */
static bool arrow_in(const struct claims *c, const struct claim_scene *of)
{
    struct claim_piece item = c->piece[1];
    item.n = (int)strcspn(item.s, "\n");
    return asks(c, of, &c->piece[0]) && item_holds(c, of, item, 0);
}

static bool reads_by_arrow(const struct claims *c)
{
    return somewhere(c, arrow_in);
}

static bool nobody_by_arrow_in(const struct claims *c, const struct claim_scene *of)
{
    return asks(c, of, &c->piece[0]) && reads_nobody(of, 0);
}

static bool nobody_by_arrow(const struct claims *c)
{
    return somewhere(c, nobody_by_arrow_in);
}

/* ---- roles ------------------------------------------------------------------------------- */

static bool role_is_found(const struct claims *c, const struct claim_scene *of, int h,
                          const struct claim_piece *name, const struct claim_piece *word,
                          const struct claim_piece *share)
{
    const struct state *st = &of->now->state;
    struct state in = *st;
    in.look.lang = (int)c->lang;
    const double *w = claims_shares(of, h);
    struct grammar_reading as;
    bool read = is_read(of, &as);
    for (int k = 0; k < of->keys->count && h < 2; k++)
        if (claims_names(c, of, of->keys, k, word) && claims_number(share, w[k]) && w[k] > 0.5)
            return claims_is(name, state_head_name(&in, h)) &&
                   (read ? k == as.to[of->query][h] && k != of->query
                         : (h == 0 ? k < of->query : k > of->query) &&
                               lemma_is_noun(lexicon_at(st->lexicon, of->keys->id[k])));
    return false;
}

/* The reader's head is to find nobody, and reads the asking word itself. */
static bool role_is_nobody(const struct claims *c, const struct claim_scene *of, int h,
                           const struct claim_piece *name)
{
    struct grammar_reading as;
    struct state in = of->now->state;
    in.look.lang = (int)c->lang;
    return h < 2 && is_read(of, &as) && as.to[of->query][h] == of->query &&
           claims_shares(of, h)[of->query] > 0.5 && claims_is(name, state_head_name(&in, h));
}

static bool roles_in(const struct claims *c, const struct claim_scene *of)
{
    struct claim_piece item, list = c->piece[1];
    int at = 0, h = 0, quote = c->lang == LANG_EN ? (int)strlen("its ") : (int)strlen("“");
    bool ok = asks(c, of, &c->piece[0]);
    list.s -= quote; /* the pattern has the first one */
    list.n += quote;
    for (; ok && next_item(&list, &at, &item, c->lang); h++) {
        struct claims in;
        if (claims_within(c, &in, "its %s from nobody", "“%s”没有谁", item.s, item.n)) {
            ok = role_is_nobody(c, of, h, &in.piece[0]);
            continue;
        }
        ok = (claims_within(c, &in, "its %s from %w (%n)", "“%s”是 %w (%n)", item.s, item.n) ||
              claims_within(c, &in, "its %s from %w %n", "“%s”是 %w %n", item.s, item.n) ||
              claims_within(c, &in, "%s %w %n", "%s %w %n", item.s, item.n)) &&
             role_is_found(c, of, h, &in.piece[0], &in.piece[1], &in.piece[2]);
    }
    struct grammar_reading as;
    return ok && h == (is_read(of, &as) ? 2 : of->now->config.heads);
}

/* chases: doer cat 0.93, done-to nobody. */
static bool roles_briefly_in(const struct claims *c, const struct claim_scene *of)
{
    struct claim_piece item, list = c->piece[1];
    int at = 0, h = 0, first = c->lang == LANG_EN ? (int)strlen("doer ") : (int)strlen("谁做 ");
    bool ok = asks(c, of, &c->piece[0]);
    list.s -= first; /* the pattern has it */
    list.n += first;
    for (; ok && next_item(&list, &at, &item, c->lang); h++) {
        struct claims in;
        ok = claims_within(c, &in, "%s nobody", "%s 没有谁", item.s, item.n)
                 ? role_is_nobody(c, of, h, &in.piece[0])
                 : claims_within(c, &in, "%s %w %n", "%s %w %n", item.s, item.n) &&
                       role_is_found(c, of, h, &in.piece[0], &in.piece[1], &in.piece[2]);
    }
    return ok && h > 0;
}

static bool takes_roles_briefly(const struct claims *c)
{
    return somewhere(c, roles_briefly_in);
}

static bool takes_roles(const struct claims *c)
{
    return somewhere(c, roles_in);
}

static bool torn_in(const struct claims *c, const struct claim_scene *of)
{
    struct claim_piece item;
    int at = 0, h = 0;
    bool ok = asks(c, of, &c->piece[0]);
    for (; ok && next_item(&c->piece[1], &at, &item, c->lang); h++) {
        struct claims in;
        bool found[2] = {false, false};
        ok = claims_within(c, &in, "its %s is %w (%n) or %w (%n)", "“%s”是 %w (%n) 或 %w (%n)", item.s,
                           item.n) ||
             claims_within(c, &in, "%s %w %n or %w %n", "%s %w %n 或 %w %n", item.s, item.n);
        for (int k = 0; ok && k < of->keys->count; k++)
            for (int i = 0; i < 2; i++)
                found[i] = found[i] || (claims_names(c, of, of->keys, k, &in.piece[1 + 2 * i]) &&
                                        claims_number(&in.piece[2 + 2 * i], claims_shares(of, h)[k]) &&
                                        claims_shares(of, h)[k] >= 0.2);
        ok = ok && found[0] && found[1];
    }
    return ok && h > 0;
}

static bool is_torn(const struct claims *c)
{
    return somewhere(c, torn_in);
}

/* Briefly, without shares: with every head both are read at least so much. */
static bool torn_briefly_in(const struct claims *c, const struct claim_scene *of)
{
    struct grammar_reading as;
    for (int h = 0; h < (is_read(of, &as) ? 2 : of->now->config.heads); h++)
        for (int i = 1; i < 3; i++) {
            bool found = false;
            for (int k = 0; k < of->keys->count; k++)
                found = found ||
                        (claims_names(c, of, of->keys, k, &c->piece[i]) && claims_shares(of, h)[k] >= 0.2);
            if (!found)
                return false;
        }
    return asks(c, of, &c->piece[0]);
}

static bool is_torn_briefly(const struct claims *c)
{
    return somewhere(c, torn_briefly_in);
}

/* ---- the reader -------------------------------------------------------------------------- */

/* cat heard by (0.70): the asking word or one that it reads most, of the layer below, with some head. */
static bool heard_in(const struct claims *c, const struct claim_scene *of)
{
    struct grammar_reading as;
    if (!is_read(of, &as))
        return false;
    const struct attention *below = &of->now->trace.layer[of->layer - 1].self;
    for (int t = 0; t < of->keys->count; t++)
        for (int k = 0; k < of->keys->count; k++)
            for (int h = 0; h < below->heads; h++) {
                double w = mat_at(attention_head(below, below->map[MAP_WEIGHTS], h), t, k);
                bool asked = t == of->query;
                for (int g = 0; g < of->now->config.heads; g++)
                    asked = asked || vec_next_largest(claims_shares(of, g), of->keys->count, -1) == t;
                if (asked && t != k && w >= 0.5 && claims_names(c, of, of->keys, t, &c->piece[0]) &&
                    claims_names(c, of, of->keys, k, &c->piece[1]) && claims_number(&c->piece[2], w))
                    return true;
            }
    return false;
}

static bool heard_before(const struct claims *c)
{
    return somewhere(c, heard_in);
}

/* What the asking word heard: what comes into its layer, less what came into the first. */
static bool heard_row_in(const struct claims *c, const struct claim_scene *of)
{
    struct claim_piece item;
    int at = 0, j = 0;
    bool ok = of->layer > 0;
    for (; ok && next_item(&c->piece[0], &at, &item, c->lang); j++) {
        struct claims in;
        const struct layer_trace *l = of->now->trace.layer;
        ok = j < l->in.cols && claims_within(c, &in, "%n", "%n", item.s, item.n) &&
             claims_number(&in.piece[0], mat_at(l[of->layer].in, of->query, j) - mat_at(l->in, of->query, j));
    }
    return ok && j > 0;
}

static bool heard_row(const struct claims *c)
{
    return somewhere(c, heard_row_in);
}

static bool unread_in(const struct claims *c, const struct claim_scene *of)
{
    struct grammar_reading as;
    (void)c;
    return weights_show_reader(&of->now->state) && !weights_reading(&of->now->state, &as);
}

static bool is_unread(const struct claims *c)
{
    return somewhere(c, unread_in);
}

/* ---- shares ------------------------------------------------------------------------------ */

/* 猫 3.699 and 0.98; 追 … of the head that is named, or the only one */
static bool scores_and_shares_in(const struct claims *c, const struct claim_scene *of, int h,
                                 const struct claim_piece *list)
{
    struct claim_piece item;
    int at = 0, k = 0;
    bool ok = h < of->now->config.heads;
    const double *score = ok ? mat_row(attention_head(of->a, of->a->map[MAP_SCORES], h), of->query) : NULL;
    for (; ok && next_item(list, &at, &item, c->lang); k++) {
        struct claims in;
        ok = claims_within(c, &in, "%w %n and %n", "%w %n 和 %n", item.s, item.n) && k < of->keys->count &&
             claims_names(c, of, of->keys, k, &in.piece[0]) && claims_number(&in.piece[1], score[k]) &&
             claims_number(&in.piece[2], claims_shares(of, h)[k]);
    }
    return ok && k == of->keys->count;
}

static bool scores_and_shares_of(const struct claims *c)
{
    return scores_and_shares_in(c, &c->of[0], (int)c->piece[0].x - 1, &c->piece[1]);
}

static bool scores_and_shares(const struct claims *c)
{
    return scores_and_shares_in(c, &c->of[0], 0, &c->piece[0]);
}

/* The map: 猫 0.98, 追 0.01: the largest first, each right. */
static bool descends(const struct claims *c, const struct claim_scene *of, int h,
                     const struct claim_piece *list)
{
    struct claim_piece item;
    const double *w = claims_shares(of, h);
    double last = INFINITY, most = 0;
    int at = 0, count = 0;
    for (int k = 0; k < of->keys->count; k++)
        most = fmax(most, w[k]);
    for (; next_item(list, &at, &item, c->lang); count++) {
        struct claims in;
        bool found = false;
        if (claims_is(&item, c->lang == LANG_EN ? "nobody" : "谁也不读"))
            return reads_nobody(of, h);
        if (strncmp(item.s, c->lang == LANG_EN ? "numbers here" : "这里的数", 12) == 0)
            return claims_overflowed(w, of->keys->count);
        if (claims_is(&item, c->lang == LANG_EN ? "no word by 0.05 or more" : "没有一个词达到 0.05"))
            return most > 0 && most < 0.05;
        if (!claims_within(c, &in, "%w %n", "%w %n", item.s, item.n) || in.piece[1].x > last)
            return false;
        last = in.piece[1].x;
        for (int k = 0; k < of->keys->count; k++)
            found = found ||
                    (claims_names(c, of, of->keys, k, &in.piece[0]) && claims_number(&in.piece[1], w[k]) &&
                     (count > 0 || claims_alike(&in.piece[1], w[k], most)));
        if (!found)
            return false;
    }
    return count > 0;
}

static bool map_reads_with(const struct claims *c)
{
    return asks(c, &c->of[0], &c->piece[0]) && descends(c, &c->of[0], (int)c->piece[1].x - 1, &c->piece[2]);
}

static bool map_reads(const struct claims *c)
{
    return asks(c, &c->of[0], &c->piece[0]) && descends(c, &c->of[0], 0, &c->piece[1]);
}

/* Over all heads: cat 0.66 (1)   dog 0.20 (3) */
static bool reads_by_head(const struct claims *c)
{
    const struct claim_scene *of = &c->of[0];
    const struct claim_piece *word = &c->piece[1], *share = &c->piece[2];
    int h = (int)c->piece[3].x - 1, named = -1;
    double most = 0;
    if (h < 0 || h >= of->now->config.heads)
        return false;
    for (int g = 0; g < of->now->config.heads; g++)
        for (int k = 0; k < of->keys->count; k++)
            most = fmax(most, claims_shares(of, g)[k]);
    for (int k = 0; k < of->keys->count; k++)
        if (claims_names(c, of, of->keys, k, word) && claims_number(share, claims_shares(of, h)[k]) &&
            claims_alike(share, claims_shares(of, h)[k], most))
            named = k;
    return named >= 0;
}

static bool pair_line_in(const struct claims *c, const struct claim_scene *of, int head,
                         const struct claim_piece *n)
{
    const struct look *look = &of->now->state.look;
    const struct attention *a = &of->now->trace.layer[look->layer].self;
    const struct sequence *keys =
        config_crosses(&of->now->config) ? of->now->state.memory : of->now->state.sentence;
    return head == look->head && claims_names(c, of, of->now->state.sentence, look->query, &c->piece[0]) &&
           look->key < keys->count && claims_names(c, of, keys, look->key, &c->piece[1]) &&
           claims_number(&n[0],
                         mat_at(attention_head(a, a->map[MAP_SCORES], head), look->query, look->key)) &&
           claims_number(&n[1], mat_at(attention_head(a, a->map[MAP_WEIGHTS], head), look->query, look->key));
}

static bool pair_with_head(const struct claims *c)
{
    int i = c->lang == LANG_EN ? 2 : 2;
    return pair_line_in(c, &c->of[0], (int)c->piece[i].x - 1, &c->piece[4]);
}

static bool pair_of_one(const struct claims *c)
{
    return pair_line_in(c, &c->of[0], 0, &c->piece[2]);
}

/* ---- overflow, empty rows ------------------------------------------------------------------ */

static bool not_finite(struct mat m)
{
    for (int r = 0; r < m.rows; r++)
        for (int j = 0; j < m.cols; j++)
            if (!isfinite(mat_at(m, r, j)))
                return true;
    return false;
}

/* Some number of a stage is no number, or so large that its square is none. */
static bool overflowed_somewhere(const struct claims *c)
{
    const char *pin; /* what is compared with counts too */
    const struct scene *other = c->m->now.state.look.view == VIEW_COMPARE ? session_beside(c->m, &pin) : NULL;
    for (int i = 0; i < c->count + (other != NULL); i++) {
        const struct scene *now = i < c->count ? c->of[i].now : other;
        for (int l = 0; l < now->config.layers; l++)
            for (int s = 0; s < STAGE_COUNT; s++)
                for (int h = 0; h < now->config.heads; h++)
                    if (s != STAGE_TOKENS && stage_present(&now->config, l, s) &&
                        (mat_overflowed(stage_matrix(&now->trace, l, s, h)) ||
                         (stage_first(s) != STAGE_MASKED && not_finite(stage_matrix(&now->trace, l, s, h))) ||
                         mat_max_finite(stage_matrix(&now->trace, l, s, h)) > 1e150))
                        return true;
    }
    return false;
}

static bool word_overflowed(const struct claims *c)
{
    return overflowed_somewhere(c);
}

static bool no_key_left(const struct claims *c)
{
    const struct claim_scene *of = &c->of[0];
    const struct look *look = &of->now->state.look;
    struct mat w = attention_head(of->a, of->a->map[MAP_WEIGHTS], look->head);
    for (int q = 0; q < w.rows; q++) {
        bool empty = true;
        for (int k = 0; k < w.cols; k++)
            empty = empty && mat_at(w, q, k) == 0;
        if (empty && claims_names(c, of, of->now->state.sentence, q, &c->piece[0]))
            return true;
    }
    return false;
}

static bool every_row_is_one(const struct claims *c)
{
    const struct claim_scene *of = &c->of[0];
    struct mat w = attention_head(of->a, of->a->map[MAP_WEIGHTS], of->now->state.look.head);
    for (int q = 0; q < w.rows; q++) {
        double sum = 0;
        for (int k = 0; k < w.cols; k++)
            sum += mat_at(w, q, k);
        if (!(fabs(sum - 1) < 1e-9))
            return false;
    }
    return true;
}

/* Among the rows that have a key left. */
static bool other_rows_are_one(const struct claims *c)
{
    const struct claim_scene *of = &c->of[0];
    struct mat w = attention_head(of->a, of->a->map[MAP_WEIGHTS], of->now->state.look.head);
    bool empty = false;
    for (int q = 0; q < w.rows; q++) {
        double sum = 0;
        for (int k = 0; k < w.cols; k++)
            sum += mat_at(w, q, k);
        empty = empty || sum == 0;
        if (sum != 0 && !(fabs(sum - 1) < 1e-9))
            return false;
    }
    return empty;
}

const struct claim claims_of_reading[] = {
    {"^head %d nobody", "^头 %d 谁也不读", head_nobody},
    {"^head %d %s  %s$", "^头 %d %s  %s$", head_of_a_name},
    {"^head %d  %s$", "^头 %d  %s$", head_reads},
    {"^head %d %w %n (tied)$", "^头 %d %w %n（有并列的）$", head_ties},
    {"%w reads most, by head: nobody", "%w最关注（括号里是头）：谁也不读", some_head_nobody},
    {"%w reads most, by head: numbers here", "%w最关注（括号里是头）：这里的数", word_overflowed},
    {NULL, "^它读了：谁也不读", some_head_nobody},
    {NULL, "^它读了：头 %d 谁也不读", head_nobody},
    {"%w reads most, by head:$", "%w最关注（括号里是头）：$", NULL},
    {"^all alike$", "^全都一样$", some_head_evenly},
    {"%w reads most: %s.$", "%w 读得最多的是 %s。$", claims_most_read},
    {"%w reads most: %w %n.", "%w 读得最多的是 %w %n。", claims_most_read},
    {"%w takes its %s.$", NULL, takes_roles},
    {"%w: doer %s.$", "%w：谁做 %s。$", takes_roles_briefly},
    {"^+ heard, from below: %s$", "^+ 听到，来自下层：%s$", heard_row},
    {"before that: %w heard %w (%n)", "在此之前：“%w”听到了“%w”（%n）", heard_before},
    {" · %w heard %w (%n)", " · “%w”听到了“%w”（%n）", heard_before},
    {"these heads have learned simple sentences; this is none of them.",
     "这些头只学过简单的句子，这一句不在其中。", is_unread},
    {"the heads never learned this kind.", "这些头没学过这样的句子。", is_unread},
    {"%w cannot tell: %s.$", "%w 分不清：%s。$", is_torn},
    {"%w cannot tell %w from %w.", "%w 分不清 %w 和 %w。", is_torn_briefly},
    {"Head %d, score and share of each word: %s$", "头 %d，每个词的得分和份额：%s$", scores_and_shares_of},
    {"Score and share of each word: %s$", "每个词的得分和份额：%s$", scores_and_shares},
    {"%w reads with head %d: %s$", "%w 读了（第 %d 头）：%s$", map_reads_with},
    {"^%w reads: %s$", "^%w 读了：%s$", map_reads},
    {"%w reads most, by head: %w %n (%d)", "%w最关注（括号里是头）：%w %n (%d)", reads_by_head},
    {"Query %w, key %w, head %d of %d: score %n, weight %n",
     "查询 %w，键 %w，第 %d 头，共 %d 头：得分 %n，权重 %n", pair_with_head},
    {"Query %w, key %w: score %n, weight %n", "查询 %w，键 %w：得分 %n，权重 %n", pair_of_one},
    {"%w: numbers here are too large: nan is not a result", "%w：这里的数太大，溢出了：nan 不是结果",
     word_overflowed},
    {"numbers here are too large: nan is not a result", "这里的数太大，溢出了：nan 不是结果",
     word_overflowed},
    {"%w has no key left: its weights are all 0", "%w 没有剩下任何键：权重全为 0", no_key_left},
    {"Each row distributes a total of 1 over the keys.", "每一行把整个 1 分给各个键。", every_row_is_one},
    {"Each row with a key left distributes a total of 1 over the keys.",
     "每一行只要还有键，就把整个 1 分给各个键。", other_rows_are_one},
    {"%w ← %w %n$", "%w ← %w %n$", reads_by_arrow},
    {"%w ← %w %n (tied)", "%w ← %w %n（有并列的）", reads_by_arrow},
    {"%w ← nobody", "%w ← 谁也不读", nobody_by_arrow},
    {"^nobody$", "^谁也不读$", some_head_nobody},
    {"^%w reads nobody%s.$", "^%w 读 谁也不读%s。$", some_head_nobody},
    {"^%w %n (tied)$", "^%w %n（有并列的）$", some_head_ties},
    {"^%n (tied)$", "^%n（有并列的）$", some_share_ties},
    {"^(tied)$", "^（有并列的）$", some_share_ties},
    {NULL, "^并列的）$", some_share_ties},
    {NULL, "%w 的“%s。$", takes_roles},
    {NULL, NULL, NULL},
};
