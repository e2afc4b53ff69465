#include "model/matrices.h"

#include <string.h>

struct weight_row {
    const char *name;
    struct pair help;
};

static const struct weight_row weight_rows[WEIGHT_COUNT] = {
    [W_Q] = {"WQ", PAIR("queries: Q = H W_Q", "查询：Q = H W_Q")},
    [W_K] = {"WK", PAIR("keys: K = H W_K", "键：K = H W_K")},
    [W_V] = {"WV", PAIR("values: V = H W_V", "值：V = H W_V")},
    [W_O] = {"WO", PAIR("output projection of the joined heads", "各头拼接后的输出投影")},
    [B_Q] = {"bQ", PAIR("bias of the queries", "查询的偏置")},
    [B_K] = {"bK", PAIR("bias of the keys", "键的偏置")},
    [B_V] = {"bV", PAIR("bias of the values", "值的偏置")},
    [B_O] = {"bO", PAIR("bias of the output", "输出的偏置")},
    [W_QC] = {"WQc", PAIR("queries of the cross-attention", "交叉注意力的查询")},
    [W_KC] = {"WKc", PAIR("keys of the cross-attention", "交叉注意力的键")},
    [W_VC] = {"WVc", PAIR("values of the cross-attention", "交叉注意力的值")},
    [W_OC] = {"WOc", PAIR("output projection of the cross-attention", "交叉注意力的输出投影")},
    [B_QC] = {"bQc", PAIR("bias of the cross-attention's queries", "交叉注意力查询的偏置")},
    [B_KC] = {"bKc", PAIR("bias of the cross-attention's keys", "交叉注意力键的偏置")},
    [B_VC] = {"bVc", PAIR("bias of the cross-attention's values", "交叉注意力值的偏置")},
    [B_OC] = {"bOc", PAIR("bias of the cross-attention's output", "交叉注意力输出的偏置")},
    [LN_G1] = {"g1", PAIR("gain of the first LayerNorm", "第一个层归一化的增益")},
    [LN_B1] = {"s1", PAIR("shift of the first LayerNorm", "第一个层归一化的平移")},
    [LN_GC] = {"gc", PAIR("gain of the cross-attention's LayerNorm", "交叉注意力层归一化的增益")},
    [LN_BC] = {"sc", PAIR("shift of the cross-attention's LayerNorm", "交叉注意力层归一化的平移")},
    [LN_G2] = {"g2", PAIR("gain of the feed-forward network's LayerNorm", "前馈网络层归一化的增益")},
    [LN_B2] = {"s2", PAIR("shift of the feed-forward network's LayerNorm", "前馈网络层归一化的平移")},
    [FF_W1] = {"W1", PAIR("feed-forward network, first matrix", "前馈网络的第一个矩阵")},
    [FF_B1] = {"b1", PAIR("feed-forward network, first bias", "前馈网络的第一个偏置")},
    [FF_W2] = {"W2", PAIR("feed-forward network, second matrix", "前馈网络的第二个矩阵")},
    [FF_B2] = {"b2", PAIR("feed-forward network, second bias", "前馈网络的第二个偏置")},
};

static int keys_of(const struct state *s)
{
    return s->set.block == BLOCK_ATTENTION && s->memory ? s->memory->count : s->sentence->count;
}

/* The sizes that shapes depend on. */
static struct config sizes(const struct state *s)
{
    struct config c = {
        .n = s->sentence->count, .m = s->memory ? s->memory->count : 0, .d = s->set.d,
        .dsrc = s->set.dsrc ? s->set.dsrc : s->set.d, .heads = s->set.heads, .dk = state_dk(s), .dv = state_dv(s),
        .dff = s->set.dff, .layers = s->set.layers, .start = s->set.start, .base = s->set.base,
        .pescale = s->set.pescale, .block = (enum block_kind)s->set.block, .norm = (enum norm_kind)s->set.norm,
        .pe = posencs[s->set.encoding],
    };
    memcpy(c.pe_param, s->pe_param[s->set.encoding], sizeof c.pe_param);
    return c;
}

static void weight_shape(const struct state *s, int w, int *rows, int *cols)
{
    struct config c = sizes(s);
    config_weight_shape(&c, (enum weight)w, rows, cols);
}

/* Weights that take part in the computation as it is set up now. */
static bool in_use(const struct state *s, int w)
{
    int rows, cols;
    weight_shape(s, w, &rows, &cols);
    bool norm = w >= LN_G1 && w <= LN_B2;
    return rows * cols > 0 && (!norm || s->set.norm != NORM_NONE);
}

int matrices_list(const struct state *s, struct matrix_ref out[MATRICES_MAX])
{
    int n = 0;
    out[n++] = (struct matrix_ref){MATRIX_X, 0};
    if (s->memory)
        out[n++] = (struct matrix_ref){MATRIX_Y, 0};
    for (int w = 0; w < WEIGHT_COUNT; w++)
        if (in_use(s, w))
            out[n++] = (struct matrix_ref){MATRIX_WEIGHT, w};
    for (int i = 0; i < posenc_matrix_count(posencs[s->set.encoding]); i++)
        out[n++] = (struct matrix_ref){MATRIX_ENCODING, i};
    if (s->mask_given)
        out[n++] = (struct matrix_ref){MATRIX_MASK, 0};
    if (s->scores_given)
        out[n++] = (struct matrix_ref){MATRIX_SCORES, 0};
    return n;
}

const char *matrices_name(const struct state *s, struct matrix_ref m)
{
    switch (m.kind) {
    case MATRIX_X: return "x";
    case MATRIX_Y: return "y";
    case MATRIX_WEIGHT: return weight_rows[m.index].name;
    case MATRIX_ENCODING: return posencs[s->set.encoding]->matrices[m.index].name;
    case MATRIX_MASK: return "mask";
    default: return "scores";
    }
}

struct pair matrices_help(const struct state *s, struct matrix_ref m)
{
    switch (m.kind) {
    case MATRIX_X: return TEXT("embeddings of the words", "词向量（嵌入）");
    case MATRIX_Y: return TEXT("vectors of the second sequence", "第二个序列的词向量");
    case MATRIX_WEIGHT: return weight_rows[m.index].help;
    case MATRIX_ENCODING: return posencs[s->set.encoding]->matrices[m.index].help;
    case MATRIX_MASK: return TEXT("added to the scaled scores (-inf: not allowed)", "加到缩放后的得分上（-inf 表示不许看）");
    default: return TEXT("scores given directly", "直接给出的得分");
    }
}

bool matrices_find(const struct state *s, const char *name, struct matrix_ref *out)
{
    const struct posenc_def *pe = posencs[s->set.encoding];
    static const struct { const char *name; struct matrix_ref ref; } fixed[] = {
        {"x", {MATRIX_X, 0}}, {"y", {MATRIX_Y, 0}}, {"X", {MATRIX_X, 0}}, {"Y", {MATRIX_Y, 0}},
        {"mask", {MATRIX_MASK, 0}}, {"scores", {MATRIX_SCORES, 0}},
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
    for (int w = 0; w < WEIGHT_COUNT; w++) {
        int rows, cols;
        weight_shape(s, w, &rows, &cols);
        if (rows * cols > 0 && strcmp(weight_rows[w].name, name) == 0) {
            *out = (struct matrix_ref){MATRIX_WEIGHT, w};
            return true;
        }
    }
    return false;
}

void matrices_shape(const struct state *s, struct matrix_ref m, int *rows, int *cols)
{
    struct config c = sizes(s);
    *rows = s->sentence->count;
    *cols = s->set.d;
    switch (m.kind) {
    case MATRIX_X:
        break;
    case MATRIX_Y:
        *rows = c.m;
        *cols = c.dsrc;
        break;
    case MATRIX_WEIGHT:
        config_weight_shape(&c, (enum weight)m.index, rows, cols);
        break;
    case MATRIX_ENCODING:
        c.pe->matrices[m.index].shape(&c, rows, cols);
        break;
    default:
        *cols = keys_of(s);
        break;
    }
}

/* Where the numbers of m are kept. */
static struct value *const *slot(const struct state *s, struct matrix_ref m)
{
    switch (m.kind) {
    case MATRIX_WEIGHT: return &s->w[s->look.layer][m.index];
    case MATRIX_ENCODING: return &s->pe_mat[s->set.encoding][m.index];
    case MATRIX_MASK: return &s->mask_given;
    default: return &s->scores_given;
    }
}

static const struct lemma *lemma_of(const struct state *s, struct matrix_ref m, int row)
{
    return s->lexicon->v[(m.kind == MATRIX_Y ? s->memory : s->sentence)->id[row]];
}

double matrices_standing(enum weight w, int r, int c)
{
    if (w == LN_G1 || w == LN_GC || w == LN_G2)
        return 1;
    bool matrix = w <= W_O || (w >= W_QC && w <= W_OC) || w == FF_W1 || w == FF_W2;
    return matrix && r == c;
}

/* The whole matrix as it stands when it was never edited. */
static struct value *fresh(const struct state *s, struct matrix_ref m)
{
    int rows, cols;
    struct config c = sizes(s);
    matrices_shape(s, m, &rows, &cols);
    struct value *v = value_new(rows, cols);
    if (v && m.kind == MATRIX_ENCODING && c.pe->matrices[m.index].fill)
        c.pe->matrices[m.index].fill(value_mat(v), &c);
    for (int i = 0; v && m.kind == MATRIX_WEIGHT && i < rows * cols; i++)
        v->v[i] = matrices_standing((enum weight)m.index, i / cols, i % cols);
    return v;
}

double matrices_get(const struct state *s, struct matrix_ref m, int r, int c)
{
    if (m.kind == MATRIX_X || m.kind == MATRIX_Y) {
        const struct value *x = lemma_of(s, m, r)->x;
        return c < x->cols ? x->v[c] : 0;
    }
    const struct value *v = *slot(s, m);
    if (v && r < v->rows && c < v->cols)
        return v->v[r * v->cols + c];
    if (m.kind == MATRIX_WEIGHT)
        return matrices_standing((enum weight)m.index, r, c);
    struct value *made = fresh(s, m);
    double x = made ? made->v[r * made->cols + c] : 0;
    value_drop(made);
    return x;
}

/* Makes *at a private matrix of the present shape, new entries as they stand. */
static bool prepare(struct state *s, struct matrix_ref m, struct value **at)
{
    int rows, cols;
    matrices_shape(s, m, &rows, &cols);
    if (*at && (*at)->rows == rows && (*at)->cols == cols)
        return value_edit(at);
    struct value *v = fresh(s, m);
    if (!v)
        return false;
    for (int r = 0; *at && r < rows && r < (*at)->rows; r++)
        for (int c = 0; c < cols && c < (*at)->cols; c++)
            v->v[r * cols + c] = (*at)->v[r * (*at)->cols + c];
    value_drop(*at);
    *at = v;
    return true;
}

bool matrices_set(struct state *s, struct matrix_ref m, int r, int c, double x)
{
    if (m.kind == MATRIX_X || m.kind == MATRIX_Y) {
        const struct sequence *q = m.kind == MATRIX_Y ? s->memory : s->sentence;
        return lexicon_set_entry(&s->lexicon, q->id[r], c, x);
    }
    struct value **at = (struct value **)slot(s, m);
    if (!prepare(s, m, at))
        return false;
    (*at)->v[r * (*at)->cols + c] = x;
    return true;
}

bool matrices_set_all(struct state *s, struct matrix_ref m, const double *v)
{
    int rows, cols;
    matrices_shape(s, m, &rows, &cols);
    for (int r = 0; r < rows; r++)
        for (int c = 0; c < cols; c++)
            if (!matrices_set(s, m, r, c, v[r * cols + c]))
                return false;
    return true;
}
