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
    int of;     /* the weight or the stage that a rule is about, if it serves several */
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

struct derive_operand derive_plain(double x)
{
    return (struct derive_operand){x, nowhere};
}

static struct derive_operand cell_at(const struct derive_work *w, struct derive_from from)
{
    return (struct derive_operand){
        mat_at(stage_matrix(w->t, from.layer, from.stage, from.head), from.row, from.col), from};
}

/* Emits a step that is not part of a sum. Returns its value. */
static double say(const struct derive_work *w, enum derive_kind kind, int index, struct derive_operand a,
                  struct derive_operand b, double value)
{
    w->emit(w->to, &(struct derive_step){kind, index, a.x, b.x, value, 0, a.from, b.from});
    return value;
}

/* Emits product `index` of a sum. Returns the sum so far. */
static double multiply(const struct derive_work *w, int index, struct derive_operand a,
                       struct derive_operand b, double sum)
{
    double value = a.x * b.x;
    sum += value;
    w->emit(w->to, &(struct derive_step){DERIVE_PRODUCT, index, a.x, b.x, value, sum, a.from, b.from});
    return sum;
}

static void say_given(const struct derive_work *w, double value)
{
    say(w, DERIVE_GIVEN, 0, derive_plain(0), derive_plain(0), value);
}

/* Emits value = the cell of another stage. */
static void copy_cell(const struct derive_work *w, struct derive_from from)
{
    struct derive_operand a = cell_at(w, from);
    say(w, DERIVE_COPY, 0, a, derive_plain(0), a.x);
}

/* Refers to the same row and column in another stage. */
static struct derive_from same_place(const struct derive_work *w, int stage)
{
    return from_stage(w, stage, 0, w->at.row, w->at.col);
}

static void given(const struct derive_work *w)
{
    say_given(w, cell_at(w, from_stage(w, w->at.stage, w->at.head, w->at.row, w->at.col)).x);
}

/* The turns of a hand: its frequencies times the coordinates of the position, then 2π for an angle. */
static void turns(const struct derive_work *w, int pos, int hand)
{
    static const double turn = 6.28318530717958647692;
    double x[2], sum = 0;
    for (int k = 0, count = w->c->pe->place(x, pos, w->c); k < count; k++) {
        struct derive_operand b = {mat_at(w->c->pe_mat[0], hand, k), from_weight(w, WEIGHT_COUNT, hand, k)};
        sum = multiply(w, k, b, derive_plain(x[k]), sum);
    }
    say(w, DERIVE_TIMES, 0, derive_plain(sum), derive_plain(turn), sum * turn);
}

static void encoding(const struct derive_work *w)
{
    double row[CONFIG_MAX_D];
    const struct posenc_def *pe = w->c->pe;
    int pos = w->c->start + w->at.row, hand = pe->column ? pe->column(w->at.col) : -1;
    bool there = pe->row(row, pos, w->c);
    double a = row[w->at.col], b = w->c->pescale;
    if (!there) {
        say(w, DERIVE_NO_ROW, pos, derive_plain(0), derive_plain(0), 0);
        return;
    }
    if (pe->place)
        turns(w, pos, hand / 2);
    if (hand >= 0)
        say(w, hand % 2 ? DERIVE_COSINE : DERIVE_SINE, hand / 2, derive_plain(pe->angle(pos, hand / 2, w->c)),
            derive_plain(pos), a);
    say(w, pe->tabled && b == 1 ? DERIVE_GIVEN : DERIVE_ENCODING, pos, derive_plain(a), derive_plain(b),
        a * b);
}

/* value = the sum of the cells at the same row and column of two stages */
static void add(const struct derive_work *w, int a_stage, int b_stage)
{
    struct derive_operand a = cell_at(w, same_place(w, a_stage)), b = cell_at(w, same_place(w, b_stage));
    say(w, DERIVE_ADD, 0, a, b, a.x + b.x);
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
        double x = row->v[j];
        sum += x;
        emit(to, &(struct derive_step){DERIVE_ENTRY, j, x, 0, x, sum, entry_of(row, j), nowhere});
    }
    if (!row->rms)
        emit(to, &(struct derive_step){DERIVE_MEAN, 0, sum, row->count, spread[0], 0, nowhere, nowhere});
    for (int j = 0; j < row->count; j++) {
        double x = row->v[j], square = (x - spread[0]) * (x - spread[0]);
        squares += square;
        emit(to, &(struct derive_step){DERIVE_SQUARE, j, x, spread[0], square, squares, entry_of(row, j),
                                       nowhere});
    }
    emit(to,
         &(struct derive_step){DERIVE_SIGMA, 0, squares, row->count, spread[1], row->eps, nowhere, nowhere});
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
    w->emit(w->to, &(struct derive_step){DERIVE_NORM, 0, x, spread[0], value, spread[1], same_place(w, stage),
                                         nowhere});
    if (mat_present(g))
        value = say(w, DERIVE_GAIN, 0, derive_plain(value),
                    (struct derive_operand){g.v[k], from_weight(w, gain, 0, k)}, value * g.v[k]);
    if (mat_present(s))
        say(w, DERIVE_SHIFT, 0, derive_plain(value),
            (struct derive_operand){s.v[k], from_weight(w, gain + 1, 0, k)}, value + s.v[k]);
}

/* X + P + T */
static void embedded_rule(const struct derive_work *w)
{
    static const int parts[] = {STAGE_P, STAGE_TYPES};
    struct derive_operand sum = cell_at(w, same_place(w, STAGE_X));
    bool any = false;
    for (int i = 0; i < 2; i++)
        if (stage_present(w->c, 0, parts[i])) {
            struct derive_operand more = cell_at(w, same_place(w, parts[i]));
            sum = derive_plain(say(w, DERIVE_ADD, 0, sum, more, sum.x + more.x));
            any = true;
        }
    if (!any)
        copy_cell(w, sum.from);
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
        struct derive_operand x = {mat_at(in, w->at.row, k), from_stage(w, stage, 0, w->at.row, k)},
                              y = {factor_entry(m, k, w->at.col), from_weight(w, weight, k, w->at.col)};
        sum = multiply(w, k, x, y, sum);
    }
    if (!mat_present(b))
        return sum;
    double y = b.v[w->at.col];
    return say(w, DERIVE_BIAS, 0, derive_plain(sum),
               (struct derive_operand){y, from_weight(w, bias, 0, w->at.col)}, sum + y);
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

static void key_side(const struct derive_work *w)
{
    bool memory = w->cross || config_crosses(w->c);
    product(w, attention_of(w)->S, memory ? STAGE_Y : STAGE_H, weight_of(w, w->of));
}

/* The rotation matrix has rows e_k R(pos); its column c is R(-pos) applied to e_c.
 * Rotating one unit row therefore gives every coefficient of the cell. */
static void rotated(const struct derive_work *w)
{
    const struct config *c = w->c;
    struct mat in = stage_matrix(w->t, w->at.layer, w->of, 0);
    double turn[CONFIG_MAX_D] = {0}, sum = 0;
    int first = w->at.col / c->dk * c->dk;
    turn[w->at.col - first] = 1;
    c->pe->rotate(turn, -((long)c->start + w->at.row), c);
    for (int k = 0; k < c->dk; k++) {
        if (turn[k] == 0 && first + k != w->at.col)
            continue;
        struct derive_operand x = {mat_at(in, w->at.row, first + k),
                                   from_stage(w, w->of, 0, w->at.row, first + k)};
        sum = multiply(w, k, x, derive_plain(turn[k]), sum);
    }
}

static double say_term(const struct derive_work *w, int index, double x, bool off, double sum)
{
    double kept = off ? 0 : x;
    sum += kept;
    w->emit(w->to, &(struct derive_step){DERIVE_TERM, index, x, 0, kept, sum, nowhere, nowhere});
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
    int q_stage = turned ? STAGE_QR : own_stage(w, STAGE_Q),
        k_stage = turned ? STAGE_KR : own_stage(w, STAGE_K);
    double sum = 0;
    for (int x = 0; x < dk; x++)
        sum = multiply(w, x,
                       (struct derive_operand){mat_at(q, w->at.row, first + x),
                                               from_stage(w, q_stage, 0, w->at.row, first + x)},
                       (struct derive_operand){mat_at(k, w->at.col, key_first + x),
                                               from_stage(w, k_stage, 0, w->at.col, key_first + x)},
                       sum);
    return sum;
}

static void scores_rule(const struct derive_work *w)
{
    switch (attention_source(w->c, w->at.layer, role_of(w))) {
    case SCORES_TERMS:
        all_terms(w);
        break;
    case SCORES_GIVEN:
        say_given(w, mat_at(w->c->scores_given, w->at.row, w->at.col));
        break;
    case SCORES_PRODUCT: {
        double sum = products(w);
        if (role_of(w).encoded)
            added_terms(w, sum);
        break;
    }
    }
}

/* Returns the same cell of another map of this attention. */
static struct derive_operand map_cell(const struct derive_work *w, int stage)
{
    return cell_at(w, from_stage(w, own_stage(w, stage), w->at.head, w->at.row, w->at.col));
}

static void scaled_rule(const struct derive_work *w)
{
    struct derive_operand a = map_cell(w, STAGE_SCORES);
    double by = attention_divisor(w->c, role_of(w));
    say(w, DERIVE_DIVIDE, 0, a, derive_plain(by), a.x / by);
}

static void masked_rule(const struct derive_work *w)
{
    struct derive_operand a = map_cell(w, STAGE_SCALED);
    double mask = attention_mask(w->c, role_of(w), w->at.row, w->at.col);
    say(w, DERIVE_MASK, 0, a, derive_plain(mask), attention_masked(a.x, mask));
}

/* softmax of the same row of another stage */
static void share_rule(const struct derive_work *w)
{
    int stage = own_stage(w, w->of);
    struct mat in = stage_matrix(w->t, w->at.layer, stage, w->at.head);
    const double *row = mat_row(in, w->at.row);
    double most = softmax_max(row, in.cols), sum = 0, mine = 0;
    int at = 0;
    if (most == -INFINITY) {
        say(w, DERIVE_EMPTY, 0, derive_plain(0), derive_plain(0), 0);
        return;
    }
    while (at + 1 < in.cols && !(row[at] == most || isnan(row[at])))
        at++;
    struct derive_operand max = {most, from_stage(w, stage, w->at.head, w->at.row, at)};
    say(w, DERIVE_MAX, at, max, derive_plain(0), most);
    for (int j = 0; j < in.cols; j++) {
        double x = row[j], e = softmax_exp(x, most);
        sum += e;
        mine = j == w->at.col ? e : mine;
        w->emit(w->to, &(struct derive_step){DERIVE_EXP, j, x, most, e, sum,
                                             from_stage(w, stage, w->at.head, w->at.row, j), nowhere});
    }
    say(w, DERIVE_SHARE, 0, derive_plain(mine), derive_plain(sum), mine / sum);
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
        struct derive_operand x = {mat_at(weights, w->at.row, j),
                                   from_stage(w, stage, w->at.head, w->at.row, j)},
                              v = {mat_at(a->V, j, col), from_stage(w, own_stage(w, STAGE_V), 0, j, col)};
        sum = multiply(w, j, x, added ? derive_plain(row[w->at.col]) : v, sum);
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

/* A LayerNorm of the rows before it. */
static void norm_rule(const struct derive_work *w)
{
    norm(w, before(w, w->at.stage), w->cross ? LN_GC : w->of);
}

static void activate(const struct derive_work *w, double x)
{
    static const enum derive_kind kinds[ACTIVATION_COUNT] = {[ACTIVATION_RELU] = DERIVE_RELU,
                                                             [ACTIVATION_GELU] = DERIVE_GELU,
                                                             [ACTIVATION_GELU_NEW] = DERIVE_GELU,
                                                             [ACTIVATION_QUICK] = DERIVE_QUICK,
                                                             [ACTIVATION_SILU] = DERIVE_SILU};
    enum activation f = w->c->activation;
    say(w, kinds[f], (int)f, derive_plain(x), derive_plain(0), activation_at(f, x));
}

/* Returns the stage of the rows that the feed-forward network reads. */
static int ffn_read(const struct derive_work *w)
{
    return w->c->norm == NORM_PRE ? STAGE_FFN_IN : before(w, STAGE_FFN_IN);
}

static void gate_rule(const struct derive_work *w)
{
    activate(w, product(w, w->l->ffn_in, ffn_read(w), w->of));
}

static void up_rule(const struct derive_work *w)
{
    product(w, w->l->ffn_in, ffn_read(w), FF_W1);
}

static void hidden_rule(const struct derive_work *w)
{
    if (!w->c->gated) {
        gate_rule(w);
        return;
    }
    struct derive_operand gate = cell_at(w, same_place(w, STAGE_GATE)),
                          up = cell_at(w, same_place(w, STAGE_UP));
    say(w, DERIVE_TIMES, 0, gate, up, gate.x * up.x);
}

static void ffn_rule(const struct derive_work *w)
{
    product(w, w->l->hidden, STAGE_HIDDEN, FF_W2);
}

static void residual2_rule(const struct derive_work *w)
{
    add(w, before(w, STAGE_FFN_IN), STAGE_FFN);
}

static void transform_rule(const struct derive_work *w)
{
    int rows = before(w, STAGE_TRANSFORM);
    activate(w, product(w, stage_matrix(w->t, w->at.layer, rows, 0), rows, READ_T));
}

static void logits_rule(const struct derive_work *w)
{
    product(w, trace_final(w->t), before(w, STAGE_LOGITS), READ_U);
}

/* clang-format off */
static const struct {
    void (*run)(const struct derive_work *);
    int of;
} rules[STAGE_COUNT] = {
    [STAGE_TOKENS] = {given, 0}, [STAGE_X] = {given, 0}, [STAGE_P] = {encoding, 0},
    [STAGE_TYPES] = {given, 0}, [STAGE_EMBEDDED] = {embedded_rule, 0}, [STAGE_SUM] = {input, 0},
    [STAGE_Y] = {given, 0}, [STAGE_H] = {h_rule, 0}, [STAGE_Q] = {query_rule, 0},
    [STAGE_K] = {key_side, W_K}, [STAGE_V] = {key_side, W_V}, [STAGE_QR] = {rotated, STAGE_Q},
    [STAGE_KR] = {rotated, STAGE_K}, [STAGE_SCORES] = {scores_rule, 0}, [STAGE_SCALED] = {scaled_rule, 0},
    [STAGE_MASKED] = {masked_rule, 0}, [STAGE_WEIGHTS] = {share_rule, STAGE_MASKED},
    [STAGE_HEAD_OUT] = {head_out_rule, 0}, [STAGE_CONCAT] = {concat_rule, 0},
    [STAGE_OUTPUT] = {output_rule, 0}, [STAGE_RESIDUAL1] = {residual1_rule, 0},
    [STAGE_NORM1] = {norm_rule, LN_G1}, [STAGE_FFN_IN] = {norm_rule, LN_G2},
    [STAGE_GATE] = {gate_rule, FF_WG}, [STAGE_UP] = {up_rule, 0}, [STAGE_HIDDEN] = {hidden_rule, FF_W1},
    [STAGE_FFN] = {ffn_rule, 0}, [STAGE_RESIDUAL2] = {residual2_rule, 0},
    [STAGE_NORM2] = {norm_rule, LN_G2}, [STAGE_TRANSFORM] = {transform_rule, 0},
    [STAGE_FINAL] = {norm_rule, LN_GF}, [STAGE_LOGITS] = {logits_rule, 0},
    [STAGE_PROBS] = {share_rule, STAGE_LOGITS},
};
/* clang-format on */

void derive(const struct trace *t, const struct config *c, struct derive_cell cell, derive_emit *emit,
            void *to)
{
    int row = stage_first(cell.stage);
    struct derive_work w = {t,    c, &t->layer[cell.layer], cell, stage_crosses(cell.stage), rules[row].of,
                            emit, to};
    rules[row].run(&w);
}
