/* Scores, weights and outputs, head by head. What a derivation needs too (the
 * source of the scores, divisor, bias, mask) is one function each. */
#include "core/attention.h"

#include <math.h>

#include "core/posenc.h"
#include "core/row.h"
#include "core/softmax.h"
#include "core/terms.h"

struct attention_role attention_first(const struct config *c)
{
    return (struct attention_role){.causal = c->block == BLOCK_DECODER, .encoded = !config_crosses(c)};
}

bool attention_rotates(const struct config *c, struct attention_role role)
{
    return role.encoded && c->pe->rotate;
}

/* Most attentions have no mask: then the masked scores are the scaled ones themselves. */
static bool masks(const struct config *c, struct attention_role role)
{
    return role.causal || c->mask != MASK_NONE;
}

size_t attention_room(const struct config *c, int keys, struct attention_role role)
{
    size_t n = (size_t)c->n, k = (size_t)keys, h = (size_t)c->heads, dk = (size_t)c->dk, dv = (size_t)c->dv;
    size_t room = n * h * dk + k * h * (dk + dv) + (masks(c, role) ? MAP_COUNT : MAP_COUNT - 1) * h * n * k + 2 * h * n * dv + n * (size_t)c->d;
    if (attention_rotates(c, role))
        room += (n + k) * h * dk;
    if (!role.cross)
        room += terms_room(c);
    return room + (size_t)c->dv;
}

struct mat attention_head(const struct attention *a, struct mat stacked, int head)
{
    int n = stacked.rows / a->heads;
    return mat_rows(stacked, head * n, n);
}

bool attention_empty_row(const struct attention *a, int head, int i)
{
    struct mat masked = attention_head(a, a->map[MAP_MASKED], head);
    for (int j = 0; j < masked.cols; j++)
        if (mat_at(masked, i, j) != -INFINITY)
            return false;
    return true;
}

enum score_source attention_source(const struct config *c, struct attention_role role)
{
    if (role.cross)
        return SCORES_PRODUCT;
    if (c->term_off)
        return SCORES_TERMS;
    if (mat_present(c->scores_given))
        return SCORES_GIVEN;
    /* an encoding that rotates explains its product by terms, but computes it */
    bool rewritten = role.encoded && posenc_term_count(c) > 0 && c->pe->replaces_product && !c->pe->rotate;
    return rewritten ? SCORES_TERMS : SCORES_PRODUCT;
}

double attention_divisor(const struct config *c, struct attention_role role)
{
    double factor = role.encoded && c->pe->divisor_factor > 0 ? c->pe->divisor_factor : 1;
    return c->divisor * factor;
}

double attention_bias(const struct config *c, int head, int query, int key)
{
    double bias = c->pe->bias((long)c->start + query, (long)c->start + key, head, c);
    return attention_divisor(c, (struct attention_role){.encoded = true}) * bias;
}

double attention_mask(const struct config *c, struct attention_role role, int query, int key)
{
    int keys = role.cross ? c->m : config_keys(c);
    if (role.causal && key > query)
        return -INFINITY;
    if (c->mask == MASK_PAD && (role.cross || !role.causal || c->m == 0))
        return key >= keys - c->pad ? -INFINITY : 0;
    if (role.cross || role.causal)
        return 0;
    if (c->mask == MASK_CAUSAL)
        return key > query ? -INFINITY : 0;
    return c->mask == MASK_GIVEN ? mat_at(c->mask_given, query, key) : 0;
}

double attention_masked(double scaled, double mask)
{
    return mask == -INFINITY ? mask : scaled + mask;
}

/* out = in W + b */
static struct mat project(struct trace *t, struct mat in, struct mat w, struct mat b)
{
    struct mat out = mat_in(&t->arena, in.rows, w.cols);
    mat_mul(out, in, w);
    if (mat_present(b))
        mat_add_row(out, b);
    return out;
}

/* A copy of rows with every head's part turned by its position (Su et al. 2021). */
static struct mat rotated(struct trace *t, const struct config *c, struct mat rows)
{
    struct mat out = mat_in(&t->arena, rows.rows, rows.cols);
    mat_copy(out, rows);
    for (int r = 0; r < out.rows; r++)
        for (int h = 0; h < c->heads; h++)
            c->pe->rotate(mat_row(out, r) + h * c->dk, (long)c->start + r, c);
    return out;
}

static void add_bias(struct mat scores, const struct config *c, int head)
{
    for (int i = 0; i < scores.rows; i++)
        for (int j = 0; j < scores.cols; j++)
            mat_row(scores, i)[j] += attention_bias(c, head, i, j);
}

/* Adds the terms that are on, in list order. */
static void sum_terms(struct mat scores, const struct attention *a, const struct config *c, int head)
{
    for (int t = 0; t < a->term_count; t++)
        if (!(c->term_off >> a->term_bit[t] & 1u))
            mat_add(scores, scores, attention_head(a, a->term[t], head));
}

/* q·k of every pair, then what the encoding adds to it: its own terms, its bias. */
static void products_of_head(struct attention *a, const struct config *c, struct attention_role role, int head)
{
    struct mat out = attention_head(a, a->map[MAP_SCORES], head);
    mat_mul_t(out, mat_columns(mat_present(a->Qr) ? a->Qr : a->Q, head * c->dk, c->dk),
              mat_columns(mat_present(a->Kr) ? a->Kr : a->K, head * c->dk, c->dk));
    if (!role.encoded)
        return;
    int own = c->pe->replaces_product ? 0 : posenc_term_count(c), bias = c->pe->bias != NULL;
    for (int t = 0; t < own; t++)
        mat_add(out, out, attention_head(a, a->term[a->term_count - own - bias + t], head));
    if (bias)
        add_bias(out, c, head);
}

static void scores_of_head(struct attention *a, const struct config *c, struct attention_role role, int head)
{
    struct mat out = attention_head(a, a->map[MAP_SCORES], head);
    switch (attention_source(c, role)) {
    case SCORES_PRODUCT:
        products_of_head(a, c, role, head);
        break;
    case SCORES_TERMS:
        mat_fill(out, 0);
        sum_terms(out, a, c, head);
        break;
    case SCORES_GIVEN:
        mat_copy(out, c->scores_given);
        break;
    }
}

static void weights_of_head(struct attention *a, const struct config *c, struct attention_role role, int head)
{
    struct mat scores = attention_head(a, a->map[MAP_SCORES], head), scaled = attention_head(a, a->map[MAP_SCALED], head);
    struct mat masked = attention_head(a, a->map[MAP_MASKED], head), weights = attention_head(a, a->map[MAP_WEIGHTS], head);
    double divisor = attention_divisor(c, role);
    for (int i = 0; i < scores.rows; i++) {      /* all of a row while it is in the nearest cache */
        row_divide(mat_row(scaled, i), mat_row(scores, i), scores.cols, divisor);
        for (int j = 0; j < scores.cols && masks(c, role); j++)
            mat_row(masked, i)[j] = attention_masked(mat_at(scaled, i, j), attention_mask(c, role, i, j));
        softmax_row(mat_row(weights, i), mat_row(masked, i), scores.cols);
    }
}

/* head_out_i += Σ_j w_ij value(i, j): Shaw et al. 2018, equation 3 */
static void add_values(struct mat out, struct mat weights, const struct config *c, int head, double *row)
{
    for (int i = 0; i < weights.rows; i++)
        for (int j = 0; j < weights.cols; j++) {
            c->pe->value(row, (long)c->start + i, (long)c->start + j, head, c);
            for (int x = 0; x < c->dv; x++)
                mat_row(out, i)[x] += mat_at(weights, i, j) * row[x];
        }
}

static void heads_and_output(struct attention *a, const struct config *c, struct trace *t, struct attention_role role,
                             const struct mat *w)
{
    double *row = arena_doubles(&t->arena, (size_t)c->dv);
    a->head_out = mat_in(&t->arena, c->heads * c->n, c->dv);
    a->concat = mat_in(&t->arena, c->n, c->heads * c->dv);
    for (int h = 0; h < c->heads; h++) {
        struct mat out = attention_head(a, a->head_out, h), weights = attention_head(a, a->map[MAP_WEIGHTS], h);
        mat_mul(out, weights, mat_columns(a->V, h * c->dv, c->dv));
        if (role.encoded && c->pe->value)
            add_values(out, weights, c, h, row);
        mat_copy(mat_columns(a->concat, h * c->dv, c->dv), out);
    }
    a->output = project(t, a->concat, w[W_O], w[B_O]);
}

void attention_compute(struct attention *a, const struct config *c, struct trace *t, int layer,
                       struct attention_role role)
{
    const struct mat *w = c->w[layer] + (role.cross ? W_QC : W_Q);   /* same order of W and b in both */
    a->heads = c->heads;
    a->Q = project(t, a->H, w[W_Q], w[B_Q]);
    a->K = project(t, a->S, w[W_K], w[B_K]);
    a->V = project(t, a->S, w[W_V], w[B_V]);
    a->Qr = a->Kr = (struct mat){0};
    if (attention_rotates(c, role)) {
        a->Qr = rotated(t, c, a->Q);
        a->Kr = rotated(t, c, a->K);
    }
    a->term_count = 0;
    if (!role.cross)
        terms_compute(a, c, t, layer);
    for (int m = 0; m < MAP_COUNT; m++)
        a->map[m] = m == MAP_MASKED && !masks(c, role) ? a->map[MAP_SCALED] : mat_in(&t->arena, c->heads * c->n, a->S.rows);
    for (int h = 0; h < c->heads; h++) {
        scores_of_head(a, c, role, h);
        weights_of_head(a, c, role, h);
    }
    heads_and_output(a, c, t, role, w);
}
