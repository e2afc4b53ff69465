#include "study/cause/other.h"

#include <math.h>
#include <string.h>

#include "base/mem.h"
#include "core/math/elementary.h"
#include "core/math/optimizer.h"
#include "core/math/rng.h"
#include "core/math/softmax.h"
#include "core/pipeline/attention.h"
#include "core/pipeline/readout.h"

enum { STARTS = 3, STEPS = 80, CLASSES_MOST = 512 };
#define MOST_EFFORT 2e10 /* multiplications of a search */
#define RATE 0.3
#define PRESSURE 60.0      /* on what the answer moves beyond half of what it may */
#define SMALL_STEP 1e-4    /* of a number of head_out, for the slopes of the logits */
#define LEAST_WEIGHT 1e-12 /* of a key that may be read, in logarithms */

/* What a search works with: rows of heads x keys, and of heads x dv. */
struct search {
    const struct scene *now;
    struct config c; /* its last patches are the rows at trial, one for each head */
    struct trace t;
    struct patch *patch;
    int word, first, heads, keys, layer;
    struct arena room;
    struct mat z, w, real, slope, best, m, v; /* logits, weights, those of the scene, … */
    struct mat by;                            /* heads·dv x classes: the slopes of the logits by head_out */
    const double *answer;
};

static struct mat weights_of(const struct scene *s, int layer, int head)
{
    const struct attention *a = &s->trace.layer[layer].self;
    return attention_head(a, a->map[MAP_WEIGHTS], head);
}

static bool may_read(const struct search *s, int key)
{
    return attention_mask(&s->now->config, s->layer, attention_first(&s->now->config), s->word, key) !=
           -INFINITY;
}

/* Computes the answer with the rows of a patch kind (weights or head_out) in their places. */
static const double *answer_with(struct search *s, struct mat rows, enum patch_kind kind)
{
    struct patch *mine = &s->patch[s->c.patch_count - s->heads];
    for (int h = 0; h < s->heads; h++)
        mine[h] = (struct patch){.kind = kind,
                                 .way = PATCH_GIVEN,
                                 .layer = s->layer,
                                 .head = s->first + h,
                                 .at = s->word,
                                 .rows = mat_rows(rows, h, 1)};
    if (!trace_go_on(&s->t, &s->c, &s->now->trace, s->layer) || !readout_ask(&s->t, s->word))
        return NULL;
    return mat_row(s->t.probs, s->word);
}

static double variation(const double *a, const double *b, int n)
{
    double sum = 0;
    for (int i = 0; i < n; i++)
        sum += fabs(a[i] - b[i]) / 2;
    return sum;
}

/* Returns the Jensen-Shannon divergence of two rows, in nats; adds its slope by the first to *slope. */
static double divergence(const double *w, const double *real, int n, double *slope)
{
    double sum = 0;
    for (int j = 0; j < n; j++) {
        double half = (w[j] + real[j]) / 2, by = half > 0 && w[j] > 0 ? elementary_log(w[j] / half) / 2 : 0;
        sum += w[j] * by + (real[j] > 0 ? real[j] * elementary_log(real[j] / half) / 2 : 0);
        if (slope)
            slope[j] += by;
    }
    return sum;
}

/* ---- the search ------------------------------------------------------------------------- */

/* The slopes of the logits by each number that the heads give, at the weights at trial. */
static bool find_slopes(struct search *s)
{
    int dv = s->c.dv, classes = s->c.classes;
    if (!answer_with(s, s->w, PATCH_READS))
        return false;
    double before[CLASSES_MOST];
    struct mat out = s->slope;
    for (int h = 0; h < s->heads; h++)
        mat_copy(mat_rows(out, h, 1),
                 mat_rows(attention_head(&s->t.layer[s->layer].self, s->t.layer[s->layer].self.head_out,
                                         s->first + h),
                          s->word, 1));
    memcpy(before, mat_row(s->t.logits, s->word), (size_t)classes * sizeof *before);
    for (int i = 0; i < s->heads * dv; i++) {
        double *x = mat_row(out, i / dv) + i % dv, was = *x;
        *x += SMALL_STEP;
        if (!answer_with(s, out, PATCH_HEAD))
            return false;
        *x = was;
        for (int k = 0; k < classes; k++)
            mat_row(s->by, i)[k] = (mat_at(s->t.logits, s->word, k) - before[k]) / SMALL_STEP;
    }
    return true;
}

/* One step of Adam: away from the real weights, and back where the answer moves too far. */
static void descend(struct search *s, const double *p, struct adam *adam, double *slope)
{
    int n = s->keys, dv = s->c.dv, classes = s->c.classes;
    double pull[CLASSES_MOST], mean = 0;
    bool pulls = variation(p, s->answer, classes) > OTHER_ANSWER / 2;
    for (int k = 0; k < classes; k++) {
        pull[k] = pulls ? PRESSURE * (p[k] > s->answer[k] ? 0.5 : -0.5) : 0;
        mean += p[k] * pull[k];
    }
    for (int k = 0; k < classes; k++)
        pull[k] = p[k] * (pull[k] - mean);
    for (int h = 0; h < s->heads; h++) {
        double *row = slope + h * n, *w = mat_row(s->w, h);
        const struct mat values =
            mat_columns(s->t.layer[s->layer].self.V, config_key_head(&s->c, s->first + h) * dv, dv);
        memset(row, 0, (size_t)n * sizeof *row);
        divergence(w, mat_row(s->real, h), n, row);
        for (int j = 0; j < n; j++) {
            row[j] = -row[j];
            for (int x = 0; x < dv && pulls; x++)
                row[j] += mat_at(values, j, x) * vec_dot(pull, mat_row(s->by, h * dv + x), classes);
        }
        softmax_back(row, w, row, n);
    }
    adam->step++;
    optimizer_adam(s->z.v, slope, (size_t)(s->heads * n), adam);
}

static void to_weights(struct search *s)
{
    for (int h = 0; h < s->heads; h++) {
        for (int j = 0; j < s->keys; j++)
            mat_row(s->w, h)[j] = may_read(s, j) ? mat_at(s->z, h, j) : -INFINITY;
        softmax_row(mat_row(s->w, h), mat_row(s->w, h), s->keys);
    }
}

static bool search_from(struct search *s, int start, uint64_t seed, double *best)
{
    struct adam adam = adam_of(RATE);
    struct rng rng = rng_seed(seed + (uint64_t)start);
    double *slope = s->m.v + 2 * s->heads * s->keys;
    adam.m = s->m.v;
    adam.v = s->m.v + s->heads * s->keys;
    memset(adam.m, 0, (size_t)(2 * s->heads * s->keys) * sizeof *adam.m);
    for (int i = 0; i < s->heads * s->keys; i++)
        s->z.v[i] =
            elementary_log(fmax(s->real.v[i], LEAST_WEIGHT)) / (1 + start) + (1 + start) * rng_normal(&rng);
    for (int step = 0; step < STEPS; step++) {
        to_weights(s);
        if (!find_slopes(s))
            return false;
        const double *p = answer_with(s, s->w, PATCH_READS);
        double far = 0;
        if (!p)
            return false;
        for (int h = 0; h < s->heads; h++)
            far += divergence(mat_row(s->w, h), mat_row(s->real, h), s->keys, NULL) / s->heads;
        if (far > *best && variation(p, s->answer, s->c.classes) <= OTHER_ANSWER) {
            *best = far;
            mat_copy(s->best, s->w);
        }
        descend(s, p, &adam, slope);
    }
    return true;
}

/* ---- before and after it ---------------------------------------------------------------- */

static bool search_begin(struct search *s, const struct scene *now, int word, int head, struct reply *r)
{
    const struct config *c = &now->config;
    *s = (struct search){.now = now,
                         .c = *c,
                         .word = word,
                         .first = head < 0 ? 0 : head,
                         .heads = head < 0 ? c->heads : 1,
                         .keys = config_keys(c),
                         .layer = c->layers - 1};
    size_t count = (size_t)c->patch_count + (size_t)s->heads;
    int rows = s->heads * c->dv;
    if (c->classes == 0 || c->classes > CLASSES_MOST || c->sink || config_decodes(c) ||
        (double)STARTS * STEPS * (rows + 2) * scene_effort(c) > MOST_EFFORT)
        return reply_fail(r, 0,
                          TEXT("other: it needs a readout of at most %d words, no sink and no memory, and a "
                               "smaller scene"),
                          CLASSES_MOST);
    s->patch = mem_new(count, sizeof *s->patch);
    s->c.no_terms = true;
    if (!s->patch ||
        !arena_reserve(&s->room, 4 * mat_room(s->heads, s->keys) + mat_room(s->heads, c->dv) +
                                     mat_room(1, 3 * s->heads * s->keys) + mat_room(rows, c->classes)) ||
        !trace_reserve(&s->t, &s->c))
        return reply_no_memory(r);
    if (c->patch_count > 0)
        memcpy(s->patch, c->patch, (size_t)c->patch_count * sizeof *c->patch);
    s->c.patch = s->patch;
    s->c.patch_count = (int)count;
    struct mat *const of_keys[] = {&s->z, &s->w, &s->real, &s->best};
    for (int i = 0; i < 4; i++)
        *of_keys[i] = mat_in(&s->room, s->heads, s->keys);
    s->slope = mat_in(&s->room, s->heads, c->dv);
    s->m = mat_in(&s->room, 1, 3 * s->heads * s->keys);
    s->by = mat_in(&s->room, rows, c->classes);
    for (int h = 0; h < s->heads; h++)
        mat_copy(mat_rows(s->real, h, 1), mat_rows(weights_of(now, s->layer, s->first + h), word, 1));
    mat_copy(s->best, s->real);
    readout_ask(&now->trace, word);
    s->answer = mat_row(now->trace.probs, word);
    s->t.work = r->work;
    return true;
}

static void equal_weights(struct search *s, struct mat out)
{
    for (int h = 0; h < s->heads; h++) {
        int count = 0;
        for (int j = 0; j < s->keys; j++)
            count += may_read(s, j);
        for (int j = 0; j < s->keys; j++)
            mat_row(out, h)[j] = may_read(s, j) ? 1.0 / count : 0;
    }
}

/* What is answered with the rows found, and with equal ones; *o is filled but for the other side. */
static bool say_what_follows(struct search *s, struct other *o)
{
    int classes = s->c.classes;
    const double *p = s->answer;
    for (int h = 0; h < s->heads; h++) {
        o->distance += variation(mat_row(s->best, h), mat_row(s->real, h), s->keys) / s->heads;
        o->divergence += divergence(mat_row(s->best, h), mat_row(s->real, h), s->keys, NULL) / s->heads;
    }
    equal_weights(s, s->w);
    for (int i = 0; i < 3 && p; i++) {
        o->says[i] = vec_largest(p, classes);
        o->share[i] = p[o->says[i]];
        if (i == 1)
            o->answer = variation(p, s->answer, classes);
        p = i == 0 ? answer_with(s, s->best, PATCH_READS) : i == 1 ? answer_with(s, s->w, PATCH_READS) : p;
    }
    o->real = vec_largest(mat_row(s->real, 0), s->keys);
    o->found = vec_largest(mat_row(s->best, 0), s->keys);
    return p != NULL;
}

static bool put_there(struct other *o, const struct scene *there, struct mat rows, struct reply *r)
{
    struct search s;
    bool ok = search_begin(&s, there, o->word, o->head, r);
    const double *p = ok ? answer_with(&s, rows, PATCH_READS) : NULL;
    if (p) {
        o->there[0] = vec_largest(s.answer, s.c.classes);
        o->there[1] = vec_largest(p, s.c.classes);
    }
    arena_finish(&s.room);
    trace_finish(&s.t);
    mem_free(s.patch);
    return p != NULL;
}

bool other_find(struct other *o, const struct scene *now, const struct scene *there, struct reply *r)
{
    struct search s;
    double best = 1e-6;
    bool ok = search_begin(&s, now, o->word, o->head, r);
    o->rows = NULL;
    o->first = s.first;
    o->heads = s.heads;
    o->keys = s.keys;
    o->there[0] = o->there[1] = -1;
    if (ok && o->uniform)
        equal_weights(&s, s.best);
    for (int i = 0; ok && i < STARTS && !o->uniform; i++)
        ok = search_from(&s, i, o->seed, &best) || reply_goes_on(r);
    ok = ok && (say_what_follows(&s, o) || reply_goes_on(r)) &&
         ((o->rows = value_copy(s.best)) || reply_no_memory(r));
    if (ok && there)
        ok = put_there(o, there, s.best, r);
    arena_finish(&s.room);
    trace_finish(&s.t);
    mem_free(s.patch);
    return ok;
}
