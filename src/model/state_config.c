/* From what a user chose to what the core computes with: checking, fitting
 * matrices to their shapes, assembling inputs. */
#include <math.h>
#include <string.h>

#include "core/stage.h"
#include "model/matrices.h"
#include "model/state.h"

static bool check_heads(const struct state *s, struct reply *r)
{
    int d = s->set.d, heads = s->set.heads;
    bool needed = s->set.dk == 0 || s->set.dv == 0;
    struct text fits = {0};
    if (!needed || d % heads == 0)
        return true;
    int divisors[64], count = 0, shown = 0;
    for (int h = 1; h <= d && h <= 64; h++)
        if (d % h == 0)
            divisors[count++] = h;
    for (int i = 0; i < count && shown < 8; i++, shown++)
        text_addf(&fits, "%s%d", i == 0 ? "" : i == count - 1 ? pair_in(TEXT(" or ", " 或 "), r->lang) : pair_in(TEXT(", ", "、"), r->lang),
                  divisors[i]);
    reply_fail(r, 0, TEXT("heads: %d does not divide d = %d (try %s)", "heads：%d 不能整除 d = %d（可用 %s）"), heads, d, text_str(&fits));
    text_finish(&fits);
    return false;
}

static int keys_of(const struct state *s)
{
    return s->set.block == BLOCK_ATTENTION && s->memory ? s->memory->count : s->sentence->count;
}

static bool check_given(const struct state *s, const struct value *given, const char *name, struct reply *r)
{
    int n = s->sentence->count, keys = keys_of(s);
    if (!given || (given->rows == n && given->cols == keys))
        return true;
    return reply_fail(r, 0, TEXT("the given %s is %d x %d, the sentence now needs %d x %d ('%s none' first)",
                                 "给定的 %s 是 %d × %d，现在的句子需要 %d × %d（请先“%s none”）"),
                      name, given->rows, given->cols, n, keys, name);
}

static bool check_encoding(const struct state *s, struct reply *r)
{
    struct config c = {.n = s->sentence->count, .m = s->memory ? s->memory->count : 0, .d = s->set.d,
                       .heads = s->set.heads, .dk = state_dk(s), .dv = state_dv(s), .base = s->set.base,
                       .start = s->set.start, .pe = posencs[s->set.encoding]};
    struct pair what = TEXT("", "");
    memcpy(c.pe_param, s->pe_param[s->set.encoding], sizeof c.pe_param);
    if (!c.pe->problem || !c.pe->problem(&c, &what))
        return true;
    return reply_fail(r, 0, TEXT("encoding %s: %s", "编码 %s：%s"), c.pe->name, pair_in(what, r->lang));
}

bool state_check(const struct state *s, struct reply *r)
{
    if (!check_heads(s, r))
        return false;
    int wide = s->set.heads * (state_dk(s) > state_dv(s) ? state_dk(s) : state_dv(s));
    if (wide > CONFIG_MAX_D)
        return reply_fail(r, 0, TEXT("heads x width of a head = %d is too much (at most %d)", "头数 × 每头维数 = %d 太大（最多 %d）"), wide,
                          CONFIG_MAX_D);
    if (s->set.mask == MASK_PAD && s->set.pad > keys_of(s))
        return reply_fail(r, 0, TEXT("pad: %d of %d keys cannot be padding", "pad：一共只有 %2$d 个键，不能有 %1$d 个填充"), s->set.pad,
                          keys_of(s));
    if (s->set.mask == MASK_GIVEN && !s->mask_given)
        return reply_fail(r, 0, TEXT("no mask was given: write 'mask = 0 -inf ; 0 0'", "还没有给出遮罩：请写“mask = 0 -inf ; 0 0”"));
    if (s->set.mask == MASK_GIVEN && !check_given(s, s->mask_given, "mask", r))
        return false;
    return check_given(s, s->scores_given, "scores", r) && check_encoding(s, r);
}

static void clamp(int *x, int lo, int hi)
{
    if (*x > hi)
        *x = hi;
    if (*x < lo)
        *x = lo;
}

void state_clamp_look(struct state *s)
{
    struct look *l = &s->look;
    struct matrix_ref refs[MATRICES_MAX];
    int count = matrices_list(s, refs), rows = 1, cols = 1;
    clamp(&l->query, 0, s->sentence->count - 1);
    clamp(&l->key, 0, keys_of(s) - 1);
    clamp(&l->head, 0, s->set.heads - 1);
    clamp(&l->layer, 0, s->set.layers - 1);
    clamp(&l->dim, 0, CONFIG_MAX_D - 1);
    clamp(&l->column, 0, s->set.d - 1);
    clamp(&l->edit, 0, count - 1);
    matrices_shape(s, refs[l->edit], &rows, &cols);
    clamp(&l->row, 0, rows - 1);
    clamp(&l->col, 0, cols - 1);
}

bool state_same_numbers(const struct state *a, const struct state *b)
{
    struct state x = *a, y = *b;     /* only compared: the looks are taken out */
    x.look = y.look = (struct look){.view = 0};
    return memcmp(&x, &y, sizeof x) == 0;
}

/* Biases and shifts that were never set are absent: the core leaves their sums out. */
static bool is_bias(enum weight w)
{
    return matrices_standing(w, 0, 0) == 0;
}

static void config_sizes(const struct state *s, struct config *c)
{
    const struct settings *set = &s->set;
    *c = (struct config){
        .n = s->sentence->count, .m = s->memory ? s->memory->count : 0, .d = set->d,
        .dsrc = set->dsrc ? set->dsrc : set->d, .heads = set->heads, .dk = state_dk(s), .dv = state_dv(s),
        .dff = set->dff, .layers = set->layers, .start = set->start, .base = set->base, .pescale = set->pescale,
        .eps = set->eps, .block = (enum block_kind)set->block, .norm = (enum norm_kind)set->norm,
        .residual = set->residual != 0, .mask = (enum mask_kind)set->mask, .pad = set->pad, .term_off = s->term_off,
        .pe = posencs[set->encoding],
    };
    c->divisor = set->scale == SCALE_SQRT ? sqrt(c->dk) : set->scale == SCALE_NONE ? 1 : set->scale_value;
    memcpy(c->pe_param, s->pe_param[set->encoding], sizeof c->pe_param);
}

size_t state_room(const struct state *s)
{
    struct config c;
    int rows, cols;
    config_sizes(s, &c);
    size_t room = (size_t)c.n * (size_t)c.d + (size_t)c.m * (size_t)c.dsrc;
    for (int w = 0; w < WEIGHT_COUNT; w++) {
        config_weight_shape(&c, (enum weight)w, &rows, &cols);
        room += (size_t)c.layers * (size_t)rows * (size_t)cols;
    }
    for (int i = 0; i < posenc_matrix_count(c.pe); i++) {
        c.pe->matrices[i].shape(&c, &rows, &cols);
        room += (size_t)rows * (size_t)cols;
    }
    return room;
}

/* Rows of the words' vectors, cut or filled with zeros to the width of `out`. */
static void fill_words(struct mat out, const struct state *s, const struct sequence *q)
{
    for (int t = 0; t < q->count; t++) {
        const struct value *x = s->lexicon->v[q->id[t]]->x;
        for (int j = 0; j < out.cols; j++)
            mat_row(out, t)[j] = j < x->cols ? x->v[j] : 0;
    }
}

/* A value's leading entries; behind them what a weight stands for when nobody touched it. */
static void fill_weight(struct mat out, const struct value *v, enum weight w)
{
    for (int r = 0; r < out.rows; r++)
        for (int c = 0; c < out.cols; c++)
            mat_row(out, r)[c] = v && r < v->rows && c < v->cols ? v->v[r * v->cols + c] : matrices_standing(w, r, c);
}

static void config_encoding(const struct state *s, struct arena *inputs, struct config *c)
{
    for (int i = 0; i < posenc_matrix_count(c->pe); i++) {
        const struct value *v = s->pe_mat[s->set.encoding][i];
        int rows, cols;
        c->pe->matrices[i].shape(c, &rows, &cols);
        struct mat out = mat_in(inputs, rows, cols);
        mat_fill(out, 0);
        if (c->pe->matrices[i].fill)
            c->pe->matrices[i].fill(out, c);
        for (int r = 0; v && r < rows && r < v->rows; r++)
            for (int k = 0; k < cols && k < v->cols; k++)
                mat_row(out, r)[k] = v->v[r * v->cols + k];
        c->pe_mat[i] = out;
    }
}

void state_config(const struct state *s, struct arena *inputs, struct config *out)
{
    config_sizes(s, out);
    out->X = mat_in(inputs, out->n, out->d);
    fill_words(out->X, s, s->sentence);
    if (s->memory) {
        out->Y = mat_in(inputs, out->m, out->dsrc);
        fill_words(out->Y, s, s->memory);
    }
    out->mask_given = s->set.mask == MASK_GIVEN ? value_mat(s->mask_given) : (struct mat){0};
    out->scores_given = value_mat(s->scores_given);
    config_encoding(s, inputs, out);
    for (int l = 0; l < out->layers; l++)
        for (int w = 0; w < WEIGHT_COUNT; w++) {
            int rows, cols;
            config_weight_shape(out, (enum weight)w, &rows, &cols);
            bool absent = rows * cols == 0 || (!s->w[l][w] && is_bias((enum weight)w));
            if (absent)
                continue;
            out->w[l][w] = mat_in(inputs, rows, cols);
            fill_weight(out->w[l][w], s->w[l][w], (enum weight)w);
        }
}
