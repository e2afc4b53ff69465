#include "core/derive.h"

#include <math.h>

#include "core/attention.h"
#include "core/posenc.h"
#include "core/softmax.h"
#include "core/stage.h"
#include "core/terms.h"

/* What the rules below share. */
struct work {
    const struct trace *t;
    const struct config *c;
    struct derive_cell at;
    derive_emit *emit;
    void *to;
};

static const struct derive_from nowhere = {-1, -1, 0, 0, 0};

double derive_result(const struct derive_step *step)
{
    return step->kind == DERIVE_PRODUCT || step->kind == DERIVE_TERM ? step->sum : step->value;
}

static struct derive_from from_stage(int stage, int head, int row, int col)
{
    return (struct derive_from){stage, -1, head, row, col};
}

static struct derive_from from_weight(int weight, int row, int col)
{
    return (struct derive_from){-1, weight, 0, row, col};
}

static double cell_of(const struct work *w, int stage, int head, int row, int col)
{
    return mat_at(stages[stage].matrix(w->t, w->at.layer, head), row, col);
}

static void say(const struct work *w, struct derive_step step)
{
    w->emit(w->to, &step);
}

static void given(const struct work *w)
{
    say(w, (struct derive_step){.kind = DERIVE_GIVEN, .a_from = nowhere, .b_from = nowhere,
                                .value = cell_of(w, w->at.stage, w->at.head, w->at.row, w->at.col)});
}

static void copy(const struct work *w, int stage, int head, int row, int col)
{
    double x = cell_of(w, stage, head, row, col);
    say(w, (struct derive_step){.kind = DERIVE_COPY, .a = x, .value = x, .a_from = from_stage(stage, head, row, col),
                                .b_from = nowhere});
}

/* value = entry of one matrix plus entry of another, same place */
static void add(const struct work *w, struct mat a, struct mat b, int a_stage, int b_stage)
{
    int r = w->at.row, k = w->at.col;
    double x = mat_at(a, r, k), y = mat_at(b, r, k);
    say(w, (struct derive_step){.kind = DERIVE_ADD, .a = x, .b = y, .value = x + y,
                                .a_from = from_stage(a_stage, 0, r, k), .b_from = from_stage(b_stage, 0, r, k)});
}

/* The stage that the rows in front of a sublayer are shown as. */
static int input_stage(const struct work *w)
{
    return w->at.layer > 0 || w->c->norm == NORM_PRE ? STAGE_SUM : STAGE_H;
}

static void sum_rule(const struct work *w)
{
    if (w->at.layer == 0 && mat_present(w->t->P))
        add(w, w->t->X, w->t->P, STAGE_X, STAGE_P);
    else if (w->at.layer == 0)
        copy(w, STAGE_X, 0, w->at.row, w->at.col);
    else
        given(w);
}

static void norm(const struct work *w, struct mat in, int stage, int gain)
{
    int r = w->at.row, k = w->at.col;
    double mean, sigma, x = mat_at(in, r, k);
    struct mat g = w->c->w[w->at.layer][gain], s = w->c->w[w->at.layer][gain + 1];
    norm_of_row(mat_row(in, r), in.cols, w->c->eps, &mean, &sigma);
    double value = (x - mean) / sigma;
    say(w, (struct derive_step){.kind = DERIVE_NORM, .a = x, .b = mean, .sum = sigma, .value = value,
                                .a_from = from_stage(stage, 0, r, k), .b_from = nowhere});
    double by = mat_present(g) ? g.v[k] : 1;
    say(w, (struct derive_step){.kind = DERIVE_GAIN, .a = value, .b = by, .value = value * by, .a_from = nowhere,
                                .b_from = from_weight(gain, 0, k)});
    value *= by;
    if (mat_present(s))
        say(w, (struct derive_step){.kind = DERIVE_SHIFT, .a = value, .b = s.v[k], .value = value + s.v[k],
                                    .a_from = nowhere, .b_from = from_weight(gain + 1, 0, k)});
}

static void h_rule(const struct work *w)
{
    if (w->c->norm == NORM_PRE)
        norm(w, w->t->layer[w->at.layer].in, STAGE_SUM, LN_G1);
    else
        sum_rule(w);
}

/* Σ_k in[row,k]·W[k,col] (+ b[col]) */
static double product(const struct work *w, struct mat in, int stage, int weight, int bias)
{
    struct mat m = w->c->w[w->at.layer][weight], b = w->c->w[w->at.layer][bias];
    double sum = 0;
    for (int k = 0; k < in.cols; k++) {
        double x = mat_at(in, w->at.row, k), y = mat_at(m, k, w->at.col);
        sum += x * y;
        say(w, (struct derive_step){.kind = DERIVE_PRODUCT, .index = k, .a = x, .b = y, .value = x * y, .sum = sum,
                                    .a_from = from_stage(stage, 0, w->at.row, k), .b_from = from_weight(weight, k, w->at.col)});
    }
    if (!mat_present(b))
        return sum;
    double y = b.v[w->at.col];
    say(w, (struct derive_step){.kind = DERIVE_BIAS, .a = sum, .b = y, .value = sum + y, .a_from = nowhere,
                                .b_from = from_weight(bias, 0, w->at.col)});
    return sum + y;
}

static const struct attention *attention_of(const struct work *w)
{
    const struct layer_trace *l = &w->t->layer[w->at.layer];
    return w->at.stage >= STAGE_QC && w->at.stage <= STAGE_OUTPUTC ? &l->cross : &l->self;
}

static bool is_cross(const struct work *w)
{
    return attention_of(w) == &w->t->layer[w->at.layer].cross;
}

static struct attention_role role_of(const struct work *w)
{
    bool cross = is_cross(w);
    return (struct attention_role){.cross = cross, .causal = !cross && w->c->block == BLOCK_DECODER,
                                   .encoded = !cross && !config_crosses(w->c)};
}

/* The stage of the first attention, or its twin in the cross-attention. */
static int twin(const struct work *w, int stage)
{
    return is_cross(w) ? stage + (STAGE_QC - STAGE_Q) : stage;
}

static void q_rule(const struct work *w)
{
    bool cross = is_cross(w);
    int before = w->c->norm == NORM_PRE || w->c->norm == NORM_POST ? STAGE_NORM1 : STAGE_RESIDUAL1;
    product(w, attention_of(w)->H, cross ? before : STAGE_H, cross ? W_QC : W_Q, cross ? B_QC : B_Q);
}

static void key_side(const struct work *w, int weight, int bias)
{
    bool cross = is_cross(w);
    int shift = cross ? W_QC - W_Q : 0;
    product(w, attention_of(w)->S, cross || config_crosses(w->c) ? STAGE_Y : STAGE_H, weight + shift, bias + shift);
}

static void k_rule(const struct work *w)
{
    key_side(w, W_K, B_K);
}

static void v_rule(const struct work *w)
{
    key_side(w, W_V, B_V);
}

static double terms(const struct work *w, int first, double sum)
{
    const struct attention *a = attention_of(w);
    for (int t = first; t < a->term_count; t++) {
        bool off = w->c->term_off >> t & 1u;
        double x = mat_at(attention_head(a, a->term[t], w->at.head), w->at.row, w->at.col);
        sum += off ? 0 : x;
        say(w, (struct derive_step){.kind = DERIVE_TERM, .index = t, .a = x, .value = off ? 0 : x, .sum = sum,
                                    .a_from = nowhere, .b_from = nowhere});
    }
    return sum;
}

/* Terms that the encoding adds to the plain product: its own and its bias. */
static int added_terms(const struct work *w)
{
    const struct posenc_def *pe = w->c->pe;
    if (!role_of(w).encoded || (pe->term_count && pe->replaces_product))
        return 0;
    return (pe->term_count ? pe->term_count(w->c) : 0) + (pe->bias ? 1 : 0);
}

static void scores_rule(const struct work *w)
{
    const struct attention *a = attention_of(w);
    const struct posenc_def *pe = w->c->pe;
    bool own = role_of(w).encoded && pe->term_count && pe->replaces_product && !pe->rotate;
    if (!is_cross(w) && (w->c->term_off || own || mat_present(w->c->scores_given))) {
        terms(w, 0, 0);
        return;
    }
    int dk = w->c->dk, first = w->at.head * dk;
    struct mat q = mat_present(a->Qr) ? a->Qr : a->Q, k = mat_present(a->Kr) ? a->Kr : a->K;
    double sum = 0;
    for (int x = 0; x < dk; x++) {
        double p = mat_at(q, w->at.row, first + x), r = mat_at(k, w->at.col, first + x);
        sum += p * r;
        say(w, (struct derive_step){.kind = DERIVE_PRODUCT, .index = x, .a = p, .b = r, .value = p * r, .sum = sum,
                                    .a_from = from_stage(twin(w, STAGE_Q), 0, w->at.row, first + x),
                                    .b_from = from_stage(twin(w, STAGE_K), 0, w->at.col, first + x)});
    }
    if (added_terms(w) > 0 && a->term_count > 0)
        terms(w, a->term_count - added_terms(w), sum);
}

static void scaled_rule(const struct work *w)
{
    int stage = twin(w, STAGE_SCORES);
    double x = cell_of(w, stage, w->at.head, w->at.row, w->at.col), by = attention_divisor(w->c, role_of(w));
    say(w, (struct derive_step){.kind = DERIVE_DIVIDE, .a = x, .b = by, .value = x / by,
                                .a_from = from_stage(stage, w->at.head, w->at.row, w->at.col), .b_from = nowhere});
}

static void masked_rule(const struct work *w)
{
    int stage = twin(w, STAGE_SCALED);
    double x = cell_of(w, stage, w->at.head, w->at.row, w->at.col);
    double mask = attention_mask(w->c, role_of(w), w->at.row, w->at.col);
    say(w, (struct derive_step){.kind = DERIVE_MASK, .a = x, .b = mask, .value = x + mask,
                                .a_from = from_stage(stage, w->at.head, w->at.row, w->at.col), .b_from = nowhere});
}

static void weights_rule(const struct work *w)
{
    int stage = twin(w, STAGE_MASKED), keys = attention_of(w)->S.rows;
    struct mat masked = stages[stage].matrix(w->t, w->at.layer, w->at.head);
    double most = -INFINITY, sum = 0, mine = 0;
    for (int j = 0; j < keys; j++)
        most = fmax(most, mat_at(masked, w->at.row, j));
    if (most == -INFINITY) {
        say(w, (struct derive_step){.kind = DERIVE_EMPTY, .a_from = nowhere, .b_from = nowhere});
        return;
    }
    say(w, (struct derive_step){.kind = DERIVE_MAX, .value = most, .a_from = nowhere, .b_from = nowhere});
    for (int j = 0; j < keys; j++) {
        double x = mat_at(masked, w->at.row, j), e = exp(x - most);
        sum += e;
        mine = j == w->at.col ? e : mine;
        say(w, (struct derive_step){.kind = DERIVE_EXP, .index = j, .a = x, .b = most, .value = e, .sum = sum,
                                    .a_from = from_stage(stage, w->at.head, w->at.row, j), .b_from = nowhere});
    }
    say(w, (struct derive_step){.kind = DERIVE_SHARE, .a = mine, .b = sum, .value = mine / sum, .a_from = nowhere,
                                .b_from = nowhere});
}

/* What the encoding adds to v_j when query i reads it, column `col` (Shaw). */
static double value_added(const struct work *w, int j)
{
    double row[CONFIG_MAX_D];
    if (!role_of(w).encoded || !w->c->pe->value)
        return 0;
    w->c->pe->value(row, (long)w->c->start + w->at.row, (long)w->c->start + j, w->at.head, w->c);
    return row[w->at.col];
}

static void head_out_rule(const struct work *w)
{
    const struct attention *a = attention_of(w);
    int weights = twin(w, STAGE_WEIGHTS), col = w->at.head * w->c->dv + w->at.col;
    double sum = 0;
    for (int j = 0; j < a->S.rows; j++) {
        double x = cell_of(w, weights, w->at.head, w->at.row, j), v = mat_at(a->V, j, col) + value_added(w, j);
        sum += x * v;
        say(w, (struct derive_step){.kind = DERIVE_PRODUCT, .index = j, .a = x, .b = v, .value = x * v, .sum = sum,
                                    .a_from = from_stage(weights, w->at.head, w->at.row, j),
                                    .b_from = from_stage(twin(w, STAGE_V), 0, j, col)});
    }
}

static void concat_rule(const struct work *w)
{
    copy(w, twin(w, STAGE_HEAD_OUT), w->at.col / w->c->dv, w->at.row, w->at.col % w->c->dv);
}

static void output_rule(const struct work *w)
{
    int shift = is_cross(w) ? W_QC - W_Q : 0;
    product(w, attention_of(w)->concat, twin(w, STAGE_CONCAT), W_O + shift, B_O + shift);
}

/* The last rows in front of the feed-forward network (or of the cross-attention), and their stage. */
static struct mat rows_before(const struct work *w, bool ffn, int *stage)
{
    const struct layer_trace *l = &w->t->layer[w->at.layer];
    const struct { struct mat m; int stage; } rows[] = {
        {ffn ? l->normc : (struct mat){0}, STAGE_NORMC}, {ffn ? l->residualc : (struct mat){0}, STAGE_RESIDUALC},
        {ffn && l->cross.heads ? l->cross.output : (struct mat){0}, STAGE_OUTPUTC},
        {l->norm1, STAGE_NORM1}, {l->residual1, STAGE_RESIDUAL1}, {l->self.output, STAGE_OUTPUT},
    };
    int i = 0;
    while (!mat_present(rows[i].m))
        i++;
    *stage = rows[i].stage;
    return rows[i].m;
}

static void residual1_rule(const struct work *w)
{
    const struct layer_trace *l = &w->t->layer[w->at.layer];
    add(w, l->in, l->self.output, input_stage(w), STAGE_OUTPUT);
}

static void residualc_rule(const struct work *w)
{
    int stage;
    struct mat in = rows_before(w, false, &stage);
    add(w, in, w->t->layer[w->at.layer].cross.output, stage, STAGE_OUTPUTC);
}

static void residual2_rule(const struct work *w)
{
    int stage;
    struct mat in = rows_before(w, true, &stage);
    add(w, in, w->t->layer[w->at.layer].ffn, stage, STAGE_FFN);
}

static void norm_rule(const struct work *w, struct mat residual, struct mat output, int stage, int gain)
{
    bool kept = mat_present(residual);
    norm(w, kept ? residual : output, kept ? stage : stage - 1, gain);
}

static void norm1_rule(const struct work *w)
{
    const struct layer_trace *l = &w->t->layer[w->at.layer];
    norm_rule(w, l->residual1, l->self.output, STAGE_RESIDUAL1, LN_G1);
}

static void normc_rule(const struct work *w)
{
    const struct layer_trace *l = &w->t->layer[w->at.layer];
    norm_rule(w, l->residualc, l->cross.output, STAGE_RESIDUALC, LN_GC);
}

static void norm2_rule(const struct work *w)
{
    const struct layer_trace *l = &w->t->layer[w->at.layer];
    norm_rule(w, l->residual2, l->ffn, STAGE_RESIDUAL2, LN_G2);
}

static void hidden_rule(const struct work *w)
{
    int stage;
    rows_before(w, true, &stage);
    double x = product(w, w->t->layer[w->at.layer].ffn_in, stage, FF_W1, FF_B1);
    say(w, (struct derive_step){.kind = DERIVE_RELU, .a = x, .value = x < 0 ? 0 : x, .a_from = nowhere, .b_from = nowhere});
}

static void ffn_rule(const struct work *w)
{
    product(w, w->t->layer[w->at.layer].hidden, STAGE_HIDDEN, FF_W2, FF_B2);
}

void derive(const struct trace *t, const struct config *c, struct derive_cell cell, derive_emit *emit, void *to)
{
    static void (*const rules[STAGE_COUNT])(const struct work *) = {
        [STAGE_TOKENS] = given, [STAGE_X] = given, [STAGE_P] = given, [STAGE_Y] = given, [STAGE_SUM] = sum_rule,
        [STAGE_H] = h_rule, [STAGE_Q] = q_rule, [STAGE_K] = k_rule, [STAGE_V] = v_rule, [STAGE_SCORES] = scores_rule,
        [STAGE_SCALED] = scaled_rule, [STAGE_MASKED] = masked_rule, [STAGE_WEIGHTS] = weights_rule,
        [STAGE_HEAD_OUT] = head_out_rule, [STAGE_CONCAT] = concat_rule, [STAGE_OUTPUT] = output_rule,
        [STAGE_RESIDUAL1] = residual1_rule, [STAGE_NORM1] = norm1_rule, [STAGE_QC] = q_rule, [STAGE_KC] = k_rule,
        [STAGE_VC] = v_rule, [STAGE_SCORESC] = scores_rule, [STAGE_SCALEDC] = scaled_rule, [STAGE_MASKEDC] = masked_rule,
        [STAGE_WEIGHTSC] = weights_rule, [STAGE_HEAD_OUTC] = head_out_rule, [STAGE_CONCATC] = concat_rule,
        [STAGE_OUTPUTC] = output_rule, [STAGE_RESIDUALC] = residualc_rule, [STAGE_NORMC] = normc_rule,
        [STAGE_HIDDEN] = hidden_rule, [STAGE_FFN] = ffn_rule, [STAGE_RESIDUAL2] = residual2_rule, [STAGE_NORM2] = norm2_rule,
    };
    rules[cell.stage](&(struct work){t, c, cell, emit, to});
}
