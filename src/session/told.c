/* The parts of the change, each in a few words. A long list ends with an ellipsis. */
#include "session/told.h"

#include <string.h>

#include "base/utf8.h"
#include "core/pipeline/source.h"
#include "core/pipeline/terms.h"
#include "state/matrices.h"
#include "state/param.h"
#include "state/training.h"

enum { PARTS = 3, WORDS_COLUMNS = 36 };

struct telling {
    struct text *out;
    const struct state *was, *now;
    const struct config *config; /* of `now` */
    enum lang lang;
    int parts;
};

/* Begins the next part; returns false if there were enough. */
static bool next_part(struct telling *t)
{
    if (t->parts == PARTS)
        text_add(t->out, " …");
    else if (t->parts > 0 && t->parts < PARTS)
        text_add(t->out, text_in(TEXT(", ", "，"), t->lang));
    return t->parts++ < PARTS;
}

static void add_words(struct text *out, const struct state *s, const struct sequence *q)
{
    size_t from = out->len;
    for (int i = 0; q && i < q->count; i++) {
        if (utf8_width(text_str(out) + from) > WORDS_COLUMNS) {
            text_add(out, " …");
            break;
        }
        text_addf(out, "%s%s", i ? " " : "", state_word(s, q, i));
    }
}

static bool same_words(const struct state *a, const struct state *b)
{
    bool same = a->sentence->count == b->sentence->count;
    for (int i = 0; same && i < a->sentence->count; i++)
        same = strcmp(state_name(a, a->sentence, i), state_name(b, b->sentence, i)) == 0;
    return same;
}

static void tell_sentence(struct telling *t)
{
    if (same_words(t->was, t->now) || !next_part(t))
        return;
    struct state before = *t->was; /* shallow: owns nothing, speaks the present language */
    before.look.lang = t->now->look.lang;
    add_words(t->out, &before, t->was->sentence);
    text_add(t->out, " → ");
    add_words(t->out, t->now, t->now->sentence);
}

static struct pair encoding_of(const struct state *s)
{
    return posenc_label(posencs[s->set.encoding]);
}

static struct pair mask_of(const struct state *s)
{
    static const struct pair masks[] = {[MASK_NONE] = PAIR("none", "无"),
                                        [MASK_CAUSAL] = PAIR("causal", "因果"),
                                        [MASK_PAD] = PAIR("pad", "填充"),
                                        [MASK_GIVEN] = PAIR("given", "自定")};
    return masks[s->set.mask];
}

static struct pair residual_of(const struct state *s)
{
    static const struct pair switches[] = {PAIR("off", "无"), PAIR("on", "有")};
    return switches[s->set.residual != 0];
}

/* A divisor that is given is a number, which needs no name. */
static struct pair divisor_of(const struct state *s)
{
    static const struct pair divisors[] = {[SCALE_SQRT] = PAIR("√d_k", "√d_k"),
                                           [SCALE_NONE] = PAIR("none", "不除"),
                                           [SCALE_VALUE] = {NULL, NULL}};
    return divisors[s->set.scale];
}

/* What settings and their values are called on the screen; all others by their names in `set`. */
static const struct called {
    const char *name;
    struct pair called;
    struct pair (*value)(const struct state *s); /* NULL, or gives NULL: as `set` reads it */
} called[] = {
    {"encoding", PAIR("positions", "编码"), encoding_of},
    {"mask", PAIR("mask", "掩码"), mask_of},
    {"d", PAIR("width d", "宽度 d"), NULL},
    {"heads", PAIR("heads", "头数"), NULL},
    {"layers", PAIR("layers", "层数"), NULL},
    {"block", PAIR("block", "模块"), NULL},
    {"base", PAIR("base", "底数"), NULL},
    {"start", PAIR("first position", "首词位置"), NULL},
    {"residual", PAIR("residual", "残差"), residual_of},
    {"scale", PAIR("divisor", "除数"), divisor_of},
};

static const struct called *called_of(const struct param *p)
{
    for (size_t i = 0; i < sizeof called / sizeof *called; i++)
        if (strcmp(called[i].name, p->name) == 0)
            return &called[i];
    return NULL;
}

static void add_value(struct telling *t, const struct state *s, const struct param *p)
{
    const struct called *c = called_of(p);
    struct pair value = c && c->value ? c->value(s) : (struct pair){NULL, NULL};
    if (value.en)
        text_add(t->out, pair_in(value, t->lang));
    else
        param_print(s, p, t->out);
}

static void tell_settings(struct telling *t)
{
    for (const struct param *p = params; p->name; p++) {
        if (p->look || param_same(t->was, t->now, p) || !next_part(t))
            continue;
        const struct called *c = called_of(p);
        text_addf(t->out, "%s ", c ? pair_in(c->called, t->lang) : p->name);
        add_value(t, t->was, p);
        text_add(t->out, " → ");
        add_value(t, t->now, p);
    }
    if (memcmp(t->was->pe_param, t->now->pe_param, sizeof t->now->pe_param) != 0 && next_part(t))
        text_add(t->out, text_in(TEXT("an option of the encoding", "编码的一个选项"), t->lang));
}

/* The terms of another encoding are others: then nothing is said of them. */
static void tell_terms(struct telling *t)
{
    struct term list[TERM_MAX];
    if (term_set_same(&t->was->term_off, &t->now->term_off) || t->was->set.encoding != t->now->set.encoding ||
        !next_part(t))
        return;
    int count = terms_list(t->config, t->now->look.layer, list);
    text_add(t->out, term_set_any(&t->now->term_off)
                         ? text_in(TEXT("knocked out", "已拿掉"), t->lang)
                         : text_in(TEXT("all terms are in", "各项都放回了"), t->lang));
    for (int i = 0; i < count; i++)
        if (term_set_has(&t->now->term_off, list[i].bit))
            text_addf(t->out, " %s", pair_in(list[i].title, t->lang));
}

static void tell_omitted(struct telling *t)
{
    if (t->was->set.omitted == t->now->set.omitted || !next_part(t))
        return;
    text_add(t->out, t->now->set.omitted ? text_in(TEXT("computed again without", "重算，省去"), t->lang)
                                         : text_in(TEXT("every source is in", "各来源都在"), t->lang));
    for (int i = 0; i < SOURCE_MAX; i++)
        if ((uint32_t)t->now->set.omitted >> i & 1U)
            text_addf(t->out, " %s", pair_in(source_title(SOURCE_BIT(i)), t->lang));
}

/* Names the given matrices that differ if there are at least two. Those of another shape follow a setting. */
static void tell_matrices(struct telling *t)
{
    struct matrix_ref refs[MATRICES_MAX];
    struct text names = TEXT_HERE;
    int count = matrices_list(t->now, refs), differ = 0;
    for (int i = 0; i < count; i++) {
        int place = refs[i].kind == MATRIX_WEIGHT     ? numbers_weight(t->now->look.layer, refs[i].index)
                    : refs[i].kind == MATRIX_ENCODING ? numbers_encoding(t->now->set.encoding, refs[i].index)
                                                      : -1;
        if (place < 0 || value_same(numbers_at(t->was->numbers, place), numbers_at(t->now->numbers, place)))
            continue;
        differ++;
        text_addf(&names, "%s ", matrices_name(t->now, refs[i]));
    }
    if (differ > 1 && t->parts == 0 && next_part(t))
        text_addf(t->out, text_in(TEXT("new numbers in %s", "换了数：%s"), t->lang), text_str(&names));
    if (differ > 1 && t->out->len > 0 && t->out->s[t->out->len - 1] == ' ')
        t->out->s[--t->out->len] = '\0';
    text_finish(&names);
}

static void tell_training(struct telling *t)
{
    const struct state *s = t->now;
    if (t->was->set.steps == s->set.steps || t->was->set.task != s->set.task || !next_part(t))
        return;
    if (s->look.run)
        text_addf(t->out, text_in(TEXT("it learns, up to step %d", "它在学，学到第 %d 步"), t->lang),
                  training_enough(s));
    else
        text_addf(t->out, text_in(TEXT("step %d → %d", "第 %d 步 → 第 %d 步"), t->lang), t->was->set.steps,
                  s->set.steps);
}

void told_change(struct text *out, const struct state *was, const struct scene *now)
{
    struct telling t = {out, was, &now->state, &now->config, (enum lang)now->state.look.lang, 0};
    tell_sentence(&t);
    tell_training(&t);
    tell_settings(&t);
    tell_terms(&t);
    tell_omitted(&t);
    tell_matrices(&t);
}
