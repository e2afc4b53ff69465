/* The rules of the stages from Q to output, for the first attention and a decoder's
 * cross-attention. */
#include <math.h>

#include "core/encoding/posenc.h"
#include "core/math/softmax.h"
#include "core/pipeline/attention.h"
#include "core/pipeline/derive_work.h"
#include "core/pipeline/stage.h"
#include "core/pipeline/terms.h"

static const struct attention *attention_of(const struct derive_work *w)
{
    return stage_attention(w->l, w->at.stage);
}

static struct attention_role role_of(const struct derive_work *w)
{
    const struct attention_role second = {.cross = true};
    return w->cross ? second : attention_first(w->c);
}

/* Maps W_Q … to W_QC … if the cell is in the cross-attention. */
static int weight_of(const struct derive_work *w, int weight)
{
    return w->cross ? weight + (W_QC - W_Q) : weight;
}

void derive_query(const struct derive_work *w)
{
    int h = derive_own(w, STAGE_H);
    bool shown = stage_present(w->c, w->at.layer, h);
    derive_product(w, attention_of(w)->H, shown ? h : derive_attended(w), weight_of(w, W_Q));
}

static void key_side(const struct derive_work *w, int weight)
{
    bool memory = w->cross || config_crosses(w->c);
    derive_product(w, attention_of(w)->S, memory ? STAGE_Y : STAGE_H, weight_of(w, weight));
}

void derive_key(const struct derive_work *w)
{
    key_side(w, W_K);
}

void derive_value(const struct derive_work *w)
{
    key_side(w, W_V);
}

/* The rotation matrix has rows e_k R(pos); its column c is R(-pos) applied to e_c.
 * Rotating one unit row therefore gives every coefficient of the cell. */
static void rotated(const struct derive_work *w, int stage)
{
    const struct config *c = w->c;
    struct mat in = stage_matrix(w->t, w->at.layer, stage, 0);
    double turn[CONFIG_MAX_D] = {0}, sum = 0;
    int first = w->at.col / c->dk * c->dk;
    turn[w->at.col - first] = 1;
    c->pe->rotate(turn, -((long)c->start + w->at.row), c);
    for (int k = 0; k < c->dk; k++) {
        double x = mat_at(in, w->at.row, first + k);
        if (turn[k] == 0 && first + k != w->at.col)
            continue;
        sum += x * turn[k];
        derive_say(w, (struct derive_step){.kind = DERIVE_PRODUCT,
                                           .index = k,
                                           .a = x,
                                           .b = turn[k],
                                           .value = x * turn[k],
                                           .sum = sum,
                                           .a_from = derive_stage(w, stage, 0, w->at.row, first + k),
                                           .b_from = derive_nowhere});
    }
}

void derive_rotated_query(const struct derive_work *w)
{
    rotated(w, STAGE_Q);
}

void derive_rotated_key(const struct derive_work *w)
{
    rotated(w, STAGE_K);
}

static double say_term(const struct derive_work *w, int index, double x, bool off, double sum)
{
    sum += off ? 0 : x;
    derive_say(w, (struct derive_step){.kind = DERIVE_TERM,
                                       .index = index,
                                       .a = x,
                                       .value = off ? 0 : x,
                                       .sum = sum,
                                       .a_from = derive_nowhere,
                                       .b_from = derive_nowhere});
    return sum;
}

static void all_terms(const struct derive_work *w)
{
    const struct attention *a = attention_of(w);
    double sum = 0;
    for (int t = 0; t < a->term_count; t++) {
        double x = mat_at(attention_head(a, a->term[t], w->at.head), w->at.row, w->at.col);
        sum = say_term(w, t, x, w->c->term_off >> a->term_bit[t] & 1u, sum);
    }
}

/* The encoding's additions to the product: its terms (always kept here) and its bias (perhaps not kept). */
static void added_terms(const struct derive_work *w, double sum)
{
    const struct attention *a = attention_of(w);
    const struct posenc_def *pe = w->c->pe;
    struct term list[TERM_MAX];
    int count = terms_list(w->c, w->at.layer, list), bias = pe->bias != NULL;
    int own = pe->replaces_product ? 0 : posenc_term_count(w->c);
    for (int t = count - own - bias; t < count - bias; t++)
        sum = say_term(w, t, mat_at(attention_head(a, a->term[t], w->at.head), w->at.row, w->at.col), false,
                       sum);
    if (bias)
        say_term(w, count - 1, attention_bias(w->c, w->at.head, w->at.row, w->at.col), false, sum);
}

static double products(const struct derive_work *w)
{
    const struct attention *a = attention_of(w);
    bool turned = mat_present(a->Qr);
    struct mat q = turned ? a->Qr : a->Q, k = turned ? a->Kr : a->K;
    int dk = w->c->dk, first = w->at.head * dk;
    double sum = 0;
    for (int x = 0; x < dk; x++) {
        double p = mat_at(q, w->at.row, first + x), r = mat_at(k, w->at.col, first + x);
        sum += p * r;
        derive_say(w,
                   (struct derive_step){.kind = DERIVE_PRODUCT,
                                        .index = x,
                                        .a = p,
                                        .b = r,
                                        .value = p * r,
                                        .sum = sum,
                                        .a_from = derive_stage(w, turned ? STAGE_QR : derive_own(w, STAGE_Q),
                                                               0, w->at.row, first + x),
                                        .b_from = derive_stage(w, turned ? STAGE_KR : derive_own(w, STAGE_K),
                                                               0, w->at.col, first + x)});
    }
    return sum;
}

void derive_scores(const struct derive_work *w)
{
    switch (attention_source(w->c, role_of(w))) {
    case SCORES_TERMS:
        all_terms(w);
        break;
    case SCORES_GIVEN:
        derive_say(w, (struct derive_step){.kind = DERIVE_GIVEN,
                                           .value = mat_at(w->c->scores_given, w->at.row, w->at.col),
                                           .a_from = derive_nowhere,
                                           .b_from = derive_nowhere});
        break;
    case SCORES_PRODUCT: {
        double sum = products(w);
        if (role_of(w).encoded)
            added_terms(w, sum);
        break;
    }
    }
}

/* Returns the same cell of another map of this attention; sets *from. */
static double map_cell(const struct derive_work *w, int stage, struct derive_from *from)
{
    *from = derive_stage(w, derive_own(w, stage), w->at.head, w->at.row, w->at.col);
    return mat_at(stage_matrix(w->t, w->at.layer, from->stage, w->at.head), w->at.row, w->at.col);
}

void derive_scaled(const struct derive_work *w)
{
    struct derive_from from;
    double x = map_cell(w, STAGE_SCORES, &from), by = attention_divisor(w->c, role_of(w));
    derive_say(w, (struct derive_step){.kind = DERIVE_DIVIDE,
                                       .a = x,
                                       .b = by,
                                       .value = x / by,
                                       .a_from = from,
                                       .b_from = derive_nowhere});
}

void derive_masked(const struct derive_work *w)
{
    struct derive_from from;
    double x = map_cell(w, STAGE_SCALED, &from),
           mask = attention_mask(w->c, role_of(w), w->at.row, w->at.col);
    derive_say(w, (struct derive_step){.kind = DERIVE_MASK,
                                       .a = x,
                                       .b = mask,
                                       .value = attention_masked(x, mask),
                                       .a_from = from,
                                       .b_from = derive_nowhere});
}

void derive_weights(const struct derive_work *w)
{
    int stage = derive_own(w, STAGE_MASKED);
    struct mat masked = stage_matrix(w->t, w->at.layer, stage, w->at.head);
    const double *row = mat_row(masked, w->at.row);
    double most = softmax_max(row, masked.cols), sum = 0, mine = 0;
    int at = 0;
    if (most == -INFINITY) {
        derive_say(w, (struct derive_step){
                          .kind = DERIVE_EMPTY, .a_from = derive_nowhere, .b_from = derive_nowhere});
        return;
    }
    while (at + 1 < masked.cols && !(row[at] == most || isnan(row[at])))
        at++;
    derive_say(w, (struct derive_step){.kind = DERIVE_MAX,
                                       .index = at,
                                       .a = most,
                                       .value = most,
                                       .a_from = derive_stage(w, stage, w->at.head, w->at.row, at),
                                       .b_from = derive_nowhere});
    for (int j = 0; j < masked.cols; j++) {
        double x = row[j], e = softmax_exp(x, most);
        sum += e;
        mine = j == w->at.col ? e : mine;
        derive_say(w, (struct derive_step){.kind = DERIVE_EXP,
                                           .index = j,
                                           .a = x,
                                           .b = most,
                                           .value = e,
                                           .sum = sum,
                                           .a_from = derive_stage(w, stage, w->at.head, w->at.row, j),
                                           .b_from = derive_nowhere});
    }
    derive_say(w, (struct derive_step){.kind = DERIVE_SHARE,
                                       .a = mine,
                                       .b = sum,
                                       .value = mine / sum,
                                       .a_from = derive_nowhere,
                                       .b_from = derive_nowhere});
}

/* Σ_j weight[i,j]·v_j, or the same sum over the vectors that the encoding adds to the values (Shaw). */
static double mixed(const struct derive_work *w, bool added, double sum)
{
    const struct attention *a = attention_of(w);
    int stage = derive_own(w, STAGE_WEIGHTS), col = w->at.head * w->c->dv + w->at.col;
    struct mat weights = stage_matrix(w->t, w->at.layer, stage, w->at.head);
    double row[CONFIG_MAX_D];
    for (int j = 0; j < a->S.rows; j++) {
        if (added)
            w->c->pe->value(row, (long)w->c->start + w->at.row, (long)w->c->start + j, w->at.head, w->c);
        double x = mat_at(weights, w->at.row, j), v = added ? row[w->at.col] : mat_at(a->V, j, col);
        sum += x * v;
        derive_say(
            w, (struct derive_step){.kind = DERIVE_PRODUCT,
                                    .index = j,
                                    .a = x,
                                    .b = v,
                                    .value = x * v,
                                    .sum = sum,
                                    .a_from = derive_stage(w, stage, w->at.head, w->at.row, j),
                                    .b_from = added ? derive_nowhere
                                                    : derive_stage(w, derive_own(w, STAGE_V), 0, j, col)});
    }
    return sum;
}

void derive_head_out(const struct derive_work *w)
{
    double sum = mixed(w, false, 0);
    if (role_of(w).encoded && w->c->pe->value)
        mixed(w, true, sum);
}

void derive_concat(const struct derive_work *w)
{
    derive_copy(w, derive_stage(w, derive_own(w, STAGE_HEAD_OUT), w->at.col / w->c->dv, w->at.row,
                                w->at.col % w->c->dv));
}

void derive_output(const struct derive_work *w)
{
    derive_product(w, attention_of(w)->concat, derive_own(w, STAGE_CONCAT), weight_of(w, W_O));
}
