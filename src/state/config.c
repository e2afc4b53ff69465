/* Converts the user's choices into the core's configuration: checks values that depend on
 * each other, clamps the look, and assembles the inputs. */
#include <assert.h>
#include <math.h>
#include <string.h>

#include "core/pipeline/source.h"
#include "core/pipeline/stage.h"
#include "network/pretrained.h"
#include "state/matrices.h"
#include "state/param.h"
#include "state/training.h"

void state_sizes(const struct state *s, struct config *out)
{
    const struct settings *set = &s->set;
    *out = (struct config){
        .n = s->sentence->count,
        .m = s->memory ? s->memory->count : 0,
        .d = set->d,
        .dsrc = set->dsrc ? set->dsrc : set->d,
        .heads = set->heads,
        .key_heads = set->key_heads,
        .dk = state_dk(s),
        .dv = state_dv(s),
        .dff = set->dff,
        .layers = set->layers,
        .activation = (enum activation)set->activation,
        .gated = set->gated != 0,
        .parallel = set->parallel != 0 && set->dff > 0 && set->block == BLOCK_ENCODER,
        .norm_rms = set->rms != 0,
        .qk_norm = (enum qk_norm)set->qk_norm,
        .softcap = set->softcap,
        .final_cap = set->final_cap,
        .sink = set->sink != 0,
        .window = set->window,
        .tile = set->tile,
        .classes = s->classes ? s->classes->count : 0,
        .final_norm = set->final_norm != 0,
        .start = set->start,
        .base = set->base,
        .pescale = set->pescale,
        .eps = set->eps,
        .block = (enum block_kind)set->block,
        .norm = (enum norm_kind)set->norm,
        .residual = set->residual != 0,
        .mask = (enum mask_kind)set->mask,
        .pad = set->pad,
        .term_off = s->term_off,
        .sources = (enum source_list)set->sources,
        .omitted = (uint32_t)set->omitted,
        .pe = posencs[set->encoding],
        .w = config_no_weights(),
    };
    if (state_model(s)) { /* what a model is and no setting can change */
        struct config c;
        pretrained_config(state_model(s), &c);
        out->types = c.types;
        out->embed_norm = c.embed_norm;
        out->transform = c.transform;
        out->windowless = c.windowless;
        out->window_base = c.window_base;
    }
    out->divisor = set->scale == SCALE_SQRT ? sqrt(out->dk) : set->scale == SCALE_NONE ? 1 : set->scale_value;
    memcpy(out->pe_param, s->pe_param[set->encoding], sizeof out->pe_param);
}

/* ---- checking ------------------------------------------------------------- */

/* Lists up to eight divisors of d around `near`, as candidates for heads: "1, 2, 4 or 8". */
static void say_divisors(struct text *out, int d, int near, enum lang lang)
{
    enum { MOST = 64, SHOWN = 8 };
    int divisors[MOST], count = 0, below = 0;
    for (int h = 1; h <= d && h <= MOST; h++)
        if (d % h == 0) {
            divisors[count++] = h;
            below += h < near;
        }
    int first = below - SHOWN / 2 > 0 ? below - SHOWN / 2 : 0;
    if (first > count - SHOWN)
        first = count > SHOWN ? count - SHOWN : 0;
    int last = first + SHOWN < count ? first + SHOWN : count;
    for (int i = first; i < last; i++) {
        const char *mark = i == first ? "" : i == last - 1 ? TEXT(" or ") : TEXT_AS("config", ", ");
        text_addf(out, "%s%d", text_in(mark, lang), divisors[i]);
    }
}

static bool check_heads(const struct state *s, struct reply *r)
{
    int d = s->set.d, heads = s->set.heads;
    bool shared = s->set.dk == 0 || s->set.dv == 0;
    struct text fits = {0};
    if (!shared || d % heads == 0)
        return true;
    say_divisors(&fits, d, heads, r->lang);
    reply_fail(r, 0, TEXT("heads: %d does not divide d = %d (try %s)"), heads, d, text_str(&fits));
    text_finish(&fits);
    return false;
}

/* What today's models have, where it cannot be combined. */
static bool check_today(const struct state *s, const struct config *c, struct reply *r)
{
    const struct settings *set = &s->set;
    struct text fits = {0};
    bool split = c->pe->terms && !c->pe->rotate;
    if (set->key_heads > 0 && c->heads % set->key_heads != 0) {
        say_divisors(&fits, c->heads, set->key_heads, r->lang);
        reply_fail(r, 0, TEXT("key_heads: %d does not divide heads = %d (try %s)"), set->key_heads, c->heads,
                   text_str(&fits));
        text_finish(&fits);
        return false;
    }
    if (c->qk_norm != QK_NORM_NONE && split)
        return reply_fail(r, 0, TEXT("qk_norm: not with encoding %s, whose score is no product of two rows"),
                          c->pe->name);
    if (set->parallel && c->norm != NORM_NONE && c->norm != NORM_PRE)
        return reply_fail(r, 0, TEXT("parallel: only with norm none or pre"));
    return !config_norms_given(c) || c->block != BLOCK_DECODER || c->m == 0 ||
           reply_fail(r, 0, TEXT("norm %s: not in a decoder with a memory, which has a second attention"),
                      c->norm == NORM_OUT ? "out" : "both");
}

static bool check_sizes(const struct state *s, const struct config *c, struct reply *r)
{
    int wide = c->heads * (c->dk > c->dv ? c->dk : c->dv);
    int words = c->n > c->m ? c->n : c->m;
    if (c->n < 1 || (s->memory && c->m < 1))
        return reply_fail(r, 0, TEXT("a sentence needs at least one word"));
    if (words > CONFIG_MAX_WORDS)
        return reply_fail(r, 0, TEXT_AS("config", "%d words are too many (at most %d)"), words,
                          CONFIG_MAX_WORDS);
    if (wide > CONFIG_MAX_D)
        return reply_fail(r, 0, TEXT("heads x head width = %d is too large (at most %d)"), wide,
                          CONFIG_MAX_D);
    return true;
}

static bool check_given(const struct config *c, const struct value *given, const char *name, struct reply *r)
{
    int keys = config_keys(c);
    if (!given || (given->rows == c->n && given->cols == keys))
        return true;
    return reply_fail(r, 0,
                      TEXT("the given %s is %d x %d, but the sentence now needs %d x %d ('%s none' first)"),
                      name, given->rows, given->cols, c->n, keys, name);
}

static bool check_mask(const struct state *s, const struct config *c, struct reply *r)
{
    int keys = c->m > 0 && c->block != BLOCK_ENCODER ? c->m : c->n; /* see attention_mask */
    if (c->mask & MASK_PAD && c->pad > keys)
        return reply_fail(r, 0, TEXT("pad: %d of %d keys cannot be padding (write 0 to %d)"), c->pad, keys,
                          keys);
    if (c->mask & MASK_GIVEN && !state_mask(s))
        return reply_fail(r, 0, TEXT("no mask was given ('set mask 0 1 = -inf' hides word 1 from word 0)"));
    return !(c->mask & MASK_GIVEN) || check_given(c, state_mask(s), "mask", r);
}

/* What a model's matrices have fixed. */
static bool check_model(const struct state *s, const struct config *c, struct reply *r)
{
    struct config is;
    const struct pretrained *model = state_model(s);
    if (!model)
        return true;
    if (s->set.task > 0 || s->set.steps > 0)
        return reply_fail(r, 0, TEXT("a model from a file cannot be trained here ('model none' closes it)"));
    pretrained_config(model, &is);
    if (c->d != is.d || c->heads != is.heads || c->dk != is.dk || c->dv != is.dv || c->dff != is.dff ||
        c->layers != is.layers || c->block != is.block || c->norm != is.norm ||
        c->final_norm != is.final_norm || c->classes != is.classes || c->gated != is.gated ||
        config_key_heads(c) != config_key_heads(&is) || c->norm_rms != is.norm_rms ||
        c->parallel != is.parallel || c->qk_norm != is.qk_norm)
        return reply_fail(
            r, 0,
            TEXT("sizes, layers, heads, block, norms and classes are the model's: 'model none' closes it"));
    if (c->n > model->sizes.words)
        return reply_fail(r, 0, TEXT("%d tokens are too many: this model reads %d at most"), c->n,
                          model->sizes.words);
    return true;
}

bool state_check(const struct state *s, struct reply *r)
{
    struct config c;
    const char *what = "";
    state_sizes(s, &c);
    if (!check_model(s, &c, r) || !check_heads(s, r) || !check_today(s, &c, r) || !check_sizes(s, &c, r) ||
        !check_mask(s, &c, r) || !check_given(&c, state_scores(s), "scores", r))
        return false;
    return !c.pe->problem || !c.pe->problem(&c, &what) ||
           reply_fail(r, 0, TEXT("encoding %s: %s"), c.pe->name, text_in(what, r->lang));
}

bool encoding_shows(const struct posenc_def *pe, int panel)
{
    bool clock = pe->form == PE_FORM_CLOCK, rotation = pe->form == PE_FORM_ROTATION;
    switch (panel) {
    case PANEL_BANDS:
    case PANEL_ALIKE:
        return rotation;
    case PANEL_CLOCKS:
    case PANEL_ROTATION:
    case PANEL_OVERVIEW:
        return rotation || clock;
    default:
        return clock;
    }
}

/* Returns true at a value that is a sum of others, which are set by name, and at a panel that the encoding
 * has not. */
static bool param_passes(const struct state *s, const struct param *p)
{
    int mask = s->set.mask;
    return (p == param_find("mask") && (mask & (mask - 1)) != 0) ||
           (p == param_find("panel") && !encoding_shows(posencs[s->set.encoding], s->look.encoding.panel));
}

bool param_step(struct state *s, const struct param *p, double steps, struct reply *why)
{
    param_add(s, p, steps);
    for (int i = 0; p->kind == PARAM_CHOICE && param_choice(p, i); i++) {
        if (!param_passes(s, p) && state_check(s, why))
            return true;
        param_add(s, p, steps < 0 ? -1 : 1);
    }
    return p->kind != PARAM_CHOICE;
}

static bool still_there(const struct target *t, const void *arg)
{
    const struct state *s = arg;
    struct config c;
    state_sizes(s, &c);
    if (t->at >= c.n)
        return false;
    return t->head < 0 ? state_class(s, t->to) >= 0
                       : t->layer < c.layers && t->head < c.heads && t->to < config_keys(&c);
}

bool state_fit_targets(struct state *s)
{
    return targets_keep(&s->targets, still_there, s);
}

/* ---- looking -------------------------------------------------------------- */

static void clamp(int *x, int lo, int hi)
{
    if (*x > hi)
        *x = hi;
    if (*x < lo)
        *x = lo;
}

void look_rest(struct look *l)
{
    if (l->flow > 0 || l->machine.pass > 0)
        l->flow = l->machine.pass = l->play = 0;
    l->train.run = 0;
}

void state_clamp_look(struct state *s)
{
    struct look *l = &s->look;
    struct matrix_ref refs[MATRICES_MAX];
    struct config c;
    int count = matrices_list(s, refs), rows = 1, cols = 1;
    state_sizes(s, &c);
    int run = l->view == VIEW_TRAIN ? l->train.run : 0;
    if ((l->flow > 0 && l->view != VIEW_FLOW) || (l->machine.pass > 0 && l->view != VIEW_MACHINE))
        look_rest(l);
    l->train.run = run;
    if (l->view != VIEW_ENCODING || posencs[s->set.encoding]->form != PE_FORM_CLOCK)
        l->encoding.game = 0;
    if (l->encoding.game == 0) {
        l->encoding.turn = 0;
        l->encoding.answer = -1;
    }
    l->encoding_before = s->set.encoding ? s->set.encoding : l->encoding_before;
    clamp(&l->query, 0, c.n - 1);
    clamp(&l->key, 0, config_keys(&c) - 1);
    clamp(&l->head, 0, c.heads - 1);
    clamp(&l->layer, 0, c.layers - 1);
    clamp(&l->terms.open, -1, l->layer - 1);
    clamp(&l->stage, 0, STAGE_COUNT - 1);
    if (!stage_present(&c, l->layer, l->stage)) { /* the next one present, or the last if none follows */
        int next = stage_step(&c, l->layer, l->stage, 1);
        l->stage = next != l->stage ? next : stage_last(&c, l->layer);
    }
    clamp(&l->compare.stage, 0, STAGE_COUNT - 1);
    if (!stage_present(&c, l->layer, l->compare.stage))
        l->compare.stage = COMPARE_FINAL;
    clamp(&l->dim, 0, CONFIG_MAX_D - 1);
    clamp(&l->encoding.column, 0, c.d - 1);
    clamp(&l->train.task, 0, task_count() - 1);
    clamp(&l->sheet.matrix, 0, count - 1);
    matrices_shape(s, refs[l->sheet.matrix], &rows, &cols);
    clamp(&l->sheet.row, 0, rows - 1);
    clamp(&l->sheet.col, 0, cols - 1);
}

/* ---- comparing ------------------------------------------------------------ */

bool look_same_pair(const struct look *a, const struct look *b)
{
    return a->layer == b->layer && a->head == b->head && a->query == b->query && a->key == b->key;
}

_Static_assert(sizeof(struct settings) == 8 * sizeof(double) + 36 * sizeof(int), "struct settings has gaps");

bool state_same_numbers(const struct state *a, const struct state *b)
{
    for (int l = 0; l < STATE_NAMED_LAYERS; l++)
        if (!head_names_same(a->head_names[l], b->head_names[l]))
            return false;
    return memcmp(&a->set, &b->set, sizeof a->set) == 0 &&
           memcmp(a->pe_param, b->pe_param, sizeof a->pe_param) == 0 &&
           term_set_same(&a->term_off, &b->term_off) && patches_same(a->patches, b->patches) &&
           a->dimnames == b->dimnames && sequence_same(a->sentence, b->sentence) &&
           sequence_same(a->memory, b->memory) && sequence_same(a->classes, b->classes) &&
           targets_same(a->targets, b->targets) && examples_same(a->examples, b->examples) &&
           examples_same(a->taught, b->taught) && numbers_same(a->numbers, b->numbers) &&
           lexicon_same(a->lexicon, b->lexicon);
}

bool state_same_settings(const struct state *a, const struct state *b)
{
    struct state other = *b; /* borrows everything */
    other.set.omitted = a->set.omitted;
    other.term_off = a->term_off;
    other.patches = a->patches;
    other.numbers = a->numbers;
    other.lexicon = a->lexicon;
    other.sentence = a->sentence;
    other.targets = a->targets;
    other.examples = a->examples;
    other.taught = a->taught;
    memcpy(other.head_names, a->head_names, sizeof other.head_names);
    return pretrained_same(state_model(a), state_model(b)) && state_same_numbers(a, &other);
}

/* ---- assembling ----------------------------------------------------------- */

static size_t given_room(const struct value *v)
{
    return v ? mat_room(v->rows, v->cols) : 0;
}

/* In doubles. */
static size_t targets_room(const struct state *s)
{
    size_t bytes = s->targets ? (size_t)s->targets->count * sizeof(struct target) : 0;
    return (bytes + sizeof(double) - 1) / sizeof(double);
}

/* Copies the targets, with classes in place of words. */
static void targets_in(struct arena *inputs, const struct state *s, struct config *out)
{
    int count = s->targets ? s->targets->count : 0;
    struct target *t = (void *)arena_doubles(inputs, targets_room(s));
    for (int i = 0; i < count; i++) {
        t[i] = s->targets->of[i];
        t[i].to = t[i].head < 0 ? state_class(s, t[i].to) : t[i].to;
    }
    out->target_count = count;
    out->target = t;
}

static struct mat copy_in(struct arena *inputs, const struct value *v)
{
    if (!v)
        return (struct mat){0};
    struct mat out = mat_in(inputs, v->rows, v->cols);
    mat_copy(out, value_mat(v));
    return out;
}

/* In doubles, with the rows that are put in. */
static size_t patches_room(const struct state *s)
{
    int count = s->patches ? s->patches->count : 0;
    size_t room = (size_t)count * sizeof(struct patch) / sizeof(double) + 1;
    for (int i = 0; i < count; i++)
        room += given_room(s->patches->of[i].rows);
    return room;
}

static void patches_in(struct arena *inputs, const struct state *s, struct config *out)
{
    int count = s->patches ? s->patches->count : 0;
    struct patch *to = (void *)arena_doubles(inputs, (size_t)count * sizeof *to / sizeof(double) + 1);
    for (int i = 0; i < count; i++) {
        to[i] = s->patches->of[i].is;
        to[i].rows = copy_in(inputs, s->patches->of[i].rows);
    }
    out->patch_count = count;
    out->patch = to;
}

/* In doubles. */
static size_t table_room(const struct config *c)
{
    return (size_t)c->layers * sizeof *c->w / sizeof(double) + 1;
}

/* Returns the shift of the LayerNorm of what a sublayer gives. */
static enum weight shift_given(const struct config *c, int writer)
{
    return config_given_gain(c, writer == WRITES_FFN ? LN_G2 : LN_G1) + 1;
}

/* Returns true for the last weights and biases of a sublayer that is left out, and the last shift. */
static bool writes_omitted(const struct config *c, int layer, enum weight w)
{
    static const enum weight last[SOURCE_WRITERS][2] = {{W_O, B_O}, {W_OC, B_OC}, {FF_W2, FF_B2}};
    for (int i = 0; i < SOURCE_WRITERS; i++)
        if (w == last[i][0] || w == last[i][1] || (config_norms_given(c) && w == shift_given(c, i)))
            return c->omitted & SOURCE_BIT(source_written(c, layer, (enum source_writer)i));
    return false;
}

/* Returns true if a matrix is read where the model has it. */
static bool is_view(const struct state *s, const struct config *c, struct matrix_ref m, int layer)
{
    int rows, cols;
    bool weight = m.kind == MATRIX_WEIGHT;
    struct factor given = matrices_given(s, m, layer);
    if (!factor_present(given) || (weight ? state_weight(s, layer, m.index) : state_encoding(s, m.index)) ||
        (weight && writes_omitted(c, layer, (enum weight)m.index)))
        return false;
    if (weight)
        config_weight_shape(c, layer, (enum weight)m.index, &rows, &cols);
    else
        posenc_shape(c, m.index, &rows, &cols);
    return given.rows == rows && given.cols == cols;
}

size_t state_room(const struct state *s)
{
    struct config c;
    int rows, cols;
    state_sizes(s, &c);
    size_t room = table_room(&c) + mat_room(c.n, c.d) + mat_room(c.m, c.dsrc) + given_room(state_mask(s)) +
                  given_room(state_scores(s));
    for (int i = 0; i < c.layers * WEIGHT_COUNT; i++) {
        config_weight_shape(&c, i / WEIGHT_COUNT, (enum weight)(i % WEIGHT_COUNT), &rows, &cols);
        if (!is_view(s, &c, (struct matrix_ref){MATRIX_WEIGHT, i % WEIGHT_COUNT}, i / WEIGHT_COUNT))
            room += mat_room(rows, cols);
    }
    room += targets_room(s) + patches_room(s);
    for (int i = 0; i < posenc_matrix_count(c.pe); i++) {
        posenc_shape(&c, i, &rows, &cols);
        if (!is_view(s, &c, (struct matrix_ref){MATRIX_ENCODING, i}, 0))
            room += mat_room(rows, cols);
    }
    return room + (c.types > 0 ? mat_room(c.n, c.d) : 0);
}

/* Returns the words' vectors as rows, truncated or zero-padded to `width`. */
static struct mat words_in(struct arena *inputs, const struct state *s, const struct sequence *q, int width)
{
    struct mat out = mat_in(inputs, q->count, width);
    mat_fill(out, 0);
    for (int t = 0; t < q->count; t++) {
        struct lemma word = lexicon_at(s->lexicon, q->id[t]);
        int there = word.width < width ? word.width : width;
        factor_read(mat_row(out, t), word.x, 0, 0, there);
        for (int j = 0; j < there && word.times != 1; j++)
            mat_row(out, t)[j] *= word.times;
    }
    return out;
}

/* Returns what the types of the words add to them; absent without types. */
static struct mat types_in(struct arena *inputs, const struct state *s, const struct config *c)
{
    if (c->types == 0)
        return (struct mat){0};
    struct mat out = mat_in(inputs, c->n, c->d), types = state_model(s)->types;
    for (int t = 0; t < c->n; t++) {
        int type = state_type(s, t);
        memcpy(mat_row(out, t), mat_row(types, type < types.rows ? type : 0), (size_t)c->d * sizeof(double));
    }
    return out;
}

/* Biases and shifts that were never set are absent, and the core skips their sums. A model's numbers stay
 * where they are. */
static struct factor weight_in(struct arena *inputs, const struct config *c, const struct state *s, int layer,
                               enum weight w)
{
    int rows, cols;
    const struct value *v = state_weight(s, layer, (int)w);
    struct matrix_ref ref = {MATRIX_WEIGHT, (int)w};
    config_weight_shape(c, layer, w, &rows, &cols);
    if (is_view(s, c, ref, layer))
        return matrices_given(s, ref, layer);
    if (rows * cols == 0 || (!v && w != READ_U && matrices_default(w, 0, 0) == 0))
        return (struct factor){0};
    assert(!v || (v->rows == rows && v->cols == cols));
    struct mat out = mat_in(inputs, rows, cols);
    if (v)
        mat_copy(out, value_mat(v));
    else
        matrices_defaults(w, out);
    return factor_of(out);
}

static struct mat encoding_in(struct arena *inputs, const struct config *c, const struct state *s, int i)
{
    int rows, cols;
    const struct value *v = state_encoding(s, i);
    struct matrix_ref ref = {MATRIX_ENCODING, i};
    if (is_view(s, c, ref, 0)) /* what is stored is read as config.places */
        return c->pe->tabled && i == 0 ? (struct mat){0} : factor_mat(matrices_given(s, ref, 0));
    posenc_shape(c, i, &rows, &cols);
    struct mat out = mat_in(inputs, rows, cols);
    if (v) {
        mat_fill(out, 0);
        mat_copy(out, value_mat(v));
    } else
        posenc_fill(c, i, out);
    return out;
}

/* Replaces words and matrices by what s was trained to, if it is trained. */
static void read_trained(const struct state *s, struct config *out)
{
    const struct trainer *t = s->set.steps > 0 && s->training ? &s->training->trainer : NULL;
    for (int i = 0; t && i < out->n; i++) {
        int word = training_word(s->training, state_name(s, s->sentence, i));
        if (word >= 0)
            memcpy(mat_row(out->X, i), mat_row(t->words, word), (size_t)out->X.cols * sizeof(double));
    }
    for (int i = 0; t && i < PE_MAX_MATRICES; i++)
        if (mat_present(out->pe_mat[i]))
            mat_copy(out->pe_mat[i], t->c.pe_mat[i]);
    for (int i = 0; t && i < out->layers * WEIGHT_COUNT; i++) {
        struct mat to = factor_mat(out->w[i / WEIGHT_COUNT][i % WEIGHT_COUNT]);
        if (mat_present(to))
            mat_copy(to, factor_mat(t->c.w[i / WEIGHT_COUNT][i % WEIGHT_COUNT]));
    }
}

/* A source that is left out is 0 from its first number on: all that follows is computed without it. */
static void omit_sources(struct config *c)
{
    if (c->omitted & SOURCE_BIT(SOURCE_TOKEN))
        mat_fill(c->X, 0);
    if (c->types > 0 && c->omitted & SOURCE_BIT(SOURCE_TYPE))
        mat_fill(c->T, 0);
    if (c->omitted & SOURCE_BIT(SOURCE_POSITION))
        c->pescale = 0;
    for (int l = 0; l < c->layers; l++)
        for (int w = 0; w < WEIGHT_COUNT; w++)
            if (writes_omitted(c, l, (enum weight)w))
                mat_fill(factor_mat(c->w[l][w]), 0); /* (never a model's own numbers: weight_in) */
}

bool state_config(const struct state *s, struct arena *inputs, struct config *out, struct work *work)
{
    state_sizes(s, out);
    out->w = (void *)arena_doubles(inputs, table_room(out));
    out->X = words_in(inputs, s, s->sentence, out->d);
    out->T = types_in(inputs, s, out);
    if (s->memory)
        out->Y = words_in(inputs, s, s->memory, out->dsrc);
    if (out->mask & MASK_GIVEN)
        out->mask_given = copy_in(inputs, state_mask(s));
    out->scores_given = copy_in(inputs, state_scores(s));
    for (int i = 0; i < posenc_matrix_count(out->pe); i++)
        out->pe_mat[i] = encoding_in(inputs, out, s, i);
    if (out->pe->tabled && is_view(s, out, (struct matrix_ref){MATRIX_ENCODING, 0}, 0))
        out->places = matrices_given(s, (struct matrix_ref){MATRIX_ENCODING, 0}, 0);
    targets_in(inputs, s, out);
    patches_in(inputs, s, out);
    bool goes_on = true;
    for (int i = 0; goes_on && i < out->layers * WEIGHT_COUNT; i++) {
        int l = i / WEIGHT_COUNT, w = i % WEIGHT_COUNT;
        out->w[l][w] = weight_in(inputs, out, s, l, (enum weight)w);
        goes_on = work_on(work, (double)out->w[l][w].rows * out->w[l][w].cols);
    }
    read_trained(s, out);
    omit_sources(out);
    return goes_on;
}
