/* Scores, weights and outputs, head by head. Functions that the derivations also use: the
 * source of the scores, divisor, bias and mask. */
#include "core/pipeline/attention.h"

#include <math.h>
#include <string.h>

#include "core/encoding/posenc.h"
#include "core/math/activation.h"
#include "core/math/softmax.h"
#include "core/pipeline/patch.h"
#include "core/pipeline/norm.h"
#include "core/pipeline/rows.h"
#include "core/pipeline/terms.h"

enum { ENTRY_EFFORT = 24, TURN_EFFORT = 50 }; /* cost of a map entry (mostly exp), of a rotated entry */

struct attention_role attention_first(const struct config *c)
{
    return (struct attention_role){.causal = c->block == BLOCK_DECODER, .encoded = !config_crosses(c)};
}

bool attention_rotates(const struct config *c, struct attention_role role)
{
    return role.encoded && c->pe->rotate;
}

bool attention_norms(const struct config *c, struct attention_role role)
{
    return c->qk_norm != QK_NORM_NONE && !role.cross;
}

/* Without a mask, the masked scores share the matrix of the ones before. */
static bool masks(const struct config *c, struct attention_role role)
{
    return role.causal || c->mask != MASK_NONE || (role.encoded && (c->window > 0 || patches_hide(c, -1)));
}

bool attention_sinks(const struct config *c, struct attention_role role)
{
    return c->sink && !role.cross;
}

static int keys_of(const struct config *c, struct attention_role role)
{
    return role.cross ? c->m : config_keys(c);
}

void attention_lay_out(struct attention *a, const struct config *c, struct trace *t, int layer,
                       struct attention_role role)
{
    int keys = keys_of(c, role), queries = c->heads * c->n, key_heads = config_key_heads(c),
        across = c->rows ? c->rows->wide : keys;
    a->heads = c->heads;
    a->Q = mat_in(&t->arena, c->n, c->heads * c->dk);
    a->K = mat_in(&t->arena, keys, key_heads * c->dk);
    a->V = mat_in(&t->arena, keys, key_heads * c->dv);
    if (attention_norms(c, role)) {
        a->Qn = mat_in(&t->arena, c->n, c->heads * c->dk);
        a->Kn = mat_in(&t->arena, keys, key_heads * c->dk);
    }
    if (attention_rotates(c, role)) {
        a->Qr = mat_in(&t->arena, c->n, c->heads * c->dk);
        a->Kr = mat_in(&t->arena, keys, key_heads * c->dk);
    }
    if (!role.cross)
        terms_lay_out(a, c, t, layer);
    for (int m = 0; m < MAP_COUNT; m++) {
        bool same = (m == MAP_CAPPED && c->softcap == 0) || (m == MAP_MASKED && (c->rows || !masks(c, role)));
        a->map[m] = same ? a->map[m - 1] : mat_in(&t->arena, queries, across);
    }
    if (attention_sinks(c, role))
        a->sink = mat_in(&t->arena, queries, 1);
    if (!c->rows)
        a->head_out = mat_in(&t->arena, queries, c->dv);
    a->concat = mat_in(&t->arena, c->n, c->heads * c->dv);
    a->output = mat_in(&t->arena, c->n, c->d);
}

double attention_effort(const struct config *c, struct attention_role role)
{
    bool crosses = role.cross || config_crosses(c);
    double n = c->n, keys = crosses ? c->m : c->n, source = crosses ? c->dsrc : c->d, h = c->heads;
    double projections = h * (n * c->d * (c->dk + c->dv) + keys * source * (c->dk + c->dv));
    double values = role.encoded && c->pe->value ? 2.0 * c->dv : 0;
    return projections + h * n * keys * (c->dk + c->dv + ENTRY_EFFORT + values) +
           (role.cross ? 0 : terms_effort(c));
}

struct mat attention_head(const struct attention *a, struct mat stacked, int head)
{
    int n = stacked.rows / a->heads;
    return mat_rows(stacked, head * n, n);
}

struct mat attention_rows(const struct attention *a)
{
    struct mat rows = mat_present(a->residual) ? a->residual : attention_given(a);
    return mat_present(a->normed) ? a->normed : rows;
}

struct mat attention_term(const struct attention *a, int t)
{
    int rows = a->terms.rows / a->term_count;
    return mat_rows(a->terms, t * rows, rows);
}

bool attention_empty_row(const struct attention *a, int head, int i)
{
    struct mat masked = attention_head(a, a->map[MAP_MASKED], head);
    for (int j = 0; j < masked.cols; j++)
        if (mat_at(masked, i, j) != -INFINITY)
            return false;
    return true;
}

enum score_source attention_source(const struct config *c, int layer, struct attention_role role)
{
    if (role.cross)
        return SCORES_PRODUCT;
    if (terms_any_off(c, layer))
        return SCORES_TERMS;
    if (mat_present(c->scores_given))
        return SCORES_GIVEN;
    /* an encoding that rotates has terms to explain the product, but computes the product itself */
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

double attention_mask(const struct config *c, int layer, struct attention_role role, int query, int key)
{
    int window = role.encoded ? config_window(c, layer) : 0;
    bool causal = role.causal || (c->mask & MASK_CAUSAL && !role.cross),
         pads = c->mask & MASK_PAD && (role.cross || !role.causal || c->m == 0);
    if ((causal && key > query) || (pads && key >= keys_of(c, role) - c->pad) ||
        (window > 0 && (query - key >= window || key - query >= window)) ||
        (role.encoded && query != key && patches_hide(c, key)))
        return -INFINITY;
    bool given = c->mask & MASK_GIVEN && !role.cross && !role.causal;
    return given ? mat_at(c->mask_given, query, key) : 0;
}

double attention_sink(const struct config *c, int layer, int head)
{
    struct factor logits = c->w[layer][SINK_LOGIT];
    return factor_present(logits) ? factor_entry(logits, 0, head) : 0;
}

double attention_masked(double scaled, double mask)
{
    return mask == -INFINITY ? mask : scaled + mask;
}

/* Returns a projection of an attention, W_Q to W_O: `w` begins at W_Q or W_QC, with the same order in both.
 */
static struct linear projection(const struct attention *a, const struct factor *w, enum weight which)
{
    const struct mat in[] = {[W_Q] = a->H, [W_K] = a->S, [W_V] = a->S, [W_O] = a->concat},
                     out[] = {[W_Q] = a->Q, [W_K] = a->K, [W_V] = a->V, [W_O] = a->output};
    return (struct linear){out[which], in[which], w[which], w[which + B_Q - W_Q]};
}

static void project(enum weight which, const struct attention *a, const struct factor *w,
                    const struct trace *t)
{
    struct linear l = projection(a, w, which);
    linear_rows(&l, t);
}

/* Returns the hands of row r: those in c, or `own` filled with them. */
static const double *hands_of_row(double own[CONFIG_MAX_D], const struct config *c, int r)
{
    int place = c->rows ? c->rows->place[r] : r;
    if (mat_present(c->hands))
        return mat_row(c->hands, place);
    c->pe->hands(own, (long)c->start + place, c);
    return own;
}

/* Qn and Kn: Q and K, each row normed (see qk_norm_part) */
static void norm_rows(struct attention *a, const struct config *c, const struct trace *t)
{
    const struct factor *w = c->w[a->layer];
    mat_copy(trace_rows(t, a->Qn), trace_rows(t, a->Q));
    mat_copy(trace_rows(t, a->Kn), trace_rows(t, a->K));
    qk_norm_part(trace_rows(t, a->Qn), c, trace_rows(t, a->Q), w[QK_GQ]);
    qk_norm_part(trace_rows(t, a->Kn), c, trace_rows(t, a->K), w[QK_GK]);
}

/* Qr = Q and Kr = K (normed, if they are), with each head's part rotated by its position (Su et al. 2021) */
static void rotate(struct attention *a, const struct config *all, const struct trace *t)
{
    double own[CONFIG_MAX_D];
    const struct config of = posenc_of_layer(all, a->layer), *c = &of;
    mat_copy(trace_rows(t, a->Qr), trace_rows(t, attention_plain(a, false)));
    mat_copy(trace_rows(t, a->Kr), trace_rows(t, attention_plain(a, true)));
    for (int r = t->first; r < c->n && work_on(t->work, TURN_EFFORT * (a->Q.cols + a->K.cols)); r++) {
        const double *hands = hands_of_row(own, c, r);
        for (int first = 0; first < a->Q.cols; first += c->dk)
            c->pe->rotate(mat_row(a->Qr, r) + first, hands, 1, c);
        for (int first = 0; first < a->K.cols; first += c->dk)
            c->pe->rotate(mat_row(a->Kr, r) + first, hands, 1, c);
    }
}

/* d += d_rotated R: a rotation's transpose is the rotation back. */
static void rotate_back(struct mat d, const struct config *c, struct mat d_rotated, struct work *work)
{
    double row[CONFIG_MAX_D], own[CONFIG_MAX_D];
    for (int r = 0; r < d.rows && work_on(work, TURN_EFFORT * d.cols); r++) {
        const double *hands = hands_of_row(own, c, r);
        for (int first = 0; first < d.cols; first += c->dk) {
            memcpy(row, mat_row(d_rotated, r) + first, (size_t)c->dk * sizeof *row);
            c->pe->rotate(row, hands, -1, c);
            for (int x = 0; x < c->dk; x++)
                mat_row(d, r)[first + x] += row[x];
        }
    }
}

struct mat attention_plain(const struct attention *a, bool keys)
{
    struct mat normed = keys ? a->Kn : a->Qn;
    return mat_present(normed) ? normed : keys ? a->K : a->Q;
}

/* The two rows of a head that a score multiplies. */
struct mat attention_head_queries(const struct attention *a, const struct config *c, int head)
{
    return mat_columns(mat_present(a->Qr) ? a->Qr : attention_plain(a, false), head * c->dk, c->dk);
}

struct mat attention_head_keys(const struct attention *a, const struct config *c, int head)
{
    return mat_columns(mat_present(a->Kr) ? a->Kr : attention_plain(a, true),
                       config_key_head(c, head) * c->dk, c->dk);
}

/* ---- forward ---------------------------------------------------------------------------- */

void attention_products(struct mat out, struct mat q, struct mat k, const struct trace *t)
{
    int first = t->first, others = out.cols - first;
    mat_mul_t_on(trace_rows(t, out), trace_rows(t, q), k, t->work);
    if (first > 0)
        mat_mul_t_on(mat_columns(mat_rows(out, 0, first), first, others), mat_rows(q, 0, first),
                     mat_rows(k, first, others), t->work);
}

/* q·k of every pair, plus the encoding's contribution: its terms, its bias. The bias depends on the distance
 * alone (posenc.h): one for each diagonal. */
static void products_of_head(struct attention *a, const struct config *c, struct attention_role role,
                             int head, const struct trace *t)
{
    struct mat out = attention_head(a, a->map[MAP_SCORES], head);
    attention_products(out, attention_head_queries(a, c, head), attention_head_keys(a, c, head), t);
    if (!role.encoded)
        return;
    int own = c->pe->replaces_product ? 0 : posenc_term_count(c), bias = c->pe->bias != NULL;
    int rows = out.rows, cols = out.cols, shorter = rows < cols ? rows : cols;
    for (int k = 0; k < own; k++) {
        struct mat term = attention_head(a, attention_term(a, a->term_count - own - bias + k), head);
        for (int i = 0; i < rows; i++)
            for (int j = trace_key(t, i); j < cols; j++)
                mat_row(out, i)[j] += mat_at(term, i, j);
    }
    for (int ahead = 1 - rows; bias && ahead < cols && work_on(t->work, shorter); ahead++) {
        int i = ahead < 0 ? -ahead : 0;
        double x = attention_bias(c, head, i, i + ahead);
        for (; i < rows && i + ahead < cols; i++)
            if (i + ahead >= trace_key(t, i))
                mat_row(out, i)[i + ahead] += x;
    }
}

static void scores_of_head(struct attention *a, const struct config *c, struct attention_role role, int head,
                           const struct trace *t)
{
    struct mat out = attention_head(a, a->map[MAP_SCORES], head);
    struct term list[TERM_MAX];
    switch (attention_source(c, a->layer, role)) {
    case SCORES_PRODUCT:
        products_of_head(a, c, role, head, t);
        break;
    case SCORES_TERMS: /* those that are not knocked out, in list order */
        mat_fill(out, 0);
        for (int k = 0, count = terms_list(c, a->layer, list);
             k < count && work_on(t->work, (double)out.rows * out.cols); k++)
            if (!term_set_has(&c->term_off, list[k].bit))
                mat_add(out, out, attention_head(a, attention_term(a, k), head));
        break;
    case SCORES_GIVEN:
        mat_copy(out, c->scores_given);
        break;
    }
}

/* In a row that was kept the new keys are hidden: their weights are 0, unless its sum is not finite. */
static void weights_of_head(struct attention *a, const struct config *c, struct attention_role role, int head,
                            const struct trace *t)
{
    struct mat scores = attention_head(a, a->map[MAP_SCORES], head),
               scaled = attention_head(a, a->map[MAP_SCALED], head);
    struct mat capped = attention_head(a, a->map[MAP_CAPPED], head),
               masked = attention_head(a, a->map[MAP_MASKED], head),
               weights = attention_head(a, a->map[MAP_WEIGHTS], head);
    double divisor = attention_divisor(c, role);
    for (int i = 0; i < scores.rows && !work_stopped(t->work); i++) { /* a whole row while in L1 */
        int from = trace_key(t, i), left = scores.cols - from;
        work_on(t->work, ENTRY_EFFORT * left);
        row_divide(mat_row(scaled, i) + from, mat_row(scores, i) + from, left, divisor);
        for (int j = from; j < scores.cols && c->softcap > 0; j++)
            mat_row(capped, i)[j] = cap_at(c->softcap, mat_at(scaled, i, j));
        for (int j = from; j < scores.cols && masks(c, role); j++)
            mat_row(masked, i)[j] =
                attention_masked(mat_at(capped, i, j), attention_mask(c, a->layer, role, i, j));
        if (from > 0 && !isnan(mat_at(weights, i, 0)))
            memset(mat_row(weights, i) + from, 0, (size_t)left * sizeof(double));
        else if (attention_sinks(c, role))
            mat_row(attention_head(a, a->sink, head), i)[0] = softmax_sink(
                mat_row(weights, i), mat_row(masked, i), scores.cols, attention_sink(c, a->layer, head));
        else
            softmax_row(mat_row(weights, i), mat_row(masked, i), scores.cols);
    }
}

/* head_out_i += Σ_j w_ij value(i, j): Shaw et al. 2018, equation 3 */
static void add_values(struct mat out, struct mat weights, const struct config *c, int head,
                       const struct trace *t)
{
    double row[CONFIG_MAX_D];
    for (int i = t->first; i < weights.rows && work_on(t->work, 2.0 * weights.cols * c->dv); i++)
        for (int j = 0; j < weights.cols; j++) {
            c->pe->value(row, (long)c->start + i, (long)c->start + j, head, c);
            for (int x = 0; x < c->dv; x++)
                mat_row(out, i)[x] += mat_at(weights, i, j) * row[x];
        }
}

/* ---- several sentences, forward --------------------------------------------------------- */

/* One head's matrices, a's or its gradient's. */
struct head_rows {
    struct mat q, k, v, scores, scaled, capped, masked, weights, concat;
};

static struct head_rows rows_of_head(const struct attention *a, const struct config *c, int head)
{
    return (struct head_rows){.q = attention_head_queries(a, c, head),
                              .k = attention_head_keys(a, c, head),
                              .v = mat_columns(a->V, config_key_head(c, head) * c->dv, c->dv),
                              .scores = attention_head(a, a->map[MAP_SCORES], head),
                              .scaled = attention_head(a, a->map[MAP_SCALED], head),
                              .capped = attention_head(a, a->map[MAP_CAPPED], head),
                              .masked = attention_head(a, a->map[MAP_MASKED], head),
                              .weights = attention_head(a, a->map[MAP_WEIGHTS], head),
                              .concat = mat_columns(a->concat, head * c->dv, c->dv)};
}

static struct mat of_sentence(struct mat m, const struct batch_sentence *s)
{
    return mat_rows(m, s->first, s->of->n);
}

/* The part of a map that a sentence's words fill. */
static struct mat map_of(struct mat map, const struct config *c, const struct batch_sentence *s)
{
    return mat_columns(of_sentence(map, s), 0, c->rows ? s->of->n : map.cols);
}

/* Adds what the encoding adds to the scores of one head. */
static void add_biases(struct mat scores, const struct config *c, int head)
{
    double bias[2 * CONFIG_MAX_WORDS], *same = bias + c->rows->longest - 1;
    for (int ahead = 1 - c->rows->longest; ahead < c->rows->longest; ahead++)
        same[ahead] = attention_bias(c, head, ahead < 0 ? -ahead : 0, ahead > 0 ? ahead : 0);
    for (int s = 0; s < c->rows->count; s++)
        for (int i = 0; i < c->rows->of[s].of->n; i++)
            for (int j = 0; j < c->rows->of[s].of->n; j++)
                mat_row(scores, c->rows->of[s].first + i)[j] += same[j - i];
}

/* The keys that a row sees: from `first` to before `end`, of n. */
struct seen {
    int first, end, n;
};

/* What softmax_row does to the entries of a row that it sees, up to the exponentials of the others that fill
 * it; the others are hidden, those of the sentence's words also in `scaled`. */
static void before_exp(double *out, double *scaled, struct seen seen, int filled)
{
    double most = softmax_max(scaled + seen.first, seen.end - seen.first);
    for (int j = 0; j < seen.first; j++)
        out[j] = scaled[j] = -INFINITY;
    for (int j = seen.first; j < seen.end; j++)
        out[j] = most == -INFINITY ? most : scaled[j] == most ? 0 : scaled[j] - most;
    for (int j = seen.end; j < filled; j++)
        out[j] = -INFINITY;
    for (int j = seen.end; j < seen.n; j++)
        scaled[j] = -INFINITY;
}

/* The weights of one head: softmax_row, row by row, with all exponentials side by side. */
static void weigh(const struct head_rows *h, const struct config *c, bool causal, int window)
{
    const struct batch_rows *rows = c->rows;
    int across = h->weights.cols;
    for (int s = 0; s < rows->count; s++)
        for (int i = 0, n = rows->of[s].of->n, at = rows->of[s].first; i < n; i++, at++) {
            struct seen seen = {0, causal ? i + 1 : n, n};
            if (window > 0 && i - window + 1 > 0)
                seen.first = i - window + 1;
            if (window > 0 && i + window < seen.end)
                seen.end = i + window;
            before_exp(mat_row(h->weights, at), mat_row(h->capped, at), seen, across);
        }
    row_exp(h->weights.v, h->weights.v, h->weights.rows * across, 0);
    for (int s = 0; s < rows->count; s++)
        for (int i = 0, n = rows->of[s].of->n; i < n; i++) {
            double *w = mat_row(h->weights, rows->of[s].first + i), sum = 0;
            for (int j = 0; j < n; j++)
                sum += w[j];
            row_divide(w, w, (n + 7) / 8 * 8, sum > 0 || isnan(sum) ? sum : INFINITY); /* 0: no key is left */
        }
}

/* What attention_compute does from scores to concat, for a batch. */
static void attend_rows(struct attention *a, const struct config *c, struct work *work)
{
    const struct attention_role role = attention_first(c);
    const struct batch_rows *rows = c->rows;
    for (int head = 0; head < c->heads; head++) {
        struct head_rows h = rows_of_head(a, c, head);
        memset(h.scores.v, 0, (size_t)(c->n * h.scores.cols) * sizeof(double));
        for (int s = 0; s < rows->count; s++)
            mat_mul_t_add(map_of(h.scores, c, &rows->of[s]), of_sentence(h.q, &rows->of[s]),
                          of_sentence(h.k, &rows->of[s]));
        if (c->pe->bias)
            add_biases(h.scores, c, head);
        row_divide(h.scaled.v, h.scores.v, c->n * h.scores.cols, attention_divisor(c, role));
        for (int i = 0; i < c->n * h.scores.cols && c->softcap > 0; i++)
            h.capped.v[i] = cap_at(c->softcap, h.scaled.v[i]);
        weigh(&h, c, role.causal || c->mask == MASK_CAUSAL, config_window(c, a->layer));
        if (rows_end_in_weights(c, a->layer))
            continue;
        mat_fill(h.concat, 0);
        for (int s = 0; s < rows->count; s++) {
            struct mat weights = of_sentence(h.weights, &rows->of[s]);
            row_mix(&(struct mix){of_sentence(h.concat, &rows->of[s]), of_sentence(h.v, &rows->of[s]),
                                  weights.v, (size_t)weights.stride, 1});
        }
        if (!work_on(work, (double)c->n * h.scores.cols * (c->dk + c->dv)))
            return;
    }
}

/* ---- the whole -------------------------------------------------------------------------- */

void attention_compute(struct attention *a, const struct config *c, struct trace *t, int layer,
                       struct attention_role role)
{
    const struct factor *w = c->w[layer] + (role.cross ? W_QC : W_Q);
    /* 1. queries, keys and values of all heads, turned by the encoding; the terms of the scores */
    project(W_Q, a, w, t);
    project(W_K, a, w, t);
    if (!rows_end_in_weights(c, layer))
        project(W_V, a, w, t);
    if (mat_present(a->Qn))
        norm_rows(a, c, t);
    if (mat_present(a->Qr))
        rotate(a, c, t);
    if (t->first > 0 && !mat_finite(trace_rows(t, a->V)))
        t->first = 0; /* 0 times infinite has no value: no row is as it was (see keep_layer) */
    terms_compute(a, c, t, layer);
    /* 2. each head */
    if (c->rows)
        attend_rows(a, c, t->work);
    for (int h = 0; !c->rows && h < c->heads && !work_stopped(t->work); h++) {
        scores_of_head(a, c, role, h, t);
        weights_of_head(a, c, role, h, t);
        /* the values mixed by them */
        struct mat out = attention_head(a, a->head_out, h),
                   weights = attention_head(a, a->map[MAP_WEIGHTS], h);
        if (!role.cross)
            patches_apply(c, PATCH_READS, layer, h, weights, t->first);
        mat_mul_on(trace_rows(t, out), trace_rows(t, weights),
                   mat_columns(a->V, config_key_head(c, h) * c->dv, c->dv), t->work);
        if (role.encoded && c->pe->value)
            add_values(out, weights, c, h, t);
        if (!role.cross)
            patches_apply(c, PATCH_HEAD, layer, h, out, t->first);
        mat_copy(mat_columns(trace_rows(t, a->concat), h * c->dv, c->dv), trace_rows(t, out));
    }
    /* 3. all of it side by side, through the output projection */
    if (!rows_end_in_weights(c, layer))
        project(W_O, a, w, t);
}

/* ---- backward --------------------------------------------------------------------------- */

/* The keys or values that a sentence reads. */
static struct mat read_by(const struct batch_sentence *s, const struct config *c, struct mat m)
{
    return c->rows ? of_sentence(m, s) : m;
}

/* From the gradient of a sentence's weights, and the targets that ask this head of the layer, to that of its
 * masked scores. */
static void weights_back(const struct back *b, const struct head_rows *d, struct mat weights,
                         const struct batch_sentence *s, struct target at)
{
    int keys = b->c->rows ? s->of->n : weights.cols;
    for (int i = s->first; i < s->first + s->of->n; i++)
        softmax_back(mat_row(d->masked, i), mat_row(weights, i), mat_row(d->weights, i), keys);
    for (int k = 0; k < s->of->target_count && !(s->bare && at.layer < b->c->layers - 1); k++) {
        const struct target *asks = &s->of->target[k];
        int row = s->first + asks->at;
        if (asks->head == at.head && asks->layer == at.layer)
            softmax_cross_entropy_back(mat_row(d->weights, row), mat_row(d->masked, row),
                                       mat_row(weights, row), keys, target_answer(b->c, asks),
                                       s->share * (1 + asks->more));
    }
}

/* What a sentence and the one before, itself bare, pull at each other's scores. */
static void hush_back(struct mat d, struct mat scores, const struct batch_sentence *s)
{
    int n = s->of->n;
    for (int i = s->first; i < s->first + n; i++)
        for (int j = 0; j < n && mat_at(scores, i, j) != -INFINITY; j++) {
            double slope = 2 * s->hush * (mat_at(scores, i, j) - mat_at(scores, i - n, j));
            mat_row(d, i)[j] += slope;
            mat_row(d, i - n)[j] -= slope;
        }
}

/* From the gradient of a head's part of concat to those of its queries, keys and values; `at`: what a target
 * would ask. The gradient of a hidden key's score is 0 already: its weight is 0. */
static void head_back(const struct back *b, const struct head_rows *d, const struct head_rows *h,
                      struct target at, double divisor)
{
    const struct config *c = b->c;
    for (const struct batch_sentence *s = b->of; s < b->of + b->count; s++) {
        if (!rows_end_in_weights(c, at.layer)) {
            mat_mul_t_add(map_of(d->weights, c, s), of_sentence(d->concat, s), read_by(s, c, h->v));
            mat_t_mul_add(read_by(s, c, d->v), of_sentence(h->weights, s), of_sentence(d->concat, s));
        }
        weights_back(b, d, h->weights, s, at);
        if (s->hush > 0 && at.layer == c->layers - 1)
            hush_back(d->masked, h->scaled, s);
    }
    if (d->capped.v != d->masked.v)
        mat_copy(d->capped, d->masked);
    for (int i = 0; i < d->scaled.rows && c->softcap > 0; i++)
        for (int j = 0; j < d->scaled.cols; j++)
            mat_row(d->scaled, i)[j] =
                mat_at(d->capped, i, j) * cap_slope(c->softcap, mat_at(h->scaled, i, j));
    row_divide(d->scores.v, d->scaled.v, d->scores.rows * d->scores.cols, divisor);
    for (const struct batch_sentence *s = b->of; s < b->of + b->count && mat_present(d->q); s++) {
        struct mat scores = of_sentence(d->scores, s), keys = read_by(s, c, h->k);
        row_mix(&(struct mix){of_sentence(d->q, s), keys, scores.v, (size_t)scores.stride, 1});
        mat_t_mul_add(read_by(s, c, d->k), scores, of_sentence(h->q, s));
    }
}

void attention_bias_back(const struct back *b)
{
    const struct config *c = b->c;
    const struct attention_role role = attention_first(c);
    for (int s = 0; s < b->count && role.encoded && c->pe->bias_back; s++)
        for (int l = c->layers - 1; l >= 0 && attention_source(c, l, role) == SCORES_PRODUCT; l--)
            for (int h = 0; h < c->heads; h++) {
                const struct attention *d = &b->d->layer[l].self;
                struct mat scaled = of_sentence(attention_head(d, d->map[MAP_SCALED], h), &b->of[s]);
                for (int i = 0; i < scaled.rows && work_on(b->d->work, scaled.rows); i++)
                    for (int j = 0; j < scaled.rows; j++)
                        c->pe->bias_back(b->to->pe_mat, mat_at(scaled, i, j),
                                         &(struct pe_pair){(long)c->start + i, (long)c->start + j, h}, c);
            }
}

/* ---- the whole, backward ---------------------------------------------------------------- */

static void project_back(const struct back *b, enum weight which, const struct attention *d,
                         const struct attention *a, const struct factor *w[2])
{
    struct linear is = projection(a, w[0], which), by = projection(d, w[1], which);
    linear_back(&by, &is, b->d->work);
}

void attention_back(const struct back *b, int layer, struct attention_role role)
{
    const struct layer_trace *dl = &b->d->layer[layer], *l = &b->t->layer[layer];
    const struct attention *d = role.cross ? &dl->cross : &dl->self, *a = role.cross ? &l->cross : &l->self;
    const struct config *c = b->c;
    int first = role.cross ? W_QC : W_Q;
    const struct factor *w[2] = {c->w[layer] + first, b->to->w[layer] + first};
    bool whole = !rows_end_in_weights(c, layer),
         computed = attention_source(c, layer, role) == SCORES_PRODUCT;
    if (whole)
        project_back(b, W_O, d, a, w);
    double effort = 2.0 * a->map[MAP_WEIGHTS].rows * a->map[MAP_WEIGHTS].cols / c->heads * (c->dk + c->dv);
    for (int i = 0; i < c->heads && work_on(b->d->work, effort); i++) {
        struct head_rows h = rows_of_head(a, c, i), by = rows_of_head(d, c, i);
        if (mat_present(d->head_out))
            mat_copy(attention_head(d, d->head_out, i), by.concat);
        if (!computed)
            by.q = by.k = (struct mat){0};
        head_back(b, &by, &h, (struct target){.layer = layer, .head = role.cross ? c->heads : i},
                  attention_divisor(c, role));
    }
    if (mat_present(d->Qr)) {
        const struct config of = posenc_of_layer(c, layer);
        rotate_back(attention_plain(d, false), &of, d->Qr, b->d->work);
        rotate_back(attention_plain(d, true), &of, d->Kr, b->d->work);
    }
    if (mat_present(d->Qn)) {
        const struct factor *wq = c->w[layer], *dw = b->to->w[layer];
        qk_norm_back(b, (struct norm_pass){a->Q, d->Q, d->Qn, &wq[QK_GQ], &dw[QK_GQ]});
        qk_norm_back(b, (struct norm_pass){a->K, d->K, d->Kn, &wq[QK_GK], &dw[QK_GK]});
    }
    project_back(b, W_Q, d, a, w);
    project_back(b, W_K, d, a, w);
    if (whole)
        project_back(b, W_V, d, a, w);
}
