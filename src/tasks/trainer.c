#include "tasks/trainer.h"

#include <string.h>

#include "base/mem.h"
#include "base/room.h"
#include "core/encoding/posenc.h"
#include "core/math/optimizer.h"
#include "core/math/rng.h"

enum { LEAST_KEPT = 2, MOST_KEPT = 64, BACKWARD = 3 }; /* a gradient costs three times its trace */

/* ---- memory ----------------------------------------------------------------------- */

static int longer(int a, int b)
{
    return a > b ? a : b;
}

size_t trainer_numbers(const struct trainer_plan *plan)
{
    struct arena measured = arena_measuring();
    struct config to = {0};
    mat_in(&measured, plan->words.rows, plan->words.cols);
    parameters_lay_out(&to, plan->c, &measured, false);
    return measured.used;
}

/* Returns the config of the longest sentence. */
static struct config longest(const struct trainer_plan *plan)
{
    struct config c = *plan->c;
    c.n = plan->task ? longer(plan->size.n, plan->size.test) : c.n;
    c.no_terms = true;
    c.even = plan->regimen.even;
    return c;
}

static size_t copy_room(struct mat m)
{
    return mat_present(m) ? mat_room(m.rows, m.cols) : 0;
}

/* Returns a copy in the arena of a matrix, absent if it is. */
static struct mat copy_in(struct arena *a, struct mat m)
{
    struct mat out = {0};
    if (mat_present(m)) {
        out = mat_in(a, m.rows, m.cols);
        mat_copy(out, m);
    }
    return out;
}

/* Copies what no step changes. */
static bool take_fixed(struct trainer *t, const struct config *from)
{
    bool added = posenc_added(from) && !posenc_is_learned(from);
    int distances = from->pe->bias_row ? 2 * t->c.n - 1 : 0;
    size_t room = (added ? mat_room(t->c.n, t->c.d) : 0) + copy_room(from->Y) + copy_room(from->mask_given) +
                  copy_room(from->scores_given) + (from->pe->hands ? mat_room(t->c.n, t->c.dk) : 0) +
                  (size_t)distances;
    for (int i = 0; i < PE_MAX_MATRICES; i++)
        room += copy_room(from->pe_mat[i]);
    size_t mixers = 0;
    for (int l = 0; t->plan.dropout > 0 && l < from->layers; l++)
        mixers += copy_room(factor_mat(from->w[l][W_O]));
    room += mixers;
    if (!arena_reserve(&t->fixed, room))
        return false;
    t->c.Y = copy_in(&t->fixed, from->Y);
    t->c.P = (struct mat){0};
    t->c.mask_given = copy_in(&t->fixed, from->mask_given);
    t->c.scores_given = copy_in(&t->fixed, from->scores_given);
    for (int i = 0; i < PE_MAX_MATRICES; i++)
        if (!mat_present(t->c.pe_mat[i]))
            t->c.pe_mat[i] = copy_in(&t->fixed, from->pe_mat[i]);
    if (added) {
        struct mat P = mat_in(&t->fixed, t->c.n, t->c.d);
        int rows = posenc_table(P, &t->c);
        t->c.P = rows == t->c.n ? P : (struct mat){0};
    }
    if (from->pe->hands)
        t->c.hands = mat_in(&t->fixed, t->c.n, t->c.dk);
    for (int i = 0; i < t->c.hands.rows; i++)
        from->pe->hands(mat_row(t->c.hands, i), (long)from->start + i, from);
    int *row = (void *)arena_doubles(&t->fixed, (size_t)distances);
    for (int i = 0; i < distances; i++)
        row[i] = from->pe->bias_row(t->c.n - 1, i, from);
    t->c.bias_row = distances > 0 ? row + t->c.n - 1 : NULL;
    t->undropped = mixers > 0 ? arena_doubles(&t->fixed, mixers) : NULL;
    return true;
}

static void copy_present(struct mat to, struct mat from)
{
    if (mat_present(to))
        mat_copy(to, from);
}

static size_t trained_numbers(const struct trainer *t)
{
    return t->g.sums.used;
}

/* The numbers, and Adam's moments. */
static size_t room_now(const struct trainer *t)
{
    return trained_numbers(t) * (t->plan.optimizer == OPTIMIZER_ADAM ? 3 : 1);
}

static bool take_numbers(struct trainer *t, const struct config *from, struct mat words)
{
    if (!parameters_reserve(&t->c, from, &t->table) || !arena_reserve(&t->now, room_now(t)))
        return false;
    memset(t->now.start, 0, room_now(t) * sizeof(double));
    t->words = mat_in(&t->now, words.rows, words.cols);
    mat_copy(t->words, words);
    parameters_lay_out(&t->c, from, &t->now, false);
    for (int i = 0; i < PE_MAX_MATRICES; i++)
        copy_present(t->c.pe_mat[i], from->pe_mat[i]);
    for (int l = 0; l < from->layers; l++)
        for (int w = 0; w < WEIGHT_COUNT; w++)
            copy_present(factor_mat(t->c.w[l][w]), factor_mat(from->w[l][w]));
    return true;
}

/* Keeps the present step if its turn has come; keeps every second one if there is no more room. */
static void keep_step(struct trainer *t)
{
    size_t each = room_now(t);
    if (t->step != t->kept_count * t->every)
        return;
    if (t->kept_count == t->kept_most) {
        for (int i = 1; 2 * i < t->kept_count; i++)
            memcpy(t->kept.start + (size_t)i * each, t->kept.start + 2 * (size_t)i * each,
                   each * sizeof(double));
        t->kept_count = (t->kept_count + 1) / 2;
        t->every *= 2;
    }
    if (t->step == t->kept_count * t->every)
        memcpy(t->kept.start + (size_t)t->kept_count++ * each, t->now.start, each * sizeof(double));
}

static bool take_sentences(struct trainer *t, const struct trainer_plan *p)
{
    int words = t->c.n, asked = longer(words, 2);
    if (!p->task) {
        /* The sentences that are given are the test. */
        int most = 0;
        for (int i = 0; i < p->given_count; i++)
            most = longer(most, longer(p->given[i].n, p->given[i].target_count));
        if (!sentences_reserve(&t->test, p->given_count, most, most) ||
            !sentences_reserve(&t->batch, t->plan.batch, 0, 0))
            return false;
        for (int i = 0; i < p->given_count; i++) {
            struct example *e = &t->test.of[i];
            e->n = p->given[i].n;
            e->target_count = p->given[i].target_count;
            e->simple = p->given[i].simple;
            memcpy((int *)e->word, p->given[i].word, (size_t)e->n * sizeof *e->word);
            memcpy((struct target *)e->target, p->given[i].target,
                   (size_t)e->target_count * sizeof *e->target);
        }
        return true;
    }
    asked = p->task->classes == 0 ? longer(asked, words * task_heads(p->task)) : asked;
    if (!sentences_reserve(&t->batch, p->batch, words, asked) ||
        !sentences_reserve(&t->test, task_tests(p->task), words, asked))
        return false;
    task_write_test(&t->test, p->task, &p->size, p->seed);
    t->least = p->task->least ? p->task->least(&t->test) : 0;
    return true;
}

bool trainer_init(struct trainer *t, const struct trainer_plan *plan)
{
    *t = (struct trainer){
        .plan = *plan, .c = longest(plan), .written = -1, .every = TRAINER_EVERY, .asked = -1};
    t->plan.c = NULL;
    t->plan.given = NULL;
    t->c.X = (struct mat){0};
    t->c.target_count = 0;
    t->c.target = NULL;
    struct config c = longest(plan);
    bool ok = grad_reserve(&t->g, &c, plan->words.rows) && trace_reserve(&t->t, &c) &&
              take_numbers(t, plan->c, plan->words) && take_fixed(t, plan->c) && take_sentences(t, plan);
    if (ok) {
        size_t most = TRAINER_KEPT / sizeof(double) / room_now(t);
        t->kept_most = most < LEAST_KEPT ? LEAST_KEPT : most < MOST_KEPT ? (int)most : MOST_KEPT;
        ok = arena_reserve(&t->kept, (size_t)t->kept_most * room_now(t));
    }
    if (ok)
        keep_step(t);
    else
        trainer_finish(t);
    return ok;
}

void trainer_finish(struct trainer *t)
{
    arena_finish(&t->table);
    arena_finish(&t->now);
    arena_finish(&t->fixed);
    arena_finish(&t->kept);
    trace_finish(&t->t);
    grad_finish(&t->g);
    sentences_finish(&t->batch);
    sentences_finish(&t->test);
    mem_free(t->curve);
    *t = (struct trainer){0};
}

/* ---- steps ------------------------------------------------------------------------ */

/* Dropout (Srivastava and others 2014) on the joined heads. A column of them is silent for all sentences of a
 * step if the row of W_O that reads it is zero; the others count 1 / (1 - chance), so that the mean stays.
 * `after`: gives W_O its numbers back, and its gradient the same factors. */
static void drop_out(struct trainer *t, bool after)
{
    enum { APART = 1000003 }; /* other numbers than those that draw the sentences */
    struct rng rng = rng_seed(t->plan.seed * APART + (uint64_t)t->step);
    double *copy = t->undropped;
    for (int l = 0; copy && l < t->c.layers; l++) {
        struct mat mixer = factor_mat(t->c.w[l][W_O]);
        for (int i = 0; i < mixer.rows; i++, copy += mixer.cols) {
            double *row = mat_row(mixer, i), *gradient = t->g.sums.start + (row - t->now.start),
                   factor = rng_uniform(&rng) < t->plan.dropout ? 0 : 1 / (1 - t->plan.dropout);
            for (int j = 0; j < mixer.cols; j++) {
                if (!after)
                    copy[j] = row[j];
                row[j] = after ? copy[j] : row[j] * factor;
                if (after)
                    gradient[j] *= factor;
            }
        }
    }
}

bool trainer_gradient(struct trainer *t, struct work *work)
{
    const struct regimen *how = &t->plan.regimen;
    double hush = t->step < how->hush_from ? 0 : how->hush;
    struct batch b = {t->words, t->batch.count, t->batch.of, how->quiet, how->bare, hush, how->hushed};
    /* The sentences of a step that goes through all of them are there already. */
    const struct trainer_plan *p = &t->plan;
    bool all = t->batch.count == (p->task ? p->task->count : t->test.count);
    bool there = t->written == t->step || (all && t->written >= 0);
    if (!there && p->task)
        task_write_step(&t->batch, p->task, &p->size, p->seed, t->step);
    else if (!there)
        sentences_draw(&t->batch, &t->test, p->seed, t->step);
    t->written = t->step;
    t->t.work = t->g.d.work = work;
    drop_out(t, false);
    bool whole = grad_batch(&t->g, &t->t, &t->c, &b);
    drop_out(t, true);
    t->t.work = t->g.d.work = NULL;
    return whole;
}

static void follow_gradient(struct trainer *t)
{
    double last = t->plan.regimen.rate_last, gone = (double)t->step / (t->plan.steps ? t->plan.steps : 1),
           rate = last > 0 ? t->plan.rate + (last - t->plan.rate) * (gone < 1 ? gone : 1) : t->plan.rate;
    size_t first = mat_room(t->plan.words_fixed, t->words.cols), count = trained_numbers(t) - first;
    double *x = t->now.start + first, *gradient = t->g.sums.start + first;
    struct adam adam = adam_of(rate);
    /* The gradient of decay·Σ x² is added. What no question reaches has no gradient, and is left alone. */
    for (size_t i = 0; i < count && t->plan.regimen.decay > 0; i++)
        gradient[i] += gradient[i] != 0 ? 2 * t->plan.regimen.decay * x[i] : 0;
    if (t->plan.optimizer == OPTIMIZER_SGD) {
        optimizer_sgd(x, gradient, count, rate);
        return;
    }
    adam.step = t->step + 1;
    adam.m = x + trained_numbers(t);
    adam.v = x + 2 * trained_numbers(t);
    optimizer_adam(x, gradient, count, &adam);
}

/* Returns the step to begin from in order to reach `step`. */
static long best_start(const struct trainer *t, long step)
{
    long place = step / t->every, kept = (place < t->kept_count ? place : t->kept_count - 1) * t->every;
    return t->step <= step && t->step >= kept ? t->step : kept;
}

bool trainer_go(struct trainer *t, long step, struct work *work)
{
    long from = best_start(t, step);
    if (step > t->room) {
        size_t room = room_more((size_t)step, TRAINER_EVERY);
        struct curve *more = mem_grow(t->curve, room, sizeof *more);
        if (!more)
            return false;
        t->curve = more;
        t->room = (long)room;
    }
    if (from != t->step) {
        memcpy(t->now.start, t->kept.start + (size_t)(from / t->every) * room_now(t),
               room_now(t) * sizeof(double));
        t->step = from;
    }
    bool goes_on = true;
    while (t->step < step && (goes_on = trainer_gradient(t, work))) {
        t->curve[t->step] = (struct curve){t->g.loss, t->g.right};
        follow_gradient(t);
        t->step++;
        t->known = t->step > t->known ? t->step : t->known;
        keep_step(t);
    }
    return goes_on;
}

double trainer_step_effort(const struct trainer *t)
{
    return (double)t->batch.count * BACKWARD * trace_effort(&t->c);
}

double trainer_effort(const struct trainer *t, long step)
{
    return (double)(step - best_start(t, step)) * trainer_step_effort(t);
}
