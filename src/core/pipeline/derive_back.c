/* A table with one rule per stage. A rule reads the trace and the gradients of
 * what was computed from its cell, and repeats the backward pass for one entry. Rows between two sublayers
 * are read twice: by the next sublayer, and by the residual that leads around it. */
#include "core/pipeline/derive_back_work.h"

#include <math.h>

#include "core/encoding/posenc.h"
#include "core/math/softmax.h"
#include "core/pipeline/attention.h"
#include "core/pipeline/stage.h"

struct mat derive_back_matrix(const struct grad *g, const struct derive_cell *cell)
{
    if (cell->stage >= 0)
        return stage_matrix(&g->d, cell->layer, cell->stage, cell->head);
    if (cell->weight >= WEIGHT_COUNT)
        return g->to.pe_mat[cell->weight - WEIGHT_COUNT];
    return factor_mat(g->to.w[config_weight_layer((enum weight)cell->weight, cell->layer)][cell->weight]);
}

/* ---- cells -------------------------------------------------------------------------------- */

/* The number at the cell's own row and column of another stage; `gradient`: the loss's gradient with respect
 * to it. */
static struct derive_from at_own(const struct back_work *w, int layer, int stage, bool gradient)
{
    return (struct derive_from){stage, -1, layer, w->at.head, w->at.row, w->at.col, gradient};
}

static struct derive_from moved(struct derive_from from, int row, int col)
{
    from.row = row;
    from.col = col;
    return from;
}

static struct derive_from weight_at(int weight, int layer, int row, int col)
{
    return (struct derive_from){-1,  weight, config_weight_layer((enum weight)weight, layer), 0, row,
                                col, false};
}

double back_read(const struct back_work *w, struct derive_from from)
{
    struct mat m = from.weight >= 0 ? factor_mat(w->c->w[from.layer][from.weight])
                                    : stage_matrix(from.gradient ? &w->s->g->d : w->s->t, from.layer,
                                                   from.stage, from.head);
    return mat_at(m, from.row, from.col);
}

struct derive_operand back_at(const struct back_work *w, struct derive_from from)
{
    return (struct derive_operand){back_read(w, from), from};
}

int back_stage(struct pass p, int row)
{
    return p.cross ? stage_again(row) : row;
}

static int own_weight(struct pass p, int weight)
{
    return p.cross ? weight + (W_QC - W_Q) : weight;
}

static struct attention_role role_of(const struct back_work *w, struct pass p)
{
    const struct attention_role second = {.cross = true};
    return p.cross ? second : attention_first(w->c);
}

bool back_reads_memory(const struct back_work *w, struct pass p)
{
    return p.cross || config_crosses(w->c);
}

int back_before(const struct back_work *w, int layer, int stage)
{
    return stage_step(w->c, layer, stage, -1);
}

/* The stage of the rows that an attention starts from, before any LayerNorm. */
static int rows_before(const struct back_work *w, struct pass p)
{
    if (p.cross)
        return back_before(w, p.layer, stage_again(STAGE_H));
    return w->c->norm == NORM_PRE ? STAGE_SUM : STAGE_H;
}

/* The stage that an attention's queries are computed from. */
int back_queried(const struct back_work *w, struct pass p)
{
    return w->c->norm == NORM_PRE ? back_stage(p, STAGE_H) : rows_before(w, p);
}

int back_last_layer(const struct back_work *w)
{
    return w->c->layers - 1;
}

/* ---- steps -------------------------------------------------------------------------------- */

static void say(const struct back_work *w, struct derive_step step)
{
    w->emit(w->to, &step);
}

void back_unread(const struct back_work *w)
{
    back_combine(w, DERIVE_UNREAD, derive_plain(0), derive_plain(0));
}

void back_multiply(struct back_work *w, int index, struct derive_operand a, struct derive_operand b)
{
    w->sum += a.x * b.x;
    say(w, (struct derive_step){DERIVE_PRODUCT, index, a.x, b.x, a.x * b.x, w->sum, a.from, b.from});
}

void back_add_entry(struct back_work *w, int index, struct derive_operand a)
{
    struct derive_operand none = derive_plain(0);
    w->sum += a.x;
    say(w, (struct derive_step){DERIVE_ENTRY, index, a.x, none.x, a.x, w->sum, a.from, none.from});
}

static double combined(enum derive_kind kind, double a, double b)
{
    switch (kind) {
    case DERIVE_COPY:
        return a;
    case DERIVE_PLUS:
        return a + b;
    case DERIVE_TIMES:
        return a * b;
    case DERIVE_OVER:
    case DERIVE_DIVIDE:
    case DERIVE_MEAN:
        return a / b;
    default:
        return a - b;
    }
}

/* A step of two numbers, one or both of them cells. Returns its value. */
double back_combine(const struct back_work *w, enum derive_kind kind, struct derive_operand a,
                    struct derive_operand b)
{
    double value = combined(kind, a.x, b.x);
    say(w, (struct derive_step){kind, 0, a.x, b.x, value, 0, a.from, b.from});
    return value;
}

static void copy_cell(const struct back_work *w, struct derive_from from)
{
    back_combine(w, DERIVE_COPY, back_at(w, from), derive_plain(0));
}

/* value + the gradient that a residual brings */
static void add_residual(const struct back_work *w, double value, int layer, int stage)
{
    struct derive_from from = at_own(w, layer, stage, true);
    if (stage_present(w->c, layer, stage))
        back_combine(w, DERIVE_PLUS, derive_plain(value), back_at(w, from));
}

/* ---- LayerNorm ---------------------------------------------------------------------------- */

/* The gradient with respect to result j of the row, and the gain that it is times; without one, *gain is 1
 * from nowhere. Returns the product, which is a cell only without a gain. */
static struct derive_operand before_gain(const struct back_work *w, const struct norm *n, int j,
                                         struct derive_operand of[2])
{
    struct derive_from gain = weight_at(n->gain, n->layer, 0, j);
    bool gained = factor_present(w->c->w[gain.layer][n->gain]);
    of[0] = back_at(w, moved(at_own(w, n->layer, n->stage, true), w->at.row, j));
    of[1] = gained ? back_at(w, gain) : derive_plain(1);
    return gained ? derive_plain(of[0].x * of[1].x) : of[0];
}

/* Σ over the row of the gradients, by themselves or times y = (x - mean)/σ; then their mean. */
static double mean_along(struct back_work *w, const struct norm *n, bool times_y, const double spread[2])
{
    const double *x = mat_row(n->in, w->at.row);
    w->sum = 0;
    for (int j = 0; j < n->in.cols; j++) {
        struct derive_operand of[2], d = before_gain(w, n, j, of);
        if (times_y)
            back_multiply(w, j, d, derive_plain(norm_entry(x[j], spread[0], spread[1])));
        else if (of[1].from.weight >= 0)
            back_multiply(w, j, of[0], of[1]);
        else
            back_add_entry(w, j, d);
    }
    return back_combine(w, DERIVE_MEAN, derive_plain(w->sum), derive_plain(n->in.cols));
}

double back_norm_entry(const struct back_work *w, struct derive_from x, const double spread[2])
{
    struct derive_operand a = back_at(w, x), none = derive_plain(0);
    double value = norm_entry(a.x, spread[0], spread[1]);
    say(w, (struct derive_step){DERIVE_NORM, 0, a.x, spread[0], value, spread[1], a.from, none.from});
    return value;
}

/* (d - mean(d) - y·mean(d·y))/σ for the cell, which is an entry of the LayerNorm's input */
static double norm_rule(struct back_work *w, const struct norm *n)
{
    double spread[2];
    struct derive_operand of[2], none = derive_plain(0);
    struct derive_from x = at_own(w, w->at.layer, w->at.stage, false);
    struct derive_row row = {mat_row(n->in, w->at.row), n->in.cols, false, w->c->eps, moved(x, w->at.row, 0)};
    derive_spread(&row, spread, w->emit, w->to);
    if (spread[1] == 0) {
        back_unread(w);
        return 0;
    }
    double mean = mean_along(w, n, false, spread), along = mean_along(w, n, true, spread);
    struct derive_operand entry = before_gain(w, n, w->at.col, of);
    double y = back_norm_entry(w, x, spread), d = back_combine(w, DERIVE_CENTRE, entry, derive_plain(mean));
    say(w, (struct derive_step){DERIVE_LEAN, 0, d, y, d - y * along, along, none.from, none.from});
    return back_combine(w, DERIVE_OVER, derive_plain(d - y * along), derive_plain(spread[1]));
}

/* The LayerNorm whose results are the stage of a layer. */
struct norm back_norm(const struct back_work *w, int layer, int stage, int gain)
{
    int in = stage == STAGE_H ? STAGE_SUM : back_before(w, layer, stage);
    return (struct norm){layer, stage, gain, in, stage_matrix(w->s->t, layer, in, 0)};
}

static double norm_back_rule(struct back_work *w, int layer, int stage, int gain)
{
    struct norm n = back_norm(w, layer, stage, gain);
    return norm_rule(w, &n);
}

/* ---- readers of rows ---------------------------------------------------------------------- */

/* Σ_j d[row,j]·W[col,j]: what one product brings, where d is the gradient with respect to its results */
static void through(struct back_work *w, int layer, int stage, int weight)
{
    int cols = stage_matrix(w->s->t, layer, stage, 0).cols;
    for (int j = 0; j < cols; j++)
        back_multiply(w, j, back_at(w, moved(at_own(w, layer, stage, true), w->at.row, j)),
                      back_at(w, weight_at(weight, layer, w->at.col, j)));
}

static void through_keys_and_values(struct back_work *w, struct pass p)
{
    through(w, p.layer, back_stage(p, STAGE_K), own_weight(p, W_K));
    through(w, p.layer, back_stage(p, STAGE_V), own_weight(p, W_V));
}

static double through_attention(struct back_work *w, struct pass p)
{
    through(w, p.layer, back_stage(p, STAGE_Q), own_weight(p, W_Q));
    if (!back_reads_memory(w, p))
        through_keys_and_values(w, p);
    return w->sum;
}

/* The gradient with respect to entry j of the inner layer before the activation. */
double back_slope(const struct back_work *w, int layer, int row, int j)
{
    double slope = activation_slope(w->c->activation, mat_at(w->s->t->layer[layer].before, row, j));
    struct derive_operand d = back_at(w, (struct derive_from){STAGE_HIDDEN, -1, layer, 0, row, j, true}),
                          by = derive_plain(slope);
    say(w, (struct derive_step){DERIVE_SLOPE, w->at.stage < 0 ? row : j, d.x, slope, d.x * slope, 0, d.from,
                                by.from});
    return d.x * slope;
}

double back_before_activation(const struct back_work *w, int layer, int row, int j)
{
    return mat_at(w->s->g->d.layer[layer].before, row, j);
}

static double through_feed_forward(struct back_work *w, int layer)
{
    for (int j = 0; j < w->c->dff; j++)
        back_slope(w, layer, w->at.row, j);
    for (int j = 0; j < w->c->dff; j++)
        back_multiply(w, j, derive_plain(back_before_activation(w, layer, w->at.row, j)),
                      back_at(w, weight_at(FF_W1, layer, w->at.col, j)));
    return w->sum;
}

static void read_by_attention(struct back_work *w, struct pass p)
{
    double d = w->c->norm == NORM_PRE
                   ? norm_back_rule(w, p.layer, back_stage(p, STAGE_H), p.cross ? LN_GC : LN_G1)
                   : through_attention(w, p);
    add_residual(w, d, p.layer, back_stage(p, STAGE_RESIDUAL1));
}

static void read_by_feed_forward(struct back_work *w, int layer)
{
    double d = w->c->norm == NORM_PRE ? norm_back_rule(w, layer, STAGE_FFN_IN, LN_G2)
                                      : through_feed_forward(w, layer);
    add_residual(w, d, layer, STAGE_RESIDUAL2);
}

static void read_by_logits(struct back_work *w)
{
    if (w->c->classes > 0)
        through(w, back_last_layer(w), STAGE_LOGITS, READ_U);
    else
        back_unread(w);
}

/* The rows after a sublayer. */
static void rows_rule(struct back_work *w)
{
    int layer = w->at.layer;
    if (w->at.stage < STAGE_CROSS && config_decodes(w->c))
        read_by_attention(w, (struct pass){layer, true});
    else if (w->at.stage < STAGE_FFN_IN && w->c->dff > 0)
        read_by_feed_forward(w, layer);
    else if (layer < back_last_layer(w))
        read_by_attention(w, (struct pass){layer + 1, false});
    else if (w->c->final_norm)
        norm_back_rule(w, layer, STAGE_FINAL, LN_GF);
    else
        read_by_logits(w);
}

/* ---- around a sublayer -------------------------------------------------------------------- */

/* Results of a sublayer, which a residual takes over unchanged. */
static void out_rule(struct back_work *w, int residual, int normed, int gain)
{
    if (stage_present(w->c, w->at.layer, residual))
        copy_cell(w, at_own(w, w->at.layer, residual, true));
    else if (stage_present(w->c, w->at.layer, normed))
        norm_back_rule(w, w->at.layer, normed, gain);
    else
        rows_rule(w);
}

static void output_rule(struct back_work *w)
{
    out_rule(w, back_stage(w->pass, STAGE_RESIDUAL1), back_stage(w->pass, STAGE_NORM1),
             w->pass.cross ? LN_GC : LN_G1);
}

static void residual1_rule(struct back_work *w)
{
    int normed = back_stage(w->pass, STAGE_NORM1);
    if (stage_present(w->c, w->at.layer, normed))
        norm_back_rule(w, w->at.layer, normed, w->pass.cross ? LN_GC : LN_G1);
    else
        rows_rule(w);
}

static void ffn_rule(struct back_work *w)
{
    out_rule(w, STAGE_RESIDUAL2, STAGE_NORM2, LN_G2);
}

static void residual2_rule(struct back_work *w)
{
    if (stage_present(w->c, w->at.layer, STAGE_NORM2))
        norm_back_rule(w, w->at.layer, STAGE_NORM2, LN_G2);
    else
        rows_rule(w);
}

static void hidden_rule(struct back_work *w)
{
    through(w, w->at.layer, STAGE_FFN, FF_W2);
}

static void ffn_in_rule(struct back_work *w)
{
    through_feed_forward(w, w->at.layer);
}

/* ---- input -------------------------------------------------------------------------------- */

static void sum_rule(struct back_work *w)
{
    read_by_attention(w, w->pass);
}

static void h_rule(struct back_work *w)
{
    if (w->c->norm == NORM_PRE)
        through_attention(w, w->pass);
    else
        read_by_attention(w, w->pass);
}

/* X and P go into their sum unchanged. */
static void input_rule(struct back_work *w)
{
    copy_cell(w, at_own(w, 0, rows_before(w, (struct pass){0, false}), true));
}

static void memory_rule(struct back_work *w)
{
    for (int l = 0; l < w->c->layers; l++)
        through_keys_and_values(w, (struct pass){l, !config_crosses(w->c)});
}

/* ---- attention ---------------------------------------------------------------------------- */

/* Σ over the other side of d scores·its row: by an entry of the queries, or of the keys */
static void scores_rule_back(struct back_work *w, int other, bool keys)
{
    int scores = back_stage(w->pass, STAGE_SCORES), head = w->at.col / w->c->dk;
    int count = stage_matrix(w->s->t, w->at.layer, other, 0).rows;
    if (attention_source(w->c, w->at.layer, role_of(w, w->pass)) != SCORES_PRODUCT) {
        back_unread(w);
        return;
    }
    for (int j = 0; j < count; j++) {
        struct derive_from d = {scores, -1, w->at.layer, head, keys ? j : w->at.row, keys ? w->at.row : j,
                                true};
        back_multiply(w, j, back_at(w, d),
                      back_at(w, moved(at_own(w, w->at.layer, other, false), j, w->at.col)));
    }
}

/* The gradient of a rotation: its transposed matrix, whose column k is e_k, rotated. */
static void unrotate(struct back_work *w, int turned)
{
    const struct config *c = w->c;
    double turn[CONFIG_MAX_D] = {0};
    int first = w->at.col / c->dk * c->dk;
    turn[w->at.col - first] = 1;
    c->pe->rotate(turn, (long)c->start + w->at.row, c);
    for (int k = 0; k < c->dk; k++) {
        struct derive_from from = moved(at_own(w, w->at.layer, turned, true), w->at.row, first + k);
        if (turn[k] != 0 || first + k == w->at.col)
            back_multiply(w, k, back_at(w, from), derive_plain(turn[k]));
    }
}

static bool rotates(const struct back_work *w)
{
    return !w->pass.cross && attention_rotates(w->c, attention_first(w->c));
}

static void query_rule(struct back_work *w)
{
    if (rotates(w))
        unrotate(w, STAGE_QR);
    else
        scores_rule_back(w, back_stage(w->pass, STAGE_K), false);
}

static void key_rule(struct back_work *w)
{
    if (rotates(w))
        unrotate(w, STAGE_KR);
    else
        scores_rule_back(w, back_stage(w->pass, STAGE_Q), true);
}

static void rotated_query_rule(struct back_work *w)
{
    scores_rule_back(w, STAGE_KR, false);
}

static void rotated_key_rule(struct back_work *w)
{
    scores_rule_back(w, STAGE_QR, true);
}

static void value_rule(struct back_work *w)
{
    int weights = back_stage(w->pass, STAGE_WEIGHTS), out = back_stage(w->pass, STAGE_HEAD_OUT),
        head = w->at.col / w->c->dv, col = w->at.col % w->c->dv;
    for (int i = 0; i < w->c->n; i++)
        back_multiply(w, i,
                      back_at(w, (struct derive_from){weights, -1, w->at.layer, head, i, w->at.row, false}),
                      back_at(w, (struct derive_from){out, -1, w->at.layer, head, i, col, true}));
}

/* Returns the target that asks the row of the cell: of the readout (head -1) or of a head. NULL: none. */
static const struct target *asked(const struct back_work *w, int head)
{
    for (int i = 0; i < w->c->target_count; i++) {
        const struct target *t = &w->c->target[i];
        bool here = head < 0 || (t->layer == w->at.layer && !w->pass.cross);
        if (t->head == head && t->at == w->at.row && here)
            return t;
    }
    return NULL;
}

static void ask_share(struct back_work *w)
{
    struct derive_operand p = back_at(w, at_own(w, w->at.layer, w->at.stage, false)),
                          part = derive_plain(1.0 / w->c->target_count);
    w->sum -= part.x / p.x;
    say(w, (struct derive_step){DERIVE_ASK, 0, p.x, part.x, -part.x / p.x, w->sum, p.from, part.from});
}

/* (p - y) / number of targets, by an entry before softmax. `shares`: the stage of p. */
static double error_step(const struct back_work *w, int shares, const struct target *target)
{
    double d = back_combine(w, DERIVE_ERROR, back_at(w, at_own(w, w->at.layer, shares, false)),
                            derive_plain(w->at.col == target->to)),
           count = w->c->target_count;
    return count > 1 ? back_combine(w, DERIVE_OVER, derive_plain(d), derive_plain(count)) : d;
}

/* What the values bring to weight `key` of the cell's row: its gradient, apart from a target's part. */
static struct derive_operand by_values(const struct back_work *w, int key, const struct target *target)
{
    const struct layer_trace *l = &w->s->t->layer[w->at.layer], *d = &w->s->g->d.layer[w->at.layer];
    const struct attention *a = w->pass.cross ? &l->cross : &l->self,
                           *da = w->pass.cross ? &d->cross : &d->self;
    double sum = 0;
    if (!target || target->to != key)
        return back_at(
            w, moved(at_own(w, w->at.layer, back_stage(w->pass, STAGE_WEIGHTS), true), w->at.row, key));
    for (int x = 0; x < w->c->dv; x++)
        sum += mat_at(attention_head(da, da->head_out, w->at.head), w->at.row, x) *
               mat_at(a->V, key, w->at.head * w->c->dv + x);
    return derive_plain(sum);
}

static void weights_rule(struct back_work *w)
{
    const struct target *target = asked(w, w->at.head);
    int out = back_stage(w->pass, STAGE_HEAD_OUT), values = back_stage(w->pass, STAGE_V);
    for (int x = 0; x < w->c->dv; x++)
        back_multiply(w, x, back_at(w, moved(at_own(w, w->at.layer, out, true), w->at.row, x)),
                      back_at(w, (struct derive_from){values, -1, w->at.layer, 0, w->at.col,
                                                      w->at.head * w->c->dv + x, false}));
    if (target && target->to == w->at.col)
        ask_share(w);
}

/* w_j·(d_j - Σ_k w_k d_k): the gradient of softmax */
static double through_softmax(struct back_work *w, int keys, const struct target *target)
{
    struct derive_from share = at_own(w, w->at.layer, back_stage(w->pass, STAGE_WEIGHTS), false);
    struct derive_operand mine = derive_plain(0);
    for (int k = 0; k < keys; k++) {
        struct derive_operand d = by_values(w, k, target);
        back_multiply(w, k, back_at(w, moved(share, w->at.row, k)), d);
        mine = k == w->at.col ? d : mine;
    }
    double apart = back_combine(w, DERIVE_CENTRE, mine, derive_plain(w->sum));
    return back_combine(w, DERIVE_TIMES, derive_plain(apart), back_at(w, share));
}

static void masked_rule(struct back_work *w)
{
    const struct target *target = asked(w, w->at.head);
    int shares = back_stage(w->pass, STAGE_WEIGHTS),
        keys = stage_matrix(w->s->t, w->at.layer, shares, w->at.head).cols;
    bool values = !target;
    for (int k = 0; k < keys && !values; k++)
        values = by_values(w, k, target).x != 0;
    double d = values ? through_softmax(w, keys, target) : 0;
    double error = target ? error_step(w, shares, target) : 0;
    if (values && target)
        back_combine(w, DERIVE_PLUS, derive_plain(d), derive_plain(error));
}

static void scaled_rule(struct back_work *w)
{
    copy_cell(w, at_own(w, w->at.layer, back_stage(w->pass, STAGE_MASKED), true));
}

static void scores_rule(struct back_work *w)
{
    back_combine(w, DERIVE_DIVIDE,
                 back_at(w, at_own(w, w->at.layer, back_stage(w->pass, STAGE_SCALED), true)),
                 derive_plain(attention_divisor(w->c, role_of(w, w->pass))));
}

static void head_out_rule(struct back_work *w)
{
    copy_cell(w, moved(at_own(w, w->at.layer, back_stage(w->pass, STAGE_CONCAT), true), w->at.row,
                       w->at.head * w->c->dv + w->at.col));
}

static void concat_rule(struct back_work *w)
{
    through(w, w->at.layer, back_stage(w->pass, STAGE_OUTPUT), own_weight(w->pass, W_O));
}

/* ---- readout ------------------------------------------------------------------------------ */

static void logits_rule(struct back_work *w)
{
    const struct target *target = asked(w, -1);
    if (target)
        error_step(w, STAGE_PROBS, target);
    else
        back_unread(w);
}

static void probs_rule(struct back_work *w)
{
    const struct target *target = asked(w, -1);
    if (target && target->to == w->at.col)
        ask_share(w);
    else
        back_unread(w);
}

/* clang-format off */
static void (*const rules[STAGE_COUNT])(struct back_work *) = {
    [STAGE_X] = input_rule, [STAGE_P] = input_rule, [STAGE_SUM] = sum_rule, [STAGE_Y] = memory_rule,
    [STAGE_H] = h_rule, [STAGE_Q] = query_rule, [STAGE_K] = key_rule, [STAGE_V] = value_rule,
    [STAGE_QR] = rotated_query_rule, [STAGE_KR] = rotated_key_rule, [STAGE_SCORES] = scores_rule,
    [STAGE_SCALED] = scaled_rule, [STAGE_MASKED] = masked_rule, [STAGE_WEIGHTS] = weights_rule,
    [STAGE_HEAD_OUT] = head_out_rule, [STAGE_CONCAT] = concat_rule, [STAGE_OUTPUT] = output_rule,
    [STAGE_RESIDUAL1] = residual1_rule, [STAGE_NORM1] = rows_rule, [STAGE_FFN_IN] = ffn_in_rule,
    [STAGE_HIDDEN] = hidden_rule, [STAGE_FFN] = ffn_rule, [STAGE_RESIDUAL2] = residual2_rule,
    [STAGE_NORM2] = rows_rule, [STAGE_FINAL] = read_by_logits, [STAGE_LOGITS] = logits_rule,
    [STAGE_PROBS] = probs_rule,
};
/* clang-format on */

void derive_back(const struct derive_source *s, struct derive_cell cell, derive_emit *emit, void *to)
{
    struct back_work w = {s, s->c, cell, {cell.layer, cell.stage >= 0 && stage_crosses(cell.stage)},
                          0, emit, to};
    if (cell.stage >= 0)
        rules[stage_first(cell.stage)](&w);
    else
        back_weight_rule(&w);
}
