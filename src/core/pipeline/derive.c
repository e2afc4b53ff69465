/* Interprets what stage.c says a stage is made of: one rule per op. A rule reads the trace and repeats the
 * arithmetic of trace.c for one cell. Which stages and which weight it reads, and in which layer and pass,
 * is the table's answer under the config (stage_made); so a stage whose op is known needs no rule. */
#include "core/pipeline/derive.h"

#include <math.h>

#include "core/encoding/posenc.h"
#include "core/math/softmax.h"
#include "core/pipeline/attention.h"
#include "core/pipeline/block.h"
#include "core/pipeline/derive_work.h"
#include "core/pipeline/norm.h"
#include "core/pipeline/terms.h"

/* ---- numbers with their cells, and steps ----------------------------------------- */

double derive_result(const struct derive_step *step)
{
    bool sums = step->kind == DERIVE_PRODUCT || step->kind == DERIVE_TERM || step->kind == DERIVE_ENTRY ||
                step->kind == DERIVE_ASK;
    return sums ? step->sum : step->value;
}

struct derive_operand derive_plain(double x)
{
    return (struct derive_operand){x, {.stage = -1, .weight = -1}};
}

static struct derive_operand entry_of(const struct derive_work *w, const struct trace *t,
                                      struct derive_from from)
{
    from.weight = -1;
    from.layer = w->layer;
    from.head = stage_row(from.stage)->heads == HEADS_APART ? w->head : 0;
    return (struct derive_operand){mat_at(stage_matrix(t, w->layer, from.stage, w->head), from.row, from.col),
                                   from};
}

struct derive_operand derive_entry(const struct derive_work *w, int stage, int row, int col)
{
    return entry_of(w, w->t, (struct derive_from){.stage = stage, .row = row, .col = col});
}

struct derive_operand derive_gradient(const struct derive_work *w, int stage, int row, int col)
{
    return entry_of(w, &w->g->d,
                    (struct derive_from){.stage = stage, .row = row, .col = col, .gradient = true});
}

struct derive_operand derive_weight(const struct derive_work *w, int weight, int row, int col)
{
    int layer = config_weight_layer((enum weight)weight, w->layer);
    double x = weight >= WEIGHT_COUNT ? mat_at(w->c->pe_mat[weight - WEIGHT_COUNT], row, col)
                                      : factor_entry(w->c->w[layer][weight], row, col);
    return (struct derive_operand){x, {-1, weight, layer, 0, row, col, false}};
}

double derive_say_with(const struct derive_work *w, enum derive_kind kind, struct derive_operand a,
                       struct derive_operand b, double value, double third)
{
    w->emit(w->to, &(struct derive_step){kind, 0, a.x, b.x, value, third, a.from, b.from});
    return value;
}

double derive_say(const struct derive_work *w, enum derive_kind kind, int index, struct derive_operand a,
                  struct derive_operand b, double value)
{
    w->emit(w->to, &(struct derive_step){kind, index, a.x, b.x, value, 0, a.from, b.from});
    return value;
}

double derive_say_alone(const struct derive_work *w, enum derive_kind kind, double value)
{
    return derive_say(w, kind, 0, derive_plain(0), derive_plain(0), value);
}

void derive_add(struct derive_work *w, enum derive_kind kind, int index, struct derive_operand a,
                struct derive_operand b, double value)
{
    w->sum += value;
    w->emit(w->to, &(struct derive_step){kind, index, a.x, b.x, value, w->sum, a.from, b.from});
}

void derive_multiply(struct derive_work *w, int index, struct derive_operand a, struct derive_operand b)
{
    derive_add(w, DERIVE_PRODUCT, index, a, b, a.x * b.x);
}

void derive_add_entry(struct derive_work *w, int index, struct derive_operand a)
{
    derive_add(w, DERIVE_ENTRY, index, a, derive_plain(0), a.x);
}

/* Returns the entry of a stage at the cell's own row and column. */
static struct derive_operand same_place(const struct derive_work *w, int stage)
{
    return derive_entry(w, stage, w->at.row, w->at.col);
}

/* ---- before the layers ----------------------------------------------------------- */

static void encoding(struct derive_work *w)
{
    static const double turn = 6.28318530717958647692;
    double row[CONFIG_MAX_D], x[2];
    const struct posenc_def *pe = w->c->pe;
    int pos = w->c->start + w->at.row, hand = pe->step ? w->at.col * pe->step : -1;
    bool there = pe->row(row, pos, w->c);
    double a = row[w->at.col], b = w->c->pescale;
    if (!there) {
        derive_say(w, DERIVE_NO_ROW, pos, derive_plain(0), derive_plain(0), 0);
        return;
    }
    if (pe->place) { /* the turns of a hand: its frequencies times the coordinates, then 2π for an angle */
        for (int k = 0, count = pe->place(x, pos, w->c); k < count; k++)
            derive_multiply(w, k, derive_weight(w, WEIGHT_COUNT, hand / 2, k), derive_plain(x[k]));
        derive_say(w, DERIVE_TIMES, 0, derive_plain(w->sum), derive_plain(turn), w->sum * turn);
    }
    if (hand >= 0)
        derive_say(w, hand % 2 ? DERIVE_COSINE : DERIVE_SINE, hand / 2,
                   derive_plain(pe->angle(pos, hand / 2, w->c)), derive_plain(pos), a);
    derive_say(w, pe->tabled && b == 1 ? DERIVE_GIVEN : DERIVE_ENCODING, pos, derive_plain(a),
               derive_plain(b), a * b);
}

/* ---- rows: sums, LayerNorms, products with a weight ------------------------------ */

/* a + b …; a alone is copied */
static void derive_sum(const struct derive_work *w, const struct stage_made *made)
{
    struct derive_operand sum = same_place(w, made->of[0]);
    if (made->of[1] == 0)
        derive_say(w, DERIVE_COPY, 0, sum, derive_plain(0), sum.x);
    for (int i = 1; i < STAGE_OPERANDS && made->of[i] > 0; i++) {
        struct derive_operand more = same_place(w, made->of[i]);
        sum = derive_plain(derive_say(w, DERIVE_ADD, 0, sum, more, sum.x + more.x));
    }
}

struct derive_range derive_range(const struct derive_work *w, enum stage_op op, int cols)
{
    struct derive_range r = {0, cols, !w->c->norm_rms, false};
    if (op == OP_UNIT) {
        r.centred = false;
        r.length = w->c->qk_norm == QK_NORM_COSINE;
        qk_range(w->c, cols, w->at.col, &r.first, &r.count);
    }
    return r;
}

void derive_spread(struct derive_work *w, int stage, struct derive_range range, double spread[2])
{
    const struct config *c = w->c;
    struct mat in = stage_matrix(w->t, w->layer, stage, w->head);
    const double *x = mat_row(in, w->at.row) + range.first;
    spread[0] = 0;
    if (range.centred)
        norm_of_row(x, range.count, c->eps, &spread[0], &spread[1]);
    else
        spread[1] = range.length ? sqrt(vec_dot(x, x, range.count)) : rms_of_row(x, range.count, c->eps);
    w->sum = 0;
    for (int j = 0; j < range.count && range.centred; j++)
        derive_add_entry(w, j, derive_entry(w, stage, w->at.row, range.first + j));
    if (range.centred)
        derive_say(w, DERIVE_MEAN, 0, derive_plain(w->sum), derive_plain(range.count), spread[0]);
    w->sum = 0;
    for (int j = 0; j < range.count; j++)
        derive_add(w, DERIVE_SQUARE, j, derive_entry(w, stage, w->at.row, range.first + j),
                   derive_plain(spread[0]), (x[j] - spread[0]) * (x[j] - spread[0]));
    derive_say_with(w, DERIVE_SIGMA, derive_plain(w->sum), derive_plain(range.length ? 1 : range.count),
                    spread[1], range.length ? 0 : c->eps);
}

bool derive_has_weight(const struct derive_work *w, int weight)
{
    return factor_present(w->c->w[config_weight_layer((enum weight)weight, w->layer)][weight]);
}

/* gain·(a - mean)/σ + shift, over the row or a part of it */
static void norm(struct derive_work *w, const struct stage_made *made)
{
    int gain = made->weight, shift = stage_bias(gain),
        cols = stage_matrix(w->t, w->layer, made->of[0], 0).cols;
    double spread[2];
    struct derive_operand x = same_place(w, made->of[0]);
    derive_spread(w, made->of[0], derive_range(w, made->op, cols), spread);
    double value = derive_say_with(w, DERIVE_NORM, x, derive_plain(spread[0]),
                                   norm_entry(x.x, spread[0], spread[1]), spread[1]);
    if (derive_has_weight(w, gain)) {
        int by = w->at.col % w->c->w[config_weight_layer((enum weight)gain, w->layer)][gain].cols;
        struct derive_operand g = derive_weight(w, gain, 0, by);
        value = derive_say(w, DERIVE_GAIN, 0, derive_plain(value), g, value * g.x);
    }
    if (shift >= 0 && derive_has_weight(w, shift)) {
        struct derive_operand s = derive_weight(w, shift, 0, w->at.col);
        derive_say(w, DERIVE_SHIFT, 0, derive_plain(value), s, value + s.x);
    }
}

/* Σ_k a[row,k]·W[k,col] (+ b[col]), and its activation if there is one */
static void linear(struct derive_work *w, const struct stage_made *made)
{
    static const enum derive_kind kinds[ACTIVATION_COUNT] = {[ACTIVATION_RELU] = DERIVE_RELU,
                                                             [ACTIVATION_GELU] = DERIVE_GELU,
                                                             [ACTIVATION_GELU_NEW] = DERIVE_GELU,
                                                             [ACTIVATION_QUICK] = DERIVE_QUICK,
                                                             [ACTIVATION_SILU] = DERIVE_SILU};
    enum activation f = w->c->activation;
    int bias = stage_bias(made->weight), cols = stage_matrix(w->t, w->layer, made->of[0], 0).cols;
    for (int k = 0; k < cols; k++)
        derive_multiply(w, k, derive_entry(w, made->of[0], w->at.row, k),
                        derive_weight(w, made->weight, k, w->at.col));
    double x = w->sum;
    if (derive_has_weight(w, bias)) {
        struct derive_operand b = derive_weight(w, bias, 0, w->at.col);
        x = derive_say(w, DERIVE_BIAS, 0, derive_plain(x), b, x + b.x);
    }
    if (made->op == OP_ACTIVATE)
        derive_say(w, kinds[f], (int)f, derive_plain(x), derive_plain(0), activation_at(f, x));
    if (w->at.stage == STAGE_LOGITS && w->c->final_cap > 0)
        derive_say(w, DERIVE_CAP, 0, derive_plain(x), derive_plain(w->c->final_cap),
                   cap_at(w->c->final_cap, x));
}

/* ---- attention ------------------------------------------------------------------- */

struct attention_role derive_role(const struct derive_work *w, int stage)
{
    const struct attention_role second = {.cross = true};
    return stage_crosses(stage) ? second : attention_first(w->c);
}

/* The rotation matrix has rows e_k R(pos); its column c is R(-pos) applied to e_c. Rotating one unit row
 * therefore gives every coefficient of the cell; the gradient's are those of the transposed matrix. */
void derive_turned(struct derive_work *w, int stage, bool gradient)
{
    const struct config of = posenc_of_layer(w->c, w->layer), *c = &of;
    double turn[CONFIG_MAX_D] = {0};
    int first = w->at.col / c->dk * c->dk;
    long pos = (long)c->start + w->at.row;
    turn[w->at.col - first] = 1;
    posenc_rotate(turn, gradient ? pos : -pos, c);
    for (int k = 0; k < c->dk; k++)
        if (turn[k] != 0 || first + k == w->at.col)
            derive_multiply(w, k,
                            gradient ? derive_gradient(w, stage, w->at.row, first + k)
                                     : derive_entry(w, stage, w->at.row, first + k),
                            derive_plain(turn[k]));
}

/* Emits the terms from `first` up to `end`, in list order; those that are knocked out are 0. */
static void derive_terms(struct derive_work *w, const struct term *list, int first, int end)
{
    const struct attention *a = stage_attention(&w->t->layer[w->layer], w->at.stage);
    for (int t = first; t < end; t++) {
        double x = mat_at(attention_head(a, attention_term(a, t), w->head), w->at.row, w->at.col);
        bool off = term_set_has(&w->c->term_off, list[t].bit);
        derive_add(w, DERIVE_TERM, t, derive_plain(x), derive_plain(0), off ? 0 : x);
    }
}

/* q_i·k_j by head, then what the encoding adds: its terms and its bias; or the sum of all terms. */
static void scores(struct derive_work *w, const struct stage_made *made)
{
    const struct config *c = w->c;
    int dk = c->dk, first = w->head * dk, key_first = config_key_head(c, w->head) * dk;
    struct term list[TERM_MAX];
    bool added = made->op == OP_TERMS || derive_role(w, w->at.stage).encoded, bias = c->pe->bias != NULL;
    int count = added ? terms_list(c, w->layer, list) : 0, own = posenc_term_count(c);
    if (made->op == OP_TERMS) {
        derive_terms(w, list, 0, count);
        return;
    }
    for (int x = 0; x < dk; x++)
        derive_multiply(w, x, derive_entry(w, made->of[0], w->at.row, first + x),
                        derive_entry(w, made->of[1], w->at.col, key_first + x));
    if (!added)
        return;
    derive_terms(w, list, count - (c->pe->replaces_product ? 0 : own) - bias, count - bias);
    if (bias) {
        double x = attention_bias(c, w->head, w->at.row, w->at.col);
        derive_add(w, DERIVE_TERM, count - 1, derive_plain(x), derive_plain(0), x);
    }
}

/* softmax of the same row of another stage, a sink among its entries if the head has one: the share of the
 * cell, or of the sink */
static void derive_share(struct derive_work *w, int stage, bool of_sink)
{
    struct mat in = stage_matrix(w->t, w->layer, stage, w->head);
    const double *row = mat_row(in, w->at.row);
    bool sinks = stage == STAGE_MASKED && attention_sinks(w->c, derive_role(w, stage));
    double most = softmax_max(row, in.cols), mine = 0,
           logit = sinks ? attention_sink(w->c, w->layer, w->head) : -INFINITY;
    struct derive_operand sink = derive_plain(logit);
    int at = 0;
    if (most == -INFINITY && !sinks) {
        derive_say_alone(w, DERIVE_EMPTY, 0);
        return;
    }
    if (sinks && derive_has_weight(w, SINK_LOGIT))
        sink = derive_weight(w, SINK_LOGIT, 0, w->head);
    while (at + 1 < in.cols && !(row[at] == most || isnan(row[at])))
        at++;
    struct derive_operand max = most >= logit || isnan(most) ? derive_entry(w, stage, w->at.row, at) : sink;
    max.x = most = most >= logit || isnan(most) ? most : logit;
    derive_say(w, DERIVE_MAX, at, max, derive_plain(0), most);
    for (int j = 0; j < in.cols; j++) {
        double e = softmax_exp(row[j], most);
        derive_add(w, DERIVE_EXP, j, derive_entry(w, stage, w->at.row, j), derive_plain(most), e);
        mine = j == w->at.col ? e : mine;
    }
    if (sinks)
        derive_add(w, DERIVE_EXP, in.cols, sink, derive_plain(most), softmax_exp(logit, most));
    mine = of_sink ? softmax_exp(logit, most) : mine;
    derive_say(w, DERIVE_SHARE, 0, derive_plain(mine), derive_plain(w->sum), mine / w->sum);
}

/* Σ_j weight[i,j]·v_j, then the same sum over the vectors that the encoding adds to the values (Shaw). */
static void mix(struct derive_work *w, int weights, int values)
{
    const struct config *c = w->c;
    int col = config_key_head(c, w->head) * c->dv + w->at.col,
        keys = stage_matrix(w->t, w->layer, weights, w->head).cols;
    double row[CONFIG_MAX_D];
    for (int j = 0; j < keys; j++)
        derive_multiply(w, j, derive_entry(w, weights, w->at.row, j), derive_entry(w, values, j, col));
    for (int j = 0; j < keys && derive_role(w, w->at.stage).encoded && c->pe->value; j++) {
        c->pe->value(row, (long)c->start + w->at.row, (long)c->start + j, w->head, c);
        derive_multiply(w, j, derive_entry(w, weights, w->at.row, j), derive_plain(row[w->at.col]));
    }
}

/* What becomes of a score on its way to softmax: divided, bent by the cap, with the mask. */
static void score_on(const struct derive_work *w, enum stage_op op, int of)
{
    const struct config *c = w->c;
    struct attention_role role = derive_role(w, w->at.stage);
    struct derive_operand a = same_place(w, of),
                          by = derive_plain(op == OP_DIVIDE ? attention_divisor(c, role) : c->softcap),
                          mask = derive_plain(attention_mask(c, w->layer, role, w->at.row, w->at.col));
    if (op == OP_MASK)
        derive_say(w, DERIVE_MASK, 0, a, mask, attention_masked(a.x, mask.x));
    else if (op == OP_CAP)
        derive_say(w, DERIVE_CAP, 0, a, by, cap_at(by.x, a.x));
    else
        derive_say(w, DERIVE_DIVIDE, 0, a, by, a.x / by.x);
}

/* ---- the ops --------------------------------------------------------------------- */

void derive(const struct trace *t, const struct config *c, struct derive_cell cell, derive_emit *emit,
            void *to)
{
    struct stage_made made = stage_made(c, cell.layer, cell.stage);
    struct derive_work work = {t, c, NULL, cell, made.layer, cell.head, 0, emit, to}, *w = &work;
    struct derive_operand a, b;
    int of = made.of[0];
    bool patched =
        c->patch_count > 0 && stage_has_numbers(cell.stage) &&
        patches_meet(t, c, cell.layer, stage_matrix(t, cell.layer, cell.stage, cell.head), cell.row);
    switch (patched ? OP_GIVEN : made.op) {
    case OP_GIVEN:
        derive_say_alone(w, patched ? DERIVE_PATCHED : DERIVE_GIVEN, same_place(w, cell.stage).x);
        break;
    case OP_ENCODING:
        encoding(w);
        break;
    case OP_ADD:
        derive_sum(w, &made);
        break;
    case OP_NORM:
    case OP_UNIT:
        norm(w, &made);
        break;
    case OP_LINEAR:
    case OP_ACTIVATE:
        linear(w, &made);
        break;
    case OP_TURN:
        derive_turned(w, of, false);
        break;
    case OP_SCORES:
    case OP_TERMS:
        scores(w, &made);
        break;
    case OP_DIVIDE:
    case OP_CAP:
    case OP_MASK:
        score_on(w, made.op, of);
        break;
    case OP_SHARE:
    case OP_SINK:
        derive_share(w, of, made.op == OP_SINK);
        break;
    case OP_MIX:
        mix(w, of, made.of[1]);
        break;
    case OP_JOIN:
        w->head = cell.col / c->dv;
        a = derive_entry(w, of, cell.row, cell.col % c->dv);
        derive_say(w, DERIVE_COPY, 0, a, derive_plain(0), a.x);
        break;
    case OP_TIMES:
        a = same_place(w, of);
        b = same_place(w, made.of[1]);
        derive_say(w, DERIVE_TIMES, 0, a, b, a.x * b.x);
        break;
    }
}
