#include <math.h>
#include <string.h>

#include "base/mem.h"
#include "tap/diagnose.h"
#include "tap/trial.h"

/* ---- masks -------------------------------------------------------------------------------- */

/* The way that the dump describes. */
static struct way described(const struct dumped *a)
{
    return (struct way){.scale = a->scale != 0 ? a->scale : 1 / sqrt(a->d),
                        .cap = a->softcap,
                        .bias_times = 1,
                        .triangle = a->causal == 1,
                        .positions = true,
                        .window = a->window > 0 ? a->window : 0};
}

/* Returns whether every word that is a query may read itself. */
static bool sees_itself(struct trial *t, const struct way *w)
{
    const struct dumped *a = &t->v->read;
    struct way no_pad = *w;
    no_pad.no_pad = !w->pad_inverted;
    for (int b = 0; b < a->batch; b++)
        for (int i = 0; i < a->queries; i++) {
            int self = attention_position(a, i);
            struct judge_row row = judge_row(t->j, &no_pad, b, 0, i);
            bool some = false;
            for (int s = 0; s < row.keys; s++)
                some = some || row.seen[s];
            if (some && self >= 0 && self < row.keys && !row.seen[self])
                return false;
        }
    return true;
}

enum { MOST_WAYS = 64 };

/* The ways that are right if they fit: the mask as described, read the other way where its type allows that,
 * or causal where nothing is said. Returns how many. */
static int right_masks(const struct dumped *a, struct way *out)
{
    struct way w = described(a);
    int n = 0;
    out[n++] = w;
    if (a->of[PART_MASK].of && a->of[PART_MASK].of->kind == 'b') {
        out[n] = w;
        out[n++].inverted = true;
    }
    if (!trial_mask_said(a)) {
        out[n] = w;
        out[n++].triangle = true;
    }
    for (int i = n; a->of[PART_PAD].of && a->of[PART_PAD].of->kind != 'f' && i-- > 0;) {
        out[2 * n - 1 - i] = out[i];
        out[2 * n - 1 - i].pad_inverted = true;
    }
    return a->of[PART_PAD].of && a->of[PART_PAD].of->kind != 'f' ? 2 * n : n;
}

/* Every one of these with what models do besides: q and k turned here, a cap. */
static int right_ways(const struct dumped *a, const struct way *masks, int n, struct way *out)
{
    static const double caps[] = {0, 50, 30};
    int count = 0;
    for (int cap = 0; cap < (a->softcap > 0 ? 1 : 3); cap++)
        for (enum turn turn = TURN_NONE; turn <= TURN_NEIGHBOURS; turn++)
            for (int i = 0; i < n; i++) {
                if ((turn && (a->of[PART_Q_PRE].of || a->d % 2 || a->d > 1024)) || count == MOST_WAYS)
                    continue;
                out[count] = masks[i];
                out[count].turn = turn;
                if (cap)
                    out[count].cap = caps[cap];
                count++;
            }
    return count;
}

/* ---- mistakes ----------------------------------------------------------------------------- */

static bool attempt(struct trial *t, enum fault id, struct way w, double number)
{
    if (!trial_fits(t, &w))
        return false;
    trial_found(t, id, &w, number);
    return true;
}

static bool try_scale(struct trial *t, struct way w)
{
    const struct dumped *a = &t->v->read;
    const struct {
        enum fault id;
        double scale;
    } known[] = {{FAULT_SCALE_NONE, 1},
                 {FAULT_SCALE_D, 1.0 / a->d},
                 {FAULT_SCALE_DMODEL, 1 / sqrt((double)a->heads * a->d)},
                 {FAULT_SCALE_HEADS, 1 / sqrt(a->heads)},
                 {FAULT_SCALE_OTHER, 1 / sqrt(a->d)},
                 {FAULT_SCALE_OTHER, sqrt(a->d)}};
    double right = w.scale;
    double fit = t->target == TARGET_WEIGHTS ? fit_scale(t, &w, PART_WEIGHTS) : 0;
    double u = trial_coarsest(a, t->target == TARGET_WEIGHTS ? PART_WEIGHTS : PART_OUT);
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        w.scale = known[i].scale;
        if (fabs(known[i].scale / right - 1) > 1e-6 &&
            (t->target != TARGET_WEIGHTS || fabs(fit / known[i].scale - 1) <= fmax(0.02, 30 * u)) &&
            attempt(t, known[i].id, w, known[i].scale))
            return true;
    }
    w.scale = fit;
    return fit != 0 && fabs(fit / right - 1) > 1e-6 && attempt(t, FAULT_SCALE_OTHER, w, fit);
}

static bool try_mask(struct trial *t, struct way w)
{
    const struct dumped *a = &t->v->read;
    struct way with = w;
    double c;
    bool any = false;
    if (!trial_mask_said(a) && !a->of[PART_PAD].of && !w.triangle)
        return false;
    with.hiding = HIDING_AFTER;
    any = attempt(t, FAULT_MASK_AFTER, with, 0) || any;
    with.hiding = HIDING_ADDED;
    any = attempt(t, FAULT_MASK_01, with, 0) || any;
    static const double constants[] = {0, 1e-9, -1, 1, -10};
    with.hiding = HIDING_CONSTANT;
    for (size_t i = 0; !any && i < sizeof constants / sizeof *constants; i++) {
        with.constant = constants[i];
        any = attempt(t, FAULT_MASK_MULTIPLIED, with, constants[i]);
    }
    if (!any && t->target == TARGET_WEIGHTS && fit_constant(t, &w, &c)) {
        with.constant = c;
        any = attempt(t, FAULT_MASK_MULTIPLIED, with, c);
    }
    if (!trial_mask_said(a))
        return any;
    with = w;
    with.no_mask = true;
    with.triangle = false;
    bool ignored = attempt(t, FAULT_MASK_IGNORED, with, 0);
    with.no_pad = true;
    ignored = ignored || (a->of[PART_PAD].of && attempt(t, FAULT_MASK_IGNORED, with, 0));
    with = w;
    with.last_row = true;
    ignored = ignored || (a->of[PART_MASK].of && attempt(t, FAULT_MASK_IGNORED, with, 0));
    with = w;
    with.transposed = true;
    any = (a->of[PART_MASK].of && attempt(t, FAULT_MASK_TRANSPOSED, with, 0)) || any;
    with = w;
    with.inverted = !with.inverted;
    return (a->of[PART_MASK].of && attempt(t, FAULT_MASK_INVERTED, with, 0)) || any || ignored;
}

static bool try_padding(struct trial *t, struct way w)
{
    w.no_pad = true;
    return t->v->read.of[PART_PAD].of && attempt(t, FAULT_PADDING_READ, w, 0);
}

/* Returns whether the mask is the triangle of causal attention, or is said to be, or may be. */
static bool causal_meant(struct trial *t, const struct way *w)
{
    const struct dumped *a = &t->v->read;
    if (!a->of[PART_MASK].of)
        return a->causal != 0;
    for (int b = 0; b < a->batch; b++)
        for (int i = 0; i < a->queries; i++) {
            struct judge_row row = judge_row(t->j, w, b, 0, i);
            for (int s = 0; s < row.keys; s++)
                if (row.seen[s] && s > attention_position(a, i))
                    return false;
                else if (!row.seen[s] && s <= attention_position(a, i) && (!w->window && !a->of[PART_PAD].of))
                    return false;
        }
    return true;
}

/* Returns whether the keys behind the last that a triangle shows are all zero: a cache not yet written. */
static bool unwritten_behind(const struct dumped *a, int offset)
{
    const struct strided *k = &a->of[PART_K];
    for (int b = 0; k->of && b < k->size[0]; b++)
        for (int h = 0; h < k->size[1]; h++)
            for (int t = a->queries + offset; t < a->keys; t++)
                for (int c = 0; c < k->size[3]; c++)
                    if (view_at(k, b, h, t, c) != 0)
                        return false;
    return k->of != NULL;
}

static bool try_offset(struct trial *t, struct way w)
{
    const struct dumped *a = &t->v->read;
    if (!causal_meant(t, &w))
        return false;
    w.triangle = true;
    w.positions = false;
    w.no_mask = true;
    for (int n = 0; n < a->keys + 1; n++) {
        int offset = n < a->keys - 1 ? n : a->keys - 2 - n; /* the first row hides something */
        w.offset = offset;
        if ((!a->positions && offset == a->keys - a->queries) || !trial_fits(t, &w))
            continue;
        if (offset >= 0 && a->queries + offset < a->keys && unwritten_behind(a, offset))
            trial_held(t, t->target == TARGET_WEIGHTS ? RELATION_WEIGHTS : RELATION_OUT, &w,
                       trial_coarsest(a, t->target == TARGET_WEIGHTS ? PART_WEIGHTS : PART_OUT));
        else
            trial_found(t, FAULT_CAUSAL_OFFSET, &w, offset);
        return true;
    }
    return false;
}

static bool try_window(struct trial *t, struct way w)
{
    int window = w.window;
    if (window <= 0)
        return false;
    w.window = window - 1;
    if (window > 1 && attempt(t, FAULT_WINDOW_OFF, w, window - 1))
        return true;
    w.window = window + 1;
    if (attempt(t, FAULT_WINDOW_OFF, w, window + 1))
        return true;
    w.window = 0;
    return attempt(t, FAULT_WINDOW_OFF, w, 0);
}

static bool try_axis(struct trial *t, struct way w)
{
    const struct dumped *a = &t->v->read;
    double cells = (double)a->batch * a->heads * a->queries * a->keys;
    for (enum softmax_axis axis = AXIS_QUERIES; axis <= AXIS_BATCH; axis++) {
        bool one = axis == AXIS_HEADS ? a->heads == 1 : axis == AXIS_BATCH ? a->batch == 1 : false;
        w.axis = axis;
        if (!one && cells < 1 << 24 && attempt(t, FAULT_SOFTMAX_AXIS, w, axis))
            return true;
    }
    return false;
}

static bool try_bias(struct trial *t, struct way w)
{
    struct way with = w;
    bool any = false;
    if (!t->v->read.of[PART_BIAS].of)
        return false;
    with.bias_scaled = true;
    any = attempt(t, FAULT_BIAS_SCALED, with, 0);
    with = w;
    with.bias_times = 0;
    any = attempt(t, FAULT_BIAS_IGNORED, with, 0) || any;
    with.bias_times = -1;
    return attempt(t, FAULT_BIAS_SIGN, with, 0) || any;
}

static bool try_heads(struct trial *t, struct way w)
{
    const struct dumped *a = &t->v->read;
    if (a->key_heads == 1 || a->key_heads == a->heads)
        return false;
    w.tile_k = true;
    if (attempt(t, FAULT_GQA_TILE, w, 0))
        return true;
    w.tile_v = t->target == TARGET_OUT;
    if (w.tile_v && attempt(t, FAULT_GQA_TILE, w, 0))
        return true;
    w.tile_k = false;
    return w.tile_v && attempt(t, FAULT_GQA_TILE, w, 0);
}

static bool try_swapped(struct trial *t, struct way w)
{
    w.swapped = true;
    return t->v->read.queries == t->v->read.keys && attempt(t, FAULT_SCORES_TRANSPOSED, w, 0);
}

static bool try_sink(struct trial *t, struct way w)
{
    struct way twice = w;
    twice.sink_twice = true;
    if (!w.sink)
        return false;
    w.sink = NULL;
    return attempt(t, FAULT_SINK_IGNORED, w, 0) || attempt(t, FAULT_SINK_TWICE, twice, 0);
}

static bool try_dropout(struct trial *t, struct way w)
{
    double p;
    if (t->target != TARGET_WEIGHTS || !fit_dropout(t, &w, &p))
        return false;
    trial_found(t, FAULT_DROPOUT_ON, &w, p);
    return true;
}

static bool (*const tries[])(struct trial *, struct way) = {
    try_scale, try_mask,  try_padding, try_offset, try_window,  try_axis,
    try_bias,  try_heads, try_swapped, try_sink,   try_dropout,
};

/* ---- numbers that are none ---------------------------------------------------------------- */

static bool any_nan(const struct strided *v)
{
    for (int b = 0; v->of && b < v->size[0]; b++)
        for (int h = 0; h < v->size[1]; h++)
            for (int t = 0; t < v->size[2]; t++)
                for (int c = 0; c < v->size[3]; c++)
                    if (isnan(view_at(v, b, h, t, c)))
                        return true;
    return false;
}

/* Says where nan or inf come from. Returns whether there are any that nothing else needs to explain. */
static bool not_numbers(struct trial *t, const struct way *w)
{
    const struct dumped *a = &t->v->read;
    enum dump_part by = a->of[PART_WEIGHTS].of ? PART_WEIGHTS : PART_OUT;
    if (any_nan(&a->of[PART_Q]) || any_nan(&a->of[PART_K]) || any_nan(&a->of[PART_V])) {
        verdict_find(t->v, FAULT_NAN_INPUT, w, NULL, 0);
        return true;
    }
    if (!any_nan(&a->of[by]) && !(a->of[PART_SCORES].of && any_nan(&a->of[PART_SCORES])))
        return false;
    bool empty = true;
    double most = 0;
    int at = -1;
    for (int b = 0; b < a->batch; b++)
        for (int h = 0; h < a->heads; h++)
            for (int n = 0, i; (i = judge_query(t->j, n)) >= 0; n++) {
                struct judge_row row = judge_row(t->j, w, b, h, i);
                bool nan = false, some = false;
                for (int c = 0; c < a->of[by].size[3]; c++)
                    nan = nan || isnan(view_at(&a->of[by], b, h, i, c));
                for (int s = 0; s < row.keys; s++) {
                    some = some || row.seen[s];
                    most = fmax(most, fabs(row.product[s]));
                }
                at = nan && at < 0 ? i : at;
                empty = empty && (!nan || !some);
            }
    if (empty && at >= 0)
        verdict_find(t->v, FAULT_ROW_EMPTY, w, NULL, at);
    else if (trial_coarsest(a, by) == 0x1p-11 && most > 65504)
        verdict_find(t->v, FAULT_F16_OVERFLOW, w, NULL, most);
    else
        return false;
    return true;
}

/* ---- all of it ---------------------------------------------------------------------------- */

static void read_sinks(struct verdict *v, struct way *w)
{
    const struct array *sinks = v->read.group->of[PART_SINKS];
    if (!sinks || array_count(sinks) != v->read.heads || v->sinks)
        return;
    v->sinks = mem_new((size_t)v->read.heads, sizeof *v->sinks);
    for (int h = 0; v->sinks && h < v->read.heads; h++)
        v->sinks[h] = array_number(sinks, h);
    w->sink = v->sinks;
}

/* Finds a right way that fits. */
static bool find_right(struct trial *t, const struct way *ways, int n, struct way *out)
{
    for (int i = 0; i < n; i++)
        if (trial_fits(t, &ways[i]) &&
            (!(ways[i].inverted || ways[i].pad_inverted) || sees_itself(t, &ways[i]))) {
            *out = ways[i];
            return true;
        }
    return false;
}

/* A sink that is not in the dump: rows that sum to less than 1 by one logit a head. */
static bool find_sink(struct trial *t, const struct way *masks, int n, struct way *out)
{
    struct verdict *v = t->v;
    if (t->target != TARGET_WEIGHTS || v->sinks || v->read.heads > 256)
        return false;
    double *sinks = mem_new((size_t)v->read.heads, sizeof *sinks);
    for (int i = 0; sinks && i < n; i++) {
        *out = masks[i];
        if (!fit_sinks(t, out, sinks))
            continue;
        out->sink = sinks;
        if (!trial_fits(t, out))
            continue;
        v->sinks = sinks;
        return true;
    }
    mem_free(sinks);
    return false;
}

/* Weights (or out) that no right way gives: names the mistakes whose recomputation fits. Returns whether any
 * was found. */
static bool name_mistakes(struct trial *t, const struct way *masks, int n)
{
    bool any = false;
    for (int pass = 0; pass < 2; pass++)
        for (int i = 0; i < n && !any; i++) {
            /* A mask read the other way is no ground for other mistakes, unless every word then sees itself.
             */
            if ((masks[i].inverted || masks[i].pad_inverted) && !sees_itself(t, &masks[i]))
                continue;
            for (size_t f = 0; pass == 0 && f < sizeof tries / sizeof *tries; f++)
                any = tries[f](t, masks[i]) || any;
            any = any || (pass == 1 && trial_by_pattern(t, masks[i]));
        }
    return any;
}

static bool scores_fit(struct trial *t, const struct way *w, enum aim *as)
{
    static const enum aim targets[] = {TARGET_SCORES, TARGET_RAW_SCORES, TARGET_MASKED_SCORES};
    struct way no_bias = *w;
    no_bias.bias_times = 0;
    no_bias.no_mask = true;
    for (int i = 0; i < 3; i++) {
        *as = targets[i];
        if (judge_fits(t->j, w, *as, false, &t->last) ||
            (*as == TARGET_SCORES && judge_fits(t->j, &no_bias, *as, false, &t->last)))
            return true;
    }
    return false;
}

static bool scores_attempt(struct trial *t, enum fault id, const struct way *w, double number)
{
    enum aim as;
    if (!scores_fit(t, w, &as))
        return false;
    trial_found(t, id, w, number);
    return true;
}

/* Scores, which may be raw, scaled, with their bias, with the mask. */
static void judge_scores(struct trial *t, const struct way *masks, int n)
{
    const struct dumped *a = &t->v->read;
    struct way ways[MOST_WAYS];
    enum aim as;
    int count = right_ways(a, masks, n, ways);
    for (int i = 0; i < count; i++)
        if (scores_fit(t, &ways[i], &as)) {
            trial_held(t, RELATION_SCORES, &ways[i], trial_coarsest(a, PART_SCORES));
            t->v->held[t->v->relations - 1].raw = as == TARGET_RAW_SCORES;
            return;
        }
    judge_fits(t->j, &masks[0], TARGET_SCORES, true, &t->plain);
    struct way w = masks[0], with = w;
    with.swapped = true;
    if (a->queries == a->keys && scores_attempt(t, FAULT_SCORES_TRANSPOSED, &with, 0))
        return;
    with = w;
    with.tile_k = true;
    if (a->key_heads > 1 && a->key_heads < a->heads && scores_attempt(t, FAULT_GQA_TILE, &with, 0))
        return;
    with = w;
    with.scale = fit_scale(t, &w, PART_SCORES);
    const struct {
        enum fault id;
        double scale;
    } known[] = {{FAULT_SCALE_D, 1.0 / a->d},
                 {FAULT_SCALE_DMODEL, 1 / sqrt((double)a->heads * a->d)},
                 {FAULT_SCALE_HEADS, 1 / sqrt(a->heads)},
                 {FAULT_SCALE_OTHER, with.scale}};
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        with.scale = known[i].scale;
        if (scores_attempt(t, known[i].id, &with, with.scale))
            return;
    }
    with = w;
    with.bias_scaled = true;
    if (a->of[PART_BIAS].of && scores_attempt(t, FAULT_BIAS_SCALED, &with, 0))
        return;
    with = w;
    with.bias_times = -1;
    if (a->of[PART_BIAS].of && scores_attempt(t, FAULT_BIAS_SIGN, &with, 0))
        return;
    trial_found(t, FAULT_SCORES_DIFFER, &w, 0);
}

/* Weights, or out without weights, from q and k. Returns whether they are explained. */
static void judge_weights(struct trial *t)
{
    struct verdict *v = t->v;
    const struct dumped *a = &v->read;
    struct way masks[8], ways[MOST_WAYS], right;
    int n = right_masks(a, masks), count;
    read_sinks(v, &masks[0]);
    for (int i = 1; i < n; i++)
        masks[i].sink = masks[0].sink;
    if (not_numbers(t, &masks[0]))
        return;
    if (a->of[PART_SCORES].of)
        judge_scores(t, masks, n);
    if (!a->of[PART_WEIGHTS].of && !(a->of[PART_OUT].of && a->of[PART_V].of))
        return;
    t->target = a->of[PART_WEIGHTS].of ? TARGET_WEIGHTS : TARGET_OUT;
    enum dump_part by = a->of[PART_WEIGHTS].of ? PART_WEIGHTS : PART_OUT;
    enum relation what = by == PART_WEIGHTS ? RELATION_WEIGHTS : RELATION_OUT;
    count = right_ways(a, masks, n, ways);
    if (find_right(t, ways, count, &right) || find_sink(t, masks, n, &right)) {
        trial_held(t, what, &right, trial_coarsest(a, by));
        return;
    }
    judge_fits(t->j, &masks[0], t->target, true, &t->plain);
    if (name_mistakes(t, masks, n))
        return;
    /* In coarser types this cannot be told from other mistakes. */
    for (double inside = 0x1p-11; inside <= 0x1p-8 && trial_coarsest(a, by) <= 0x1p-24; inside *= 8)
        for (int i = 0; i < count; i++) {
            ways[i].inside = inside;
            if (trial_fits(t, &ways[i])) {
                trial_held(t, what, &ways[i], trial_coarsest(a, by));
                return;
            }
        }
    trial_found(t, by == PART_WEIGHTS ? FAULT_WEIGHTS_DIFFER : FAULT_OUT_DIFFERS, &masks[0], 0);
}

/* out from the weights of the dump. */
static void judge_out(struct trial *t)
{
    const struct dumped *a = &t->v->read;
    struct worst worst, whole;
    struct way w = {0}, with = {.tile_v = true};
    if (judge_out_fits(t->j, &w, false, false, true, &whole)) {
        verdict_hold(t->v, RELATION_OUT, whole.off, trial_coarsest(a, PART_OUT), &w);
        return;
    }
    t->plain = whole;
    t->target = TARGET_OUT;
    bool any = false;
    if (a->merged && judge_out_fits(t->j, &w, false, true, false, &worst)) {
        trial_found(t, FAULT_MERGE_MIXED, &w, 0);
        any = true;
    }
    if (a->key_heads > 1 && a->key_heads < a->heads &&
        judge_out_fits(t->j, &with, false, false, false, &worst)) {
        trial_found(t, FAULT_GQA_TILE, &with, 0);
        any = true;
    }
    if (a->queries == a->keys && judge_out_fits(t->j, &w, true, false, false, &worst)) {
        trial_found(t, FAULT_OUT_TRANSPOSED, &w, 0);
        any = true;
    }
    for (enum turn turn = TURN_HALVES; !any && turn <= TURN_NEIGHBOURS && a->dv <= 1024; turn++) {
        struct way v_turned = {.turn = turn, .turn_v = true};
        any = judge_out_fits(t->j, &v_turned, false, false, false, &worst);
        if (any)
            trial_found(t, FAULT_ROPE_ON_V, &v_turned, 0);
    }
    if (!any)
        trial_found(t, FAULT_OUT_DIFFERS, &w, 0);
}

void verdict_attention(struct verdict *v, struct judge *j)
{
    const struct dumped *a = &v->read;
    struct trial t = {.v = v, .j = j};
    if (a->of[PART_Q].of && a->of[PART_K].of)
        judge_weights(&t);
    bool nan = v->faults > 0 && v->found[v->faults - 1].id >= FAULT_F16_OVERFLOW &&
               v->found[v->faults - 1].id <= FAULT_NAN_INPUT;
    if (a->of[PART_WEIGHTS].of && a->of[PART_V].of && a->of[PART_OUT].of && !nan)
        judge_out(&t);
}
