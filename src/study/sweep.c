#include "study/sweep.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "base/number.h"
#include "core/encoding/posenc.h"
#include "core/math/elementary.h"
#include "core/pipeline/stage.h"
#include "state/param.h"
#include "state/training.h"
#include "study/cursor.h"

enum { FEWEST = 9, WIDEST = 64 };

/* ---- the number that runs ------------------------------------------------------ */

bool knob_here(const struct state *s, const struct config *c, struct knob *out)
{
    *out = (struct knob){.kind = KNOB_CELL};
    if (cursor_cell(s, c, &out->ref, &out->row, &out->col))
        return !scene_learns(s, out->ref);
    int stage = s->look.stage;
    bool sum = stage == STAGE_EMBEDDED || stage == STAGE_SUM || stage == STAGE_H,
         shared = stage == STAGE_SCALED || stage == STAGE_MASKED || stage == STAGE_WEIGHTS;
    *out = (struct knob){0};
    if (views[s->look.view]->cell != cursor_given)
        return false;
    /* whether the numbers of the stage in focus depend on a setting at once, and on which */
    out->kind = sum ? KNOB_PESCALE : shared ? KNOB_SCALE : KNOB_BASE;
    return shared || (sum && s->look.layer == 0 && posenc_added(c)) ||
           (stage == STAGE_P && c->pe->form == PE_FORM_CLOCK && !c->pe->tabled);
}

double knob_get(const struct scene *now, const struct knob *k)
{
    const double settings[] = {now->config.pescale, now->config.divisor, now->config.base};
    return k->kind == KNOB_CELL ? scene_get(now, k->ref, k->row, k->col) : settings[k->kind];
}

bool knob_set(struct state *s, const struct knob *k, double x)
{
    double *const settings[] = {&s->set.pescale, &s->set.scale_value, &s->set.base};
    if (k->kind == KNOB_CELL)
        return matrices_set(s, k->ref, k->row, k->col, x);
    if (k->kind == KNOB_SCALE)
        s->set.scale = SCALE_VALUE;
    *settings[k->kind] = x;
    return true;
}

double knob_turned(const struct knob *k, double x, double steps, double step)
{
    static const char *const names[] = {"pescale", "scale", "base"};
    double unit = 0.01, by = steps * step, sum = number_tidy(x + by, fmax(fabs(x), fabs(by)));
    if (k->kind == KNOB_CELL)
        return sum;
    const struct param *p = param_find(names[k->kind]);
    if (k->kind == KNOB_SCALE) /* the root of d_k is not one of them */
        sum = fmax(number_tidy(step * round(sum / step), sum), step);
    if (k->kind == KNOB_BASE) {
        sum = fmin(x * elementary_pow(1 + step, steps), p->hi);
        while (unit * 1000 <= sum)
            unit *= 10;
        sum = number_tidy(unit * round(sum / unit), sum);
    }
    return fmin(fmax(sum, p->lo), p->hi);
}

/* ---- what the weights would be ------------------------------------------------- */

/* Room for computing variants of one scene, one after the other. */
struct probe {
    struct state s;
    struct trace trace;
    struct arena inputs;
    struct mat P; /* the positions of the scene itself */
};

static bool probe_begin(struct probe *p, const struct scene *now, struct reply *r)
{
    *p = (struct probe){.P = now->trace.P};
    state_copy(&p->s, &now->state);
    return training_settle(&p->s, r);
}

/* Returns the weights of the layer and head in view with the knob at x; absent, explained in r: it was
 * stopped or memory is exhausted. */
static const struct attention *probe(struct probe *p, const struct knob *k, double x, struct reply *r)
{
    struct config c;
    state_sizes(&p->s, &c);
    bool ok = knob_set(&p->s, k, x) && arena_reserve(&p->inputs, state_room(&p->s)) &&
              state_config(&p->s, &p->inputs, &c, r->work);
    c.no_terms = true;
    bool moves = k->kind == KNOB_PESCALE || k->kind == KNOB_BASE || mat_present(c.pe_mat[0]);
    if (ok && !moves)
        c.P = p->P;
    p->trace.work = r->work;
    if (ok && trace_reserve(&p->trace, &c) && trace_compute(&p->trace, &c))
        return &p->trace.layer[p->s.look.layer].self;
    if (reply_goes_on(r))
        reply_no_memory(r);
    return NULL;
}

static void probe_finish(struct probe *p)
{
    state_finish(&p->s);
    trace_finish(&p->trace);
    arena_finish(&p->inputs);
}

/* ---- one weight over the number ------------------------------------------------ */

static bool sweep_possible(struct sweep *w, const struct config *c)
{
    w->count = (int)fmin(SWEEP_MOST, floor(SCENE_EFFORT_AT_ONCE / scene_effort(c)));
    w->count -= 1 - w->count % 2; /* odd, so that the middle is a point */
    if (w->knob.kind == KNOB_PESCALE && !posenc_added(c))
        w->why = TEXT("This encoding is not added to the embeddings: there is no scale to change.");
    else if (w->count < FEWEST)
        w->why = TEXT("This scene is too large to recompute for many values at every key: use fewer words or "
                      "a smaller d.");
    else
        return true;
    return false;
}

static bool by_factors(const struct sweep *w)
{
    return w->knob.kind == KNOB_SCALE || w->knob.kind == KNOB_BASE;
}

double sweep_point(const struct sweep *w, int i)
{
    double place = (double)i / (w->count - 1);
    return by_factors(w) ? w->lo * elementary_pow(w->hi / w->lo, place) : w->lo + (w->hi - w->lo) * place;
}

double sweep_place(const struct sweep *w, double value)
{
    return by_factors(w) ? elementary_log(value / w->lo) / elementary_log(w->hi / w->lo)
                         : (value - w->lo) / (w->hi - w->lo);
}

/* Computes the middle first: it says which word is read of a cell. */
static bool sweep_weights(struct sweep *w, const struct scene *now, struct reply *r)
{
    const struct look *look = &now->state.look;
    const struct attention *a = NULL;
    struct probe p;
    bool ok = probe_begin(&p, now, r);
    for (int n = 0; ok && n < w->count; n++) {
        int i = (n + w->count / 2) % w->count;
        if (!(a = probe(&p, &w->knob, sweep_point(w, i), r)))
            break;
        struct mat row = mat_rows(attention_head(a, a->map[MAP_WEIGHTS], look->head), look->query, 1);
        for (int k = 0; n == 0 && w->knob.kind == KNOB_CELL && k < row.cols; k++)
            w->key = k == 0 || mat_at(row, 0, k) > mat_at(row, 0, w->key) ? k : w->key;
        w->weight[i] = mat_at(row, 0, w->key);
    }
    probe_finish(&p);
    return a != NULL;
}

bool sweep_compute(struct sweep *w, const struct scene *now, struct reply *r)
{
    struct sweep next = {.knob = w->knob, .key = now->state.look.key};
    state_copy(&next.of, &now->state);
    double x = next.now = knob_get(now, &next.knob), root = sqrt(now->config.dk);
    const double ranges[][2] = {
        {0, 2}, {root / 4, root * 4}, {10, 1e5}, {fmin(-2, floor(x)), fmax(2, ceil(x))}};
    next.lo = ranges[next.knob.kind][0];
    next.hi = ranges[next.knob.kind][1];
    bool ok = knob_set(&next.of, &next.knob, next.lo) || reply_no_memory(r);
    if (ok && w->of.lexicon && w->lo == next.lo && w->hi == next.hi &&
        look_same_pair(&w->of.look, &now->state.look) && state_same_numbers(&w->of, &next.of)) {
        w->now = next.now;
        w->of.look.view = next.of.look.view;
        state_finish(&next.of);
        return true;
    }
    next.known = ok && sweep_possible(&next, &now->config);
    sweep_finish(w); /* first: while this is computed, what is drawn has no curve of other words */
    ok = ok && (!next.known || sweep_weights(&next, now, r));
    if (ok)
        *w = next;
    else
        state_finish(&next.of);
    return ok;
}

/* ---- the numbers that move most ------------------------------------------------- */

/* Whether two computations for each of `count` numbers of x take a moment at most. */
static bool can_move(const struct scene *now, int count)
{
    enum { MOMENT = 4 };
    bool own = now->config.d <= WIDEST && !state_model(&now->state) &&
               !scene_learns(&now->state, (struct matrix_ref){MATRIX_X, 0});
    return own && 2.0 * count * scene_effort(&now->config) <= MOMENT * SCENE_EFFORT_AT_ONCE;
}

/* Finds what each of these numbers moves. */
static bool movers_measure(struct mover *list, int count, const struct scene *now)
{
    const struct attention *was = &now->trace.layer[now->state.look.layer].self, *is;
    struct reply quiet = {0};
    struct probe p;
    bool ok = probe_begin(&p, now, &quiet);
    for (int i = 0; ok && i < count; i++) {
        const struct knob k = {KNOB_CELL, {MATRIX_X, 0}, list[i].row, list[i].col};
        double x = knob_get(now, &k);
        for (double by = MOVER_STEP; ok && by >= -MOVER_STEP; by -= 2 * MOVER_STEP) {
            ok = (is = probe(&p, &k, x + by, &quiet)) != NULL;
            /* list[i] becomes the largest difference between the two attentions if that is larger */
            struct mat a = was->map[MAP_WEIGHTS], b = ok ? is->map[MAP_WEIGHTS] : (struct mat){0};
            int n = a.rows / was->heads;
            for (int at = 0; ok && at < a.rows * a.cols; at++) {
                struct mover *m = &list[i];
                int r = at / a.cols, key = at % a.cols;
                if (fabs(mat_at(b, r, key) - mat_at(a, r, key)) > fabs(m->is - m->was) || m->by == 0)
                    *m = (struct mover){m->row,           m->col, by, r / n, r % n, key, mat_at(a, r, key),
                                        mat_at(b, r, key)};
            }
        }
        ok = ok && knob_set(&p.s, &k, x);
    }
    probe_finish(&p);
    reply_finish(&quiet);
    return ok;
}

static int further_first(const void *a, const void *b)
{
    const struct mover *x = a, *y = b;
    double by = fabs(y->is - y->was) - fabs(x->is - x->was);
    return by != 0 ? (by > 0) - (by < 0) : x->row != y->row ? x->row - y->row : x->col - y->col;
}

struct mover *movers_ranked(const struct scene *now, int *count)
{
    const struct sequence *q = now->state.sentence;
    int d = now->config.d, first;
    struct mover *list = can_move(now, q->count * d) ? mem_new((size_t)(q->count * d), sizeof *list) : NULL;
    *count = 0;
    for (int i = 0; list && i < q->count * d; i++) {
        for (first = 0; q->id[first] != q->id[i / d]; first++) {
        }
        if (first == i / d) /* a word that is said again has the same numbers */
            list[(*count)++] = (struct mover){.row = first, .col = i % d};
    }
    if (list && movers_measure(list, *count, now)) {
        qsort(list, (size_t)*count, sizeof *list, further_first);
        return list;
    }
    mem_free(list);
    return NULL;
}

/* ---- at the cursor --------------------------------------------------------------- */

bool sweep_here(struct sweep *w, const struct scene *now, struct reply *r)
{
    struct knob k = {0};
    /* a mask and given scores are no numbers from -2 to 2; a model's file is read only when a line asks */
    bool runs = !state_model(&now->state) && knob_here(&now->state, &now->config, &k) &&
                k.ref.kind != MATRIX_MASK && k.ref.kind != MATRIX_SCORES;
    if (!runs || memcmp(&k, &w->knob, sizeof k) != 0)
        sweep_finish(w);
    w->knob = k;
    bool ok = !runs || sweep_compute(w, now, r);
    w->moves = (struct mover){.row = k.row, .col = k.col};
    if (runs && k.kind == KNOB_CELL && k.ref.kind == MATRIX_X && can_move(now, 1))
        movers_measure(&w->moves, 1, now);
    return ok;
}

void sweep_finish(struct sweep *w)
{
    state_finish(&w->of);
    *w = (struct sweep){0};
}
