#include "tap/recompute.h"

#include <float.h>
#include <math.h>
#include <string.h>

#include "base/arena.h"
#include "base/mem.h"

enum { MOST_ROWS = JUDGE_ROWS, EDGE_ROWS = 8 };

struct judge {
    const struct dumped *a;
    struct work *work;
    int batches, heads; /* that are computed */
    struct arena memory;
    double *q, *k, *v; /* of the head that is loaded: rows, but k lies in columns */
    double *columns;   /* room for that */
    int loaded_batch, loaded_head;
    struct way loaded_way;
    double *score, *product, *size, *weight, *tolerance, *given, *sum, *slack;
    bool *seen;
    double *row_bias;
    bool keep;               /* the mask's numbers say what may be read, 1 or True; else they are added */
    double reach, reach_all; /* the largest Σ|q·k| of the row's visible keys, of all */
    double most_out;         /* the largest number of out in the loaded head */
    double *whole_sum, *whole_max; /* of softmax along another axis */
    size_t whole;
    struct way whole_way;
    bool whole_ready;
};

enum { OF_QK = 1 << PART_Q | 1 << PART_K };

/* Returns whether every number of the mask is 0 or 1, and not all are 0. */
static bool zeros_and_ones(const struct strided *m)
{
    bool one = false;
    for (int b = 0; b < m->size[0]; b++)
        for (int h = 0; h < m->size[1]; h++)
            for (int t = 0; t < m->size[2]; t++)
                for (int s = 0; s < m->size[3]; s++) {
                    double x = view_at(m, b, h, t, s);
                    if (x != 0 && x != 1)
                        return false;
                    one = one || x == 1;
                }
    return one;
}

struct judge *judge_open(const struct dumped *a, bool brief, struct work *work)
{
    struct judge *j = mem_new(1, sizeof *j);
    size_t rows = (size_t)a->queries + 3 * (size_t)a->keys, d = (size_t)(a->d > a->dv ? a->d : a->dv);
    size_t keys = (size_t)a->keys;
    if (j && arena_more(&j->memory, rows * (d + 1) + 8 * keys + 3 * d + 64)) {
        j->a = a;
        j->work = work;
        j->batches = brief ? 1 : a->batch;
        j->heads = brief ? 1 : a->heads;
        j->q = arena_doubles(&j->memory, (size_t)a->queries * (d + 1));
        j->k = arena_doubles(&j->memory, keys * (d + 1));
        j->v = arena_doubles(&j->memory, keys * (d + 1));
        j->score = arena_doubles(&j->memory, keys);
        j->product = arena_doubles(&j->memory, keys);
        j->weight = arena_doubles(&j->memory, keys);
        j->tolerance = arena_doubles(&j->memory, keys);
        j->row_bias = arena_doubles(&j->memory, keys);
        j->seen = (bool *)arena_doubles(&j->memory, keys);
        j->size = arena_doubles(&j->memory, keys);
        j->given = arena_doubles(&j->memory, keys + d);
        j->sum = arena_doubles(&j->memory, d + 1);
        j->slack = arena_doubles(&j->memory, d + 1);
        j->columns = arena_doubles(&j->memory, keys * (d + 1));
        j->loaded_batch = -1;
        const struct strided *mask = &a->of[PART_MASK];
        j->keep = mask->of && (mask->of->kind == 'b' || zeros_and_ones(mask));
        return j;
    }
    judge_close(j);
    return NULL;
}

void judge_close(struct judge *j)
{
    if (!j)
        return;
    arena_finish(&j->memory);
    mem_free(j->whole_sum);
    mem_free(j->whole_max);
    mem_free(j);
}

bool judge_next(struct judge *j, struct judge_at *at)
{
    int n = j->a->queries, most = n < MOST_ROWS ? n : MOST_ROWS, x = ++at->n;
    if (x == most) {
        at->n = x = 0;
        at->head++;
    }
    if (at->head == j->heads) {
        at->head = 0;
        at->batch++;
    }
    at->query =
        n <= MOST_ROWS || x < EDGE_ROWS ? x
        : x >= MOST_ROWS - EDGE_ROWS
            ? n - MOST_ROWS + x
            : EDGE_ROWS + (int)((long)(x - EDGE_ROWS) * (n - 2 * EDGE_ROWS) / (MOST_ROWS - 2 * EDGE_ROWS));
    return at->batch < j->batches && work_on(j->work, (double)j->a->keys * (j->a->d + j->a->dv));
}

/* ---- rotations ---------------------------------------------------------------------------- */

void turned(double *x, int d, double position, double base, enum turn turn, bool crossed)
{
    int half = d / 2;
    double old[2 * 512];
    if (turn == TURN_NONE || d > 2 * 512)
        return;
    memcpy(old, x, (size_t)d * sizeof *x);
    for (int c = 0; c < 2 * half; c++) {
        bool second = turn == TURN_HALVES ? c >= half : c % 2;
        int other = turn == TURN_HALVES ? (second ? c - half : c + half) : c ^ 1;
        bool by_halves = (turn == TURN_HALVES) != crossed;
        int pair = by_halves ? c % half : c / 2;
        double angle = position * pow(base, -2.0 * pair / d);
        x[c] = old[c] * cos(angle) + (second ? old[other] : -old[other]) * sin(angle);
    }
}

/* ---- one head ----------------------------------------------------------------------------- */

static void load_rows(double *to, const struct strided *from, int b, int h, int rows, int cols)
{
    for (int t = 0; from->of && t < rows; t++)
        view_row(from, b, h, t, to + t * cols);
}

static void load(struct judge *j, const struct way *w, int b, int h)
{
    const struct dumped *a = j->a;
    const struct way *was = &j->loaded_way;
    if (j->loaded_batch == b && j->loaded_head == h && was->tile_k == w->tile_k && was->tile_v == w->tile_v &&
        was->turn == w->turn && was->turn_v == w->turn_v)
        return;
    int shared = h / (a->heads / a->key_heads), tiled = h % a->key_heads;
    load_rows(j->q, &a->of[PART_Q], b, h, a->queries, a->d);
    load_rows(j->k, &a->of[PART_K], b, w->tile_k ? tiled : shared, a->keys, a->d);
    load_rows(j->v, &a->of[PART_V], b, w->tile_v ? tiled : shared, a->keys, a->dv);
    for (int t = 0; w->turn && t < a->queries; t++)
        turned(j->q + t * a->d, a->d, attention_position(a, t), a->base, w->turn, false);
    for (int t = 0; w->turn && t < a->keys; t++)
        turned(j->k + t * a->d, a->d, t, a->base, w->turn, false);
    for (int t = 0; t < a->keys; t++)
        for (int c = 0; c < a->d; c++)
            j->columns[c * a->keys + t] = j->k[t * a->d + c];
    memcpy(j->k, j->columns, (size_t)a->keys * (size_t)a->d * sizeof *j->k);
    for (int t = 0; w->turn_v && t < a->keys; t++)
        turned(j->v + t * a->dv, a->dv, t, a->base, w->turn ? w->turn : TURN_HALVES, false);
    j->most_out = 0;
    for (int t = 0; a->of[PART_OUT].of && t < a->queries; t++) {
        view_row(&a->of[PART_OUT], b, h, t, j->given);
        for (int c = 0; c < a->dv; c++)
            j->most_out = fmax(j->most_out, fabs(j->given[c]));
    }
    j->loaded_batch = b;
    j->loaded_head = h;
    j->loaded_way = *w;
}

/* ---- one row ------------------------------------------------------------------------------ */

static bool mask_shows(const struct judge *j, const struct way *w, const int at[4], double *add)
{
    int b = at[0], h = at[1], i = at[2], s = at[3];
    const struct dumped *a = j->a;
    const struct strided *m = &a->of[PART_MASK], *pad = &a->of[PART_PAD];
    bool shows = true;
    if (m->of && !w->no_mask) {
        bool across = w->transposed && i < a->keys && s < a->queries;
        int row = w->last_row ? a->queries - 1 : i;
        double x = across ? view_at(m, b, h, s, i) : view_at(m, b, h, row, s);
        shows = j->keep ? x != 0 : x > -1000;
        *add = j->keep || !shows ? 0 : x;
        if (w->inverted)
            shows = !shows;
    }
    if (pad->of && !w->no_pad) {
        double x = view_at(pad, b, h, i, s);
        bool hides = pad->of->kind == 'b'            ? (x != 0) != a->pad_shows
                     : pad->of->kind == 'f' && x < 0 ? x <= -1000
                                                     : x == 0;
        shows = shows && hides == w->pad_inverted;
    }
    return shows;
}

static void see(struct judge *j, const struct way *w, int b, int h, int i)
{
    const struct dumped *a = j->a;
    int here = w->positions || w->window ? attention_position(a, i) : i;
    for (int s = 0; s < a->keys; s++) {
        j->row_bias[s] = 0;
        bool shows = mask_shows(j, w, (int[]){b, h, i, s}, &j->row_bias[s]);
        int from = w->positions ? here : i;
        shows = shows && (!w->triangle || s <= from + w->offset);
        shows = shows && (!w->window || (s > here - w->window && s < here + w->window));
        j->seen[s] = w->pattern ? view_at(&a->of[PART_WEIGHTS], b, h, i, s) != 0 : shows;
    }
}

/* Fills product and size, Σ q·k and Σ|q·k|, column by column, which compilers do several keys at a time. */
static void products(struct judge *j, bool swapped, int i)
{
    const struct dumped *a = j->a;
    int n = a->keys;
    double *restrict product = j->product, *restrict size = j->size;
    memset(product, 0, (size_t)n * sizeof *product);
    memset(size, 0, (size_t)n * sizeof *size);
    for (int c = 0; c < a->d; c++) {
        const double *restrict k = j->k + c * n; /* k lies in columns, q in rows */
        double x = swapped ? k[i] : j->q[i * a->d + c];
        for (int s = 0; s < n; s++) {
            double y = x * (swapped ? j->q[s * a->d + c] : k[s]);
            product[s] += y;
            size[s] += fabs(y);
        }
    }
}

/* Fills product, score (with bias), seen and reach. */
static void scores(struct judge *j, const struct way *w, int b, int h, int i)
{
    const struct dumped *a = j->a;
    const struct strided *bias = &a->of[PART_BIAS];
    load(j, w, b, h);
    see(j, w, b, h, i);
    j->reach = j->reach_all = 0;
    products(j, w->swapped && a->queries == a->keys, i);
    for (int s = 0; s < a->keys; s++) {
        double add = j->row_bias[s] += bias->of ? w->bias_times * view_at(bias, b, h, i, s) : 0;
        double scaled = (j->product[s] + (w->bias_scaled ? add : 0)) * w->scale;
        j->score[s] = (w->cap > 0 ? w->cap * tanh(scaled / w->cap) : scaled) + (w->bias_scaled ? 0 : add);
        if (w->hiding == HIDING_CONSTANT && !j->seen[s])
            j->score[s] = w->constant;
        if (w->hiding == HIDING_ADDED)
            j->score[s] += j->seen[s];
        if (j->seen[s] || w->hiding != HIDING_RIGHT)
            j->reach = fmax(j->reach, j->size[s]);
        j->reach_all = fmax(j->reach_all, j->size[s]);
    }
}

static double score_tolerance(const struct judge *j, const struct way *w, double u, double scale)
{
    double most = 0;
    for (int s = 0; s < j->a->keys; s++)
        if ((j->seen[s] || w->hiding != HIDING_RIGHT) && isfinite(j->score[s]))
            most = fmax(most, fabs(j->score[s]));
    return 4 * u * most + (32 * fmin(u, 0x1p-24) + w->inside) * fabs(scale) * j->reach;
}

/* Softmax of the row. Returns false if the row may read nothing. */
static bool softmax_row(struct judge *j, const struct way *w, int h)
{
    int n = j->a->keys;
    bool all = w->hiding != HIDING_RIGHT;
    const double sink = w->sink ? w->sink[h] + (w->sink_twice ? log(2) : 0) : -INFINITY;
    double most = sink, sum = 0;
    bool some = false;
    for (int s = 0; s < n; s++)
        if (all || j->seen[s]) {
            most = fmax(most, j->score[s]);
            some = true;
        }
    for (int s = 0; s < n; s++) {
        j->weight[s] = all || j->seen[s] ? exp(j->score[s] - most) : 0;
        sum += j->weight[s];
    }
    if (w->sink)
        sum += exp(sink - most);
    for (int s = 0; s < n; s++)
        j->weight[s] = w->hiding == HIDING_AFTER && !j->seen[s] ? 0 : j->weight[s] / sum;
    return some;
}

/* ---- softmax along another axis ----------------------------------------------------------- */

static size_t whole_at(const struct judge *j, enum softmax_axis axis, int b, int h, int i, int s)
{
    const struct dumped *a = j->a;
    int first = axis == AXIS_BATCH ? h : b, second = axis == AXIS_QUERIES ? h : i;
    int width = axis == AXIS_QUERIES ? a->heads : a->queries;
    return ((size_t)first * (size_t)width + (size_t)second) * (size_t)a->keys + (size_t)s;
}

/* Sums of exp(score) along the axis, beside their largest score. Returns false if there is no memory. */
static bool sum_whole(struct judge *j, const struct way *w)
{
    const struct dumped *a = j->a;
    size_t n = whole_at(j, w->axis, a->batch - 1, a->heads - 1, a->queries - 1, a->keys - 1) + 1;
    if (j->whole_ready && memcmp(&j->whole_way, w, sizeof *w) == 0)
        return true;
    mem_free(j->whole_sum);
    mem_free(j->whole_max);
    j->whole_sum = mem_new(n, sizeof *j->whole_sum);
    j->whole_max = mem_new(n, sizeof *j->whole_max);
    j->whole_ready = j->whole_sum && j->whole_max;
    j->whole_way = *w;
    for (size_t x = 0; j->whole_ready && x < n; x++)
        j->whole_max[x] = -INFINITY;
    for (int b = 0; j->whole_ready && b < a->batch; b++)
        for (int h = 0; h < a->heads; h++)
            for (int i = 0; i < a->queries; i++) {
                scores(j, w, b, h, i);
                for (int s = 0; s < a->keys; s++) {
                    size_t at = whole_at(j, w->axis, b, h, i, s);
                    double most = fmax(j->whole_max[at], j->score[s]);
                    if (!j->seen[s])
                        continue;
                    j->whole_sum[at] =
                        j->whole_sum[at] * exp(j->whole_max[at] - most) + exp(j->score[s] - most);
                    j->whole_max[at] = most;
                }
            }
    return j->whole_ready;
}

static bool weigh(struct judge *j, const struct way *w, int b, int h, int i)
{
    if (w->axis == AXIS_KEYS) {
        scores(j, w, b, h, i);
        return softmax_row(j, w, h);
    }
    if (!sum_whole(j, w))
        return false;
    scores(j, w, b, h, i);
    for (int s = 0; s < j->a->keys; s++) {
        size_t at = whole_at(j, w->axis, b, h, i, s);
        j->weight[s] = j->seen[s] ? exp(j->score[s] - j->whole_max[at]) / j->whole_sum[at] : 0;
    }
    return true;
}

/* ---- comparing ---------------------------------------------------------------------------- */

static void compare(struct worst *worst, struct worst cell, double tolerance)
{
    double off = fabs(cell.yours - cell.computed);
    if (cell.yours == cell.computed)
        off = 0;
    double ratio = isnan(off) ? INFINITY : off == 0 ? 0 : off / fmax(tolerance, DBL_MIN);
    double most = fmax(worst->off, isnan(off) ? INFINITY : off);
    if (ratio > worst->ratio) {
        *worst = cell;
        worst->ratio = ratio;
    }
    worst->off = most;
}

static void compare_scores(struct judge *j, const struct way *w, enum aim target, struct worst cell,
                           struct worst *worst)
{
    double u = attention_rounding(j->a, OF_QK | 1 << PART_SCORES | 1 << PART_BIAS);
    for (int s = 0; s < j->a->keys && target != TARGET_MASKED_SCORES; s++)
        j->seen[s] = true;
    if (target != TARGET_MASKED_SCORES)
        j->reach = j->reach_all;
    double tolerance = score_tolerance(j, w, u, w->scale);
    if (target == TARGET_RAW_SCORES) {
        double most = 0;
        for (int s = 0; s < j->a->keys; s++)
            most = fmax(most, fabs(j->product[s]));
        tolerance = 4 * u * most + 32 * fmin(u, 0x1p-24) * j->reach;
    }
    for (cell.at = 0; cell.at < j->a->keys; cell.at++) {
        cell.yours = view_at(&j->a->of[PART_SCORES], cell.batch, cell.head, cell.query, cell.at);
        cell.computed = target == TARGET_RAW_SCORES ? j->product[cell.at] : j->score[cell.at];
        bool hidden = target == TARGET_MASKED_SCORES && w->hiding == HIDING_RIGHT && !j->seen[cell.at];
        if (hidden)
            cell.computed = cell.yours <= -1000 ? cell.yours : -INFINITY;
        compare(worst, cell, tolerance);
    }
}

/* Fills the tolerances of the row's weights; `of_score`: that of its scores. */
static void weight_tolerances(struct judge *j, double u, double of_score)
{
    const struct array *given = j->a->of[PART_WEIGHTS].of ? j->a->of[PART_WEIGHTS].of : j->a->of[PART_OUT].of;
    double of = given ? array_rounding(given) : 0x1p-53;
    double floor = of == 0x1p-11 ? 6e-8 : of == 0x1p-53 ? 1e-15 : 1e-9;
    for (int s = 0; s < j->a->keys; s++)
        j->tolerance[s] = fabs(j->weight[s]) * (2 * of_score + 4 * u) + floor;
}

struct judge_row judge_row(struct judge *j, const struct way *w, struct judge_at at)
{
    double u = attention_rounding(j->a, OF_QK | 1 << PART_WEIGHTS);
    weigh(j, w, at.batch, at.head, at.query);
    weight_tolerances(j, u, score_tolerance(j, w, u, w->scale));
    return (struct judge_row){j->a->keys, j->score,     j->product, j->row_bias,
                              j->weight,  j->tolerance, j->seen};
}

static void compare_weights(struct judge *j, struct worst cell, struct worst *worst)
{
    view_row(&j->a->of[PART_WEIGHTS], cell.batch, cell.head, cell.query, j->given);
    for (cell.at = 0; cell.at < j->a->keys; cell.at++) {
        cell.yours = j->given[cell.at];
        cell.computed = j->weight[cell.at];
        compare(worst, cell, j->tolerance[cell.at]);
    }
}

/* Compares the row of out with weight·v. */
static void compare_out(struct judge *j, bool mixed, double u, struct worst cell, struct worst *worst)
{
    const struct dumped *a = j->a;
    for (int c = 0; c < a->dv; c++) {
        j->sum[c] = 0;
        j->slack[c] = 6 * u * j->most_out;
    }
    for (int s = 0; s < a->keys; s++) {
        const double *v = j->v + s * a->dv;
        double weight = j->weight[s], tolerance = j->tolerance[s];
        for (int c = 0; c < a->dv; c++) {
            j->sum[c] += weight == 0 ? 0 : weight * v[c];
            j->slack[c] += tolerance * fabs(v[c]);
        }
    }
    if (!mixed)
        view_row(&a->of[PART_OUT], cell.batch, cell.head, cell.query, j->given);
    for (cell.at = 0; cell.at < a->dv; cell.at++) {
        int flat = (cell.head * a->queries + cell.query) * a->dv + cell.at, row = flat / (a->heads * a->dv);
        int column = flat % (a->heads * a->dv);
        cell.yours = mixed ? view_at(&a->of[PART_OUT], cell.batch, column / a->dv, row, column % a->dv)
                           : j->given[cell.at];
        cell.computed = j->sum[cell.at];
        compare(worst, cell, j->slack[cell.at]);
    }
}

static void compare_row(struct judge *j, const struct way *w, enum aim target, struct worst cell,
                        struct worst *worst)
{
    enum dump_part by = target == TARGET_WEIGHTS ? PART_WEIGHTS : PART_OUT;
    double u = attention_rounding(j->a, OF_QK | 1 << by | (by == PART_OUT ? 1 << PART_V : 0));
    if (target < TARGET_WEIGHTS) {
        compare_scores(j, w, target, cell, worst);
        return;
    }
    weight_tolerances(j, u, score_tolerance(j, w, u, w->scale));
    if (by == PART_WEIGHTS)
        compare_weights(j, cell, worst);
    else
        compare_out(j, false, u, cell, worst);
}

/* Compares out with the mixture by the weights of the dump. */
static void compare_mixture(struct judge *j, const struct way *w, struct worst cell, struct worst *worst)
{
    const struct dumped *a = j->a;
    const struct strided *given = &a->of[PART_WEIGHTS];
    double u = attention_rounding(a, 1 << PART_WEIGHTS | 1 << PART_V | 1 << PART_OUT);
    bool nothing = true;
    load(j, w, cell.batch, cell.head);
    view_row(given, cell.batch, cell.head, cell.query, j->weight);
    for (int s = 0; s < a->keys; s++) {
        if (w->across && s < a->queries && cell.query < a->keys)
            j->weight[s] = view_at(given, cell.batch, cell.head, s, cell.query);
        nothing = nothing && isnan(j->weight[s]);
    }
    weight_tolerances(j, u, 0);
    if (!nothing)
        compare_out(j, w->mixed, u, cell, worst);
}

/* A row that may read nothing: programs leave nan, zeros, equal weights, or (where hidden scores are finite)
 * those of all keys. Anything else is compared with zeros. */
static void compare_empty_row(struct judge *j, const struct way *w, enum aim target, struct worst cell,
                              struct worst *worst)
{
    const struct strided *given = &j->a->of[target == TARGET_WEIGHTS ? PART_WEIGHTS : PART_OUT];
    struct worst here = {0};
    bool nothing = true;
    for (int c = 0; c < given->size[3]; c++)
        nothing = nothing && isnan(view_at(given, cell.batch, cell.head, cell.query, c));
    for (int as = 0; !nothing && as < 3; as++) {
        here = (struct worst){0};
        for (int s = 0; s < j->a->keys; s++) {
            j->seen[s] = as == 1;
            j->weight[s] = as == 2 ? 1.0 / j->a->keys : 0;
        }
        if (as == 1)
            softmax_row(j, w, cell.head);
        compare_row(j, w, target, cell, &here);
        nothing = here.ratio <= 1;
    }
    if (!nothing && here.ratio > worst->ratio)
        *worst = here;
}

bool judge_fits(struct judge *j, const struct way *w, enum aim target, bool whole, struct worst *worst)
{
    *worst = (struct worst){0};
    for (struct judge_at at = JUDGE_BEGIN; (whole || worst->ratio <= 1) && judge_next(j, &at);) {
        struct worst cell = {.batch = at.batch, .head = at.head, .query = at.query};
        if (target == TARGET_MIXTURE)
            compare_mixture(j, w, cell, worst);
        else if (weigh(j, w, at.batch, at.head, at.query) || target < TARGET_WEIGHTS)
            compare_row(j, w, target, cell, worst);
        else
            compare_empty_row(j, w, target, cell, worst);
    }
    return worst->ratio <= 1;
}
