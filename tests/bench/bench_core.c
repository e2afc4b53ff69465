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
#include "core/pipeline/grad.h"
#include "core/pipeline/terms.h"
#include "core/pipeline/trace.h"

enum { WEIGHTS_ROOM = WEIGHT_COUNT * sizeof(struct mat) / sizeof(double) }; /* in doubles */

struct forward {
    struct config c;
    struct trace t;
    struct grad g;
    struct target asked;
    struct arena inputs;
};

static struct mat random_matrix(struct arena *room, int rows, int cols, struct rng *rng)
{
    struct mat m = mat_in(room, rows, cols);
    for (int i = 0; i < rows * cols; i++)
        m.v[i] = rng_normal(rng) / sqrt(cols);
    return m;
}

/* Attention in each layer and a readout, without anything else; what depends on positions alone is computed
 * before. */
static void forward_begin(struct forward *f, struct bench_shape s)
{
    *f = (struct forward){.c = {.n = s.n,
                                .d = s.d,
                                .dsrc = s.d,
                                .heads = s.h,
                                .dk = s.d / s.h,
                                .dv = s.d / s.h,
                                .layers = s.layers,
                                .classes = s.d,
                                .base = 10000,
                                .pescale = 1,
                                .divisor = sqrt(s.d / s.h),
                                .no_terms = true,
                                .pe = posenc_find("sincos"),
                                .target_count = 1,
                                .target = &f->asked},
                          .asked = {.head = -1, .at = s.n - 1}};
    struct rng rng = rng_seed(1);
    size_t layers = (size_t)s.layers, square = (size_t)s.d * (size_t)s.d;
    if (!arena_reserve(&f->inputs,
                       2 * (size_t)(s.n * s.d) + (4 * layers + 1) * square + layers * WEIGHTS_ROOM))
        abort();
    f->c.w = (void *)arena_doubles(&f->inputs, layers * WEIGHTS_ROOM);
    for (int l = 0; l < s.layers; l++)
        for (int w = 0; w < WEIGHT_COUNT; w++)
            f->c.w[l][w] = (struct factor){0};
    f->c.X = random_matrix(&f->inputs, s.n, s.d, &rng);
    for (int l = 0; l < s.layers; l++)
        for (int w = W_Q; w <= W_O; w++)
            f->c.w[l][w] = factor_of(random_matrix(&f->inputs, s.d, s.d, &rng));
    f->c.w[0][READ_U] = factor_of(random_matrix(&f->inputs, s.d, s.d, &rng));
    struct mat P = mat_in(&f->inputs, s.n, s.d);
    posenc_table(P, &f->c);
    f->c.P = P;
    if (!trace_reserve(&f->t, &f->c))
        abort();
    trace_compute(&f->t, &f->c);
}

static void forward_end(struct forward *f)
{
    trace_finish(&f->t);
    grad_finish(&f->g);
    arena_finish(&f->inputs);
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

static void plain_layer(struct forward *f, int layer)
{
    struct attention *a = &f->t.layer[layer].self;
    const struct factor *w = f->c.w[layer];
    struct mat columns = mat_rows(a->V, 0, f->c.dk);
    columns.cols = a->map[MAP_SCORES].cols; /* as many multiplications as the heads' keys, in row order */
    columns.stride = 0;
    plain_product(a->Q, a->H, factor_mat(w[W_Q]));
    plain_product(a->K, a->S, factor_mat(w[W_K]));
    plain_product(a->V, a->S, factor_mat(w[W_V]));
    for (int h = 0; h < f->c.heads; h++) {
        plain_product(attention_head(a, a->map[MAP_SCORES], h), mat_columns(a->Q, h * f->c.dk, f->c.dk),
                      columns);
        plain_product(attention_head(a, a->head_out, h), attention_head(a, a->map[MAP_WEIGHTS], h),
                      mat_columns(a->V, h * f->c.dv, f->c.dv));
    }
    plain_product(a->output, a->concat, factor_mat(w[W_O]));
}

static void run_plain(void *arg)
{
    struct forward *f = arg;
    for (int l = 0; l < f->c.layers; l++)
        plain_layer(f, l);
    plain_product(f->t.logits, f->t.layer[f->c.layers - 1].self.output, factor_mat(f->c.w[0][READ_U]));
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

static void run_loops(void *arg)
{
    struct square *s = arg;
    plain_product(s->out, s->a, s->b);
}

/* One to four rows times a square: what a short sentence, or a word more, asks for. */
static void few_rows(int rows, int width)
{
    struct square s = square_of(width);
    s.a.rows = s.out.rows = rows;
    double reference = bench_measure(run_loops, &s).least, w = width;
    bench((struct bench_case){"few", rows, width, 0, (w * w + 2 * rows * w) * sizeof(double),
                              2 * rows * w * w, "plain loops", reference, 0, NULL, 0},
          run_square, &s);
    arena_finish(&s.room);
}

/* Beside OpenBLAS, or our own square product where it is missing, before and after: other work of the machine
 * should not hit one of the two alone. */
static struct bench_time beside_ceiling(struct square *s, struct bench_case c, bench_run *run, void *arg)
{
    bench_run *ceiling = s->dgemm ? run_dgemm : run_square;
    double before = bench_measure(ceiling, s).least;
    struct bench_time t = bench_measure(run, arg);
    double after = bench_measure(ceiling, s).least;
    c.than = s->dgemm ? "OpenBLAS, products only" : "product 512, products only";
    c.reference = (before < after ? before : after) * c.flops / square_flops(s);
    bench_print(&c, t);
    return t;
}

static double forward_flops(const struct config *c)
{
    double rows = c->n, width = c->d;
    return c->layers * (8 * rows * width * width + 4 * rows * rows * width) + 2 * rows * width * width;
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

/* What a shape took, to which the doubled ones are compared. */
struct once {
    double forward, terms, gradient;
};

/* The four terms of layer 0 alone, however large, after a forward pass. */
static void terms(struct forward *f, int which, struct once *once)
{
    struct forward t = {.c = f->c};
    struct term list[TERM_MAX];
    terms_list(&t.c, 0, list);
    t.c.term_off = term_set_of(list[0].bit); /* scores are made of terms then, so all are kept */
    if (!trace_reserve(&t.t, &t.c))
        abort();
    trace_compute(&t.t, &t.c);
    double forward = bench_measure(run_forward, f).least;
    double took =
        bench((struct bench_case){"terms", f->c.n, f->c.d, f->c.heads, bytes_of(&t.t), terms_flops(&f->c),
                                  "forward", forward, f->c.layers, bench_twice[which], once->terms},
              run_terms, &t)
            .least;
    once->terms = which == 0 ? took : once->terms;
    trace_finish(&t.t);
}

static void run_gradient(void *arg)
{
    struct forward *f = arg;
    grad_compute(&f->g, &f->t, &f->c);
}

/* The backward pass alone, after a forward pass: twice its products. */
static void gradient(struct forward *f, int which, struct once *once)
{
    if (!grad_reserve(&f->g, &f->c, 0))
        abort();
    double forward = bench_measure(run_forward, f).least;
    double took = bench((struct bench_case){"gradient", f->c.n, f->c.d, f->c.heads,
                                            (double)(f->g.d.arena.room + f->g.sums.room) * sizeof(double),
                                            2 * forward_flops(&f->c), "forward", forward, f->c.layers,
                                            bench_twice[which], once->gradient},
                        run_gradient, f)
                      .least;
    once->gradient = which == 0 ? took : once->gradient;
}

/* Small ones are compared with plain loops, large ones with the ceiling: as many multiplications and
 * additions in one square product. */
static void forward(struct bench_shape s, int which, struct square *ceiling, struct once *once)
{
    struct forward f;
    struct bench_time t;
    forward_begin(&f, s);
    struct bench_case c = {"forward",           s.n,  s.d, s.h,      bytes_of(&f.t),
                           forward_flops(&f.c), NULL, 0,   s.layers, bench_twice[which],
                           once->forward};
    if (s.n * s.d <= 64 * 128) {
        c.than = "plain loops";
        c.reference = bench_measure(run_plain, &f).least;
        t = bench(c, run_forward, &f);
    } else {
        t = beside_ceiling(ceiling, c, run_forward, &f);
    }
    once->forward = which == 0 ? t.least : once->forward;
    terms(&f, which, once);
    gradient(&f, which, once);
    forward_end(&f);
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
                              "one sine per entry", reference, 0, NULL, 0},
          run_table, &t);
    arena_finish(&t.room);
}

void bench_core(void)
{
    static const struct bench_shape shapes[] = {{3, 8, 1, 1},
                                                {16, 64, 4, 1},
                                                {64, 128, 8, 1},
                                                {256, 512, 8, 1},
                                                {1024, 512, 8, 1}},
                                    small = {32, 64, 4, 1};
    struct square ceiling = square_of(512);
    struct once once = {0};
    struct bench_case product = {
        "product", 512, 512,  0, 3.0 * 512 * 512 * sizeof(double), square_flops(&ceiling), NULL,
        0,         0,   NULL, 0};
    if (ceiling.dgemm)
        beside_ceiling(&ceiling, product, run_square, &ceiling);
    else
        bench(product, run_square, &ceiling);
    for (int rows = 1; rows <= 4; rows++)
        for (int width = 8; width <= 2048; width *= width < 128 ? 8 : 4)
            few_rows(rows, width);
    for (size_t i = 0; i < sizeof shapes / sizeof *shapes; i++)
        forward(shapes[i], 0, &ceiling, &once);
    for (int which = 0; which < BENCH_SHAPES; which++)
        forward(bench_doubled(small, which), which, &ceiling, &once);
    arena_finish(&ceiling.room);
    table(1000, 512);
    table(5000, 512);
    table(10000, 1024);
}
