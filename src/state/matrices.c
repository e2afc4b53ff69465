/* Storage, current shape and default entries of named matrices. */
#include "state/matrices.h"
#include "network/pretrained.h"

#include <string.h>

struct named {
    const char *name;
    const char *help;
};

static const struct named weights[WEIGHT_COUNT] = {
    [W_Q] = {"WQ", TEXT("turns a word into its query: Q = H W_Q")},
    [W_K] = {"WK", TEXT("turns a word into its key: K = H W_K")},
    [W_V] = {"WV", TEXT("turns a word into its value: V = H W_V")},
    [W_O] = {"WO", TEXT("mixes what the heads read: concat W_O")},
    [B_Q] = {"bQ", TEXT("bias of the queries")},
    [B_K] = {"bK", TEXT("bias of the keys")},
    [B_V] = {"bV", TEXT("bias of the values")},
    [B_O] = {"bO", TEXT("bias of the output")},
    [W_QC] = {"WQc", TEXT("queries of the cross-attention")},
    [W_KC] = {"WKc", TEXT("keys of the cross-attention")},
    [W_VC] = {"WVc", TEXT("values of the cross-attention")},
    [W_OC] = {"WOc", TEXT("output projection of the cross-attention")},
    [B_QC] = {"bQc", TEXT("bias of the cross-attention's queries")},
    [B_KC] = {"bKc", TEXT("bias of the cross-attention's keys")},
    [B_VC] = {"bVc", TEXT("bias of the cross-attention's values")},
    [B_OC] = {"bOc", TEXT("bias of the cross-attention's output")},
    [LN_G1] = {"g1", TEXT("gain of the first LayerNorm")},
    [LN_B1] = {"s1", TEXT("shift of the first LayerNorm")},
    [LN_GC] = {"gc", TEXT("gain of the cross-attention's LayerNorm")},
    [LN_BC] = {"sc", TEXT("shift of the cross-attention's LayerNorm")},
    [LN_G2] = {"g2", TEXT("gain of the feed-forward network's LayerNorm")},
    [LN_B2] = {"s2", TEXT("shift of the feed-forward network's LayerNorm")},
    [FF_W1] = {"W1", TEXT("feed-forward network, first matrix")},
    [FF_B1] = {"b1", TEXT("feed-forward network, first bias")},
    [FF_W2] = {"W2", TEXT("feed-forward network, second matrix")},
    [FF_B2] = {"b2", TEXT("feed-forward network, second bias")},
    [FF_WG] = {"Wg", TEXT("feed-forward network, matrix of the gate")},
    [FF_BG] = {"bg", TEXT("feed-forward network, bias of the gate")},
    [LN_G1O] = {"g1o", TEXT("gain of the LayerNorm of the attention's output")},
    [LN_B1O] = {"s1o", TEXT("shift of the LayerNorm of the attention's output")},
    [LN_G2O] = {"g2o", TEXT("gain of the LayerNorm of the feed-forward network's output")},
    [LN_B2O] = {"s2o", TEXT("shift of the LayerNorm of the feed-forward network's output")},
    [QK_GQ] = {"gq", TEXT("gains of the norm of the queries")},
    [QK_GK] = {"gk", TEXT("gains of the norm of the keys")},
    [SINK_LOGIT] = {"sink", TEXT("logit of each head's sink, a key without a value")},
    [LN_G0] = {"g0", TEXT("gain of the LayerNorm before the first layer")},
    [LN_B0] = {"s0", TEXT("shift of the LayerNorm before the first layer")},
    [READ_T] = {"WT", TEXT("matrix before the last LayerNorm and the readout")},
    [READ_TB] = {"bT", TEXT("bias before the last LayerNorm and the readout")},
    [LN_GF] = {"gF", TEXT("gain of the last LayerNorm")},
    [LN_BF] = {"sF", TEXT("shift of the last LayerNorm")},
    [READ_U] = {"U", TEXT("readout: one column per class")},
    [READ_B] = {"bU", TEXT("bias of the readout")},
};

/* Returns true if weight w has entries with these sizes. */
static bool weight_exists(const struct config *c, int w)
{
    int rows, cols;
    config_weight_shape(c, 0, (enum weight)w, &rows, &cols);
    return rows * cols > 0;
}

int matrices_list(const struct state *s, struct matrix_ref out[MATRICES_MAX])
{
    struct config c;
    int n = 0;
    state_sizes(s, &c);
    out[n++] = (struct matrix_ref){MATRIX_X, 0};
    if (s->memory)
        out[n++] = (struct matrix_ref){MATRIX_Y, 0};
    for (int w = 0; w < WEIGHT_COUNT; w++)
        if (weight_exists(&c, w) && (w < LN_G1 || w > LN_B2 || c.norm != NORM_NONE))
            out[n++] = (struct matrix_ref){MATRIX_WEIGHT, w};
    for (int i = 0; i < posenc_matrix_count(posencs[s->set.encoding]); i++)
        out[n++] = (struct matrix_ref){MATRIX_ENCODING, i};
    if (state_mask(s))
        out[n++] = (struct matrix_ref){MATRIX_MASK, 0};
    if (state_scores(s))
        out[n++] = (struct matrix_ref){MATRIX_SCORES, 0};
    return n;
}

static struct named named_of(const struct state *s, struct matrix_ref m)
{
    static const struct named others[] = {
        [MATRIX_X] = {"x", TEXT("embeddings of the words")},
        [MATRIX_Y] = {"y", TEXT("vectors of the second sequence")},
        [MATRIX_MASK] = {"mask", TEXT("added to the scaled scores (-inf hides a key)")},
        [MATRIX_SCORES] = {"scores", TEXT("scores given directly")},
    };
    if (m.kind == MATRIX_WEIGHT)
        return weights[m.index];
    if (m.kind != MATRIX_ENCODING)
        return others[m.kind];
    const struct pe_matrix *of = &posencs[s->set.encoding]->matrices[m.index];
    return (struct named){of->name, of->help};
}

const char *matrices_name(const struct state *s, struct matrix_ref m)
{
    return named_of(s, m).name;
}

void matrices_names(const struct state *s, struct text *out)
{
    struct matrix_ref refs[MATRICES_MAX];
    int count = matrices_list(s, refs);
    for (int i = 0; i < count; i++)
        text_addf(out, "%s%s", i > 0 ? ", " : "", matrices_name(s, refs[i]));
}

const char *matrices_help(const struct state *s, struct matrix_ref m)
{
    return named_of(s, m).help;
}

bool matrices_find(const struct state *s, const char *name, struct matrix_ref *out)
{
    const struct posenc_def *pe = posencs[s->set.encoding];
    static const struct {
        const char *name;
        struct matrix_ref ref;
    } fixed[] = {
        {"x", {MATRIX_X, 0}}, {"y", {MATRIX_Y, 0}},       {"X", {MATRIX_X, 0}},
        {"Y", {MATRIX_Y, 0}}, {"mask", {MATRIX_MASK, 0}}, {"scores", {MATRIX_SCORES, 0}},
    };
    for (size_t i = 0; i < sizeof fixed / sizeof *fixed; i++)
        if (strcmp(fixed[i].name, name) == 0) {
            *out = fixed[i].ref;
            return true;
        }
    for (int i = 0; i < posenc_matrix_count(pe); i++)
        if (strcmp(pe->matrices[i].name, name) == 0) {
            *out = (struct matrix_ref){MATRIX_ENCODING, i};
            return true;
        }
    struct config c;
    state_sizes(s, &c);
    for (int w = 0; w < WEIGHT_COUNT; w++)
        if (weight_exists(&c, w) && strcmp(weights[w].name, name) == 0) {
            *out = (struct matrix_ref){MATRIX_WEIGHT, w};
            return true;
        }
    return false;
}

/* Sets the shape of m for the sizes c. */
static void shape_of(const struct config *c, struct matrix_ref m, int *rows, int *cols)
{
    *rows = c->n;
    *cols = c->d;
    if (m.kind == MATRIX_WEIGHT)
        config_weight_shape(c, 0, (enum weight)m.index, rows, cols);
    else if (m.kind == MATRIX_ENCODING)
        posenc_shape(c, m.index, rows, cols);
    else if (m.kind == MATRIX_Y) {
        *rows = c->m;
        *cols = c->dsrc;
    } else if (m.kind != MATRIX_X)
        *cols = config_keys(c);
}

void matrices_shape(const struct state *s, struct matrix_ref m, int *rows, int *cols)
{
    struct config c;
    state_sizes(s, &c);
    shape_of(&c, m, rows, cols);
}

/* Returns where the numbers of m are stored; a weight has one place per layer. */
static int place_of(const struct state *s, struct matrix_ref m, int layer)
{
    if (m.kind == MATRIX_WEIGHT)
        return numbers_weight(config_weight_layer((enum weight)m.index, layer), m.index);
    if (m.kind == MATRIX_ENCODING)
        return numbers_encoding(s->set.encoding, m.index);
    return m.kind == MATRIX_MASK ? NUMBERS_MASK : NUMBERS_SCORES;
}

static bool is_of_words(struct matrix_ref m)
{
    return m.kind == MATRIX_X || m.kind == MATRIX_Y;
}

/* Returns the lexicon index of the word of a row of x or y. */
static int word_of(const struct state *s, struct matrix_ref m, int row)
{
    return (m.kind == MATRIX_Y ? s->memory : s->sentence)->id[row];
}

void matrices_cell_name(const struct state *s, struct matrix_ref m, int row, int col, struct text *out)
{
    bool named = is_of_words(m) && s->dimnames && s->set.d == LEXICON_DIMS && col < LEXICON_DIMS;
    if (is_of_words(m))
        text_add(out, lemma_shown(lexicon_at(s->lexicon, word_of(s, m, row)), (enum lang)s->look.lang));
    else
        text_addf(out, "%d", row);
    if (named)
        text_addf(out, " %s", text_in(lexicon_dims[col], (enum lang)s->look.lang));
    else
        text_addf(out, " %d", col);
}

static bool is_gain(enum weight w)
{
    return config_norm_gain(w) == (int)w || w == QK_GQ || w == QK_GK;
}

static bool is_matrix(enum weight w)
{
    return w <= W_O || (w >= W_QC && w <= W_OC) || w == FF_W1 || w == FF_W2 || w == FF_WG || w == READ_T;
}

double matrices_default(enum weight w, int r, int c)
{
    return is_gain(w) || (is_matrix(w) && r == c);
}

void matrices_defaults(enum weight w, struct mat out)
{
    mat_fill(out, is_gain(w));
    for (int i = 0; is_matrix(w) && i < out.rows && i < out.cols; i++)
        mat_row(out, i)[i] = 1;
}

struct factor matrices_given(const struct state *s, struct matrix_ref m, int layer)
{
    const struct pretrained *model = state_model(s);
    if (model && m.kind == MATRIX_WEIGHT && layer < model->sizes.layers)
        return model->w[config_weight_layer((enum weight)m.index, layer)][m.index];
    struct config c = {.pe = NULL};
    if (model && m.kind == MATRIX_ENCODING)
        pretrained_config(model, &c);
    if (!c.pe || c.pe != posencs[s->set.encoding])
        return (struct factor){0};
    return m.index == 0 ? config_table(&c) : factor_of(c.pe_mat[m.index]);
}

/* Overwrites the leading entries of out with those of m, which may be stored or absent. */
static void overlay(struct mat out, struct factor m)
{
    int rows = out.rows < m.rows ? out.rows : m.rows, cols = out.cols < m.cols ? out.cols : m.cols;
    for (int r = 0; r < rows; r++)
        factor_read(mat_row(out, r), m, r, 0, cols);
}

/* Fills out with the entries of a matrix of weights or positions that was never set. */
static void fill_default(const struct state *s, const struct config *c, struct matrix_ref m, int layer,
                         struct mat out)
{
    if (m.kind == MATRIX_WEIGHT)
        matrices_defaults((enum weight)m.index, out);
    else if (m.kind == MATRIX_ENCODING)
        posenc_fill(c, m.index, out);
    else
        mat_fill(out, 0);
    overlay(out, matrices_given(s, m, layer));
}

/* Returns a new matrix m with its default entries, or NULL if out of memory. */
static struct value *default_value(const struct state *s, const struct config *c, struct matrix_ref m,
                                   int layer)
{
    int rows, cols;
    shape_of(c, m, &rows, &cols);
    struct value *v = value_new(rows, cols);
    if (v)
        fill_default(s, c, m, layer, value_mat(v));
    return v;
}

bool matrices_head_part(const struct state *s, struct matrix_ref m, int head, struct matrix_part *part)
{
    int w = m.index;
    bool value_side = w == W_V || w == B_V || w == W_O || w == W_VC || w == B_VC || w == W_OC,
         by_rows = w == W_O || w == W_OC;
    int width = value_side ? state_dv(s) : state_dk(s);
    if (m.kind != MATRIX_WEIGHT || w > B_OC || w == B_O || w == B_OC)
        return false;
    *(by_rows ? &part->row0 : &part->col0) = head * width;
    *(by_rows ? &part->rows : &part->cols) = width;
    return true;
}

double matrices_get(const struct state *s, struct matrix_ref m, int r, int c)
{
    if (is_of_words(m))
        return lemma_entry(lexicon_at(s->lexicon, word_of(s, m, r)), c);
    const struct value *v = numbers_at(s->numbers, place_of(s, m, s->look.layer));
    struct factor given = matrices_given(s, m, s->look.layer);
    if (v && r < v->rows && c < v->cols)
        return v->v[r * v->cols + c];
    if (r < given.rows && c < given.cols)
        return factor_entry(given, r, c);
    if (m.kind == MATRIX_WEIGHT)
        return matrices_default((enum weight)m.index, r, c);
    struct config sizes;
    state_sizes(s, &sizes);
    struct value *made = default_value(s, &sizes, m, s->look.layer);
    double x = made ? made->v[r * made->cols + c] : 0;
    value_drop(made);
    return x;
}

void matrices_read(const struct state *s, struct matrix_ref m, struct mat out)
{
    struct config c;
    state_sizes(s, &c);
    fill_default(s, &c, m, s->look.layer, out);
    for (int r = 0; is_of_words(m) && r < out.rows; r++)
        for (int j = 0; j < out.cols; j++)
            mat_row(out, r)[j] = lemma_entry(lexicon_at(s->lexicon, word_of(s, m, r)), j);
    if (!is_of_words(m))
        overlay(out, factor_of(value_mat(numbers_at(s->numbers, place_of(s, m, s->look.layer)))));
}

/* Stores v, which may be NULL for lack of memory, as the numbers of a place. */
static bool store(struct state *s, int place, struct value *v)
{
    bool ok = v && numbers_put(&s->numbers, place, v);
    if (!ok)
        value_drop(v);
    return ok;
}

/* Resizes the numbers of m, stored at `place`, to its shape under c: leading entries stay, new ones get their
 * defaults. */
static bool fit(struct state *s, const struct config *c, struct matrix_ref m, int place)
{
    const struct value *old = numbers_at(s->numbers, place);
    int rows, cols;
    shape_of(c, m, &rows, &cols);
    if (old && old->rows == rows && old->cols == cols)
        return true;
    int layer = m.kind == MATRIX_WEIGHT ? (place - NUMBERS_WEIGHTS) / WEIGHT_COUNT : 0;
    bool of_heads = m.kind == MATRIX_WEIGHT && m.index <= W_V;
    struct value *v = default_value(s, c, m, layer);
    if (old && of_heads &&
        layer < STATE_NAMED_LAYERS) { /* what is left of them may look for something else */
        head_names_drop(s->head_names[layer]);
        s->head_names[layer] = NULL;
    }
    if (v)
        overlay(value_mat(v), factor_of(value_mat(old)));
    return store(s, place, v);
}

bool matrices_fit(struct state *s, struct work *work)
{
    struct config c;
    int rows, cols, of_layers;
    bool ok = true;
    state_sizes(s, &c);
    of_layers = c.layers * WEIGHT_COUNT;
    for (int i = 0; ok && i < of_layers + posenc_matrix_count(c.pe); i++) {
        bool weight = i < of_layers;
        struct matrix_ref m = {weight ? MATRIX_WEIGHT : MATRIX_ENCODING,
                               weight ? i % WEIGHT_COUNT : i - of_layers};
        int place =
            weight ? numbers_weight(i / WEIGHT_COUNT, m.index) : numbers_encoding(s->set.encoding, m.index);
        shape_of(&c, m, &rows, &cols);
        if (numbers_at(s->numbers, place) && rows * cols > 0)
            ok = fit(s, &c, m, place);
        const struct value *v = weight ? numbers_at(s->numbers, place) : NULL;
        ok = ok && (!weight || work_on(work, v ? (double)v->rows * v->cols : 0));
    }
    return ok;
}

bool matrices_set(struct state *s, struct matrix_ref m, int r, int c, double x)
{
    if (is_of_words(m))
        return lexicon_set_entry(&s->lexicon, word_of(s, m, r), c, x);
    int place = place_of(s, m, s->look.layer);
    struct config sizes;
    state_sizes(s, &sizes);
    struct value *v = fit(s, &sizes, m, place) ? numbers_edit(&s->numbers, place) : NULL;
    if (v)
        v->v[r * v->cols + c] = x;
    return v != NULL;
}

bool matrices_set_all(struct state *s, struct matrix_ref m, const double *v)
{
    int rows, cols;
    matrices_shape(s, m, &rows, &cols);
    struct mat all = mat_of(rows, cols, cols, (double *)(uintptr_t)v); /* struct mat has no const variant */
    if (!is_of_words(m))
        return store(s, place_of(s, m, s->look.layer), value_copy(all));
    /* Every row is its word's embedding, in a copy of the lexicon that replaces that of s on success. */
    struct lexicon *l = lexicon_share(s->lexicon);
    bool ok = true;
    for (int r = 0; ok && r < rows; r++) {
        struct value *row = value_copy(mat_rows(all, r, 1));
        ok = row && lexicon_set(&l, word_of(s, m, r), row);
        value_drop(row);
    }
    struct lexicon *out = ok ? s->lexicon : l;
    s->lexicon = ok ? l : s->lexicon;
    lexicon_drop(out);
    return ok;
}
