/* A table with one rule per stage. A rule reads the trace and repeats the arithmetic of
 * trace.c for one cell. The rules of the attentions are in derive_attention.c. */
#include "core/pipeline/derive.h"

#include "core/encoding/posenc.h"
#include "core/math/softmax.h"
#include "core/pipeline/derive_work.h"
#include "core/pipeline/stage.h"

const struct derive_from derive_nowhere = {.stage = -1, .weight = -1};

double derive_result(const struct derive_step *step)
{
    return step->kind == DERIVE_PRODUCT || step->kind == DERIVE_TERM ? step->sum : step->value;
}

struct derive_from derive_stage(const struct derive_work *w, int stage, int head, int row, int col)
{
    return (struct derive_from){stage, -1, w->at.layer, head, row, col};
}

static struct derive_from from_weight(const struct derive_work *w, int weight, int row, int col)
{
    return (struct derive_from){-1, weight, w->at.layer, 0, row, col};
}

void derive_say(const struct derive_work *w, struct derive_step step)
{
    w->emit(w->to, &step);
}

static double cell_of(const struct derive_work *w, struct derive_from from)
{
    return mat_at(stage_matrix(w->t, from.layer, from.stage, from.head), from.row, from.col);
}

void derive_copy(const struct derive_work *w, struct derive_from from)
{
    double x = cell_of(w, from);
    derive_say(w, (struct derive_step){
                      .kind = DERIVE_COPY, .a = x, .value = x, .a_from = from, .b_from = derive_nowhere});
}

/* Refers to the same row and column in another stage. */
static struct derive_from same_place(const struct derive_work *w, int stage)
{
    return derive_stage(w, stage, 0, w->at.row, w->at.col);
}

static void given(const struct derive_work *w)
{
    derive_say(w, (struct derive_step){
                      .kind = DERIVE_GIVEN,
                      .value = cell_of(w, derive_stage(w, w->at.stage, w->at.head, w->at.row, w->at.col)),
                      .a_from = derive_nowhere,
                      .b_from = derive_nowhere});
}

static void encoding(const struct derive_work *w)
{
    double row[CONFIG_MAX_D];
    const struct posenc_def *pe = w->c->pe;
    int pos = w->c->start + w->at.row, hand = pe->column ? pe->column(w->at.col) : -1;
    bool there = pe->row(row, pos, w->c);
    double a = row[w->at.col], b = w->c->pescale;
    if (!there) {
        derive_say(
            w, (struct derive_step){
                   .kind = DERIVE_NO_ROW, .index = pos, .a_from = derive_nowhere, .b_from = derive_nowhere});
        return;
    }
    if (hand >= 0)
        derive_say(w, (struct derive_step){.kind = hand % 2 ? DERIVE_COSINE : DERIVE_SINE,
                                           .index = hand / 2,
                                           .a = pe->angle(pos, hand / 2, w->c),
                                           .b = pos,
                                           .value = a,
                                           .a_from = derive_nowhere,
                                           .b_from = derive_nowhere});
    derive_say(w, (struct derive_step){.kind = DERIVE_ENCODING,
                                       .index = pos,
                                       .a = a,
                                       .b = b,
                                       .value = a * b,
                                       .a_from = derive_nowhere,
                                       .b_from = derive_nowhere});
}

/* value = the sum of the cells at the same row and column of two stages */
static void add(const struct derive_work *w, int a_stage, int b_stage)
{
    struct derive_from a = same_place(w, a_stage), b = same_place(w, b_stage);
    double x = cell_of(w, a), y = cell_of(w, b);
    derive_say(w, (struct derive_step){
                      .kind = DERIVE_ADD, .a = x, .b = y, .value = x + y, .a_from = a, .b_from = b});
}

/* The input of the layer: X + P, X alone, or the last rows of the layer below. */
static void input(const struct derive_work *w)
{
    struct derive_from from = same_place(w, STAGE_X);
    if (w->at.layer > 0) {
        from.layer = w->at.layer - 1;
        from.stage = stage_last(w->c, from.layer);
        derive_copy(w, from);
    } else if (mat_present(w->t->P)) {
        add(w, STAGE_X, STAGE_P);
    } else {
        derive_copy(w, from);
    }
}

/* Emits mean and σ of a row, entry by entry in the order of norm_of_row. */
static void spread(const struct derive_work *w, struct mat in, int stage, double *mean, double *sigma)
{
    const double *row = mat_row(in, w->at.row);
    double sum = 0, squares = 0;
    norm_of_row(row, in.cols, w->c->eps, mean, sigma);
    for (int j = 0; j < in.cols; j++) {
        sum += row[j];
        derive_say(w, (struct derive_step){.kind = DERIVE_ENTRY,
                                           .index = j,
                                           .a = row[j],
                                           .value = row[j],
                                           .sum = sum,
                                           .a_from = derive_stage(w, stage, 0, w->at.row, j),
                                           .b_from = derive_nowhere});
    }
    derive_say(w, (struct derive_step){.kind = DERIVE_MEAN,
                                       .a = sum,
                                       .b = in.cols,
                                       .value = *mean,
                                       .a_from = derive_nowhere,
                                       .b_from = derive_nowhere});
    for (int j = 0; j < in.cols; j++) {
        double x = (row[j] - *mean) * (row[j] - *mean);
        squares += x;
        derive_say(w, (struct derive_step){.kind = DERIVE_SQUARE,
                                           .index = j,
                                           .a = row[j],
                                           .b = *mean,
                                           .value = x,
                                           .sum = squares,
                                           .a_from = derive_stage(w, stage, 0, w->at.row, j),
                                           .b_from = derive_nowhere});
    }
    derive_say(w, (struct derive_step){.kind = DERIVE_SIGMA,
                                       .a = squares,
                                       .b = in.cols,
                                       .sum = w->c->eps,
                                       .value = *sigma,
                                       .a_from = derive_nowhere,
                                       .b_from = derive_nowhere});
}

/* gain·(x - mean)/σ + shift, where x is the same cell in another stage. */
static void norm(const struct derive_work *w, int stage, int gain)
{
    int k = w->at.col;
    struct mat in = stage_matrix(w->t, w->at.layer, stage, 0);
    double mean, sigma, x = mat_at(in, w->at.row, k);
    struct mat g = w->c->w[w->at.layer][gain], s = w->c->w[w->at.layer][gain + 1];
    spread(w, in, stage, &mean, &sigma);
    double value = norm_entry(x, mean, sigma);
    derive_say(w, (struct derive_step){.kind = DERIVE_NORM,
                                       .a = x,
                                       .b = mean,
                                       .sum = sigma,
                                       .value = value,
                                       .a_from = same_place(w, stage),
                                       .b_from = derive_nowhere});
    if (mat_present(g)) {
        derive_say(w, (struct derive_step){.kind = DERIVE_GAIN,
                                           .a = value,
                                           .b = g.v[k],
                                           .value = value * g.v[k],
                                           .a_from = derive_nowhere,
                                           .b_from = from_weight(w, gain, 0, k)});
        value *= g.v[k];
    }
    if (mat_present(s))
        derive_say(w, (struct derive_step){.kind = DERIVE_SHIFT,
                                           .a = value,
                                           .b = s.v[k],
                                           .value = value + s.v[k],
                                           .a_from = derive_nowhere,
                                           .b_from = from_weight(w, gain + 1, 0, k)});
}

static int bias_of(int weight)
{
    if (weight >= FF_W1)
        return weight + 1;
    return weight + (B_Q - W_Q);
}

double derive_product(const struct derive_work *w, struct mat in, int stage, int weight)
{
    int bias = bias_of(weight);
    struct mat m = w->c->w[w->at.layer][weight], b = w->c->w[w->at.layer][bias];
    double sum = 0;
    for (int k = 0; k < in.cols; k++) {
        double x = mat_at(in, w->at.row, k), y = mat_at(m, k, w->at.col);
        sum += x * y;
        derive_say(w, (struct derive_step){.kind = DERIVE_PRODUCT,
                                           .index = k,
                                           .a = x,
                                           .b = y,
                                           .value = x * y,
                                           .sum = sum,
                                           .a_from = derive_stage(w, stage, 0, w->at.row, k),
                                           .b_from = from_weight(w, weight, k, w->at.col)});
    }
    if (!mat_present(b))
        return sum;
    double y = b.v[w->at.col];
    derive_say(w, (struct derive_step){.kind = DERIVE_BIAS,
                                       .a = sum,
                                       .b = y,
                                       .value = sum + y,
                                       .a_from = derive_nowhere,
                                       .b_from = from_weight(w, bias, 0, w->at.col)});
    return sum + y;
}

int derive_own(const struct derive_work *w, int row)
{
    return w->cross ? stage_again(row) : row;
}

/* Returns the last stage before a sublayer with first stage `first`: the rows it reads. */
static int before(const struct derive_work *w, int first)
{
    return stage_step(w->c, w->at.layer, first, -1);
}

int derive_attended(const struct derive_work *w)
{
    if (w->cross)
        return before(w, stage_again(STAGE_H));
    return w->c->norm == NORM_PRE ? STAGE_SUM : STAGE_H;
}

static void h_rule(const struct derive_work *w)
{
    if (w->c->norm == NORM_PRE)
        norm(w, derive_attended(w), w->cross ? LN_GC : LN_G1);
    else
        input(w);
}

static void residual1_rule(const struct derive_work *w)
{
    add(w, derive_attended(w), derive_own(w, STAGE_OUTPUT));
}

static void norm1_rule(const struct derive_work *w)
{
    norm(w, before(w, w->at.stage), w->cross ? LN_GC : LN_G1);
}

static void ffn_in_rule(const struct derive_work *w)
{
    norm(w, before(w, STAGE_FFN_IN), LN_G2);
}

static void hidden_rule(const struct derive_work *w)
{
    double x = derive_product(w, w->l->ffn_in, before(w, STAGE_HIDDEN), FF_W1);
    derive_say(w, (struct derive_step){.kind = DERIVE_RELU,
                                       .a = x,
                                       .value = x < 0 ? 0 : x,
                                       .a_from = derive_nowhere,
                                       .b_from = derive_nowhere});
}

static void ffn_rule(const struct derive_work *w)
{
    derive_product(w, w->l->hidden, STAGE_HIDDEN, FF_W2);
}

static void residual2_rule(const struct derive_work *w)
{
    add(w, before(w, STAGE_FFN_IN), STAGE_FFN);
}

static void norm2_rule(const struct derive_work *w)
{
    norm(w, before(w, STAGE_NORM2), LN_G2);
}

void derive(const struct trace *t, const struct config *c, struct derive_cell cell, derive_emit *emit,
            void *to)
{
    static void (*const rules[STAGE_COUNT])(const struct derive_work *) = {
        [STAGE_TOKENS] = given,
        [STAGE_X] = given,
        [STAGE_P] = encoding,
        [STAGE_SUM] = input,
        [STAGE_Y] = given,
        [STAGE_H] = h_rule,
        [STAGE_Q] = derive_query,
        [STAGE_K] = derive_key,
        [STAGE_V] = derive_value,
        [STAGE_QR] = derive_rotated_query,
        [STAGE_KR] = derive_rotated_key,
        [STAGE_SCORES] = derive_scores,
        [STAGE_SCALED] = derive_scaled,
        [STAGE_MASKED] = derive_masked,
        [STAGE_WEIGHTS] = derive_weights,
        [STAGE_HEAD_OUT] = derive_head_out,
        [STAGE_CONCAT] = derive_concat,
        [STAGE_OUTPUT] = derive_output,
        [STAGE_RESIDUAL1] = residual1_rule,
        [STAGE_NORM1] = norm1_rule,
        [STAGE_FFN_IN] = ffn_in_rule,
        [STAGE_HIDDEN] = hidden_rule,
        [STAGE_FFN] = ffn_rule,
        [STAGE_RESIDUAL2] = residual2_rule,
        [STAGE_NORM2] = norm2_rule,
    };
    struct derive_work w = {t, c, &t->layer[cell.layer], cell, stage_crosses(cell.stage), emit, to};
    rules[stage_first(cell.stage)](&w);
}
