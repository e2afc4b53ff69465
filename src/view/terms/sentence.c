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

/* SHARES: “; its share without it: 0.00, now 0.05” */
enum { WIDE = 100, NARROW = 70, SHARES = 38, DIGITS = 2 };

/* Returns the share of the word that is read most; alike: of another one as well. */
static const char *most_said(const struct screen *s, double x, bool alike)
{
    return alike ? say(s, TEXT("%s, tied"), share_text(s, x, DIGITS)) : share_text(s, x, DIGITS);
}

/* The forms of the sentence, from the longest. */
enum form { MARKED, PLAIN, BRIEF, SHORT, COUNTED };

/* Returns what is read most, by how much, and by how much before: , chases still reads cat most (0.62, … */
static const char *reading(const struct screen *s, const struct terms_facts *f, enum form form)
{
    double whole[CONFIG_MAX_WORDS];
    terms_weights_without(whole, f->a, &f->now->config, f->head, f->query, NULL);
    const double *now = mat_row(attention_head(f->a, f->a->map[MAP_WEIGHTS], f->head), f->query);
    bool alike, alike_before;
    int was = largest_of(whole, terms_columns(f), DIGITS, &alike_before),
        is = largest_of(now, terms_columns(f), DIGITS, &alike);
    if (number_alike(now[was], now[is], DIGITS))
        is = was; /* which of the tied words comes first says nothing */
    else if (number_alike(whole[was], whole[is], DIGITS))
        was = is;
    const char *word = terms_word_read(s, f, is),
               *reads = form < BRIEF
                            ? say(s, was == is ? TEXT(", %s still reads %s") : TEXT(", %s now reads %s"),
                                  terms_word(s, f, f->query), word)
                            : say(s, TEXT(": %s"), word);
    return say(s,
               form == MARKED ? TEXT("%s most (%s, before %s; white marks: before).")
               : form < SHORT ? TEXT("%s most (%s, before %s).")
                              : TEXT("%s (%s, before %s)."),
               reads, most_said(s, now[is], alike), share_text(s, whole[is], DIGITS));
}

/* Without place·place, chases still reads cat most (0.62; before 1.00). In the shortest form the terms that
 * are off are counted. */
static void say_without(struct canvas c, const struct screen *s, const struct terms_facts *f)
{
    const char *without = screen_text(s, TEXT("Without ")),
               *comma = screen_text(s, TEXT_AS("sentence", ", "));
    struct text names = SCREEN_TEXT(s);
    enum form form = c.cols >= WIDE ? MARKED : PLAIN;
    int n = 0, col = canvas_put(c, 0, 0, STYLE_TEXT, without);
    for (int i = 0; i < f->count; i++)
        if (terms_off(f, i))
            text_addf(&names, "%s%s", n++ > 0 ? comma : "", screen_term(s, &f->list[i]));
    int before = utf8_width(without) + utf8_width(text_str(&names));
    while (form < COUNTED && before + utf8_width(reading(s, f, form)) > c.cols)
        form++;
    if (form == COUNTED)
        col = canvas_put(c, 0, col, STYLE_TEXT, say(s, TEXT("%d of %d reasons"), n, f->count));
    for (int i = 0, named = 0; i < f->count && form < COUNTED; i++) {
        if (!terms_off(f, i))
            continue;
        col = canvas_put(c, 0, col, STYLE_TEXT, named++ > 0 ? comma : "");
        col = canvas_put_ink(c, 0, col, STYLE_STRONG, ink_hue(terms_hue(f, i), HUE_FULL),
                             screen_term(s, &f->list[i]));
    }
    canvas_put(c, 0, col, STYLE_TEXT, reading(s, f, form));
}

/* A hidden key: no term of its score matters. */
static void say_hidden(struct canvas c, const struct screen *s, const struct terms_facts *f)
{
    const char *key = terms_word_read(s, f, f->key);
    canvas_either(c, 0, 0, STYLE_TEXT,
                  say(s, TEXT("%s may not read %s: it is masked, so its share is 0 whatever the score."),
                      terms_word(s, f, f->query), key),
                  say(s, TEXT("%s is masked: share 0, whatever the score."), key));
}

/* All terms are off: every score is 0. + brings them back. */
static void say_no_term_left(struct canvas c, const struct screen *s)
{
    const char *back = terms_key_of(s, "terms", "term all on"),
               *off = screen_text(s, TEXT("All terms are off: every score is 0."));
    canvas_runs(c, 0, 0, (const struct canvas_look[]){{STYLE_TEXT, 0}, {STYLE_KEY, 0}},
                *back ? say(s, TEXT("%s {1}%s{/} brings them back."), off, back) : off);
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

/* Returns it, of a key: “ counts most for 猫”. */
static const char *effect_said(const struct screen *s, const struct terms_facts *f, enum effect effect,
                               bool brief)
{
    static const struct {
        const char *before, *brief, *after;
    } says[] = {
        [HELPS] = {TEXT(" counts most for "), TEXT(" for "), ""},
        [HARMS] = {TEXT(" counts most against "), TEXT(" against "), ""},
        [HELPS_BY_SPARING] = {TEXT(" helps "), TEXT(" helps "), TEXT(": others get less")},
        [HARMS_BY_LESS] = {TEXT(" harms "), TEXT(" harms "), TEXT(": others get more")},
        [CHANGES_LITTLE] = {TEXT(" is largest, but hardly changes "), TEXT(" hardly changes "), ""},
    };
    struct text t = SCREEN_TEXT(s);
    text_addf(&t, "%s%s%s", screen_text(s, brief ? says[effect].brief : says[effect].before),
              terms_word_read(s, f, f->key), brief ? "" : screen_text(s, says[effect].after));
    return text_str(&t);
}

/* place·place +6.5 counts most for 猫. Without it the share would be 0.93, not 1.00. Key: f */
static void say_loudest(struct canvas c, const struct screen *s, const struct terms_facts *f, int term)
{
    double without[CONFIG_MAX_WORDS], v = terms_value(f, term, f->query, f->key);
    const char *knocks = terms_key(s, term);
    bool press = c.cols >= NARROW && *knocks;
    struct text t = SCREEN_TEXT(s);
    struct term_set off = terms_set(f->now->state.look.layer, &f->list[term]);
    terms_weights_without(without, f->a, &f->now->config, f->head, f->query, &off);
    text_addf(&t, "%s %s%s", screen_term(s, &f->list[term]), v < 0 ? "" : "+", said_fixed(s, v, 1, 32));
    int col = canvas_put_ink(c, 0, 0, STYLE_STRONG, ink_hue(terms_hue(f, term), HUE_FULL), text_str(&t));
    double share = terms_at_map(f, MAP_WEIGHTS, f->query, f->key);
    const char *is = share_text(s, share, DIGITS), *would = share_text(s, without[f->key], DIGITS);
    bool same = strcmp(is, would) == 0, wide = c.cols >= WIDE;
    const char *effect = effect_said(s, f, effect_of(v, share, without[f->key], same), c.cols < NARROW);
    bool named = c.cols >= NARROW && col + utf8_width(effect) + SHARES <= c.cols;
    const char *shares;
    if (same)
        shares = say(s,
                     wide    ? TEXT("%s. Without it the share stays %s")
                     : named ? TEXT("%s; its share without it: still %s")
                             : TEXT("%s; without: still %s"),
                     effect, would);
    else
        shares = say(s,
                     wide    ? TEXT("%s. Without it the share would be %s, not %s")
                     : named ? TEXT("%s; its share without it: %s, now %s")
                             : TEXT("%s; without: %s, now %s"),
                     effect, would, is);
    bool fits = col + utf8_width(shares) <= c.cols; /* a part of a number would be another number */
    const char *knock = screen_text(s, wide ? TEXT(". Press ") : TEXT("  "));
    text_clear(&t);
    text_addf(&t, "%s%s", fits ? shares : effect, fits && press ? knock : "");
    col = canvas_put(c, 0, col, STYLE_TEXT, text_str(&t));
    if (press)
        canvas_put(c, 0, col, STYLE_KEY, knocks);
}

/* Returns: by told cat: you do it. Without heard, chased takes its doer from dog 0.81. NULL if the shares
 * `without` are largest for the same word. brief: without the first sentence, which is about the word that is
 * read or else the one that asks. Words are run 1, what was heard is run 2. */
static const char *turn(const struct screen *s, const struct terms_facts *f, const double *without,
                        bool brief)
{
    const struct state *st = &f->now->state;
    struct mat weights = attention_head(f->a, f->a->map[MAP_WEIGHTS], f->head);
    bool alike, tied;
    int is = largest_of(mat_row(weights, f->query), weights.cols, DIGITS, &alike),
        would = largest_of(without, weights.cols, DIGITS, &tied);
    if (is == would || alike || tied)
        return NULL;
    const char *name = head_name(f->now, STAGE_WEIGHTS, f->head);
    double share;
    int word = head_heard(f->now, f->a->layer, is, &share) >= 0 ? is : f->query,
        by = head_heard(f->now, f->a->layer, word, &share);
    bool named = *name && f->query == state_verb(st),
         doer = named && f->head == 0 && word == is && is != f->query && weights_are_reader(st);
    const char *heard = "", *asks = terms_word(s, f, f->query), *most = share_text(s, without[would], DIGITS),
               *reads = named && would == f->query ? screen_text(s, TEXT("nobody")) : terms_word(s, f, would);
    if (by >= 0 && !brief)
        heard = say(s, doer ? TEXT("{1}%s{/} told {1}%s{/}: you do it. ") : TEXT("{1}%s{/} heard {1}%s{/}. "),
                    terms_word(s, f, doer ? by : word), terms_word(s, f, doer ? word : by));
    return named ? say(s, TEXT("%sWithout {2}heard{/}, {1}%s{/} takes its %s from {1}%s{/} %s."), heard, asks,
                       name, reads, most)
                 : say(s, TEXT("%sWithout {2}heard{/}, {1}%s{/} reads most: {1}%s{/} %s."), heard, asks,
                       reads, most);
}

/* Says whom the asking word would read most without what was heard. Returns false if that is the same word,
 * or if there is no room. */
static bool say_heard(struct canvas c, const struct screen *s, const struct terms_facts *f, int heard)
{
    const struct canvas nowhere = {.cols = 1000}; /* for measuring */
    const struct canvas_look looks[] = {
        {STYLE_TEXT, 0}, {STYLE_STRONG, 0}, {STYLE_STRONG, ink_hue(HUE_HEARD, HUE_FULL)}};
    double without[CONFIG_MAX_WORDS];
    struct term_set off = terms_set(f->a->layer, &f->list[heard]);
    terms_weights_without(without, f->a, &f->now->config, f->head, f->query, &off);
    const char *says = turn(s, f, without, false);
    if (says && canvas_runs(nowhere, 0, 0, looks, says) > c.cols)
        says = turn(s, f, without, true);
    if (!says || canvas_runs(nowhere, 0, 0, looks, says) > c.cols)
        return false;
    int col = 2 + canvas_runs(c, 0, 0, looks, says);
    canvas_put(c, 0, col, STYLE_KEY, col < c.cols ? terms_key(s, heard) : "");
    return true;
}

void terms_sentence_draw(struct canvas c, const struct screen *s, const struct terms_facts *f)
{
    int term = -1, off = 0, heard = -1;
    for (int t = 0; t < f->count; t++) {
        off += terms_off(f, t);
        if (!terms_off(f, t) && (term < 0 || fabs(terms_value(f, t, f->query, f->key)) >
                                                 fabs(terms_value(f, term, f->query, f->key))))
            term = t;
        heard = f->list[t].apart && !config_crosses(&f->now->config) ? t : heard;
    }
    struct mat shares = attention_head(f->a, f->a->map[MAP_WEIGHTS], f->head);
    bool empty = attention_empty_row(f->a, f->head, f->query), hidden = terms_hidden(f, f->query, f->key);
    bool infinite = false;
    for (int i = 0; i < f->count * terms_columns(f); i++)
        infinite |= !isfinite(terms_value(f, i % f->count, f->query, i / f->count));
    if (mat_overflowed(mat_rows(shares, f->query, 1)) || (empty && !hidden) || infinite)
        canvas_put(c, 0, 0, STYLE_TEXT, screen_overflow_says(s));
    else if (empty)
        say_hidden(c, s, f);
    else if (off > 0 && off == f->count)
        say_no_term_left(c, s);
    else if (off > 0)
        say_without(c, s, f);
    else if (f->now->config.omitted) {
        struct text sources = SCREEN_TEXT(s);
        const double *now = mat_row(shares, f->query);
        bool alike;
        int is = largest_of(now, terms_columns(f), DIGITS, &alike);
        screen_omitted(s, &sources);
        canvas_put(c, 0, 0, STYLE_TEXT,
                   say(s, TEXT("Computed again without %s: %s reads %s most (%s)."), text_str(&sources),
                       terms_word(s, f, f->query), terms_word_read(s, f, is), most_said(s, now[is], alike)));
    } else if (hidden)
        say_hidden(c, s, f);
    else if (term >= 0 && !(heard >= 0 && say_heard(c, s, f, heard)))
        say_loudest(c, s, f, term);
}
