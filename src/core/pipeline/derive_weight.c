/* The same for what is learned: a rule per kind of weight, and those of the encodings' matrices. */
#include "core/encoding/posenc.h"
#include "core/math/softmax.h"
#include "core/pipeline/derive_back_work.h"
#include "core/pipeline/stage.h"

/* What a weight's product reads and computes; `in` -1: a LayerNorm's or a product's own (see rules). */
struct made {
    int in, out;
};

/* W: Σ_t in[t,row]·d out[t,col] */
static void product_rule(struct back_work *w, struct made m)
{
    int rows = stage_matrix(w->s->t, w->at.layer, m.out, 0).rows;
    for (int t = 0; t < rows; t++)
        back_multiply(w, t, back_at(w, (struct derive_from){m.in, -1, w->at.layer, 0, t, w->at.row, false}),
                      back_at(w, (struct derive_from){m.out, -1, w->at.layer, 0, t, w->at.col, true}));
}

/* b: Σ_t d out[t,col] */
static void bias_rule(struct back_work *w, struct made m)
{
    int rows = stage_matrix(w->s->t, w->at.layer, m.out, 0).rows;
    for (int t = 0; t < rows; t++)
        back_add_entry(w, t, back_at(w, (struct derive_from){m.out, -1, w->at.layer, 0, t, w->at.col, true}));
}

struct spread {
    double v[2]; /* mean, σ */
};

static struct spread spread_of(const struct back_work *w, const struct norm *n, int row)
{
    struct spread s;
    norm_of_row(mat_row(n->in, row), n->in.cols, w->c->eps, &s.v[0], &s.v[1]);
    return s;
}

/* g: Σ_t y[t,col]·d out[t,col], y = (x - mean)/σ */
static void gain_rule(struct back_work *w, struct made m)
{
    struct norm n = back_norm(w, w->at.layer, m.out, w->at.weight);
    for (int t = 0; t < n.in.rows; t++)
        back_norm_entry(w, (struct derive_from){n.from, -1, w->at.layer, 0, t, w->at.col, false},
                        spread_of(w, &n, t).v);
    for (int t = 0; t < n.in.rows; t++) {
        struct derive_from d = {m.out, -1, w->at.layer, 0, t, w->at.col, true};
        struct spread s = spread_of(w, &n, t);
        back_multiply(w, t, derive_plain(norm_entry(mat_at(n.in, t, w->at.col), s.v[0], s.v[1])),
                      back_at(w, d));
    }
}

/* The gradients of W₁ and b₁ pass through the activation. */
static void inner_rule(struct back_work *w, struct made m)
{
    for (int t = 0; t < w->c->n; t++)
        back_slope(w, w->at.layer, t, w->at.col);
    for (int t = 0; t < w->c->n; t++) {
        struct derive_operand d = derive_plain(back_before_activation(w, w->at.layer, t, w->at.col));
        struct derive_from in = {m.in, -1, w->at.layer, 0, t, w->at.row, false};
        if (w->at.weight == FF_W1)
            back_multiply(w, t, back_at(w, in), d);
        else
            back_add_entry(w, t, d);
    }
}

static struct made made_with(const struct back_work *w, int weight)
{
    bool pre = w->c->norm == NORM_PRE;
    int l = w->at.layer, memory = back_reads_memory(w, w->pass) ? STAGE_Y : STAGE_H;
    int base = w->pass.cross && weight < LN_G1 ? weight - (W_QC - W_Q) : weight;
    switch (base) {
    case W_Q:
    case B_Q:
        return (struct made){back_queried(w, w->pass), back_stage(w->pass, STAGE_Q)};
    case W_K:
    case B_K:
        return (struct made){memory, back_stage(w->pass, STAGE_K)};
    case W_V:
    case B_V:
        return (struct made){memory, back_stage(w->pass, STAGE_V)};
    case W_O:
    case B_O:
        return (struct made){back_stage(w->pass, STAGE_CONCAT), back_stage(w->pass, STAGE_OUTPUT)};
    case FF_W1:
    case FF_B1:
        return (struct made){back_before(w, l, STAGE_HIDDEN), STAGE_HIDDEN};
    case FF_W2:
    case FF_B2:
        return (struct made){STAGE_HIDDEN, STAGE_FFN};
    case LN_G2:
    case LN_B2:
        return (struct made){-1, pre ? STAGE_FFN_IN : STAGE_NORM2};
    case LN_GF:
    case LN_BF:
        return (struct made){-1, STAGE_FINAL};
    case READ_U:
    case READ_B:
        return (struct made){back_before(w, l, STAGE_LOGITS), STAGE_LOGITS};
    default:
        return (struct made){-1, back_stage(w->pass, pre ? STAGE_H : STAGE_NORM1)};
    }
}

static bool of_cross(int weight)
{
    return (weight >= W_QC && weight <= B_OC) || weight == LN_GC || weight == LN_BC;
}

static void model_rule(struct back_work *w)
{
    static void (*const rules[WEIGHT_COUNT])(struct back_work *, struct made) = {
        [W_Q] = product_rule,    [W_K] = product_rule,  [W_V] = product_rule,  [W_O] = product_rule,
        [B_Q] = bias_rule,       [B_K] = bias_rule,     [B_V] = bias_rule,     [B_O] = bias_rule,
        [W_QC] = product_rule,   [W_KC] = product_rule, [W_VC] = product_rule, [W_OC] = product_rule,
        [B_QC] = bias_rule,      [B_KC] = bias_rule,    [B_VC] = bias_rule,    [B_OC] = bias_rule,
        [LN_G1] = gain_rule,     [LN_B1] = bias_rule,   [LN_GC] = gain_rule,   [LN_BC] = bias_rule,
        [LN_G2] = gain_rule,     [LN_B2] = bias_rule,   [FF_W1] = inner_rule,  [FF_B1] = inner_rule,
        [FF_W2] = product_rule,  [FF_B2] = bias_rule,   [LN_GF] = gain_rule,   [LN_BF] = bias_rule,
        [READ_U] = product_rule, [READ_B] = bias_rule,
    };
    if (w->at.weight >= LN_GF)
        w->at.layer = back_last_layer(w);
    w->pass = (struct pass){w->at.layer, of_cross(w->at.weight)};
    struct made m = made_with(w, w->at.weight);
    if (stage_present(w->c, w->at.layer, m.out))
        rules[w->at.weight](w, m);
    else
        back_unread(w);
}

/* A row of a learned table is the encoding of its position, times pescale. */
static void table_rule(struct back_work *w)
{
    struct derive_from d = {STAGE_P, -1, 0, 0, w->at.row - w->c->start, w->at.col, true};
    if (d.row < 0 || d.row >= w->c->n)
        back_unread(w);
    else
        back_combine(w, DERIVE_TIMES, back_at(w, d), derive_plain(w->c->pescale));
}

/* A frequency turns hand `row` at every position: d sin = cos·2πx, d cos = −sin·2πx, x its coordinate. */
static void wave_rule(struct back_work *w)
{
    static const double turn = 6.28318530717958647692;
    for (int t = 0; t < w->c->n; t++) {
        double x[2];
        w->c->pe->place(x, (long)w->c->start + t, w->c);
        for (int k = 0; k < 2; k++) {
            struct derive_from d = {STAGE_P, -1, 0, 0, t, 2 * w->at.row + k, true},
                               other = {STAGE_P, -1, 0, 0, t, 2 * w->at.row + 1 - k, false};
            double slope = (k ? -turn : turn) * x[w->at.col] * back_read(w, other);
            back_multiply(w, t, back_at(w, d), derive_plain(slope));
        }
    }
}

/* A bias is added to the scaled score of every pair that has it, in every layer. */
static void bias_table_rule(struct back_work *w)
{
    int steps = 0;
    for (int l = 0; l < w->c->layers; l++)
        for (int i = 0; i < w->c->n; i++)
            for (int j = 0; j < w->c->n; j++) {
                struct derive_from d = {STAGE_SCALED, -1, l, w->at.col, i, j, true};
                if (w->c->pe->bias_row((long)w->c->start + i, (long)w->c->start + j, w->c) == w->at.row)
                    back_add_entry(w, steps++, back_at(w, d));
            }
    if (steps == 0)
        back_unread(w);
}

void back_weight_rule(struct back_work *w)
{
    if (w->at.weight < WEIGHT_COUNT)
        model_rule(w);
    else if (w->c->pe->tabled)
        table_rule(w);
    else if (w->c->pe->place)
        wave_rule(w);
    else if (config_crosses(w->c) || mat_present(w->c->scores_given))
        back_unread(w);
    else
        bias_table_rule(w);
}
