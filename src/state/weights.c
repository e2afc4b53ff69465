#include "state/weights.h"

#include <math.h>
#include <string.h>

#include "core/encoding/sines.h"
#include "core/math/rng.h"
#include "core/pipeline/attention.h"
#include "tasks/reader.h"
#include "tasks/task.h"
#include "tasks/taught.h"

/* Returns the learned word that a word is, or is a form of; NULL: it is none. */
static const struct reader_word *learned(const struct lexicon *l, const char *name)
{
    enum form_kind kind;
    const struct reader_word *w = reader_words;
    while (w->name && strcmp(w->name, name) != 0)
        w++;
    int base = w->name ? -1 : lexicon_base(l, name, &kind);
    return w->name ? w : base >= 0 && kind == FORM_LISTED ? learned(l, lexicon_at(l, base).name) : NULL;
}

/* Gives the words that the reader learned, and their forms, the vectors of the vocabulary again, where they
 * are still the reader's, or were taught. */
static bool forget_reader(struct state *s)
{
    bool are = weights_are_reader(s);
    struct lexicon *built_in = are ? lexicon_default() : NULL;
    bool ok = built_in || !are;
    for (int i = 0; built_in && ok && i < s->lexicon->count; i++) {
        struct lemma l = lexicon_at(s->lexicon, i);
        const struct reader_word *w = l.width == READER_D ? learned(built_in, l.name) : NULL;
        double is[READER_D];
        bool same = w != NULL;
        if (w)
            reader_vector(w, is, READER_D);
        for (int j = 0; same && !s->taught && j < READER_D; j++)
            same = lemma_entry(l, j) == is[j];
        if (!same)
            continue;
        int at = lexicon_intern(&built_in, l.name, READER_D);
        struct value *x = at >= 0 ? value_new(1, lexicon_at(built_in, at).width) : NULL;
        if (x)
            factor_copy(value_mat(x), lexicon_at(built_in, at).x);
        ok = x && lexicon_set(&s->lexicon, i, x);
        value_drop(x);
    }
    lexicon_drop(built_in);
    return ok;
}

bool weights_drop(struct state *s)
{
    bool ok = forget_reader(s);
    examples_drop(s->taught);
    s->taught = NULL;
    for (int l = 0; ok && l < CONFIG_MAX_LAYERS; l++)
        for (int w = 0; ok && w < WEIGHT_COUNT; w++)
            ok = numbers_put(&s->numbers, numbers_weight(l, w), NULL);
    for (int l = 0; ok && l < STATE_NAMED_LAYERS; l++) {
        head_names_drop(s->head_names[l]);
        s->head_names[l] = NULL;
    }
    return ok;
}

/* Sets a weight to zeros. Returns it, or NULL if out of memory. */
static struct value *zeros(struct state *s, int place, int rows, int cols)
{
    struct value *v = value_new(rows, cols);
    if (v && numbers_put(&s->numbers, place, v))
        return v;
    value_drop(v);
    return NULL;
}

/* Fills a matrix of a layer; a bias or a matrix that does not exist stays as it is. */
static bool randomize(struct state *s, int layer, int w, struct rng *rng, struct work *work)
{
    struct config shape;
    int rows, cols;
    state_sizes(s, &shape);
    config_weight_shape(&shape, layer, (enum weight)w, &rows, &cols);
    if (rows <= 1 || cols == 0)
        return true;
    struct value *v = zeros(s, numbers_weight(layer, w), rows, cols);
    for (int i = 0; v && i < rows * cols; i++) {
        if (i % cols == 0 && !work_on(work, RNG_NORMAL_EFFORT * cols))
            return false;
        v->v[i] = rng_normal(rng) / sqrt(rows);
    }
    return v != NULL;
}

bool weights_random(struct state *s, uint64_t seed, struct work *work)
{
    struct rng rng = rng_seed(seed);
    bool ok = weights_drop(s);
    for (int l = 0; ok && l < s->set.layers; l++)
        for (int w = 0; ok && w < LN_GF; w++)
            ok = randomize(s, l, w, &rng, work);
    return ok && randomize(s, 0, READ_U, &rng, work); /* last: a readout leaves the layers as they are */
}

bool weights_zero(struct state *s, int layer, enum weight w)
{
    struct config shape;
    int rows, cols;
    state_sizes(s, &shape);
    config_weight_shape(&shape, layer, w, &rows, &cols);
    return rows == 0 || zeros(s, numbers_weight(layer, (int)w), rows, cols);
}

bool weights_can_shift(const struct state *s)
{
    return s->set.d % 2 == 0 && s->set.heads * state_dk(s) == s->set.d;
}

bool weights_shift(struct state *s, long k, double gain)
{
    int width = s->set.heads * state_dk(s);
    struct value *w = weights_drop(s) ? zeros(s, numbers_weight(s->look.layer, W_Q), s->set.d, width) : NULL;
    for (int r = 0; w && r < w->rows; r++)
        for (int c = 0; c < w->cols; c++)
            w->v[r * w->cols + c] = gain * sines_rotation(s->set.d, s->set.base, k, c, r);
    return w != NULL;
}

/* Gives the learned words, and in the sequences their forms, the vectors of the reader. */
static bool reader_vectors(struct state *s)
{
    const struct sequence *const of[] = {s->sentence, s->memory};
    bool ok = true;
    for (const struct reader_word *w = reader_words; ok && w->name; w++) {
        struct value *v = value_new(1, READER_D);
        int at = lexicon_intern(&s->lexicon, w->name, READER_D);
        if (v && at >= 0)
            reader_vector(w, v->v, READER_D);
        ok = v && at >= 0 && lexicon_set(&s->lexicon, at, v);
        value_drop(v);
    }
    for (int i = 0; i < 2; i++)
        for (int t = 0; ok && of[i] && t < of[i]->count; t++)
            ok = lexicon_intern(&s->lexicon, lexicon_at(s->lexicon, of[i]->id[t]).name, READER_D) >= 0;
    return ok;
}

bool weights_reader(struct state *s)
{
    struct settings *set = &s->set;
    if (!weights_drop(s))
        return false;
    set->d = READER_D;
    set->heads = READER_HEADS;
    set->layers = READER_LAYERS;
    set->dff = READER_DFF;
    set->dk = set->dv = 0;
    set->block = BLOCK_ENCODER;
    set->norm = NORM_NONE;
    set->residual = 1;
    set->activation = ACTIVATION_RELU;
    set->sources = SOURCES_HEARD;
    bool ok = reader_vectors(s);
    for (int i = 0; ok && i < READER_LAYERS * WEIGHT_COUNT; i++) {
        int rows, cols, l = i / WEIGHT_COUNT, w = i % WEIGHT_COUNT;
        const short *of = reader_weight(l, (enum weight)w, &rows, &cols);
        struct value *v = of ? zeros(s, numbers_weight(l, w), rows, cols) : NULL;
        for (int k = 0; v && k < rows * cols; k++)
            v->v[k] = of[k] / 100.0;
        ok = v || !of;
    }
    int last = READER_LAYERS - 1;
    ok = ok && weights_zero(s, last, FF_W1) && weights_zero(s, last, FF_W2);
    for (int h = 0; ok && h < READER_HEADS; h++)
        ok = head_names_set(&s->head_names[last], READER_HEADS, h, task_reader.heads[h]);
    return ok;
}

bool weights_are_reader(const struct state *s)
{
    const struct settings *set = &s->set;
    int any = lexicon_find(s->lexicon, reader_words->name);
    return set->d == READER_D && set->heads == READER_HEADS && set->layers == READER_LAYERS &&
           set->dff == READER_DFF && any >= 0 && lexicon_at(s->lexicon, any).width == READER_D;
}

bool weights_show_reader(const struct state *s)
{
    return weights_are_reader(s) && s->look.layer == READER_LAYERS - 1 && state_heads_named(s);
}

/* Fills in what the first words of a list are to the grammar: a form of a learned word is that word. */
static void read_words(const struct state *s, const int *id, int n, struct grammar_word word[GRAMMAR_LONGEST])
{
    for (int t = 0; t < n && t < GRAMMAR_LONGEST; t++) {
        const char *name = lexicon_at(s->lexicon, id[t]).name;
        size_t length = strlen(name);
        enum form_kind kind;
        int base = lexicon_base(s->lexicon, name, &kind);
        char is = lexicon_kind(s->lexicon, id[t]);
        if (base >= 0 && is == 'v' && length > 3 && strcmp(name + length - 3, "ing") == 0)
            is = 'i';
        if (base >= 0 && kind == FORM_LISTED)
            name = lexicon_at(s->lexicon, base).name;
        word[t] = (struct grammar_word){name, is};
    }
}

/* Its language is that of most of its words' names. */
bool weights_pattern(const struct state *s, const struct example *e, struct teach_pattern *out)
{
    struct grammar_shown shown = {
        .n = e->n, .verb = e->target->at, .doer = e->target->to, .done_to = e->target[1].to};
    int more = 0;
    read_words(s, e->word, e->n, shown.word);
    for (int t = 0; t < e->n; t++)
        more += (unsigned char)*shown.word[t].name < 0x80 ? -1 : 1;
    shown.lang = more > 0 ? LANG_ZH : LANG_EN;
    out->as = (struct grammar_pattern){shown.lang, 1, out->of};
    return grammar_pattern_of(out->of, &shown);
}

/* Recognizes the sentence as one like e, which was taught. */
static bool read_like(const struct state *s, const struct example *e, struct grammar_reading *out)
{
    struct grammar_word word[GRAMMAR_LONGEST];
    struct teach_pattern p;
    read_words(s, s->sentence->id, s->sentence->count, word);
    bool read = e->n == s->sentence->count && weights_pattern(s, e, &p) &&
                grammar_read(out, (struct grammar_pattern[]){p.as, {0}}, p.as.lang, word, e->n);
    out->pattern = NULL;
    return read;
}

bool weights_reading(const struct state *s, struct grammar_reading *out)
{
    struct grammar_word word[GRAMMAR_LONGEST];
    int n = s->sentence->count;
    bool read = false;
    read_words(s, s->sentence->id, n, word);
    for (int lang = 0; !read && lang < LANG_COUNT; lang++)
        read = grammar_read(out, grammar_patterns, (enum lang)lang, word, n);
    for (int i = 0; !read && i < examples_count(s->taught); i++)
        read = read_like(s, examples_at(s->taught, i), out);
    return read;
}

double weights_read(const struct trace *t, int head, int query, int key)
{
    const struct attention *a = &t->layer[READER_LAYERS - 1].self;
    return mat_at(attention_head(a, a->map[MAP_WEIGHTS], head), query, key);
}

/* Returns the noun that a head reads most for the verb, but for `other`; the verb if there is none. */
static int most_read(const struct state *s, const struct trace *t, int head, int verb, int other)
{
    int most = verb;
    for (int k = 0; k < s->sentence->count && weights_are_reader(s); k++) {
        struct lemma l = lexicon_at(s->lexicon, s->sentence->id[k]);
        if (k != verb && k != other && lemma_is_noun(l) && !l.made_up &&
            (most == verb || weights_read(t, head, verb, k) > weights_read(t, head, verb, most)))
            most = k;
    }
    return most;
}

void weights_guess(const struct state *s, const struct trace *t, struct teaching *out)
{
    int verb = state_verb(s), quality = verb;
    for (int k = 0; k < s->sentence->count; k++)
        quality = memchr("qf", lexicon_kind(s->lexicon, s->sentence->id[k]), 2) ? k : quality;
    out->verb = lexicon_kind(s->lexicon, s->sentence->id[verb]) == 'v' ? verb : quality;
    out->doer = most_read(s, t, 0, out->verb, -1);
    out->done_to = most_read(s, t, 1, out->verb, out->doer);
}

bool weights_taught(struct state *s, const struct teaching *how, struct reply *r)
{
    enum { LAST = READER_LAYERS - 1 };
    struct target asked[] = {{LAST, 0, how->verb, how->doer, 0}, {LAST, 1, how->verb, how->done_to, 0}};
    struct example e = {s->sentence->count, 2, s->sentence->id, asked, false};
    struct grammar_reading as;
    struct teach_pattern p;
    if (e.n > GRAMMAR_LONGEST || !weights_pattern(s, &e, &p))
        return reply_fail(
            r, 0, TEXT("only sentences of at most %d words can be taught, without words like '@a' or 'a:b'"),
            GRAMMAR_LONGEST);
    for (int i = examples_count(s->taught) - 1; i >= 0; i--)
        if (read_like(s, examples_at(s->taught, i), &as) && !examples_remove(&s->taught, i))
            return reply_no_memory(r);
    return examples_count(s->taught) < TEACH_MOST
               ? examples_put(&s->taught, &e) || reply_no_memory(r)
               : reply_fail(r, 0, TEXT("%d kinds of sentences were taught, which is the most"), TEACH_MOST);
}

bool weights_can_find_roles(const struct state *s)
{
    return s->set.d == TAUGHT_D;
}

bool weights_roles(struct state *s)
{
    const struct {
        enum weight w;
        const double *v;
    } of[] = {{W_Q, taught_query}, {W_K, taught_key}};
    int l = s->look.layer, heads = task_heads(&task_point);
    bool ok = weights_drop(s);
    if (!ok)
        return false;
    s->set.heads = heads;
    s->set.dk = s->set.dv = 0;
    for (int i = 0; ok && i < 2; i++) {
        struct value *m = zeros(s, numbers_weight(l, (int)of[i].w), TAUGHT_D, TAUGHT_D);
        if (m)
            memcpy(m->v, of[i].v, TAUGHT_D * TAUGHT_D * sizeof *m->v);
        ok = m != NULL;
    }
    for (int h = 0; ok && h < heads && l < STATE_NAMED_LAYERS; h++)
        ok = head_names_set(&s->head_names[l], heads, h, task_point.heads[h]);
    return ok;
}

/* Returns true if a word is this one of either language, in any of its forms: chase, chases, chased. */
static bool is_form_of(const struct lexicon *lexicon, struct lemma l, struct pair name)
{
    size_t n = strlen(name.zh);
    return lemma_is(l, name.zh, n) || lemma_is(l, name.en, strlen(name.en)) ||
           (l.kin && l.kin == lexicon_kin(lexicon, name.zh, n));
}

/* Returns the kind of a word, as taught_kind does, also of words that the task does not have; 0: unknown. */
static char kind_of(const struct lexicon *lexicon, struct lemma l)
{
    static const struct {
        struct pair name;
        char kind;
    } more[] = {{PAIR("do", "do"), 'h'}, {PAIR("don't", "don't"), 'h'}, {PAIR("doesn't", "doesn't"), 'h'},
                {PAIR("an", "an"), 'd'}, {PAIR("your", "你的"), 'd'},   {PAIR("tomorrow", "明天"), 't'}};
    for (int i = 0; i < task_words(&task_point); i++)
        if (is_form_of(lexicon, l, task_point.words[i]))
            return taught_kind(i);
    for (size_t i = 0; i < sizeof more / sizeof *more; i++)
        if (is_form_of(lexicon, l, more[i].name))
            return more[i].kind;
    return lemma_is_noun(l) ? 'n' : lemma_is_action(l) ? 'v' : 0;
}

/* Finds what the word at `verb` reads if it is the verb of a sentence of the kind that the task `point` has:
 * see weights_roles_hold. */
static bool find_roles(const struct state *s, int verb, struct grammar_reading *out)
{
    int nouns[2] = {0}, at[2] = {0}; /* before the verb, after it */
    bool hold = s->sentence->count <= GRAMMAR_LONGEST;
    for (int t = 0; hold && t < s->sentence->count; t++) {
        char kind = kind_of(s->lexicon, lexicon_at(s->lexicon, s->sentence->id[t]));
        const char *others = t < verb ? "hdqt" : nouns[1] ? "e" : "dq";
        if (t == verb)
            hold = kind == 'v';
        else if (kind == 'n' || kind == 'm') {
            at[t > verb] = t;
            hold = ++nouns[t > verb] == 1;
        } else
            hold = kind && strchr(others, kind);
    }
    if (!hold || !nouns[0] || !nouns[1])
        return false;
    *out = (struct grammar_reading){.n = s->sentence->count};
    memcpy(out->to[verb], (int[TASK_HEADS]){at[0], at[1], verb}, sizeof out->to[verb]);
    out->role[verb] = 'V';
    return true;
}

bool weights_asks(const struct state *s, struct grammar_reading *out)
{
    return weights_are_reader(s) ? weights_reading(s, out) : find_roles(s, state_verb(s), out);
}

/* Returns the name that head h of the layer in view was given, in the language in view, else in the other
 * one; "" if it has none. */
static const char *name_given(const struct state *s, int h)
{
    const struct head_names *n = state_heads_named(s) ? s->head_names[s->look.layer] : NULL;
    if (!n || n->heads != s->set.heads || h < 0 || h >= n->heads)
        return "";
    const char *en = n->of[h].en, *zh = n->of[h].zh;
    return !lang_has_blanks((enum lang)s->look.lang) ? (*zh ? zh : en) : (*en ? en : zh);
}

bool weights_name_claims(const struct state *s, int h)
{
    const char *name = name_given(s, h);
    return h < TASK_HEADS &&
           (strcmp(name, task_reader.heads[h].en) == 0 || strcmp(name, task_reader.heads[h].zh) == 0);
}

bool weights_roles_hold(const struct state *s, int verb)
{
    struct grammar_reading as;
    return weights_name_claims(s, 0) && weights_name_claims(s, 1) && find_roles(s, verb, &as);
}

const char *state_head_name(const struct state *s, int h)
{
    struct grammar_reading as;
    return weights_name_claims(s, h) && !weights_asks(s, &as) ? "" : name_given(s, h);
}
