/* A table with one rule per stage. A rule reads the trace and repeats the arithmetic of
 * trace.c for one cell. The rules from Q to output serve the first attention and a
 * decoder's cross-attention. */
#include "core/pipeline/derive.h"

#include <math.h>

#include "core/encoding/posenc.h"
#include "core/math/softmax.h"
#include "core/pipeline/attention.h"
#include "core/pipeline/stage.h"
#include "core/pipeline/terms.h"

struct derive_work {
    const struct trace *t;
    const struct config *c;
    const struct layer_trace *l; /* the layer of the cell */
    struct derive_cell at;
    bool cross; /* the cell belongs to the cross-attention */
    derive_emit *emit;
    void *to;
};

/* An operand that is not a cell. */
static const struct derive_from nowhere = {.stage = -1, .weight = -1};

double derive_result(const struct derive_step *step)
{
    bool sums = step->kind == DERIVE_PRODUCT || step->kind == DERIVE_TERM || step->kind == DERIVE_ENTRY ||
                step->kind == DERIVE_ASK;
    return sums ? step->sum : step->value;
}

static struct derive_from from_stage(const struct derive_work *w, int stage, int head, int row, int col)
{
    return (struct derive_from){stage, -1, w->at.layer, head, row, col, false};
}

static struct derive_from from_weight(const struct derive_work *w, int weight, int row, int col)
{
    int layer = config_weight_layer((enum weight)weight, w->at.layer);
    return (struct derive_from){-1, weight, layer, 0, row, col, false};
}

static void say(const struct derive_work *w, struct derive_step step)
{
    w->emit(w->to, &step);
}

static double cell_of(const struct derive_work *w, struct derive_from from)
{
    return mat_at(stage_matrix(w->t, from.layer, from.stage, from.head), from.row, from.col);
}

/* Emits value = the cell of another stage. */
static void copy_cell(const struct derive_work *w, struct derive_from from)
{
    double x = cell_of(w, from);
    say(w, (struct derive_step){.kind = DERIVE_COPY, .a = x, .value = x, .a_from = from, .b_from = nowhere});
}

/* Refers to the same row and column in another stage. */
static struct derive_from same_place(const struct derive_work *w, int stage)
{
    return from_stage(w, stage, 0, w->at.row, w->at.col);
}

static void given(const struct derive_work *w)
{
    say(w, (struct derive_step){.kind = DERIVE_GIVEN,
                                .value =
                                    cell_of(w, from_stage(w, w->at.stage, w->at.head, w->at.row, w->at.col)),
                                .a_from = nowhere,
                                .b_from = nowhere});
}

/* The turns of a hand: its frequencies times the coordinates of the position, then 2π for an angle. */
static void turns(const struct derive_work *w, int pos, int hand)
{
    static const double turn = 6.28318530717958647692;
    double x[2], sum = 0;
    for (int k = 0, count = w->c->pe->place(x, pos, w->c); k < count; k++) {
        double b = mat_at(w->c->pe_mat[0], hand, k);
        sum += b * x[k];
        say(w, (struct derive_step){.kind = DERIVE_PRODUCT,
                                    .index = k,
                                    .a = b,
                                    .b = x[k],
                                    .value = b * x[k],
                                    .sum = sum,
                                    .a_from = from_weight(w, WEIGHT_COUNT, hand, k),
                                    .b_from = nowhere});
    }
    say(w, (struct derive_step){.kind = DERIVE_TIMES,
                                .a = sum,
                                .b = turn,
                                .value = sum * turn,
                                .a_from = nowhere,
                                .b_from = nowhere});
}

static void encoding(const struct derive_work *w)
{
    double row[CONFIG_MAX_D];
    const struct posenc_def *pe = w->c->pe;
    int pos = w->c->start + w->at.row, hand = pe->column ? pe->column(w->at.col) : -1;
    bool there = pe->row(row, pos, w->c);
    double a = row[w->at.col], b = w->c->pescale;
    if (!there) {
        say(w,
            (struct derive_step){.kind = DERIVE_NO_ROW, .index = pos, .a_from = nowhere, .b_from = nowhere});
        return;
    }
    if (pe->place)
        turns(w, pos, hand / 2);
    if (hand >= 0)
        say(w, (struct derive_step){.kind = hand % 2 ? DERIVE_COSINE : DERIVE_SINE,
                                    .index = hand / 2,
                                    .a = pe->angle(pos, hand / 2, w->c),
                                    .b = pos,
                                    .value = a,
                                    .a_from = nowhere,
                                    .b_from = nowhere});
    say(w, (struct derive_step){.kind = pe->tabled && b == 1 ? DERIVE_GIVEN : DERIVE_ENCODING,
                                .index = pos,
                                .a = a,
                                .b = b,
                                .value = a * b,
                                .a_from = nowhere,
                                .b_from = nowhere});
}

/* value = the sum of the cells at the same row and column of two stages */
static void add(const struct derive_work *w, int a_stage, int b_stage)
{
    struct derive_from a = same_place(w, a_stage), b = same_place(w, b_stage);
    double x = cell_of(w, a), y = cell_of(w, b);
    say(w,
        (struct derive_step){.kind = DERIVE_ADD, .a = x, .b = y, .value = x + y, .a_from = a, .b_from = b});
}

static struct derive_from entry_of(const struct derive_row *row, int j)
{
    struct derive_from from = row->first;
    from.col = j;
    return from;
}

void derive_spread(const struct derive_row *row, double spread[2], derive_emit *emit, void *to)
{
    double sum = 0, squares = 0;
    spread[0] = 0;
    if (row->rms)
        spread[1] = rms_of_row(row->v, row->count, row->eps);
    else
        norm_of_row(row->v, row->count, row->eps, &spread[0], &spread[1]);
    for (int j = 0; j < row->count && !row->rms; j++) {
        sum += row->v[j];
        emit(to, &(struct derive_step){.kind = DERIVE_ENTRY,
                                       .index = j,
                                       .a = row->v[j],
                                       .value = row->v[j],
                                       .sum = sum,
                                       .a_from = entry_of(row, j),
                                       .b_from = nowhere});
    }
    if (!row->rms)
        emit(to, &(struct derive_step){.kind = DERIVE_MEAN,
                                       .a = sum,
                                       .b = row->count,
                                       .value = spread[0],
                                       .a_from = nowhere,
                                       .b_from = nowhere});
    for (int j = 0; j < row->count; j++) {
        double x = (row->v[j] - spread[0]) * (row->v[j] - spread[0]);
        squares += x;
        emit(to, &(struct derive_step){.kind = DERIVE_SQUARE,
                                       .index = j,
                                       .a = row->v[j],
                                       .b = spread[0],
                                       .value = x,
                                       .sum = squares,
                                       .a_from = entry_of(row, j),
                                       .b_from = nowhere});
    }
    emit(to, &(struct derive_step){.kind = DERIVE_SIGMA,
                                   .a = squares,
                                   .b = row->count,
                                   .sum = row->eps,
                                   .value = spread[1],
                                   .a_from = nowhere,
                                   .b_from = nowhere});
}

/* gain·(x - mean)/σ + shift, where x is the same cell in another stage. */
static void norm(const struct derive_work *w, int stage, int gain)
{
    int k = w->at.col;
    struct mat in = stage_matrix(w->t, w->at.layer, stage, 0);
    double spread[2], x = mat_at(in, w->at.row, k);
    int layer = config_weight_layer((enum weight)gain, w->at.layer);
    struct mat g = factor_mat(w->c->w[layer][gain]), s = factor_mat(w->c->w[layer][gain + 1]);
    derive_spread(&(struct derive_row){mat_row(in, w->at.row), in.cols, w->c->norm_rms, w->c->eps,
                                       from_stage(w, stage, 0, w->at.row, 0)},
                  spread, w->emit, w->to);
    double value = norm_entry(x, spread[0], spread[1]);
    say(w, (struct derive_step){.kind = DERIVE_NORM,
                                .a = x,
                                .b = spread[0],
                                .sum = spread[1],
                                .value = value,
                                .a_from = same_place(w, stage),
                                .b_from = nowhere});
    if (mat_present(g)) {
        say(w, (struct derive_step){.kind = DERIVE_GAIN,
                                    .a = value,
                                    .b = g.v[k],
                                    .value = value * g.v[k],
                                    .a_from = nowhere,
                                    .b_from = from_weight(w, gain, 0, k)});
        value *= g.v[k];
    }
    if (mat_present(s))
        say(w, (struct derive_step){.kind = DERIVE_SHIFT,
                                    .a = value,
                                    .b = s.v[k],
                                    .value = value + s.v[k],
                                    .a_from = nowhere,
                                    .b_from = from_weight(w, gain + 1, 0, k)});
}

/* X + P + T */
static void embedded_rule(const struct derive_work *w)
{
    static const int parts[] = {STAGE_P, STAGE_TYPES};
    struct derive_from from = same_place(w, STAGE_X);
    double sum = cell_of(w, from);
    bool any = false;
    for (int i = 0; i < 2; i++) {
        struct derive_from more = same_place(w, parts[i]);
        if (!stage_present(w->c, 0, parts[i]))
            continue;
        double x = cell_of(w, more);
        say(w, (struct derive_step){.kind = DERIVE_ADD,
                                    .a = sum,
                                    .b = x,
                                    .value = sum + x,
                                    .a_from = any ? nowhere : from,
                                    .b_from = more});
        sum += x;
        any = true;
    }
    if (!any)
        copy_cell(w, from);
}

/* The input of the layer: the sum of the embeddings, normed or not, or the last rows of the layer below. */
static void input(const struct derive_work *w)
{
    struct derive_from from = same_place(w, STAGE_X);
    if (w->at.layer == 0 && w->c->embed_norm) {
        norm(w, STAGE_EMBEDDED, LN_G0);
    } else if (w->at.layer == 0) {
        embedded_rule(w);
    } else {
        from.layer = w->at.layer - 1;
        from.stage = stage_output(w->c, from.layer);
        copy_cell(w, from);
    }
}

static int bias_of(int weight)
{
    if (weight >= FF_W1)
        return weight + 1;
    return weight + (B_Q - W_Q);
}

/* Emits Σ_k in[row,k]·W[k,col] (+ b[col]) for the cell of w; returns the sum. `stage` is in's stage. */
static double product(const struct derive_work *w, struct mat in, int stage, int weight)
{
    int bias = bias_of(weight), layer = config_weight_layer((enum weight)weight, w->at.layer);
    struct factor m = w->c->w[layer][weight];
    struct mat b = factor_mat(w->c->w[layer][bias]);
    double sum = 0;
    for (int k = 0; k < in.cols; k++) {
        double x = mat_at(in, w->at.row, k), y = factor_entry(m, k, w->at.col);
        sum += x * y;
        say(w, (struct derive_step){.kind = DERIVE_PRODUCT,
                                    .index = k,
                                    .a = x,
                                    .b = y,
                                    .value = x * y,
                                    .sum = sum,
                                    .a_from = from_stage(w, stage, 0, w->at.row, k),
                                    .b_from = from_weight(w, weight, k, w->at.col)});
    }
    if (!mat_present(b))
        return sum;
    double y = b.v[w->at.col];
    say(w, (struct derive_step){.kind = DERIVE_BIAS,
                                .a = sum,
                                .b = y,
                                .value = sum + y,
                                .a_from = nowhere,
                                .b_from = from_weight(w, bias, 0, w->at.col)});
    return sum + y;
}

/* Returns the stage of a table row in the pass of the cell (first or cross-attention). */
static int own_stage(const struct derive_work *w, int row)
{
    return w->cross ? stage_again(row) : row;
}

/* Returns the last stage before a sublayer with first stage `first`: the rows it reads. */
static int before(const struct derive_work *w, int first)
{
    return stage_step(w->c, w->at.layer, first, -1);
}

/* Returns the stage of the rows that the cell's attention reads, before any LayerNorm. */
static int attended(const struct derive_work *w)
{
    if (w->cross)
        return before(w, stage_again(STAGE_H));
    return w->c->norm == NORM_PRE ? STAGE_SUM : STAGE_H;
}

static void h_rule(const struct derive_work *w)
{
    if (w->c->norm == NORM_PRE)
        norm(w, attended(w), w->cross ? LN_GC : LN_G1);
    else
        input(w);
}

/* ---- attention --------------------------------------------------------------- */

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

static void query_rule(const struct derive_work *w)
{
    int h = own_stage(w, STAGE_H);
    bool shown = stage_present(w->c, w->at.layer, h);
    product(w, attention_of(w)->H, shown ? h : attended(w), weight_of(w, W_Q));
}

static void key_side(const struct derive_work *w, int weight)
{
    bool memory = w->cross || config_crosses(w->c);
    product(w, attention_of(w)->S, memory ? STAGE_Y : STAGE_H, weight_of(w, weight));
}

static void key_rule(const struct derive_work *w)
{
    key_side(w, W_K);
}

static void value_rule(const struct derive_work *w)
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
        say(w, (struct derive_step){.kind = DERIVE_PRODUCT,
                                    .index = k,
                                    .a = x,
                                    .b = turn[k],
                                    .value = x * turn[k],
                                    .sum = sum,
                                    .a_from = from_stage(w, stage, 0, w->at.row, first + k),
                                    .b_from = nowhere});
    }
}

static void rotated_query_rule(const struct derive_work *w)
{
    rotated(w, STAGE_Q);
}

static void rotated_key_rule(const struct derive_work *w)
{
    rotated(w, STAGE_K);
}

static double say_term(const struct derive_work *w, int index, double x, bool off, double sum)
{
    sum += off ? 0 : x;
    say(w, (struct derive_step){.kind = DERIVE_TERM,
                                .index = index,
                                .a = x,
                                .value = off ? 0 : x,
                                .sum = sum,
                                .a_from = nowhere,
                                .b_from = nowhere});
    return sum;
}

static void all_terms(const struct derive_work *w)
{
    const struct attention *a = attention_of(w);
    struct term list[TERM_MAX];
    int count = terms_list(w->c, w->at.layer, list);
    double sum = 0;
    for (int t = 0; t < count; t++) {
        double x = mat_at(attention_head(a, attention_term(a, t), w->at.head), w->at.row, w->at.col);
        sum = say_term(w, t, x, term_set_has(&w->c->term_off, list[t].bit), sum);
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
        sum =
            say_term(w, t, mat_at(attention_head(a, attention_term(a, t), w->at.head), w->at.row, w->at.col),
                     false, sum);
    if (bias)
        say_term(w, count - 1, attention_bias(w->c, w->at.head, w->at.row, w->at.col), false, sum);
}

static double products(const struct derive_work *w)
{
    const struct attention *a = attention_of(w);
    bool turned = mat_present(a->Qr);
    struct mat q = turned ? a->Qr : a->Q, k = turned ? a->Kr : a->K;
    int dk = w->c->dk, first = w->at.head * dk, key_first = config_key_head(w->c, w->at.head) * dk;
    double sum = 0;
    for (int x = 0; x < dk; x++) {
        double p = mat_at(q, w->at.row, first + x), r = mat_at(k, w->at.col, key_first + x);
        sum += p * r;
        say(w, (struct derive_step){.kind = DERIVE_PRODUCT,
                                    .index = x,
                                    .a = p,
                                    .b = r,
                                    .value = p * r,
                                    .sum = sum,
                                    .a_from = from_stage(w, turned ? STAGE_QR : own_stage(w, STAGE_Q), 0,
                                                         w->at.row, first + x),
                                    .b_from = from_stage(w, turned ? STAGE_KR : own_stage(w, STAGE_K), 0,
                                                         w->at.col, key_first + x)});
    }
    return sum;
}

static void scores_rule(const struct derive_work *w)
{
    switch (attention_source(w->c, w->at.layer, role_of(w))) {
    case SCORES_TERMS:
        all_terms(w);
        break;
    case SCORES_GIVEN:
        say(w, (struct derive_step){.kind = DERIVE_GIVEN,
                                    .value = mat_at(w->c->scores_given, w->at.row, w->at.col),
                                    .a_from = nowhere,
                                    .b_from = nowhere});
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
    *from = from_stage(w, own_stage(w, stage), w->at.head, w->at.row, w->at.col);
    return mat_at(stage_matrix(w->t, w->at.layer, from->stage, w->at.head), w->at.row, w->at.col);
}

static void scaled_rule(const struct derive_work *w)
{
    struct derive_from from;
    double x = map_cell(w, STAGE_SCORES, &from), by = attention_divisor(w->c, role_of(w));
    say(w, (struct derive_step){
               .kind = DERIVE_DIVIDE, .a = x, .b = by, .value = x / by, .a_from = from, .b_from = nowhere});
}

static void masked_rule(const struct derive_work *w)
{
    struct derive_from from;
    double x = map_cell(w, STAGE_SCALED, &from),
           mask = attention_mask(w->c, role_of(w), w->at.row, w->at.col);
    say(w, (struct derive_step){.kind = DERIVE_MASK,
                                .a = x,
                                .b = mask,
                                .value = attention_masked(x, mask),
                                .a_from = from,
                                .b_from = nowhere});
}

/* softmax of the same row of another stage */
static void share_of(const struct derive_work *w, int stage)
{
    struct mat in = stage_matrix(w->t, w->at.layer, stage, w->at.head);
    const double *row = mat_row(in, w->at.row);
    double most = softmax_max(row, in.cols), sum = 0, mine = 0;
    int at = 0;
    if (most == -INFINITY) {
        say(w, (struct derive_step){.kind = DERIVE_EMPTY, .a_from = nowhere, .b_from = nowhere});
        return;
    }
    while (at + 1 < in.cols && !(row[at] == most || isnan(row[at])))
        at++;
    say(w, (struct derive_step){.kind = DERIVE_MAX,
                                .index = at,
                                .a = most,
                                .value = most,
                                .a_from = from_stage(w, stage, w->at.head, w->at.row, at),
                                .b_from = nowhere});
    for (int j = 0; j < in.cols; j++) {
        double x = row[j], e = softmax_exp(x, most);
        sum += e;
        mine = j == w->at.col ? e : mine;
        say(w, (struct derive_step){.kind = DERIVE_EXP,
                                    .index = j,
                                    .a = x,
                                    .b = most,
                                    .value = e,
                                    .sum = sum,
                                    .a_from = from_stage(w, stage, w->at.head, w->at.row, j),
                                    .b_from = nowhere});
    }
    say(w, (struct derive_step){.kind = DERIVE_SHARE,
                                .a = mine,
                                .b = sum,
                                .value = mine / sum,
                                .a_from = nowhere,
                                .b_from = nowhere});
}

static void weights_rule(const struct derive_work *w)
{
    share_of(w, own_stage(w, STAGE_MASKED));
}

/* Σ_j weight[i,j]·v_j, or the same sum over the vectors that the encoding adds to the values (Shaw). */
static double mixed(const struct derive_work *w, bool added, double sum)
{
    const struct attention *a = attention_of(w);
    int stage = own_stage(w, STAGE_WEIGHTS), col = config_key_head(w->c, w->at.head) * w->c->dv + w->at.col;
    struct mat weights = stage_matrix(w->t, w->at.layer, stage, w->at.head);
    double row[CONFIG_MAX_D];
    for (int j = 0; j < a->S.rows; j++) {
        if (added)
            w->c->pe->value(row, (long)w->c->start + w->at.row, (long)w->c->start + j, w->at.head, w->c);
        double x = mat_at(weights, w->at.row, j), v = added ? row[w->at.col] : mat_at(a->V, j, col);
        sum += x * v;
        say(w, (struct derive_step){.kind = DERIVE_PRODUCT,
                                    .index = j,
                                    .a = x,
                                    .b = v,
                                    .value = x * v,
                                    .sum = sum,
                                    .a_from = from_stage(w, stage, w->at.head, w->at.row, j),
                                    .b_from =
                                        added ? nowhere : from_stage(w, own_stage(w, STAGE_V), 0, j, col)});
    }
    return sum;
}

static void head_out_rule(const struct derive_work *w)
{
    double sum = mixed(w, false, 0);
    if (role_of(w).encoded && w->c->pe->value)
        mixed(w, true, sum);
}

static void concat_rule(const struct derive_work *w)
{
    copy_cell(w, from_stage(w, own_stage(w, STAGE_HEAD_OUT), w->at.col / w->c->dv, w->at.row,
                            w->at.col % w->c->dv));
}

static void output_rule(const struct derive_work *w)
{
    product(w, attention_of(w)->concat, own_stage(w, STAGE_CONCAT), weight_of(w, W_O));
}

/* ---- after the attention ------------------------------------------------------- */

static void residual1_rule(const struct derive_work *w)
{
    add(w, attended(w), own_stage(w, STAGE_OUTPUT));
}

static void norm1_rule(const struct derive_work *w)
{
    norm(w, before(w, w->at.stage), w->cross ? LN_GC : LN_G1);
}

static void ffn_in_rule(const struct derive_work *w)
{
    norm(w, before(w, STAGE_FFN_IN), LN_G2);
}

static void activate(const struct derive_work *w, double x)
{
    static const enum derive_kind kinds[ACTIVATION_COUNT] = {[ACTIVATION_RELU] = DERIVE_RELU,
                                                             [ACTIVATION_GELU] = DERIVE_GELU,
                                                             [ACTIVATION_GELU_NEW] = DERIVE_GELU,
                                                             [ACTIVATION_QUICK] = DERIVE_QUICK,
                                                             [ACTIVATION_SILU] = DERIVE_SILU};
    enum activation f = w->c->activation;
    say(w, (struct derive_step){.kind = kinds[f],
                                .index = (int)f,
                                .a = x,
                                .value = activation_at(f, x),
                                .a_from = nowhere,
                                .b_from = nowhere});
}

/* Returns the stage of the rows that the feed-forward network reads. */
static int ffn_read(const struct derive_work *w)
{
    return w->c->norm == NORM_PRE ? STAGE_FFN_IN : before(w, STAGE_FFN_IN);
}

static void gate_rule(const struct derive_work *w)
{
    activate(w, product(w, w->l->ffn_in, ffn_read(w), FF_WG));
}

static void up_rule(const struct derive_work *w)
{
    product(w, w->l->ffn_in, ffn_read(w), FF_W1);
}

static void hidden_rule(const struct derive_work *w)
{
    struct derive_from gate = same_place(w, STAGE_GATE), up = same_place(w, STAGE_UP);
    if (!w->c->gated) {
        activate(w, product(w, w->l->ffn_in, ffn_read(w), FF_W1));
        return;
    }
    double x = cell_of(w, gate), y = cell_of(w, up);
    say(w, (struct derive_step){
               .kind = DERIVE_TIMES, .a = x, .b = y, .value = x * y, .a_from = gate, .b_from = up});
}

static void ffn_rule(const struct derive_work *w)
{
    product(w, w->l->hidden, STAGE_HIDDEN, FF_W2);
}

static void residual2_rule(const struct derive_work *w)
{
    add(w, before(w, STAGE_FFN_IN), STAGE_FFN);
}

static void norm2_rule(const struct derive_work *w)
{
    norm(w, before(w, STAGE_NORM2), LN_G2);
}

static void transform_rule(const struct derive_work *w)
{
    int rows = before(w, STAGE_TRANSFORM);
    activate(w, product(w, stage_matrix(w->t, w->at.layer, rows, 0), rows, READ_T));
}

static void final_rule(const struct derive_work *w)
{
    norm(w, before(w, STAGE_FINAL), LN_GF);
}

static void logits_rule(const struct derive_work *w)
{
    product(w, trace_final(w->t), before(w, STAGE_LOGITS), READ_U);
}

static void probs_rule(const struct derive_work *w)
{
    share_of(w, STAGE_LOGITS);
}

void derive(const struct trace *t, const struct config *c, struct derive_cell cell, derive_emit *emit,
            void *to)
{
    static void (*const rules[STAGE_COUNT])(const struct derive_work *) = {
        [STAGE_TOKENS] = given,
        [STAGE_X] = given,
        [STAGE_P] = encoding,
        [STAGE_TYPES] = given,
        [STAGE_EMBEDDED] = embedded_rule,
        [STAGE_SUM] = input,
        [STAGE_Y] = given,
        [STAGE_H] = h_rule,
        [STAGE_Q] = query_rule,
        [STAGE_K] = key_rule,
        [STAGE_V] = value_rule,
        [STAGE_QR] = rotated_query_rule,
        [STAGE_KR] = rotated_key_rule,
        [STAGE_SCORES] = scores_rule,
        [STAGE_SCALED] = scaled_rule,
        [STAGE_MASKED] = masked_rule,
        [STAGE_WEIGHTS] = weights_rule,
        [STAGE_HEAD_OUT] = head_out_rule,
        [STAGE_CONCAT] = concat_rule,
        [STAGE_OUTPUT] = output_rule,
        [STAGE_RESIDUAL1] = residual1_rule,
        [STAGE_NORM1] = norm1_rule,
        [STAGE_FFN_IN] = ffn_in_rule,
        [STAGE_GATE] = gate_rule,
        [STAGE_UP] = up_rule,
        [STAGE_HIDDEN] = hidden_rule,
        [STAGE_FFN] = ffn_rule,
        [STAGE_RESIDUAL2] = residual2_rule,
        [STAGE_NORM2] = norm2_rule,
        [STAGE_TRANSFORM] = transform_rule,
        [STAGE_FINAL] = final_rule,
        [STAGE_LOGITS] = logits_rule,
        [STAGE_PROBS] = probs_rule,
    };
    struct derive_work w = {t, c, &t->layer[cell.layer], cell, stage_crosses(cell.stage), emit, to};
    rules[stage_first(cell.stage)](&w);
}
