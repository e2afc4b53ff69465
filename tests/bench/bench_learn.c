/* One step of learning: the gradient of a batch, and Adam. */
#include <math.h>
#include <stdlib.h>

#include "bench.h"
#include "core/encoding/posenc.h"
#include "core/math/optimizer.h"
#include "core/math/rng.h"
#include "core/pipeline/grad.h"

enum { WORDS = 12, SENTENCES = 90, LONGEST = 16 };

struct learner {
    struct config c;
    struct arena numbers; /* the words' vectors, then all weights, in the gradient's order */
    struct arena moments;
    struct trace t;
    struct grad g;
    struct batch batch;
    struct adam adam;
    struct example example[SENTENCES];
    int word[SENTENCES][LONGEST];
    struct target target[SENTENCES][LONGEST];
};

static void run_step(void *arg)
{
    struct learner *x = arg;
    grad_batch(&x->g, &x->t, &x->c, &x->batch);
    x->adam.step++;
    optimizer_adam(x->numbers.start, x->g.sums.start, x->g.sums.used, &x->adam);
}

/* Every sentence: random words; the last `asked` of them are to name random classes. */
static void make_batch(struct learner *x, int count, int asked, struct rng *r)
{
    for (int i = 0; i < count; i++) {
        x->example[i] = (struct example){x->c.n, asked, x->word[i], x->target[i]};
        for (int k = 0; k < x->c.n; k++)
            x->word[i][k] = (int)(rng_next(r) % WORDS);
        for (int k = 0; k < asked; k++)
            x->target[i][k] = (struct target){0, -1, x->c.n - asked + k, (int)(rng_next(r) % WORDS)};
    }
    x->batch.count = count;
    x->batch.of = x->example;
}

static void make_numbers(struct learner *x, struct rng *r)
{
    double *kept;
    if (!trace_reserve(&x->t, &x->c) || !grad_reserve(&x->g, &x->c, WORDS) ||
        !arena_reserve(&x->numbers, x->g.sums.used) || !arena_reserve(&x->moments, 2 * x->g.sums.used))
        abort();
    x->batch.words = mat_in(&x->numbers, WORDS, x->c.d);
    parameters_lay_out(&x->c, &x->c, &x->numbers, false);
    for (size_t i = 0; i < x->numbers.used; i++)
        x->numbers.start[i] = rng_normal(r) / sqrt(x->c.d);
    kept = arena_doubles(&x->moments, 2 * x->g.sums.used);
    for (size_t i = 0; i < x->moments.used; i++)
        kept[i] = 0;
    x->adam = adam_of(0.01);
    x->adam.m = kept;
    x->adam.v = kept + x->g.sums.used;
}

static void learn(const char *what, struct config c, int count, int asked)
{
    static double absent[1]; /* says that a matrix is there; parameters_lay_out gives it its place */
    static struct learner x;
    struct rng r = rng_seed(1);
    x = (struct learner){.c = c};
    for (int l = 0; l < c.layers; l++)
        for (int w = W_Q; w <= W_O; w++)
            x.c.w[l][w].v = absent;
    x.c.w[0][READ_U].v = absent;
    make_batch(&x, count, asked, &r);
    make_numbers(&x, &r);
    bench(
        (struct bench_case){what, c.n, c.d, c.heads,
                            sizeof(double) * (double)(x.t.arena.room + x.g.d.arena.room + 4 * x.g.sums.used),
                            0, NULL, 0},
        run_step, &x);
    trace_finish(&x.t);
    grad_finish(&x.g);
    arena_finish(&x.numbers);
    arena_finish(&x.moments);
}

void bench_learn(void)
{
    struct config order = {.n = 3,
                           .d = 8,
                           .dsrc = 8,
                           .heads = 1,
                           .dk = 8,
                           .dv = 8,
                           .layers = 1,
                           .classes = WORDS,
                           .residual = true,
                           .no_terms = true,
                           .base = 10000,
                           .pescale = 1,
                           .divisor = sqrt(8),
                           .pe = posenc_find("sincos")};
    struct config repeat = order;
    repeat.n = LONGEST;
    repeat.d = repeat.dsrc = repeat.dk = repeat.dv = 16;
    repeat.divisor = 4;
    repeat.layers = 2;
    repeat.mask = MASK_CAUSAL;
    repeat.pe = posenc_find("learned");
    repeat.pe_param[0] = LONGEST;
    learn("order", order, SENTENCES, 1);
    learn("repeat", repeat, 16, LONGEST / 2);
}
