/* Reads the table of stages backwards: the gradient with respect to a stage comes from the stages that read
 * it (read_by), each by the adjoint of its op (adjoint), in the order of the table. So a stage whose op is
 * known needs no rule here. Rows between two sublayers are read twice: by the next sublayer, and by the
 * residual that leads around it. The first row of a layer is a copy: who reads it reads what was copied. */
#include <math.h>

#include "core/encoding/posenc.h"
#include "core/math/softmax.h"
#include "core/pipeline/derive_work.h"
#include "core/pipeline/norm.h"

struct mat derive_back_matrix(const struct grad *g, const struct derive_cell *cell)
{
    if (cell->stage >= 0)
        return stage_matrix(&g->d, cell->layer, cell->stage, cell->head);
    if (cell->weight >= WEIGHT_COUNT)
        return g->to.pe_mat[cell->weight - WEIGHT_COUNT];
    return factor_mat(g->to.w[config_weight_layer((enum weight)cell->weight, cell->layer)][cell->weight]);
}

/* A stage of layer w->layer that reads the matrix of the cell. */
struct reader {
    int stage;
    struct stage_made made;
    int operand; /* as which */
};

static void unread(const struct derive_work *w)
{
    derive_say_alone(w, DERIVE_UNREAD, 0);
}

static struct derive_operand gradient_here(const struct derive_work *w, int stage)
{
    return derive_gradient(w, stage, w->at.row, w->at.col);
}

static double copy_back(const struct derive_work *w, struct derive_operand a)
{
    return derive_say(w, DERIVE_COPY, 0, a, derive_plain(0), a.x);
}

/* ---- LayerNorm ---------------------------------------------------------------------------- */

/* The gradient with respect to result j of the row, and the gain that it is times; without one, of[1] is 1
 * from nowhere. Returns the product, which is a cell only without a gain. */
static struct derive_operand before_gain(const struct derive_work *w, const struct reader *r, int j,
                                         struct derive_operand of[2])
{
    int gain = r->made.weight;
    bool gained = derive_has_weight(w, gain);
    of[0] = derive_gradient(w, r->stage, w->at.row, j);
    of[1] = gained ? derive_weight(w, gain, 0,
                                   j % w->c->w[config_weight_layer((enum weight)gain, w->layer)][gain].cols)
                   : derive_plain(1);
    return gained ? derive_plain(of[0].x * of[1].x) : of[0];
}

/* Σ over the range of the gradients, by themselves or times y = (x - mean)/σ; then their mean, unless a
 * length was divided by. */
static double mean_along(struct derive_work *w, const struct reader *r, struct mat in, bool times_y,
                         struct derive_range range, const double spread[2])
{
    w->sum = 0;
    for (int k = 0; k < range.count; k++) {
        int j = range.first + k;
        struct derive_operand of[2], d = before_gain(w, r, j, of);
        if (times_y)
            derive_multiply(w, k, d,
                            derive_plain(norm_entry(mat_at(in, w->at.row, j), spread[0], spread[1])));
        else if (of[1].from.weight >= 0)
            derive_multiply(w, k, of[0], of[1]);
        else
            derive_add_entry(w, k, d);
    }
    double count = range.length ? 1 : range.count;
    return derive_say(w, DERIVE_MEAN, 0, derive_plain(w->sum), derive_plain(count), w->sum / count);
}

/* (x - mean)/σ of a cell x */
static double say_norm_entry(const struct derive_work *w, struct derive_operand x, const double spread[2])
{
    return derive_say_with(w, DERIVE_NORM, x, derive_plain(spread[0]), norm_entry(x.x, spread[0], spread[1]),
                           spread[1]);
}

/* (d - mean(d) - y·mean(d·y))/σ for the cell, which is an entry of the LayerNorm's input */
static double through_norm(struct derive_work *w, const struct reader *r)
{
    double spread[2];
    int layer = w->layer;
    struct derive_operand of[2];
    struct mat in = stage_matrix(w->t, w->at.layer, w->at.stage, 0);
    w->layer = w->at.layer;
    struct derive_operand x = derive_entry(w, w->at.stage, w->at.row, w->at.col);
    struct derive_range range = derive_range(w, r->made.op, in.cols);
    derive_spread(w, w->at.stage, range, spread);
    w->layer = layer;
    if (spread[1] == 0) {
        unread(w);
        return 0;
    }
    double mean = range.centred ? mean_along(w, r, in, false, range, spread) : 0,
           along = mean_along(w, r, in, true, range, spread);
    struct derive_operand entry = before_gain(w, r, w->at.col, of);
    double y = say_norm_entry(w, x, spread),
           d = range.centred ? derive_say(w, DERIVE_CENTRE, 0, entry, derive_plain(mean), entry.x - mean)
                             : entry.x,
           leant = derive_say_with(w, DERIVE_LEAN, derive_plain(d), derive_plain(y), d - y * along, along);
    return derive_say(w, DERIVE_OVER, 0, derive_plain(leant), derive_plain(spread[1]), leant / spread[1]);
}

/* ---- products with a weight ---------------------------------------------------------------- */

/* The gradient with respect to an entry of the inner layer before the activation: emitted with the slope. */
static void say_slope(const struct derive_work *w, int stage, int row, int j)
{
    double slope = activation_slope(w->c->activation, mat_at(w->t->layer[w->layer].before, row, j));
    struct derive_operand d = derive_gradient(w, stage, row, j);
    derive_say(w, DERIVE_SLOPE, w->at.stage < 0 ? row : j, d, derive_plain(slope), d.x * slope);
}

/* The gradient with respect to an entry of a stage, before any activation. */
static struct derive_operand before_activation(const struct derive_work *w, enum stage_op op, int stage,
                                               int row, int j)
{
    return op == OP_ACTIVATE ? derive_plain(mat_at(w->g->d.layer[w->layer].before, row, j))
                             : derive_gradient(w, stage, row, j);
}

/* Σ_j d[row,j]·W[col,j] */
static double product_back(struct derive_work *w, const struct reader *r)
{
    int cols = stage_matrix(w->t, w->layer, r->stage, 0).cols;
    for (int j = 0; j < cols && r->made.op == OP_ACTIVATE; j++)
        say_slope(w, r->stage, w->at.row, j);
    for (int j = 0; j < cols; j++)
        derive_multiply(w, j, before_activation(w, r->made.op, r->stage, w->at.row, j),
                        derive_weight(w, r->made.weight, w->at.col, j));
    return w->sum;
}

/* ---- attention ---------------------------------------------------------------------------- */

/* Σ over the other side of d scores·its row: by an entry of the queries, or of the keys */
static void scores_back(struct derive_work *w, const struct reader *r)
{
    bool keys = r->operand == 1;
    int other = r->made.of[!keys], count = stage_matrix(w->t, w->layer, other, 0).rows;
    int dk = w->c->dk, share = w->c->heads / config_key_heads(w->c), part = w->at.col / dk,
        first = keys ? part * share : part, readers = keys ? share : 1, steps = 0;
    for (int h = first; h < first + readers; h++) {
        int from = keys ? h * dk : config_key_head(w->c, h) * dk;
        w->head = h;
        for (int j = 0; j < count; j++)
            derive_multiply(w, steps++,
                            derive_gradient(w, r->stage, keys ? j : w->at.row, keys ? w->at.row : j),
                            derive_entry(w, other, j, from + w->at.col % dk));
    }
}

/* By an entry of the weights: d head_out·its value; by an entry of the values: over the queries. */
static void mix_back(struct derive_work *w, const struct reader *r)
{
    int dv = w->c->dv;
    if (r->operand == 0) {
        for (int x = 0; x < dv; x++)
            derive_multiply(
                w, x, derive_gradient(w, r->stage, w->at.row, x),
                derive_entry(w, r->made.of[1], w->at.col, config_key_head(w->c, w->head) * dv + x));
        return;
    }
    int share = w->c->heads / config_key_heads(w->c), first = w->at.col / dv * share;
    for (w->head = first; w->head < first + share; w->head++)
        for (int i = 0; i < w->c->n; i++)
            derive_multiply(w, (w->head - first) * w->c->n + i, derive_entry(w, r->made.of[0], i, w->at.row),
                            derive_gradient(w, r->stage, i, w->at.col % dv));
}

/* Returns the target that asks the row of the cell for shares: of a head, or of the readout. NULL: none. */
static const struct target *target_of(const struct derive_work *w, int shares)
{
    bool readout = shares == STAGE_PROBS;
    for (int i = 0; i < w->c->target_count; i++) {
        const struct target *t = &w->c->target[i];
        bool here = readout || (t->layer == w->layer && !stage_crosses(shares));
        if (t->head == (readout ? -1 : w->head) && t->at == w->at.row && here)
            return t;
    }
    return NULL;
}

/* What the values bring to weight `key` of the cell's row: its gradient, apart from a target's part. */
static struct derive_operand by_values(const struct derive_work *w, const struct reader *r, int key,
                                       const struct target *target)
{
    bool crosses = stage_crosses(r->stage);
    int out = crosses ? stage_again(STAGE_HEAD_OUT) : STAGE_HEAD_OUT,
        values = crosses ? stage_again(STAGE_V) : STAGE_V;
    double sum = 0;
    if (!target || target->to != key)
        return derive_gradient(w, r->stage, w->at.row, key);
    for (int x = 0; x < w->c->dv; x++)
        sum += derive_gradient(w, out, w->at.row, x).x *
               derive_entry(w, values, key, config_key_head(w->c, w->head) * w->c->dv + x).x;
    return derive_plain(sum);
}

/* By an entry before softmax: through the shares that the values read, and (p - y) / number of targets. */
static void share_back(struct derive_work *w, const struct reader *r)
{
    const struct target *target = target_of(w, r->stage);
    int keys = stage_matrix(w->t, w->layer, r->stage, w->head).cols;
    bool read = r->stage != STAGE_PROBS, values = read && !target;
    for (int k = 0; k < keys && read && !values; k++)
        values = by_values(w, r, k, target).x != 0;
    double d = 0;
    struct derive_operand p = derive_entry(w, r->stage, w->at.row, w->at.col), mine = derive_plain(0);
    for (int k = 0; k < keys && values; k++) { /* p_j·(d_j - Σ_k p_k d_k): the gradient of softmax */
        struct derive_operand by = by_values(w, r, k, target);
        derive_multiply(w, k, derive_entry(w, r->stage, w->at.row, k), by);
        mine = k == w->at.col ? by : mine;
    }
    if (values) {
        d = derive_say(w, DERIVE_CENTRE, 0, mine, derive_plain(w->sum), mine.x - w->sum);
        d = derive_say(w, DERIVE_TIMES, 0, derive_plain(d), p, d * p.x);
    }
    if (target) {
        double want = w->at.col == target->to, count = w->c->target_count,
               error = derive_say(w, DERIVE_ERROR, 0, p, derive_plain(want), p.x - want);
        if (count > 1)
            error = derive_say(w, DERIVE_OVER, 0, derive_plain(error), derive_plain(count), error / count);
        if (values)
            derive_say(w, DERIVE_PLUS, 0, derive_plain(d), derive_plain(error), d + error);
    } else if (!values) {
        unread(w);
    }
}

/* ---- the ops, and who reads a stage -------------------------------------------------------- */

/* Emits what a reader brings. `before`: what those before it brought, if any (`first`: none). Returns both.
 */
static double adjoint(struct derive_work *w, const struct reader *r, double before, bool first)
{
    struct derive_operand d;
    switch (r->made.op) {
    case OP_ADD:
        d = gradient_here(w, r->stage);
        return first ? copy_back(w, d) : derive_say(w, DERIVE_PLUS, 0, derive_plain(before), d, before + d.x);
    case OP_NORM:
    case OP_UNIT:
        d = derive_plain(through_norm(w, r));
        return first ? d.x : derive_say(w, DERIVE_PLUS, 0, derive_plain(before), d, before + d.x);
    case OP_LINEAR:
    case OP_ACTIVATE:
        return product_back(w, r);
    case OP_TURN:
        derive_turned(w, r->stage, true);
        break;
    case OP_SCORES:
        scores_back(w, r);
        break;
    case OP_DIVIDE: {
        double by = attention_divisor(w->c, derive_role(w, r->stage));
        d = gradient_here(w, r->stage);
        return derive_say(w, DERIVE_DIVIDE, 0, d, derive_plain(by), d.x / by);
    }
    case OP_MASK:
        return copy_back(w, gradient_here(w, r->stage));
    case OP_CAP: {
        double slope = cap_slope(
            w->c->softcap, mat_at(stage_matrix(w->t, w->layer, w->at.stage, w->head), w->at.row, w->at.col));
        d = gradient_here(w, r->stage);
        return derive_say(w, DERIVE_SLOPE, w->at.col, d, derive_plain(slope), d.x * slope);
    }
    case OP_TIMES: {
        struct derive_operand other = derive_entry(w, r->made.of[!r->operand], w->at.row, w->at.col);
        d = gradient_here(w, r->stage);
        return derive_say(w, DERIVE_TIMES, 0, d, other, d.x * other.x);
    }
    case OP_SHARE:
        share_back(w, r);
        break;
    case OP_MIX:
        mix_back(w, r);
        break;
    case OP_JOIN:
        d = derive_gradient(w, r->stage, w->at.row, w->head * w->c->dv + w->at.col);
        d.from.head = w->head; /* whose columns these are */
        return copy_back(w, d);
    case OP_GIVEN:
    case OP_ENCODING:
    case OP_TERMS:
    case OP_SINK: /* these have no gradient: see grad_possible */
        break;
    }
    return w->sum;
}

/* Goes through the readers of a stage. Every layer reads the memory. Returns false if there are none. */
static bool read_by(struct derive_work *w, int layer, int stage, double *value)
{
    bool memory = stage == STAGE_Y, any = false;
    int last = w->c->layers - 1, end = memory || layer == last ? last : layer + 1;
    for (int i = memory ? 0 : layer * STAGE_COUNT; i < (end + 1) * STAGE_COUNT; i++) {
        struct reader r = {.stage = i % STAGE_COUNT};
        w->layer = i / STAGE_COUNT;
        if (!stage_present(w->c, w->layer, r.stage))
            continue;
        r.made = stage_made(w->c, w->layer, r.stage);
        for (int k = 0; k < STAGE_OPERANDS; k++) {
            bool reads = r.made.of[k] == stage && (r.made.layer == layer || memory);
            if (!reads)
                continue;
            r.operand = k;
            if (r.made.layer < w->layer)
                return read_by(w, w->layer, r.stage, value);
            *value = adjoint(w, &r, *value, !any);
            any = true;
        }
    }
    return any;
}

/* What the readers of the cell bring; and -1/p, for a share that a target asks for. */
static void stage_back(struct derive_work *w)
{
    double value = 0;
    bool read = read_by(w, w->at.layer, w->at.stage, &value);
    w->layer = w->at.layer;
    const struct target *target =
        stage_row(w->at.stage)->role == ROLE_WEIGHTS ? target_of(w, w->at.stage) : NULL;
    if (target && target->to == w->at.col) {
        struct derive_operand p = derive_entry(w, w->at.stage, w->at.row, w->at.col);
        double part = 1.0 / w->c->target_count;
        derive_add(w, DERIVE_ASK, 0, p, derive_plain(part), -part / p.x);
    } else if (!read) {
        unread(w);
    }
}

/* ---- what is learned ----------------------------------------------------------------------- */

/* W: Σ_t in[t,row]·d[t,col]; b: Σ_t d[t,col]; a gain: Σ_t y[t,col]·d[t,col], y = (x - mean)/σ, over all heads
 * that share it. */
static void weight_back(struct derive_work *w)
{
    int weight = w->at.weight, col = w->at.col;
    w->layer = weight >= LN_GF ? w->c->layers - 1 : w->at.layer;
    int out = stage_with(w->c, w->layer, weight);
    if (out < 0) {
        unread(w);
        return;
    }
    struct stage_made made = stage_made(w->c, w->layer, out);
    bool bias = made.weight != weight, gain = (made.op == OP_NORM || made.op == OP_UNIT) && !bias;
    int rows = stage_matrix(w->t, w->layer, out, 0).rows;
    struct mat in = stage_matrix(w->t, w->layer, made.of[0], 0);
    int wide = gain ? derive_back_matrix(w->g, &w->at).cols : in.cols;
    int times = gain ? in.cols / wide : 1;
    double spread[2];
    for (int pass = 0; pass < 2; pass++) /* 0: the factors that are no cells */
        for (int step = 0; step < rows * times; step++) {
            int t = step % rows;
            col = w->at.col + step / rows * wide;
            struct derive_operand x = derive_entry(w, made.of[0], t, gain ? col : w->at.row);
            if (gain) {
                spread[0] = 0;
                if (made.op == OP_UNIT)
                    spread[1] = qk_spread(w->c, mat_row(in, t), in.cols, col);
                else
                    norm_spread(w->c, mat_row(in, t), &spread[0], &spread[1]);
                if (pass == 0)
                    say_norm_entry(w, x, spread);
                x = derive_plain(norm_entry(x.x, spread[0], spread[1]));
            }
            if (pass == 0 && made.op == OP_ACTIVATE)
                say_slope(w, out, t, col);
            if (pass == 1 && bias)
                derive_add_entry(w, step, before_activation(w, made.op, out, t, col));
            else if (pass == 1)
                derive_multiply(w, step, x, before_activation(w, made.op, out, t, col));
        }
}

/* By a matrix of the encoding: a row of a learned table is the encoding of its position, times pescale; a
 * frequency turns hand `row` at every position, d sin = cos·2πx, d cos = −sin·2πx, x its coordinate; a bias
 * is added to the scaled score of every pair that has it, in every layer. */
static void encoding_back(struct derive_work *w)
{
    static const double turn = 6.28318530717958647692;
    const struct config *c = w->c;
    int row = w->at.row - c->start, col = w->at.col, steps = 0;
    double x[2];
    w->layer = 0;
    if (c->pe->tabled && row >= 0 && row < c->n) {
        struct derive_operand d = derive_gradient(w, STAGE_P, row, col);
        derive_say(w, DERIVE_TIMES, 0, d, derive_plain(c->pescale), d.x * c->pescale);
        return;
    }
    for (int t = 0; c->pe->place && t < c->n; t++) {
        c->pe->place(x, (long)c->start + t, c);
        for (int k = 0; k < 2; k++, steps++) {
            double slope = (k ? -turn : turn) * x[col] * derive_entry(w, STAGE_P, t, 2 * w->at.row + 1 - k).x;
            derive_multiply(w, t, derive_gradient(w, STAGE_P, t, 2 * w->at.row + k), derive_plain(slope));
        }
    }
    bool biased = c->pe->bias_row && !config_crosses(c) && !mat_present(c->scores_given);
    w->head = col;
    for (; biased && w->layer < c->layers; w->layer++)
        for (int i = 0; i < c->n; i++)
            for (int j = 0; j < c->n; j++)
                if (c->pe->bias_row((long)c->start + i, (long)c->start + j, c) == w->at.row)
                    derive_add_entry(w, steps++, derive_gradient(w, STAGE_SCALED, i, j));
    if (steps == 0)
        unread(w);
}

void derive_back(const struct derive_source *s, struct derive_cell cell, derive_emit *emit, void *to)
{
    struct derive_work w = {s->t, s->c, s->g, cell, cell.layer, cell.head, 0, emit, to};
    if (cell.stage >= 0)
        stage_back(&w);
    else if (cell.weight < WEIGHT_COUNT)
        weight_back(&w);
    else
        encoding_back(&w);
}
