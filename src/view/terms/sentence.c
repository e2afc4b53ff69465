/* One sentence about the reasons: the effect of the largest term, found by leaving it out, or what is read
 * without those that are off. */
#include <math.h>
#include <string.h>

#include "base/number.h"
#include "core/math/mat.h"
#include "core/pipeline/stage.h"
#include "state/weights.h"
#include "study/head_kind.h"
#include "view/terms/terms.h"

enum { DIGITS = 2, DECIMALS = 3, NAMED_MOST = 4 };

/* Runs of the sentence: strong words, what was heard, then the first terms in their colours, a key. */
enum { RUN_STRONG = 1, RUN_HEARD, RUN_TERM, RUN_KEY = 9, RUN_TERMS = RUN_KEY - RUN_TERM };

/* Returns words about a term, in its colour. */
static const char *coloured(const struct terms_facts *f, int t, const char *words)
{
    return said_values(f->s, "%c%s%c", t < RUN_TERMS ? RUN_TERM + t : RUN_STRONG, words, CANVAS_RUN_ENDS);
}

/* Returns the share of the word that is read most; alike: of another one as well. */
static const char *most_said(const struct screen *s, double x, bool alike)
{
    return alike ? say(s, TEXT("%s, tied"), share_text(s, x, DIGITS)) : share_text(s, x, DIGITS);
}

/* Returns: Without place·place, chases still reads cat most (0.62, before 1.00). Many terms that are off are
 * counted. */
static const char *without_terms(const struct terms_facts *f, int off)
{
    const struct screen *s = f->s;
    double whole[CONFIG_MAX_WORDS];
    struct text names = SCREEN_TEXT(s);
    terms_weights_without(whole, f->a, &f->now->config, f->head, f->query, NULL);
    const double *now = mat_row(attention_head(f->a, f->a->map[MAP_WEIGHTS], f->head), f->query);
    bool alike, alike_before;
    int was = largest_of(whole, terms_columns(f), DIGITS, &alike_before),
        is = largest_of(now, terms_columns(f), DIGITS, &alike);
    if (number_alike(now[was], now[is], DIGITS))
        is = was; /* which of the tied words comes first says nothing */
    else if (number_alike(whole[was], whole[is], DIGITS))
        was = is;
    for (int i = 0; i < f->count && off <= NAMED_MOST; i++)
        if (terms_off(f, i))
            text_addf(&names, "%s%s", names.len > 0 ? screen_text(s, TEXT_AS("sentence", ", ")) : "",
                      coloured(f, i, f->title[i]));
    if (off > NAMED_MOST)
        screen_add(s, &names, TEXT("%d of %d reasons"), off, f->count);
    return say(s,
               was == is ? TEXT("Without %s, %s still reads %s most (%s, before %s).")
                         : TEXT("Without %s, %s now reads %s most (%s, before %s)."),
               text_str(&names), terms_word(f, f->query), terms_word_read(f, is),
               most_said(s, now[is], alike), share_text(s, whole[is], DIGITS));
}

/* All terms are off: every score is 0. + brings them back. */
static const char *no_term_left(const struct terms_facts *f)
{
    const struct screen *s = f->s;
    const char *back = f->told ? "'term all on'" : terms_key_of(s, "terms", "term all on"),
               *off = screen_text(s, TEXT("All terms are off: every score is 0."));
    return *back ? say(s, TEXT("%s {9}%s{/} brings them back."), off, back) : off;
}

/* What a term does to the share of a key. Its sign says so only where the other keys get no more of the same
 * sign. */
enum effect { HELPS, HARMS, HELPS_BY_SPARING, HARMS_BY_LESS, CHANGES_LITTLE };

/* same: the shares are printed alike. */
static enum effect effect_of(double v, double share, double without, bool same)
{
    const double rounding = 1e-9; /* what a number that every score has leaves */
    if (fabs(share - without) < rounding || (same && (share > without) != (v > 0)))
        return CHANGES_LITTLE;
    if (share > without)
        return v < 0 ? HELPS_BY_SPARING : HELPS;
    return v < 0 ? HARMS : HARMS_BY_LESS;
}

/* Returns: place·place +6.5 counts most for 猫. Without it the share would be 0.93, not 1.00. */
static const char *loudest(const struct terms_facts *f, int term)
{
    static const struct {
        const char *before, *after;
    } effects[] = {
        [HELPS] = {TEXT(" counts most for "), ""},
        [HARMS] = {TEXT(" counts most against "), ""},
        [HELPS_BY_SPARING] = {TEXT(" helps "), TEXT(": others get less")},
        [HARMS_BY_LESS] = {TEXT(" harms "), TEXT(": others get more")},
        [CHANGES_LITTLE] = {TEXT(" is largest, but hardly changes "), ""},
    };
    const struct screen *s = f->s;
    double without[CONFIG_MAX_WORDS], v = terms_value(f, term, f->query, f->key),
                                      share = terms_at_map(f, MAP_WEIGHTS, f->query, f->key);
    struct term_set off = terms_set(f->now->state.look.layer, &f->list[term]);
    terms_weights_without(without, f->a, &f->now->config, f->head, f->query, &off);
    const char *is = share_text(s, share, DIGITS), *would = share_text(s, without[f->key], DIGITS);
    bool same = strcmp(is, would) == 0;
    enum effect effect = effect_of(v, share, without[f->key], same);
    const char *name =
                   said_values(s, "%s %s%s", f->title[term], v < 0 ? "" : "+", terms_number(f, v, DECIMALS)),
               *does =
                   said_values(s, "%s%s%s%s", coloured(f, term, name), screen_text(s, effects[effect].before),
                               terms_word_read(f, f->key), screen_text(s, effects[effect].after));
    const char *says = same ? say(s, TEXT("%s. Without it the share stays %s."), does, would)
                            : say(s, TEXT("%s. Without it the share would be %s, not %s."), does, would, is),
               *key = f->knocks[term];
    return *key ? say(s, TEXT("%s Key: {9}%s{/}"), says, key) : says;
}

/* Returns: by told cat: you do it. Without heard, chased takes its doer from dog 0.81. NULL if the shares
 * without what was heard are largest for the same word. The first sentence is about the word that is read or
 * else the one that asks. */
static const char *turn(const struct terms_facts *f, int term)
{
    const struct screen *s = f->s;
    const struct state *st = &f->now->state;
    struct mat weights = attention_head(f->a, f->a->map[MAP_WEIGHTS], f->head);
    double share, without[CONFIG_MAX_WORDS];
    struct term_set off = terms_set(f->a->layer, &f->list[term]);
    terms_weights_without(without, f->a, &f->now->config, f->head, f->query, &off);
    bool alike, tied;
    int is = largest_of(mat_row(weights, f->query), weights.cols, DIGITS, &alike),
        would = largest_of(without, weights.cols, DIGITS, &tied);
    if (is == would || alike || tied)
        return NULL;
    const char *name = head_name(f->now, STAGE_WEIGHTS, f->head);
    int word = head_heard(f->now, f->a->layer, is, &share) >= 0 ? is : f->query,
        by = head_heard(f->now, f->a->layer, word, &share);
    bool named = *name && f->query == state_verb(st),
         doer = named && f->head == 0 && word == is && is != f->query && weights_are_reader(st);
    const char *heard = "", *asks = terms_word(f, f->query), *most = share_text(s, without[would], DIGITS),
               *reads =
                   named && would == f->query ? screen_text(s, TEXT("nobody")) : terms_word_read(f, would),
               *key = f->knocks[term];
    if (by >= 0)
        heard = say(s, doer ? TEXT("{1}%s{/} told {1}%s{/}: you do it. ") : TEXT("{1}%s{/} heard {1}%s{/}. "),
                    terms_word(f, doer ? by : word), terms_word(f, doer ? word : by));
    heard = named ? say(s, TEXT("%sWithout {2}heard{/}, {1}%s{/} takes its %s from {1}%s{/} %s."), heard,
                        asks, name, reads, most)
                  : say(s, TEXT("%sWithout {2}heard{/}, {1}%s{/} reads most: {1}%s{/} %s."), heard, asks,
                        reads, most);
    return *key ? say(s, TEXT("%s Key: {9}%s{/}"), heard, key) : heard;
}

const char *terms_says(const struct terms_facts *f)
{
    const struct screen *s = f->s;
    int term = -1, off = 0, heard = -1;
    for (int t = 0; t < f->count; t++) {
        off += terms_off(f, t);
        if (!terms_off(f, t) && (term < 0 || fabs(terms_value(f, t, f->query, f->key)) >
                                                 fabs(terms_value(f, term, f->query, f->key))))
            term = t;
        heard = f->list[t].apart && !config_crosses(&f->now->config) ? t : heard;
    }
    struct mat shares = attention_head(f->a, f->a->map[MAP_WEIGHTS], f->head);
    bool empty = attention_empty_row(f->a, f->head, f->query), hidden = terms_hidden(f, f->query, f->key),
         infinite = false;
    for (int i = 0; i < f->count * terms_columns(f); i++)
        infinite |= !isfinite(terms_value(f, i % f->count, f->query, i / f->count));
    if (mat_overflowed(mat_rows(shares, f->query, 1)) || (empty && !hidden) || infinite)
        return screen_overflow_says(s);
    if (!empty && off > 0)
        return off == f->count ? no_term_left(f) : without_terms(f, off);
    if (!empty && f->now->config.omitted) {
        struct text sources = SCREEN_TEXT(s);
        const double *now = mat_row(shares, f->query);
        bool alike;
        int is = largest_of(now, terms_columns(f), DIGITS, &alike);
        screen_omitted(s, &sources);
        return say(s, TEXT("Computed again without %s: %s reads %s most (%s)."), text_str(&sources),
                   terms_word(f, f->query), terms_word_read(f, is), most_said(s, now[is], alike));
    }
    if (hidden)
        return say(s, TEXT("%s may not read %s: it is masked, so its share is 0 whatever the score."),
                   terms_word(f, f->query), terms_word_read(f, f->key));
    const char *turns = heard >= 0 ? turn(f, heard) : NULL;
    return turns ? turns : term >= 0 ? loudest(f, term) : "";
}

/* It stands alone below the picture: a long line is read at once. */
int terms_says_draw(struct canvas c, const void *of)
{
    const struct terms_facts *f = of;
    struct canvas_look looks[RUN_KEY + 1] = {[0] = {STYLE_TEXT, 0},
                                             [RUN_STRONG] = {STYLE_STRONG, 0},
                                             [RUN_HEARD] = {STYLE_STRONG, ink_hue(HUE_HEARD, HUE_FULL)},
                                             [RUN_KEY] = {STYLE_KEY, 0}};
    for (int t = 0; t < RUN_TERMS && t < f->count; t++)
        looks[RUN_TERM + t] = (struct canvas_look){STYLE_STRONG, ink_hue(terms_hue(f, t), HUE_FULL)};
    return canvas_flow_runs(c, looks, terms_says(f));
}
