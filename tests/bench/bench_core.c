/* The numeric core: a forward pass with every stage kept, the four terms, tables of
 * the sines; against plain loops (the products alone, the simplest C there is), and against the BLAS
 * of this machine where it has one. */
#include <dlfcn.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "bench/bench.h"
#include "core/encoding/posenc.h"
#include "core/math/rng.h"
#include "core/pipeline/terms.h"
#include "core/pipeline/trace.h"

enum { WEIGHTS_ROOM = WEIGHT_COUNT * sizeof(struct mat) / sizeof(double) }; /* in doubles */

struct forward {
    struct config c;
    struct trace t;
    struct arena inputs;
};

static struct mat random_matrix(struct arena *room, int rows, int cols, struct rng *rng)
{
    struct mat m = mat_in(room, rows, cols);
    for (int i = 0; i < rows * cols; i++)
        m.v[i] = rng_normal(rng) / sqrt(cols);
    return m;
}

static struct forward forward_of(int n, int d, int h)
{
    struct forward f = {.c = {.n = n,
                              .d = d,
                              .dsrc = d,
                              .heads = h,
                              .dk = d / h,
                              .dv = d / h,
                              .layers = 1,
                              .base = 10000,
                              .pescale = 1,
                              .divisor = sqrt(d / h),
                              .no_terms = true,
                              .pe = posenc_find("sincos")}};
    struct rng rng = rng_seed(1);
    if (!arena_reserve(&f.inputs, (size_t)(n + 4 * d) * (size_t)d + WEIGHTS_ROOM))
        abort();
    f.c.w = (void *)arena_doubles(&f.inputs, WEIGHTS_ROOM);
    for (int w = 0; w < WEIGHT_COUNT; w++)
        f.c.w[0][w] = (struct mat){0};
    f.c.X = random_matrix(&f.inputs, n, d, &rng);
    for (int w = W_Q; w <= W_O; w++)
        f.c.w[0][w] = random_matrix(&f.inputs, d, d, &rng);
    if (!trace_reserve(&f.t, &f.c))
        abort();
    trace_compute(&f.t, &f.c);
    return f;
}

static void run_forward(void *arg)
{
    struct forward *f = arg;
    trace_compute(&f->t, &f->c);
}

/* The same multiplications by three nested loops. */
static void plain_product(struct mat out, struct mat a, struct mat b)
{
    for (int i = 0; i < a.rows; i++)
        for (int j = 0; j < b.cols; j++) {
            double sum = 0;
            for (int k = 0; k < a.cols; k++)
                sum += mat_at(a, i, k) * mat_at(b, k, j);
            mat_row(out, i)[j] = sum;
        }
}

static void run_plain(void *arg)
{
    struct forward *f = arg;
    struct attention *a = &f->t.layer[0].self;
    const struct mat *w = f->c.w[0];
    struct mat columns = mat_rows(a->V, 0, f->c.dk);
    columns.cols = a->map[MAP_SCORES].cols; /* as many multiplications as the heads' keys, in row order */
    columns.stride = 0;
    plain_product(a->Q, a->H, w[W_Q]);
    plain_product(a->K, a->S, w[W_K]);
    plain_product(a->V, a->S, w[W_V]);
    for (int h = 0; h < f->c.heads; h++) {
        plain_product(attention_head(a, a->map[MAP_SCORES], h), mat_columns(a->Q, h * f->c.dk, f->c.dk),
                      columns);
        plain_product(attention_head(a, a->head_out, h), attention_head(a, a->map[MAP_WEIGHTS], h),
                      mat_columns(a->V, h * f->c.dv, f->c.dv));
    }
    plain_product(a->output, a->concat, w[W_O]);
}

/* ---- the ceiling: the square product that BLAS libraries are measured by ---- */

struct square {
    struct arena room;
    struct mat a, b, out;
    void (*dgemm)(int, int, int, int, int, int, double, const double *, int, const double *, int, double,
                  double *, int);
};

static void run_square(void *arg)
{
    struct square *s = arg;
    mat_mul(s->out, s->a, s->b);
}

static void run_dgemm(void *arg)
{
    struct square *s = arg;
    int n = s->a.rows;
    s->dgemm(101, 111, 111, n, n, n, 1, s->a.v, n, s->b.v, n, 0, s->out.v,
             n); /* row major, nothing transposed */
}

/* OpenBLAS on one thread with its fastest kernels, which it does not choose by itself on every processor;
 * NULL: there is none. */
static void *open_dgemm(void)
{
    setenv("OPENBLAS_NUM_THREADS", "1", 1);
#ifdef __x86_64__
    if (__builtin_cpu_supports("avx512f"))
        setenv("OPENBLAS_CORETYPE", "SkylakeX", 1);
#endif
    void *blas = dlopen("libopenblas.so.0", RTLD_NOW);
    return blas ? dlsym(blas, "cblas_dgemm") : NULL;
}

static struct square square_of(int n)
{
    struct square s = {0};
    struct rng rng = rng_seed(1);
    void *dgemm = open_dgemm();
    *(void **)&s.dgemm = dgemm;
    if (!arena_reserve(&s.room, 3 * mat_room(n, n)))
        abort();
    s.a = random_matrix(&s.room, n, n, &rng);
    s.b = random_matrix(&s.room, n, n, &rng);
    s.out = random_matrix(&s.room, n, n, &rng);
    return s;
}

static double square_flops(const struct square *s)
{
    double n = s->a.rows;
    return 2 * n * n * n;
}

/* Beside OpenBLAS, before and behind: other work of the machine should not hit one of the two alone. */
static void beside_dgemm(struct square *s, struct bench_case c, bench_run *run, void *arg)
{
    double before = s->dgemm ? bench_measure(run_dgemm, s).least : 0;
    struct bench_time t = bench_measure(run, arg);
    double behind = s->dgemm ? bench_measure(run_dgemm, s).least : 0;
    c.than = s->dgemm ? "OpenBLAS, products only" : NULL;
    c.reference = (before < behind ? before : behind) * c.flops / square_flops(s);
    bench_print(&c, t);
}

static double forward_flops(const struct config *c)
{
    double rows = c->n, width = c->d;
    return 8 * rows * width * width + 4 * rows * rows * width;
}

/* Words and positions through W_Q and W_K, and the four products of what comes out. */
static double terms_flops(const struct config *c)
{
    double rows = c->n, width = c->d;
    return 8 * rows * width * width + 8 * rows * rows * width;
}

static double bytes_of(const struct trace *t)
{
    return (double)(t->arena.room * sizeof(double));
}

static void run_terms(void *arg)
{
    struct forward *f = arg;
    terms_compute(&f->t.layer[0].self, &f->c, &f->t, 0);
}

/* The four terms alone, however large, after a forward pass. */
static void terms(struct forward *f)
{
    enum { NO_TERM = 31 }; /* a bit that no term has: scores are made of terms then, so all are kept */
    struct forward t = {.c = f->c};
    t.c.term_off = term_set_of(NO_TERM);
    if (!trace_reserve(&t.t, &t.c))
        abort();
    trace_compute(&t.t, &t.c);
    double forward = bench_measure(run_forward, f).least;
    bench((struct bench_case){"terms", f->c.n, f->c.d, f->c.heads, bytes_of(&t.t), terms_flops(&f->c),
                              "forward", forward},
          run_terms, &t);
    trace_finish(&t.t);
}

/* Small ones stand beside plain loops, large ones beside the ceiling: as many multiplications and additions
 * by OpenBLAS. */
static void forward(int n, int d, int h, struct square *ceiling)
{
    struct forward f = forward_of(n, d, h);
    struct bench_case c = {"forward", n, d, h, bytes_of(&f.t), forward_flops(&f.c), NULL, 0};
    if (n * d <= 64 * 128) {
        c.than = "plain loops";
        c.reference = bench_measure(run_plain, &f).least;
        bench(c, run_forward, &f);
    } else {
        beside_dgemm(ceiling, c, run_forward, &f);
    }
    terms(&f);
    trace_finish(&f.t);
    arena_finish(&f.inputs);
}

struct table {
    struct config c;
    struct arena room;
    struct mat P;
};

static void run_table(void *arg)
{
    struct table *t = arg;
    posenc_table(t->P, &t->c);
}

static void run_plain_table(void *arg)
{
    struct table *t = arg;
    for (int pos = 0; pos < t->P.rows; pos++)
        for (int j = 0; j < t->P.cols; j += 2) {
            double angle = pos * pow(10000, -(double)j / t->P.cols);
            mat_row(t->P, pos)[j] = sin(angle);
            mat_row(t->P, pos)[j + 1] = cos(angle);
        }
}

static void table(int positions, int d)
{
    struct table t = {
        .c = {.n = positions, .d = d, .base = 10000, .pescale = 1, .pe = posenc_find("sincos")}};
    if (!arena_reserve(&t.room, mat_room(positions, d)))
        abort();
    t.P = mat_in(&t.room, positions, d);
    double reference = bench_measure(run_plain_table, &t).least;
    bench((struct bench_case){"table", positions, d, 0, (double)mat_room(positions, d) * sizeof(double), 0,
                              "a sine an entry", reference},
          run_table, &t);
    arena_finish(&t.room);
}

void bench_core(void)
{
    static const int shapes[][3] = {{3, 8, 1}, {16, 64, 4}, {64, 128, 8}, {256, 512, 8}, {1024, 512, 8}};
    struct square ceiling = square_of(512);
    beside_dgemm(&ceiling,
                 (struct bench_case){"product", 512, 512, 0, 3.0 * 512 * 512 * sizeof(double),
                                     square_flops(&ceiling), NULL, 0},
                 run_square, &ceiling);
    for (size_t i = 0; i < sizeof shapes / sizeof *shapes; i++)
        forward(shapes[i][0], shapes[i][1], shapes[i][2], &ceiling);
    arena_finish(&ceiling.room);
    table(1000, 512);
    table(5000, 512);
    table(10000, 1024);
}
