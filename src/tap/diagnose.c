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
    for (int n = 0; n < a->batch * a->queries; n++) {
        int i = n % a->queries, self = attention_position(a, i);
        struct judge_row row = judge_row(t->j, &no_pad, (struct judge_at){n / a->queries, 0, i, 0});
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

/* Returns whether the mask is the triangle of causal attention, or is said to be, or may be. */
static bool causal_meant(struct trial *t, const struct way *w)
{
    const struct dumped *a = &t->v->read;
    if (!a->of[PART_MASK].of)
        return a->causal != 0;
    for (int n = 0; n < a->batch * a->queries; n++) {
        int i = n % a->queries, self = attention_position(a, i);
        struct judge_row row = judge_row(t->j, w, (struct judge_at){n / a->queries, 0, i, 0});
        for (int s = 0; s < row.keys; s++)
            if (row.seen[s] ? s > self : s <= self && !w->window && !a->of[PART_PAD].of)
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

static bool attempt(struct trial *t, enum fault id, const struct way *w, double number, double second)
{
    if (!trial_fits(t, w))
        return false;
    trial_found(t, id, w, number, second);
    return true;
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
            trial_held(t, &w);
        else
            trial_found(t, FAULT_CAUSAL_OFFSET, &w, offset, attention_position(a, 0));
        return true;
    }
    return false;
}

/* The mistakes that are another way to compute: family, id, where it can be, what becomes of the right way w,
 * and the numbers of its sentence. Of a family only the first that fits is said. */
#define MISTAKES(ROW)                                                                                        \
    ROW('s', SCALE_NONE, SCALED(1), w.scale = 1, a->d, root)                                                 \
    ROW('s', SCALE_D, SCALED(1.0 / a->d), w.scale = 1.0 / a->d, a->d, root)                                  \
    ROW('s', SCALE_DMODEL, SCALED(1 / wide), w.scale = 1 / wide, wide, root)                                 \
    ROW('s', SCALE_HEADS, SCALED(1 / sqrt(a->heads)), w.scale = 1 / sqrt(a->heads), sqrt(a->heads), root)    \
    ROW('s', SCALE_OTHER, SCALED(1 / root), w.scale = 1 / root, w.scale, right.scale)                        \
    ROW('s', SCALE_OTHER, SCALED(root), w.scale = root, w.scale, right.scale)                                \
    ROW('s', SCALE_OTHER, fit != 0 && SCALED(fit), w.scale = fit, fit, right.scale)                          \
    ROW('m', MASK_AFTER, hides, w.hiding = HIDING_AFTER, 0, 0)                                               \
    ROW('m', MASK_01, hides, w.hiding = HIDING_ADDED, 0, 0)                                                  \
    ROW('m', MASK_MULTIPLIED, hides, hidden_is(&w, 0), w.constant, 0)                                        \
    ROW('m', MASK_MULTIPLIED, hides, hidden_is(&w, 1e-9), w.constant, 0)                                     \
    ROW('m', MASK_MULTIPLIED, hides, hidden_is(&w, -1), w.constant, 0)                                       \
    ROW('m', MASK_MULTIPLIED, hides, hidden_is(&w, 1), w.constant, 0)                                        \
    ROW('m', MASK_MULTIPLIED, hides, hidden_is(&w, -10), w.constant, 0)                                      \
    ROW('m', MASK_MULTIPLIED, hides &&fit_constant(t, &right, &x), hidden_is(&w, x), x, 0)                   \
    ROW('i', MASK_IGNORED, said, (w.no_mask = true, w.triangle = false), 0, 0)                               \
    ROW('i', MASK_IGNORED, said &&pad, (w.no_mask = w.no_pad = true, w.triangle = false), 0, 0)              \
    ROW('i', MASK_IGNORED, mask, w.last_row = true, 0, 0)                                                    \
    ROW('t', MASK_TRANSPOSED, mask, w.transposed = true, 0, 0)                                               \
    ROW('v', MASK_INVERTED, mask, w.inverted = !w.inverted, 0, 0)                                            \
    ROW('p', PADDING_READ, pad, w.no_pad = true, 0, 0)                                                       \
    ROW('w', WINDOW_OFF, weighs &&right.window > 1, w.window--, w.window, a->window)                         \
    ROW('w', WINDOW_OFF, weighs &&right.window > 0, w.window++, w.window, a->window)                         \
    ROW('w', WINDOW_OFF, weighs &&right.window > 0, w.window = 0, 0, a->window)                              \
    ROW('a', SOFTMAX_AXIS, few, w.axis = AXIS_QUERIES, 2, 0)                                                 \
    ROW('a', SOFTMAX_AXIS, few && a->heads > 1, w.axis = AXIS_HEADS, 1, 0)                                   \
    ROW('a', SOFTMAX_AXIS, few && a->batch > 1, w.axis = AXIS_BATCH, 0, 0)                                   \
    ROW('b', BIAS_SCALED, bias, w.bias_scaled = true, 0, 0)                                                  \
    ROW('c', BIAS_IGNORED, bias &&weighs, w.bias_times = 0, 0, 0)                                            \
    ROW('d', BIAS_SIGN, bias, w.bias_times = -1, 0, 0)                                                       \
    ROW('h', GQA_TILE, shared && !mixes, w.tile_k = true, a->key_heads, group)                               \
    ROW('h', GQA_TILE, shared && t->target == TARGET_OUT, w.tile_k = w.tile_v = true, a->key_heads, group)   \
    ROW('h', GQA_TILE, shared && t->target >= TARGET_OUT, w.tile_v = true, a->key_heads, group)              \
    ROW('k', SCORES_TRANSPOSED, square && !mixes, w.swapped = true, 0, 0)                                    \
    ROW('n', SINK_IGNORED, right.sink, w.sink = NULL, 0, 0)                                                  \
    ROW('n', SINK_TWICE, right.sink, w.sink_twice = true, 0, 0)                                              \
    ROW('o', MERGE_MIXED, mixes && a->merged, w.mixed = true, 0, 0)                                          \
    ROW('q', OUT_TRANSPOSED, mixes &&square, w.across = true, 0, 0)                                          \
    ROW('r', ROPE_ON_V, narrow && !any, (w.turn = TURN_HALVES, w.turn_v = true), 0, 0)                       \
    ROW('r', ROPE_ON_V, narrow && !any, (w.turn = TURN_NEIGHBOURS, w.turn_v = true), 0, 0)

#define TRY(of, id, applies, change, number, second)                                                         \
    w = right;                                                                                               \
    if (family != (of) && (applies)) {                                                                       \
        change;                                                                                              \
        if (attempt(t, FAULT_##id, &w, number, second)) {                                                    \
            family = of;                                                                                     \
            any = true;                                                                                      \
        }                                                                                                    \
    }

static void hidden_is(struct way *w, double constant)
{
    w->hiding = HIDING_CONSTANT;
    w->constant = constant;
}

/* Returns whether a scale is another than the right one, and not far from what fits best (0: not known). */
static bool scale_may_be(double scale, double right, double fit, double within)
{
    return fabs(scale / right - 1) > 1e-6 && (fit == 0 || fabs(fit / scale - 1) <= within);
}
#define SCALED(x) (!mixes && scale_may_be(x, right.scale, fit, within))

/* Tries them beside the right way. Returns whether any fits. */
static bool try_mistakes(struct trial *t, struct way right)
{
    const struct dumped *a = &t->v->read;
    bool mixes = t->target == TARGET_MIXTURE, weighs = t->target == TARGET_WEIGHTS || t->target == TARGET_OUT;
    bool mask = weighs && a->of[PART_MASK].of, pad = weighs && a->of[PART_PAD].of;
    bool said = weighs && trial_mask_said(a), hides = said || pad || (weighs && right.triangle);
    bool bias = !mixes && a->of[PART_BIAS].of, square = a->queries == a->keys;
    bool shared = a->key_heads > 1 && a->key_heads < a->heads, narrow = mixes && a->dv <= 1024;
    bool few = weighs && (double)a->batch * a->heads * a->queries * a->keys < 1 << 24, any = false;
    double root = sqrt(a->d), wide = sqrt((double)a->heads * a->d), group = (double)a->heads / a->key_heads,
           x;
    double fit = t->target <= TARGET_WEIGHTS ? fit_scale(t, &right, trial_part(t)) : 0;
    double within = fmax(0.02, 30 * attention_rounding(a, trial_parts(t)));
    struct way w;
    int family = 0;
    MISTAKES(TRY)
    if (weighs && try_offset(t, right))
        any = true;
    if (t->target == TARGET_WEIGHTS && fit_dropout(t, &right, &x)) {
        trial_found(t, FAULT_DROPOUT_ON, &right, x, 1 - x);
        any = true;
    }
    return any;
}

/* ---- numbers that are none ---------------------------------------------------------------- */

static bool any_nan(const struct trial *t, enum dump_part part)
{
    const struct strided *v = &t->v->read.of[part];
    for (int b = 0; v->of && b < (t->v->brief ? 1 : v->size[0]); b++)
        for (int h = 0; h < (t->v->brief ? 1 : v->size[1]); h++)
            for (int i = 0; i < v->size[2]; i++)
                for (int c = 0; c < v->size[3]; c++)
                    if (isnan(view_at(v, b, h, i, c)))
                        return true;
    return false;
}

/* Says where nan or inf come from. Returns whether there are any that nothing else needs to explain. */
static bool not_numbers(struct trial *t, const struct way *w)
{
    const struct dumped *a = &t->v->read;
    enum dump_part by = a->of[PART_WEIGHTS].of ? PART_WEIGHTS : PART_OUT;
    if (any_nan(t, PART_Q) || any_nan(t, PART_K) || any_nan(t, PART_V)) {
        verdict_find(t->v, FAULT_NAN_INPUT, w, NULL, 0, 0);
        return true;
    }
    if (!any_nan(t, by) && !any_nan(t, PART_SCORES))
        return false;
    bool empty = true;
    double most = 0;
    int first = -1;
    for (struct judge_at at = JUDGE_BEGIN; judge_next(t->j, &at);) {
        struct judge_row row = judge_row(t->j, w, at);
        bool nan = false, some = false;
        for (int c = 0; c < a->of[by].size[3]; c++)
            nan = nan || isnan(view_at(&a->of[by], at.batch, at.head, at.query, c));
        for (int s = 0; s < row.keys; s++) {
            some = some || row.seen[s];
            most = fmax(most, fabs(row.product[s]));
        }
        first = nan && first < 0 ? at.query : first;
        empty = empty && (!nan || !some);
    }
    if (empty && first >= 0)
        verdict_find(t->v, FAULT_ROW_EMPTY, w, NULL, first, 0);
    else if (attention_rounding(a, PARTS_QKV | 1 << by) == 0x1p-11 && most > 65504)
        verdict_find(t->v, FAULT_F16_OVERFLOW, w, NULL, most, 0);
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
    if (t->target != TARGET_WEIGHTS || v->sinks || v->read.heads > SINKS_MOST)
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

/* Names the mistakes whose recomputation fits where no right way does; `differs` if there is none. */
static void name_mistakes(struct trial *t, const struct way *masks, int n, const struct way *ways, int count,
                          enum fault differs)
{
    bool any = false;
    judge_fits(t->j, &masks[0], t->target, true, &t->plain);
    for (int pass = 0; pass < 2; pass++)
        for (int i = 0; i < n && !any; i++)
            /* A mask read the other way is no ground for other mistakes, unless every word then sees itself.
             */
            if (!(masks[i].inverted || masks[i].pad_inverted) || sees_itself(t, &masks[i]))
                any = pass == 0 ? try_mistakes(t, masks[i]) : trial_by_pattern(t, masks[i]);
    /* In coarser types this cannot be told from other mistakes. */
    bool fine = (t->target == TARGET_WEIGHTS || t->target == TARGET_OUT) &&
                attention_rounding(&t->v->read, trial_parts(t)) <= 0x1p-24;
    for (double inside = 0x1p-11; !any && inside <= 0x1p-8 && fine; inside *= 8)
        for (int i = 0; i < count && !any; i++) {
            struct way w = ways[i];
            w.inside = inside;
            any = trial_fits(t, &w);
            if (any)
                trial_held(t, &w);
        }
    if (!any)
        trial_found(t, differs, &masks[0], 0, 0);
}

/* What the target is computed from: the right ways first. */
static void judge_target(struct trial *t, enum aim target, const struct way *masks, int n)
{
    static const enum fault differs[] = {[TARGET_SCORES] = FAULT_SCORES_DIFFER,
                                         [TARGET_WEIGHTS] = FAULT_WEIGHTS_DIFFER,
                                         [TARGET_OUT] = FAULT_OUT_DIFFERS,
                                         [TARGET_MIXTURE] = FAULT_OUT_DIFFERS};
    struct way ways[MOST_WAYS], right;
    int count = target == TARGET_MIXTURE ? 1 : right_ways(&t->v->read, masks, n, ways);
    t->target = target;
    if (target == TARGET_MIXTURE)
        ways[0] = masks[0];
    if (find_right(t, ways, count, &right) || find_sink(t, masks, n, &right))
        trial_held(t, &right);
    else if (!t->v->brief)
        name_mistakes(t, masks, target >= TARGET_WEIGHTS ? n : 1, ways, count, differs[target]);
}

void verdict_attention(struct verdict *v, struct judge *j)
{
    const struct dumped *a = &v->read;
    struct trial t = {.v = v, .j = j};
    struct way masks[8], none = {0};
    int n = right_masks(a, masks);
    bool nan = false;
    if (a->of[PART_Q].of && a->of[PART_K].of) {
        read_sinks(v, &masks[0]);
        for (int i = 1; i < n; i++)
            masks[i].sink = masks[0].sink;
        nan = not_numbers(&t, &masks[0]);
        if (a->of[PART_SCORES].of && !nan)
            judge_target(&t, TARGET_SCORES, masks, n);
        if (!nan && (a->of[PART_WEIGHTS].of || (a->of[PART_OUT].of && a->of[PART_V].of)))
            judge_target(&t, a->of[PART_WEIGHTS].of ? TARGET_WEIGHTS : TARGET_OUT, masks, n);
    }
    if (a->of[PART_WEIGHTS].of && a->of[PART_V].of && a->of[PART_OUT].of && !nan)
        judge_target(&t, TARGET_MIXTURE, &none, 1);
}
