/* One sentence about the reasons: the effect of the largest term, found by leaving it out, or what is read
 * without those that are off. */
#include <math.h>
#include <string.h>

#include "base/number.h"
#include "core/math/largest.h"
#include "core/pipeline/stage.h"
#include "state/weights.h"
#include "study/head_kind.h"
#include "view/terms/terms.h"

/* SHARES: “; its share without it: 0.00, now 0.05” */
enum { WIDE = 100, NARROW = 70, SHARES = 38, DIGITS = 2 };

static int loudest(const struct terms_facts *f)
{
    int best = -1;
    for (int t = 0; t < f->count; t++)
        if (!terms_off(f, t) && (best < 0 || fabs(terms_value(f, t, f->query, f->key)) >
                                                 fabs(terms_value(f, best, f->query, f->key))))
            best = t;
    return best;
}

static void add_share(struct text *t, double x)
{
    number_fixed(t, x, DIGITS, 8);
}

/* Writes the share of the word that is read most; alike: of another one as well. */
static void add_most(struct text *t, const struct screen *s, double x, bool alike)
{
    add_share(t, x);
    text_add(t, alike ? screen_text(s, TEXT(", tied", "，有并列的")) : "");
}

/* The forms of the sentence, from the longest. */
enum form { MARKED, PLAIN, BRIEF, SHORT, COUNTED };

/* Writes what is read most, by how much, and by how much before: , chases still reads cat most (0.62, … */
static void add_reading(const struct screen *s, const struct terms_facts *f, enum form form, struct text *t)
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
    if (form < BRIEF) {
        text_add(t, screen_text(s, TEXT(", ", "，")));
        screen_word(&f->now->state, f->now->state.sentence, f->query, t);
        text_add(t, screen_text(s, EITHER(was == is, TEXT(" still reads ", " 仍然最关注 "),
                                          TEXT(" now reads ", " 改为最关注 "))));
    } else
        text_add(t, screen_text(s, TEXT(": ", "：")));
    screen_word(&f->now->state, terms_keys(f), is, t);
    text_add(t, screen_text(s, EITHER(form < SHORT, TEXT(" most (", "（"), TEXT(" (", "（"))));
    add_most(t, s, now[is], alike);
    text_add(t, screen_text(s, TEXT(", before ", "，原来 ")));
    add_share(t, whole[is]);
    text_add(t,
             screen_text(s, EITHER(form == MARKED, TEXT("; white marks: before).", "；白线是原来的份额）。"),
                                   TEXT(").", "）。"))));
}

/* Draws the names of the terms that are off, or how many they are. Returns the column after them. */
static int put_off(struct canvas c, int col, const struct screen *s, const struct terms_facts *f,
                   bool counted)
{
    int n = 0;
    for (int i = 0; i < f->count; i++) {
        if (!terms_off(f, i))
            continue;
        if (!counted) {
            col = canvas_put(c, 0, col, STYLE_TEXT, n > 0 ? screen_text(s, TEXT(", ", "、")) : "");
            col = canvas_put_ink(c, 0, col, STYLE_STRONG, ink_hue(terms_hue(f, i), HUE_FULL),
                                 screen_pair(s, f->list[i].title));
        }
        n++;
    }
    if (!counted)
        return col;
    col = canvas_put(c, 0, col, STYLE_TEXT,
                     say(s, TEXT("%d of %d reasons", "%d 个理由（共 %d 个）"), n, f->count));
    return col;
}

/* A hidden key: no term of its score matters. */
static void say_hidden(struct canvas c, const struct screen *s, const struct terms_facts *f)
{
    struct text query = SCREEN_TEXT(s), key = SCREEN_TEXT(s);
    screen_word(&f->now->state, f->now->state.sentence, f->query, &query);
    screen_word(&f->now->state, terms_keys(f), f->key, &key);
    canvas_either(c, 0, 0, STYLE_TEXT,
                  say(s,
                      TEXT("%s may not read %s: it is masked, so its share is 0 whatever the score.",
                           "%s 不能读 %s：它被遮住了，得分再高，份额也是 0。"),
                      text_str(&query), text_str(&key)),
                  say(s,
                      TEXT("%s is masked: share 0, whatever the score.", "%s 被遮住：得分再高，份额也是 0。"),
                      text_str(&key)));
}

/* All terms are off: every score is 0. + brings them back. */
static void say_nothing_left(struct canvas c, const struct screen *s)
{
    const char *back = terms_key_of(s, "terms", "term all on");
    int col = canvas_put(
        c, 0, 0, STYLE_TEXT,
        screen_text(s, TEXT("All terms are off: every score is 0.", "各项都去掉了，得分全是 0。")));
    if (!*back)
        return;
    col = canvas_put(c, 0, col, STYLE_TEXT, screen_text(s, TEXT(" ", "按 ")));
    col = canvas_put(c, 0, col, STYLE_KEY, back);
    canvas_put(c, 0, col, STYLE_TEXT, screen_text(s, TEXT(" brings them back.", " 全部放回。")));
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

/* Writes it of a key: “ counts most for 猫”. */
static void add_effect(struct text *t, const struct screen *s, const struct terms_facts *f,
                       enum effect effect, bool brief)
{
    static const struct {
        struct pair before, brief, after;
    } says[] = {
        [HELPS] = {PAIR(" counts most for ", " 的声音最大，赞成读 "), PAIR(" for ", " 赞成读 "),
                   PAIR("", "")},
        [HARMS] = {PAIR(" counts most against ", " 的声音最大，反对读 "), PAIR(" against ", " 反对读 "),
                   PAIR("", "")},
        [HELPS_BY_SPARING] = {PAIR(" helps ", " 有利于读 "), PAIR(" helps ", " 有利于读 "),
                              PAIR(": others get less", "：别的词更低")},
        [HARMS_BY_LESS] = {PAIR(" harms ", " 不利于读 "), PAIR(" harms ", " 不利于读 "),
                           PAIR(": others get more", "：别的词更高")},
        [CHANGES_LITTLE] = {PAIR(" is largest, but hardly changes ", " 最大，却几乎不改变 "),
                            PAIR(" hardly changes ", " 几乎不改变 "), PAIR("", "")},
    };
    text_add(t, screen_pair(s, brief ? says[effect].brief : says[effect].before));
    screen_word(&f->now->state, terms_keys(f), f->key, t);
    text_add(t, brief ? "" : screen_pair(s, says[effect].after));
}

/* place·place +6.5 counts most for 猫. Without it the share would be 0.93, not 1.00. Key: f */
static void say_loudest(struct canvas c, const struct screen *s, const struct terms_facts *f, int term)
{
    double without[CONFIG_MAX_WORDS], v = terms_value(f, term, f->query, f->key);
    const char *knocks = terms_key(s, term);
    bool press = c.cols >= NARROW && *knocks;
    struct text t = SCREEN_TEXT(s), is = SCREEN_TEXT(s), would = SCREEN_TEXT(s);
    struct term_set off = terms_set(f->now->state.look.layer, &f->list[term]);
    terms_weights_without(without, f->a, &f->now->config, f->head, f->query, &off);
    text_addf(&t, "%s %s", screen_pair(s, f->list[term].title), v < 0 ? "" : "+");
    number_fixed(&t, v, 1, 32);
    int col = canvas_put_ink(c, 0, 0, STYLE_STRONG, ink_hue(terms_hue(f, term), HUE_FULL), text_str(&t));
    text_clear(&t);
    double share = terms_at_map(f, MAP_WEIGHTS, f->query, f->key);
    add_share(&is, share);
    add_share(&would, without[f->key]);
    bool same = strcmp(text_str(&is), text_str(&would)) == 0;
    add_effect(&t, s, f, effect_of(v, share, without[f->key], same), c.cols < NARROW);
    size_t effect = t.len;
    if (c.cols >= WIDE)
        text_add(&t, screen_text(s, EITHER(same, TEXT(". Without it the share stays ", "。没有它，份额还是 "),
                                           TEXT(". Without it the share would be ", "。没有它，份额会是 "))));
    else if (c.cols >= NARROW && col + utf8_width(text_str(&t)) + SHARES <= c.cols)
        text_add(&t,
                 screen_text(s, EITHER(same, TEXT("; its share without it: still ", "；没有它，份额还是 "),
                                       TEXT("; its share without it: ", "；没有它，份额 "))));
    else
        text_add(&t, screen_text(s, EITHER(same, TEXT("; without: still ", "；没有它还是 "),
                                           TEXT("; without: ", "；没有它 "))));
    text_add(&t, text_str(&would));
    if (!same)
        text_addf(
            &t, "%s%s",
            screen_text(s, EITHER(c.cols >= WIDE, TEXT(", not ", "，现在是 "), TEXT(", now ", "，现在 "))),
            text_str(&is));
    if (t.len > effect && col + utf8_width(text_str(&t)) > c.cols)
        t.s[t.len = effect] = '\0'; /* a part of a number would be another number */
    else if (press)
        text_add(&t, screen_text(s, EITHER(c.cols >= WIDE, TEXT(". Press ", "。按 "), TEXT("  ", " "))));
    col = canvas_put(c, 0, col, STYLE_TEXT, text_str(&t));
    if (press)
        canvas_put(c, 0, col, STYLE_KEY, knocks);
}

static int put_word(struct canvas c, int col, const struct terms_facts *f, int word)
{
    struct text t = TEXT_HERE;
    screen_word(&f->now->state, f->now->state.sentence, word, &t);
    col = canvas_put(c, 0, col, STYLE_STRONG, text_str(&t));
    text_finish(&t);
    return col;
}

/* by told cat: you do it. Without heard, chased takes its doer from dog 0.81. Returns the column after it, 0
 * if the shares `without` are largest for the same word. brief: without the first sentence, which is about
 * the word that is read or else the one that asks. */
static int put_turn(struct canvas c, const struct screen *s, const struct terms_facts *f,
                    const double *without, bool brief)
{
    const struct state *st = &f->now->state;
    struct mat weights = attention_head(f->a, f->a->map[MAP_WEIGHTS], f->head);
    bool alike, tied;
    int is = largest_of(mat_row(weights, f->query), weights.cols, DIGITS, &alike), col = 0,
        would = largest_of(without, weights.cols, DIGITS, &tied);
    if (is == would || alike || tied)
        return 0;
    const char *name = head_name(f->now, STAGE_WEIGHTS, f->head);
    double share;
    int word = head_heard(f->now, f->a->layer, is, &share) >= 0 ? is : f->query,
        by = head_heard(f->now, f->a->layer, word, &share);
    bool named = *name && f->query == state_verb(st),
         doer = named && f->head == 0 && word == is && is != f->query && weights_are_reader(st);
    const char *nobody = named && would == f->query ? screen_text(s, TEXT("nobody", "没有谁")) : NULL;
    struct text t = SCREEN_TEXT(s);
    if (by >= 0 && !brief) {
        col = put_word(c, col, f, doer ? by : word);
        col = canvas_put(c, 0, col, STYLE_TEXT,
                         screen_text(s, EITHER(doer, TEXT(" told ", " 告诉 "), TEXT(" heard ", " 听到了 "))));
        col = put_word(c, col, f, doer ? word : by);
        col =
            canvas_put(c, 0, col, STYLE_TEXT,
                       screen_text(s, EITHER(doer, TEXT(": you do it. ", "：是你做的。"), TEXT(". ", "。"))));
    }
    col = canvas_put(c, 0, col, STYLE_TEXT, screen_text(s, TEXT("Without ", "去掉")));
    col = canvas_put_ink(c, 0, col, STYLE_STRONG, ink_hue(HUE_HEARD, HUE_FULL),
                         screen_text(s, TEXT("heard", "听到的")));
    col = canvas_put(c, 0, col, STYLE_TEXT, screen_text(s, TEXT(", ", "，")));
    col = put_word(c, col, f, f->query);
    text_addf(&t,
              screen_text(s, EITHER(named, TEXT(" takes its %s from ", " 的“%s”是 "),
                                    TEXT(" reads most: ", " 读得最多的是 "))),
              name);
    col = canvas_put(c, 0, col, STYLE_TEXT, text_str(&t));
    col = nobody ? canvas_put(c, 0, col, STYLE_STRONG, nobody) : put_word(c, col, f, would);
    text_clear(&t);
    text_add(&t, " ");
    add_share(&t, without[would]);
    text_add(&t, screen_text(s, TEXT(".", "。")));
    col = canvas_put(c, 0, col, STYLE_TEXT, text_str(&t));
    return col;
}

/* Says whom the asking word would read most without what was heard. Returns false if that is the same word,
 * or if there is no room. */
static bool say_heard(struct canvas c, const struct screen *s, const struct terms_facts *f, int heard)
{
    const struct canvas nowhere = {.cols = 1000}; /* for measuring */
    double without[CONFIG_MAX_WORDS];
    struct term_set off = terms_set(f->a->layer, &f->list[heard]);
    terms_weights_without(without, f->a, &f->now->config, f->head, f->query, &off);
    int whole = put_turn(nowhere, s, f, without, false);
    if (whole == 0 || put_turn(nowhere, s, f, without, true) > c.cols)
        return false;
    int col = 2 + put_turn(c, s, f, without, whole > c.cols);
    canvas_put(c, 0, col, STYLE_KEY, col < c.cols ? terms_key(s, heard) : "");
    return true;
}

void terms_sentence_draw(struct canvas c, const struct screen *s, const struct terms_facts *f)
{
    int term = loudest(f), off = 0, heard = -1;
    for (int t = 0; t < f->count; t++) {
        off += terms_off(f, t);
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
        say_nothing_left(c, s);
    else if (off > 0) {
        /* Without place·place, chases still reads cat most (0.62; before 1.00). */
        struct text t = SCREEN_TEXT(s), names = SCREEN_TEXT(s);
        const char *without = screen_text(s, TEXT("Without ", "没有 "));
        enum form form = c.cols >= WIDE ? MARKED : PLAIN;
        for (int i = 0; i < f->count; i++)
            if (terms_off(f, i))
                text_addf(&names, "%s%s", names.len > 0 ? screen_text(s, TEXT(", ", "、")) : "",
                          screen_pair(s, f->list[i].title));
        for (;; form++) {
            text_clear(&t);
            add_reading(s, f, form, &t);
            if (form == COUNTED ||
                utf8_width(without) + utf8_width(text_str(&names)) + utf8_width(text_str(&t)) <= c.cols)
                break;
        }
        int col = put_off(c, canvas_put(c, 0, 0, STYLE_TEXT, without), s, f, form == COUNTED);
        canvas_put(c, 0, col, STYLE_TEXT, text_str(&t));
    } else if (f->now->config.omitted) {
        /* Computed again without attn0: chases reads dog most (0.43). */
        struct text t = SCREEN_TEXT(s);
        const double *now = mat_row(attention_head(f->a, f->a->map[MAP_WEIGHTS], f->head), f->query);
        bool alike;
        int is = largest_of(now, terms_columns(f), DIGITS, &alike);
        text_add(&t, screen_text(s, TEXT("Computed again without ", "省去")));
        screen_omitted(s, &t);
        text_add(&t, screen_text(s, TEXT(": ", "重算后，")));
        screen_word(&f->now->state, f->now->state.sentence, f->query, &t);
        text_add(&t, screen_text(s, TEXT(" reads ", " 最关注 ")));
        screen_word(&f->now->state, terms_keys(f), is, &t);
        text_add(&t, screen_text(s, TEXT(" most (", "（")));
        add_most(&t, s, now[is], alike);
        text_add(&t, screen_text(s, TEXT(").", "）。")));
        canvas_put(c, 0, 0, STYLE_TEXT, text_str(&t));
    } else if (hidden)
        say_hidden(c, s, f);
    else if (term >= 0 && !(heard >= 0 && say_heard(c, s, f, heard)))
        say_loudest(c, s, f, term);
}
