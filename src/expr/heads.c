/* Values of all heads of all layers: what they do (study/head_kind.h). Layers and heads count from 0. */

#include "expr/call.h"

#include "core/math/elementary.h"
#include "study/clock.h"
#include "study/head_kind.h"

enum { BEST_MEASURE, BEST_LAYER, BEST_HEAD, MEAN_MEASURE, COUNT_HEADS };

bool expr_no_kind(struct expr_call *c, bool other)
{
    struct text names = TEXT_HERE;
    for (int k = 0; k < HEAD_KINDS; k++)
        if (k != HEAD_OTHER || other)
            text_addf(&names, "%s%s", names.len ? " " : "", head_kinds[k].name);
    reply_fail(c->r, c->word_col, TEXT("no kind of head is called '%s' (%s)"), c->word, text_str(&names));
    text_finish(&names);
    return false;
}

bool expr_too_few_words(struct expr_call *c)
{
    return reply_fail(c->r, c->word_col,
                      TEXT("'%s' cannot be measured in this sentence: too few of its words qualify ('help "
                           "heads' says which)"),
                      c->word);
}

static bool all_heads(struct expr_call *c, struct expr_value *out)
{
    const struct config *cf = &c->scene->config;
    enum head_kind kind = head_kind_find(c->word);
    double cells = (double)cf->n * config_keys(cf);
    if (kind == HEAD_KINDS || (kind == HEAD_OTHER && c->param != COUNT_HEADS))
        return expr_no_kind(c, c->param == COUNT_HEADS);
    if (!expr_charge(c, 12.0 * HEAD_KINDS * cf->layers * cf->heads * cells))
        return false;
    if (c->param == COUNT_HEADS)
        return expr_number(c, out, head_kind_count(c->scene, kind));
    struct head_place best = head_kind_best(c->scene, kind);
    if (best.layer < 0)
        return expr_too_few_words(c);
    const double results[] = {best.measure, best.layer, best.head, head_kind_mean(c->scene, kind)};
    return expr_number(c, out, results[c->param]);
}

/* The mean cosine of the rows of places t and t + distance, for the first places that have rows. */
static bool rows_alike(const struct config *cf, long distance, double *out)
{
    enum { PLACES = 64 };
    double a[CONFIG_MAX_D], b[CONFIG_MAX_D];
    int count = 0;
    *out = 0;
    for (int t = 0; t < PLACES && cf->pe->row(a, t, cf) && cf->pe->row(b, t + distance, cf); t++) {
        *out += vec_cosine(a, b, cf->d);
        count++;
    }
    *out /= count ? count : 1;
    return count > 0;
}

/* Without rows and without a rotation nothing in a word's numbers tells its place: all places are alike. */
static bool alike(struct expr_call *c, struct expr_value *out)
{
    const struct config *cf = &c->scene->config;
    long distance;
    double x = 1;
    if (!expr_index(c, 0, 0, CONFIG_MAX_WORDS, &distance) || !expr_charge(c, 4000.0 * cf->d))
        return false;
    if (cf->pe->rotate) {
        struct clock_turns turns;
        clock_turns(&turns, cf);
        x = clock_alike(&turns, (double)distance, (double)distance);
    } else if (cf->pe->row && !rows_alike(cf, distance, &x))
        return reply_fail(c->r, c->arg_col[0], TEXT("no two positions %ld apart have rows in this encoding"),
                          distance);
    return expr_number(c, out, x);
}

/* clang-format off */
const struct expr_function expr_heads[] = {
    {"best", "a", all_heads, BEST_MEASURE, "best(back)",
     TEXT("the largest share of a kind (back itself first induction …: help heads) that any head of any layer has")},
    {"best_layer", "a", all_heads, BEST_LAYER, "best_layer(back)", TEXT("the layer of that head, from 0")},
    {"best_head", "a", all_heads, BEST_HEAD, "best_head(back)", TEXT("its number in the layer, from 0")},
    {"average", "a", all_heads, MEAN_MEASURE, "average(itself)", TEXT("the mean of this share over all heads of all layers")},
    {"count", "a", all_heads, COUNT_HEADS, "count(back)", TEXT("how many heads of all layers are of a kind; other: of none")},
    {"alike", "n", alike, 0, "alike(3)",
     TEXT("how alike two positions this far apart are: the mean cosine of their rows in the encoding, with a rotation that of its angles; 1 if nothing is added or turned")},
    {NULL, NULL, NULL, 0, NULL, NULL},
};
/* clang-format on */
