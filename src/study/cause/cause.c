#include "study/cause/cause.h"

#include <math.h>
#include <string.h>

#include "base/mem.h"
#include "core/math/softmax.h"
#include "core/pipeline/block.h"
#include "core/pipeline/patch.h"
#include "core/pipeline/readout.h"

#define LEAST_GAP 0.1 /* of m on both sides, to divide by */
#define ALL_CELLS 2e9 /* multiplications of a map that is computed whole */
enum { STRONGEST = 3 };

/* ---- one cell --------------------------------------------------------------------------- */

static double gap(const struct cause_run *k, const struct trace *t)
{
    return mat_at(t->logits, k->at, k->a) - mat_at(t->logits, k->at, k->b);
}

bool cause_begin(struct cause_run *k, const struct scene *now, const struct scene *other, int at,
                 struct reply *r)
{
    k->here = now;
    k->there = other;
    k->at = at;
    if (patches_count(now->state.patches, PATCH_CARRY) > 0) {
        struct state bare;
        state_copy(&bare, &now->state);
        bool ok = (patches_keep(&bare.patches, patch_is_own, NULL) || reply_no_memory(r)) &&
                  scene_take(&k->bare, &bare, r);
        state_finish(&bare);
        if (!ok)
            return false;
        k->here = &k->bare;
    }
    if (now->config.classes == 0 || other->config.classes != now->config.classes)
        return reply_fail(r, 0,
                          TEXT("nothing is answered here: open the model in the box (model box), take a "
                               "task, or give a readout (classes A B)"));
    if (!readout_ask(&k->here->trace, at) || !readout_ask(&other->trace, at))
        return reply_goes_on(r);
    const struct config *c = &k->here->config;
    mem_free(k->patch);
    k->patch = mem_new((size_t)c->patch_count + 1, sizeof *k->patch);
    k->c = *c;
    k->c.no_terms = true;
    if (!k->patch || !trace_reserve(&k->t, &k->c))
        return reply_no_memory(r);
    if (c->patch_count > 0)
        memcpy(k->patch, c->patch, (size_t)c->patch_count * sizeof *c->patch);
    k->c.patch = k->patch;
    k->c.patch_count = c->patch_count + 1;
    k->a = mat_largest(other->trace.probs, at);
    k->b = mat_largest(k->here->trace.probs, at);
    const struct trace *const side[] = {&k->here->trace, &other->trace};
    for (int i = 0; i < 2; i++) {
        k->m[i] = gap(k, side[i]);
        k->share[i][0] = mat_at(side[i]->probs, at, k->a);
        k->share[i][1] = mat_at(side[i]->probs, at, k->b);
    }
    return true;
}

bool cause_try(struct cause_run *k, struct cause_cell cell, bool leaves_out, struct cause_found *out,
               struct reply *r)
{
    struct patch *is = &k->patch[k->c.patch_count - 1];
    *is = (struct patch){.kind = cell.head >= 0 ? PATCH_HEAD
                                 : leaves_out   ? PATCH_ATTN
                                                : PATCH_ROW,
                         .way = leaves_out ? PATCH_ZERO : PATCH_CARRY,
                         .layer = cell.layer,
                         .head = cell.head < 0 ? 0 : cell.head,
                         .at = cell.word};
    if (!leaves_out) {
        is->rows = patch_rows(&k->there->trace, &k->there->config, is);
        is->rows = cell.word < 0 ? is->rows : mat_rows(is->rows, cell.word, 1);
    }
    k->t.work = r->work;
    bool ok = trace_go_on(&k->t, &k->c, &k->here->trace, cell.layer) && readout_ask(&k->t, k->at);
    k->t.work = NULL;
    if (!ok)
        return reply_goes_on(r);
    *out = (struct cause_found){gap(k, &k->t),
                                {mat_at(k->t.probs, k->at, k->a), mat_at(k->t.probs, k->at, k->b)},
                                mat_largest(k->t.probs, k->at)};
    return true;
}

void cause_end(struct cause_run *k)
{
    scene_finish(&k->bare);
    trace_finish(&k->t);
    mem_free(k->patch);
    *k = (struct cause_run){0};
}

bool cause_differs(const struct cause_run *k, struct reply *r)
{
    const struct state *s = &k->here->state;
    if (k->a != k->b && fabs(k->m[1] - k->m[0]) >= LEAST_GAP)
        return true;
    struct text word = TEXT_HERE;
    if (s->classes)
        text_add(&word, state_word(s, s->classes, k->b));
    reply_fail(r, 0,
               k->a == k->b
                   ? TEXT("both sides answer %s: nothing to carry (swap two words, x)")
                   : TEXT("both sides answer nearly the same%.0s: nothing to carry (swap two words, x)"),
               text_str(&word));
    text_finish(&word);
    return false;
}

double cause_effect(const double m[2], double found)
{
    return (found - m[0]) / (m[1] - m[0]);
}

/* ---- the map ---------------------------------------------------------------------------- */

int cause_asks(const struct state *s)
{
    return state_model(s) ? state_asked(s) : s->look.query;
}

int cause_columns(const struct config *c)
{
    return c->layers * (c->heads + 1);
}

struct cause_cell cause_cell_at(const struct config *c, int row, int col)
{
    int heads = c->layers * c->heads;
    return (struct cause_cell){col >= heads ? col - heads : col / c->heads,
                               col >= heads ? -1 : col % c->heads, row < c->n ? row : -1};
}

static bool begin_map(struct cause *k, const struct scene *now, const struct scene *other, struct reply *r)
{
    struct reply why = {.lang = (enum lang)now->state.look.lang, .work = r->work};
    const struct config *c = &now->config;
    bool ok = cause_begin(&k->run, now, other, cause_asks(&now->state), &why) && cause_differs(&k->run, &why);
    k->words = c->n;
    k->columns = cause_columns(c);
    k->why = why.text;
    if (!ok)
        return !k->why.failed || reply_no_memory(r);
    size_t cells = (size_t)(k->words + 1) * (size_t)k->columns;
    k->found = mem_new(cells, sizeof *k->found);
    if (!k->found)
        return reply_no_memory(r);
    for (size_t i = 0; i < cells; i++)
        k->found[i].says = -1;
    bool whole = scene_effort(c) * (double)cells <= ALL_CELLS;
    k->total = k->columns + (whole ? k->words * k->columns : STRONGEST * k->words);
    return true;
}

bool cause_follow(struct cause *k, const struct scene *now, const struct scene *other, bool leaves_out,
                  struct reply *r)
{
    struct state own;
    state_copy(&own, &now->state);
    bool ok = patches_keep(&own.patches, patch_is_own, NULL) || reply_no_memory(r);
    bool same = ok && k->of.lexicon && state_same_numbers(&k->of, &own) &&
                state_same_numbers(&k->there, &other->state) && cause_asks(&k->of) == cause_asks(&own) &&
                k->leaves_out == leaves_out && k->of.look.lang == own.look.lang;
    if (ok && !same) {
        cause_finish(k);
        k->of = own;
        own = (struct state){0};
        state_copy(&k->there, &other->state);
        k->leaves_out = leaves_out;
        ok = begin_map(k, now, other, r);
    } else if (ok && k->found && !cause_complete(k)) /* the scenes may have moved */
        ok = cause_begin(&k->run, now, other, k->run.at, r);
    state_finish(&own);
    return ok;
}

/* Returns the cell, as an index, that is computed at a step. */
static int cell_of_step(const struct cause *k, int step)
{
    int whole = k->columns - k->run.c.layers * k->run.c.heads, first = k->columns - whole, n = k->words;
    if (step < k->columns)
        return n * k->columns + (step < whole ? first + step : step - whole);
    step -= k->columns;
    if (k->total == k->columns + n * k->columns)
        return (n - 1 - step / k->columns) * k->columns + step % k->columns;
    return (n - 1 - step % n) * k->columns + k->strongest[step / n];
}

static void find_strongest(struct cause *k)
{
    int heads = k->run.c.layers * k->run.c.heads;
    for (int i = 0; i < STRONGEST; i++) {
        double most = -1;
        for (int col = 0; col < heads; col++) {
            double effect = fabs(cause_effect(k->run.m, cause_at(k, k->words, col)->m));
            bool taken = false;
            for (int j = 0; j < i; j++)
                taken = taken || k->strongest[j] == col;
            if (!taken && effect > most) {
                most = effect;
                k->strongest[i] = col;
            }
        }
    }
}

void cause_advance(struct cause *k, double effort, struct reply *r)
{
    for (bool first = true; !cause_complete(k) && (first || effort > 0); first = false) {
        int at = cell_of_step(k, k->done);
        struct cause_cell cell = cause_cell_at(&k->run.c, at / k->columns, at % k->columns);
        if (!cause_try(&k->run, cell, k->leaves_out, &k->found[at], r))
            return;
        k->done++;
        if (k->done == k->columns)
            find_strongest(k);
        effort -= scene_effort(&k->run.c) * (k->run.c.layers - cell.layer) / k->run.c.layers;
    }
}

bool cause_complete(const struct cause *k)
{
    return k->done >= k->total;
}

const struct cause_found *cause_at(const struct cause *k, int row, int col)
{
    return &k->found[row * k->columns + col];
}

void cause_finish(struct cause *k)
{
    state_finish(&k->of);
    state_finish(&k->there);
    text_finish(&k->why);
    cause_end(&k->run);
    mem_free(k->found);
    *k = (struct cause){0};
}
