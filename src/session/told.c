/* The parts of the change, each in a few words. A long list ends with an ellipsis. */
#include "session/told.h"

#include <stdlib.h>
#include <string.h>

#include "base/number.h"
#include "base/utf8.h"
#include "core/pipeline/source.h"
#include "core/pipeline/terms.h"
#include "state/encoding.h"
#include "state/matrices.h"
#include "state/param.h"
#include "state/training.h"
#include "study/code/snippet.h"

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
        text_add(t->out, text_in(TEXT(", "), t->lang));
    return t->parts++ < PARTS;
}

/* Adds the words from `first` on, as many as have room. */
static void add_words(struct text *out, const struct state *s, const struct sequence *q, int first)
{
    size_t from = out->len;
    text_add(out, first > 0 ? "…" : "");
    for (int i = first; i < q->count; i++) {
        if (utf8_width(text_str(out) + from) > WORDS_COLUMNS) {
            text_add(out, " …");
            break;
        }
        text_addf(out, "%s%s", i ? " " : "", state_word(s, q, i));
    }
}

/* Returns the word before the first one in which two sentences differ, if one of them is too long to be told
 * whole; else 0. */
static int first_told(const struct state *a, const struct state *b)
{
    int same = 0, widths[2] = {0};
    const struct state *const of[] = {a, b};
    while (same < a->sentence->count && same < b->sentence->count &&
           strcmp(state_name(a, a->sentence, same), state_name(b, b->sentence, same)) == 0)
        same++;
    for (int k = 0; k < 2; k++)
        for (int i = 0; i < of[k]->sentence->count; i++)
            widths[k] += utf8_width(state_word(of[k], of[k]->sentence, i)) + 1;
    return same > 0 && (widths[0] > WORDS_COLUMNS || widths[1] > WORDS_COLUMNS) ? same - 1 : 0;
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
    int first = first_told(&before, t->now);
    add_words(t->out, &before, t->was->sentence, first);
    text_add(t->out, " → ");
    add_words(t->out, t->now, t->now->sentence, first);
}

/* What messages call the options of encodings and values that are not rows of a setting's choices
 * (state/param.c); all others by their names. */
static const struct called {
    const char *name;
    const char *shown;
} options[] = {
    {"sigma", TEXT("spread σ")},
    {"sample", TEXT("draw of lots")},
    {"learn", TEXT("learning of tempos")},
    {"width", TEXT("patches in a row")},
    {"order", TEXT("order")},
    {"L", TEXT_AS("told", "rows of the table")},
    {"clip", TEXT("largest distance")},
    {"distance", TEXT("largest distance")},
    {"buckets", TEXT("buckets")},
    {"layout", TEXT("pairs")},
    {"dims", TEXT("columns turned")},
    {"form", TEXT("form")},
    {"sided", TEXT("sides")},
    {"scaling", TEXT("slowing")},
    {"factor", TEXT("times longer")},
    {"trained", TEXT("words in training")},
    {"fast", TEXT("kept from (turns)")},
    {"slow", TEXT("slowed up to (turns)")},
    {"temperature", TEXT("temperature")},
    {NULL, ""},
};

static const struct called values[] = {
    {"auto", TEXT("auto")},
    {"none", TEXT("none")},
    {"linear", TEXT_AS("told", "all alike")},
    {"dynamic", TEXT_AS("told", "by length")},
    {"off", TEXT("off")},
    {"on", TEXT("on")},
    {"sqrt", "√d_k"},
    {"relu", "ReLU"},
    {"gelu", "GELU"},
    {"gelu_new", TEXT("GELU of GPT-2")},
    {"quick_gelu", TEXT("quick GELU")},
    {"grid", TEXT("grid")},
    {"raster", TEXT("row by row")},
    {"interleaved", TEXT("neighbours")},
    {"half", TEXT("half apart")},
    {"paper", TEXT("paper")},
    {"code", TEXT("released code")},
    {"two", TEXT("two")},
    {"one", TEXT("one")},
    {NULL, ""},
};

/* Parts of the look that a picture need not show: in all views, or in one view while it shows something
 * else. */
static const struct unseen {
    const char *name;
    int view, panel; /* VIEW_COUNT: in all; the panel of the machine that shows it */
} unseen[] = {
    {"theme", VIEW_COUNT, 0},
    {"speed", VIEW_COUNT, 0},
    {"shade", VIEW_COUNT, 0},
    {"keep", VIEW_MACHINE, MACHINE_MEMORY},
    {"cost_k", VIEW_MACHINE, MACHINE_PATHS},
    {"pos", VIEW_CODE, 0},
    {NULL, VIEW_COUNT, 0},
};

static const char *called_in(const struct called *list, const char *name, enum lang lang)
{
    while (list->name && strcmp(list->name, name) != 0)
        list++;
    return list->name ? text_in(list->shown, lang) : name;
}

static void add_value(struct telling *t, const struct state *s, const struct param *p)
{
    enum { LONG = 8 };
    struct text value = TEXT_HERE;
    param_print(s, p, &value);
    if ((p->kind == PARAM_REAL || p->kind == PARAM_SCALE) && value.len > LONG) { /* of a slider */
        double x = strtod(text_str(&value), NULL);
        text_clear(&value);
        text_addf(&value, "%.6g", x);
    }
    const struct choice *c = p->choices;
    while (c && strcmp(c->name, text_str(&value)) != 0)
        c++;
    if (p->kind == PARAM_SCALE && s->set.scale == SCALE_NONE)
        text_add(t->out, text_in(TEXT_AS("told", "none"), t->lang));
    else if (strcmp(p->name, "encoding") == 0)
        text_add(t->out, posenc_label(posencs[s->set.encoding], t->lang));
    else
        text_add(t->out,
                 c && c->spoken ? text_in(c->spoken, t->lang) : called_in(values, text_str(&value), t->lang));
    text_finish(&value);
}

/* Tells from what to what a setting went, unless it stayed or enough was told. */
static void tell_setting(struct telling *t, const struct param *p)
{
    if (param_same(t->was, t->now, p) || !next_part(t))
        return;
    text_addf(t->out, "%s ", p->spoken ? text_in(p->spoken, t->lang) : p->name);
    add_value(t, t->was, p);
    text_add(t->out, " → ");
    add_value(t, t->now, p);
}

/* The options of another encoding are others: then nothing is said of them. */
static void tell_options(struct telling *t)
{
    const struct posenc_def *pe = posencs[t->now->set.encoding];
    const double *was = t->was->pe_param[t->now->set.encoding], *now = t->now->pe_param[t->now->set.encoding];
    struct text value = TEXT_HERE;
    for (int i = 0; t->was->set.encoding == t->now->set.encoding && i < posenc_param_count(pe); i++) {
        if (was[i] == now[i] || !next_part(t))
            continue;
        text_addf(t->out, "%s ", called_in(options, pe->params[i].name, t->lang));
        const struct state *side[] = {t->was, t->now};
        for (int k = 0; k < 2; k++) {
            text_clear(&value);
            encoding_param_print(side[k], i, &value);
            text_addf(t->out, "%s%s", k > 0 ? " → " : "", called_in(values, text_str(&value), t->lang));
        }
    }
    text_finish(&value);
}

/* The terms of another encoding are others: then nothing is said of them. */
static void tell_terms(struct telling *t)
{
    struct term list[TERM_MAX];
    if (term_set_same(&t->was->term_off, &t->now->term_off) || t->was->set.encoding != t->now->set.encoding ||
        !next_part(t))
        return;
    int count = terms_list(t->config, t->now->look.layer, list);
    text_add(t->out, term_set_any(&t->now->term_off) ? text_in(TEXT("knocked out"), t->lang)
                                                     : text_in(TEXT("all terms are in"), t->lang));
    for (int i = 0; i < count; i++)
        if (term_set_has(&t->now->term_off, list[i].bit)) {
            text_add(t->out, " ");
            term_title(&list[i], t->lang, t->out);
        }
}

static void tell_omitted(struct telling *t)
{
    bool same = t->was->set.omitted == t->now->set.omitted && patches_same(t->was->patches, t->now->patches);
    struct text left = TEXT_HERE, put = TEXT_HERE;
    for (int i = 0; i < SOURCE_MAX; i++)
        if ((uint32_t)t->now->set.omitted >> i & 1U) {
            text_add(&left, " ");
            source_title(SOURCE_BIT(i), t->lang, &left);
        }
    size_t sources = left.len;
    text_add(&left, " ");
    if (state_patches(t->now, true, &left) == 0)
        left.len = sources;
    int carried = state_patches(t->now, false, &put);
    if (!same && next_part(t)) {
        bool omits = left.len > 0;
        text_add(t->out,
                 omits || carried == 0
                     ? text_in(omits ? TEXT("computed again without") : TEXT("every source is in"), t->lang)
                     : "");
        text_add_bytes(t->out, text_str(&left), left.len);
        if (carried > 0)
            text_say(t->out, t->lang, omits ? TEXT(", carried: %s") : TEXT("carried: %s"), text_str(&put));
    }
    text_finish(&left);
    text_finish(&put);
}

/* Returns where the numbers of a weight or of an encoding's matrix are kept; -1: it is another matrix. */
static int kept_at(const struct state *s, struct matrix_ref m)
{
    return m.kind == MATRIX_WEIGHT     ? numbers_weight(s->look.layer, m.index)
           : m.kind == MATRIX_ENCODING ? numbers_encoding(s->set.encoding, m.index)
                                       : -1;
}

/* Names the given matrices that differ if there are at least two. Those of another shape follow a setting. */
static void tell_matrices(struct telling *t)
{
    struct matrix_ref refs[MATRICES_MAX];
    struct text names = TEXT_HERE;
    int count = matrices_list(t->now, refs), differ = 0;
    for (int i = 0; i < count; i++) {
        int place = kept_at(t->now, refs[i]);
        if (place < 0 || value_same(numbers_at(t->was->numbers, place), numbers_at(t->now->numbers, place)))
            continue;
        differ++;
        text_addf(&names, "%s ", matrices_name(t->now, refs[i]));
    }
    if (differ > 1 && t->parts == 0 && next_part(t))
        text_addf(t->out, text_in(TEXT("new numbers in %s"), t->lang), text_str(&names));
    if (differ > 1 && t->out->len > 0 && t->out->s[t->out->len - 1] == ' ')
        t->out->s[--t->out->len] = '\0';
    text_finish(&names);
}

/* Whether b has the numbers of a as far as both go. */
static bool same_corner(const struct value *a, const struct value *b)
{
    int rows = a->rows < b->rows ? a->rows : b->rows, cols = a->cols < b->cols ? a->cols : b->cols;
    bool same = true;
    for (int r = 0; same && r < rows; r++)
        same = memcmp(a->v + r * a->cols, b->v + r * b->cols, (size_t)cols * sizeof *a->v) == 0;
    return same;
}

void told_fit(struct text *out, const struct state *was, const struct state *now)
{
    bool cut = false, filled = false, any = false, asks = false;
    for (int l = 0; l < was->set.layers && l < now->set.layers; l++)
        for (int w = W_Q; w <= W_O; w++) {
            const struct value *a = numbers_at(was->numbers, numbers_weight(l, w)),
                               *b = numbers_at(now->numbers, numbers_weight(l, w));
            if (!a || !b || !same_corner(a, b))
                continue;
            any = true;
            cut |= b->rows < a->rows || b->cols < a->cols;
            filled |= b->rows > a->rows || b->cols > a->cols;
            asks |= w <= W_K && (a->rows != b->rows || a->cols != b->cols);
        }
    bool regrouped = any && was->set.heads != now->set.heads,
         named =
             *state_head_name(was, 0) && (asks || regrouped); /* values change nothing that a head reads */
    if (!cut && !filled && !regrouped)
        return;
    text_add(out, text_in(cut      ? TEXT("the matrices keep only their upper-left corner")
                          : filled ? TEXT("the matrices are filled up with new numbers")
                                   : TEXT("the columns of the matrices belong to other heads"),
                          (enum lang)now->look.lang));
    text_add(out, text_in(named ? TEXT(": no longer the trained heads") : TEXT(": no longer the same heads"),
                          (enum lang)now->look.lang));
}

static void tell_training(struct telling *t)
{
    const struct state *s = t->now;
    if (t->was->set.steps == s->set.steps || t->was->set.task != s->set.task || !next_part(t))
        return;
    if (s->look.train.run)
        text_addf(t->out, text_in(TEXT("it learns, up to step %d"), t->lang), training_enough(s));
    else
        text_addf(t->out, text_in(TEXT("step %d → %d"), t->lang), t->was->set.steps, s->set.steps);
}

void told_change(struct text *out, const struct state *was, const struct scene *now)
{
    struct telling t = {out, was, &now->state, &now->config, (enum lang)now->state.look.lang, 0};
    tell_sentence(&t);
    tell_training(&t);
    for (const struct param *p = params; p->name; p++)
        if (p->whose == PARAM_NUMBERS)
            tell_setting(&t, p);
    tell_options(&t);
    tell_terms(&t);
    tell_omitted(&t);
    tell_matrices(&t);
}

/* Counts the numbers that differ in a matrix, and writes the first if there was none before; -1: they cannot
 * be compared. */
static int differing(const struct state *was, const struct state *now, struct matrix_ref m, int before,
                     struct text *out)
{
    enum { ROOM = 24 };
    struct arena room = {0};
    int rows, cols, old_rows, old_cols, n = 0;
    matrices_shape(now, m, &rows, &cols);
    matrices_shape(was, m, &old_rows, &old_cols);
    if (rows != old_rows || cols != old_cols || !arena_reserve(&room, 2 * mat_room(rows, cols)))
        return -1;
    struct mat a = mat_in(&room, rows, cols), b = mat_in(&room, rows, cols);
    matrices_read(was, m, a);
    matrices_read(now, m, b);
    const struct sequence *q = m.kind == MATRIX_X ? now->sentence : m.kind == MATRIX_Y ? now->memory : NULL;
    for (int r = 0; r < rows; r++)
        /* (a word that was there before has the embedding of its first row) */
        for (int k = 0; k < cols && !(q && sequence_find(q, q->id[r]) < r); k++) {
            if (mat_at(a, r, k) == mat_at(b, r, k) || before + n++ > 0)
                continue;
            text_addf(out, "%s ", matrices_name(now, m));
            matrices_cell_name(now, m, r, k, out);
            text_add(out, " ");
            number_shortest(out, mat_at(a, r, k));
            text_add(out, " → ");
            number_shortest(out, mat_at(b, r, k));
        }
    arena_finish(&room);
    return n;
}

void told_number(struct text *out, const struct state *was, const struct state *now)
{
    struct matrix_ref refs[MATRICES_MAX], old[MATRICES_MAX];
    struct text number = TEXT_HERE;
    int count = matrices_list(now, refs), found = 0;
    bool comparable = same_words(was, now) && was->memory == now->memory && matrices_list(was, old) == count;
    for (int i = 0; comparable && i < count; i++) {
        int place = kept_at(now, refs[i]);
        comparable = refs[i].kind == old[i].kind && refs[i].index == old[i].index;
        if (!comparable ||
            (place >= 0 && value_same(numbers_at(was->numbers, place), numbers_at(now->numbers, place))))
            continue;
        int n = differing(was, now, refs[i], found, &number);
        comparable = n >= 0;
        found += n;
    }
    if (comparable && found == 1)
        text_add(out, text_str(&number));
    text_finish(&number);
}

void told_look(struct text *out, const struct state *was, const struct state *now)
{
    struct telling t = {out, was, now, NULL, (enum lang)now->look.lang, 0};
    const struct look *look = &now->look;
    for (const struct unseen *u = unseen; u->name; u++) {
        bool shown = u->view == VIEW_MACHINE ? look->machine.panel == u->panel : snippet_shown(look)->derives;
        if (u->view == VIEW_COUNT || (u->view == look->view && !shown))
            tell_setting(&t, param_find(u->name));
    }
}
