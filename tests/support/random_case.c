#include "support/random_case.h"

#include <math.h>
#include <string.h>

#include "core/encoding/posenc.h"
#include "core/math/rng.h"
#include "support/test.h"

static const struct random_spec specs[] = {
    {.seed = 1, .block = BLOCK_ATTENTION, .norm = NORM_NONE, .layers = 1, .alone = true},
    {.seed = 2,
     .block = BLOCK_ATTENTION,
     .norm = NORM_PRE,
     .layers = 1,
     .mask = MASK_CAUSAL,
     .asked = true,
     .final_norm = true},
    {.seed = 3, .block = BLOCK_ATTENTION, .norm = NORM_POST, .layers = 2, .mask = MASK_GIVEN, .asked = true},
    {.seed = 4,
     .block = BLOCK_ATTENTION,
     .norm = NORM_NONE,
     .layers = 2,
     .memory = true,
     .mask = MASK_PAD,
     .asked = true},
    {.seed = 5,
     .block = BLOCK_ATTENTION,
     .norm = NORM_PRE,
     .layers = 1,
     .memory = true,
     .mask = MASK_CAUSAL,
     .bare = true},
    {.seed = 6,
     .block = BLOCK_ATTENTION,
     .norm = NORM_POST,
     .layers = 1,
     .scores = true,
     .alone = true,
     .asked = true},
    {.seed = 7,
     .block = BLOCK_ENCODER,
     .norm = NORM_PRE,
     .layers = 2,
     .mask = MASK_PAD,
     .activation = ACTIVATION_GELU_NEW,
     .final_norm = true,
     .asked = true},
    {.seed = 8,
     .block = BLOCK_ENCODER,
     .norm = NORM_POST,
     .layers = 2,
     .memory = true,
     .activation = ACTIVATION_GELU,
     .asked = true},
    {.seed = 9,
     .block = BLOCK_ENCODER,
     .norm = NORM_POST,
     .layers = 1,
     .alone = true,
     .bare = true,
     .asked = true},
    {.seed = 10, .block = BLOCK_DECODER, .norm = NORM_PRE, .layers = 2},
    {.seed = 11, .block = BLOCK_DECODER, .norm = NORM_POST, .layers = 2, .mask = MASK_PAD, .asked = true},
    {.seed = 12,
     .block = BLOCK_DECODER,
     .norm = NORM_NONE,
     .layers = 1,
     .alone = true,
     .asked = true,
     .final_norm = true},
    {.seed = 13, .block = BLOCK_DECODER, .norm = NORM_NONE, .layers = 1, .mask = MASK_GIVEN, .bare = true},
    {.seed = 14,
     .block = BLOCK_ENCODER,
     .norm = NORM_PRE,
     .layers = 2,
     .mask = MASK_CAUSAL,
     .activation = ACTIVATION_SILU,
     .final_norm = true,
     .modern = true},
    {.seed = 15,
     .block = BLOCK_ENCODER,
     .norm = NORM_POST,
     .layers = 2,
     .activation = ACTIVATION_GELU,
     .final_norm = true,
     .published = true,
     .asked = true},
    {.seed = 16,
     .block = BLOCK_ENCODER,
     .norm = NORM_PRE,
     .layers = 8,
     .mask = MASK_CAUSAL,
     .activation = ACTIVATION_SILU,
     .modern = true,
     .published = true},
    {.seed = 17, .block = BLOCK_ENCODER, .norm = NORM_POST, .layers = 8, .published = true},
    {.seed = 18,
     .block = BLOCK_ENCODER,
     .norm = NORM_OUT,
     .layers = 2,
     .mask = MASK_CAUSAL,
     .activation = ACTIVATION_SILU,
     .final_norm = true,
     .modern = true,
     .asked = true,
     .qk_norm = QK_NORM_HEAD,
     .window = 3,
     .softcap = 0.5,
     .scaling = 4},
    {.seed = 19,
     .block = BLOCK_ENCODER,
     .norm = NORM_BOTH,
     .layers = 2,
     .mask = MASK_PAD,
     .activation = ACTIVATION_GELU_NEW,
     .final_norm = true,
     .modern = true,
     .asked = true,
     .qk_norm = QK_NORM_WIDE,
     .scaling = 2},
    {.seed = 20,
     .block = BLOCK_ENCODER,
     .norm = NORM_PRE,
     .layers = 2,
     .activation = ACTIVATION_GELU,
     .asked = true,
     .qk_norm = QK_NORM_COSINE,
     .parallel = true,
     .window = 2,
     .scaling = 5},
    {.seed = 21,
     .block = BLOCK_ENCODER,
     .norm = NORM_NONE,
     .layers = 2,
     .mask = MASK_CAUSAL | MASK_GIVEN,
     .alone = true,
     .parallel = true,
     .asked = true,
     .softcap = 1,
     .scaling = 1},
    {.seed = 22,
     .block = BLOCK_ATTENTION,
     .norm = NORM_NONE,
     .layers = 1,
     .mask = MASK_CAUSAL | MASK_PAD,
     .modern = true,
     .asked = true,
     .qk_norm = QK_NORM_HEAD,
     .sink = true,
     .window = 2,
     .softcap = 2,
     .final_cap = 1,
     .scaling = 3},
    {.seed = 23,
     .block = BLOCK_DECODER,
     .norm = NORM_PRE,
     .layers = 1,
     .softcap = 1,
     .sink = true,
     .window = 2},
    {.seed = 24,
     .block = BLOCK_ATTENTION,
     .norm = NORM_NONE,
     .layers = 1,
     .memory = true,
     .asked = true,
     .qk_norm = QK_NORM_HEAD},
};

enum { DRAWN = 120 };

static int drawn(struct rng *r, int n)
{
    return (int)(rng_uniform(r) * n);
}

/* Every setting by chance, but what a state refuses (state/config.c). */
static struct random_spec drawn_spec(int i)
{
    struct rng r = rng_seed((uint64_t)i + 1000);
    struct random_spec spec = {.seed = (uint64_t)i + 2000, .drawn = true};
    spec.encoding = drawn(&r, 2) ? posencs[drawn(&r, posenc_count())]->name : "rope";
    spec.block = (enum block_kind)drawn(&r, 3);
    spec.norm = (enum norm_kind)drawn(&r, spec.block == BLOCK_DECODER ? NORM_POST + 1 : NORM_BOTH + 1);
    spec.layers = 1 + drawn(&r, 2);
    spec.mask = (enum mask_kind)drawn(&r, 8);
    spec.memory = spec.block == BLOCK_ATTENTION && drawn(&r, 4) == 0;
    spec.alone = drawn(&r, 4) == 0;
    spec.bare = drawn(&r, 4) == 0;
    spec.activation = (enum activation)drawn(&r, ACTIVATION_COUNT);
    spec.final_norm = drawn(&r, 2);
    spec.asked = true;
    spec.qk_norm = (enum qk_norm)drawn(&r, QK_NORM_COSINE + 1);
    spec.sink = drawn(&r, 4) == 0;
    spec.parallel = spec.block == BLOCK_ENCODER && spec.norm <= NORM_PRE && drawn(&r, 2);
    spec.window = drawn(&r, 4);
    spec.softcap = drawn(&r, 2) ? 0.5 + rng_uniform(&r) : 0;
    spec.final_cap = drawn(&r, 4) == 0 ? 1 : 0;
    spec.scaling = drawn(&r, 6);
    return spec;
}

static struct mat random_mat(struct arena *a, struct rng *r, int rows, int cols)
{
    struct mat m = mat_in(a, rows, cols);
    for (int i = 0; i < rows * cols; i++)
        m.v[i] = rng_normal(r) / sqrt(cols);
    return m;
}

/* Every third entry hidden, and the whole of row 2. */
static struct mat random_mask(struct arena *a, struct rng *r, int rows, int cols)
{
    struct mat m = random_mat(a, r, rows, cols);
    for (int i = 0; i < rows * cols; i++)
        if (i % 3 == 1 || i / cols == 2)
            m.v[i] = -INFINITY;
    return m;
}

static void fill_weights(struct random_case *x, struct rng *r, bool bare)
{
    size_t bytes = (size_t)x->c.layers * sizeof *x->c.w;
    x->c.w = (void *)arena_doubles(&x->arena, bytes / sizeof(double));
    memset(x->c.w, 0, bytes);
    for (int l = 0; l < x->c.layers; l++)
        for (int w = 0; w < WEIGHT_COUNT; w++) {
            int rows, cols;
            config_weight_shape(&x->c, l, (enum weight)w, &rows, &cols);
            if (rows * cols > 0 && !(bare && rows == 1))
                x->c.w[l][w] = factor_of(random_mat(&x->arena, r, rows, cols));
        }
}

/* Most positions are to say something; one head of the first layer and one of the last are to look, unless a
 * mask `hides` what at. */
static void fill_targets(struct random_case *x, bool hides)
{
    const struct target all[RANDOM_TARGETS] = {{0, -1, 0, 2, 0},
                                               {0, -1, 1, 0, 0},
                                               {0, -1, 4, 1, 0},
                                               {0, 1, 3, x->c.window > 0 ? 2 : 0, 0},
                                               {x->c.layers - 1, 0, 4, x->c.window > 0 ? 3 : 0, 0}};
    size_t room = (sizeof all + sizeof(double) - 1) / sizeof(double);
    struct target *t = (void *)arena_doubles(&x->arena, room);
    memcpy(t, all, sizeof all);
    x->c.target = t;
    x->c.target_count = RANDOM_TARGETS - (hides ? 2 : 0);
}

static void fill_encoding(struct random_case *x, struct rng *r, int scaling)
{
    for (int i = 0; i < posenc_param_count(x->c.pe); i++)
        x->c.pe_param[i] = x->c.pe->params[i].initial;
    if (x->c.pe == posenc_find("fourier")) {
        enum { WIDTH = 2, LEARN };
        x->c.pe_param[WIDTH] = rng_uniform(r) < 0.5 ? 2 : 0; /* a line, or a grid of 2 columns */
        x->c.pe_param[LEARN] = 1;
    }
    if (scaling > 0 && x->c.pe == posenc_find("rope")) {
        static const struct {
            const char *name;
            double x;
        } to[] = {{"factor", 3}, {"trained", 7}, {"fast", 2}, {"slow", 0.5}, {"temperature", 0.8}};
        x->c.pe_param[posenc_param_find(x->c.pe, "scaling")] = scaling;
        for (size_t i = 0; i < sizeof to / sizeof *to; i++)
            x->c.pe_param[posenc_param_find(x->c.pe, to[i].name)] = to[i].x;
    }
    for (int i = 0; i < posenc_matrix_count(x->c.pe); i++) {
        int rows, cols;
        posenc_shape(&x->c, i, &rows, &cols);
        x->c.pe_mat[i] = random_mat(&x->arena, r, rows, cols);
    }
}

struct random_case random_case_make(struct random_spec spec)
{
    struct random_case x = {.c = {.n = RANDOM_N,
                                  .d = RANDOM_D,
                                  .dsrc = RANDOM_DSRC,
                                  .heads = RANDOM_HEADS,
                                  .dk = RANDOM_DK,
                                  .dv = RANDOM_DV,
                                  .base = 100,
                                  .pescale = 0.7,
                                  .divisor = 2,
                                  .eps = 1e-5,
                                  .start = 3,
                                  .pad = 2}};
    struct rng r = rng_seed(spec.seed);
    assert_true(arena_reserve(&x.arena, 1 << 16));
    x.c.layers = spec.layers;
    x.c.block = spec.block;
    x.c.norm = spec.norm;
    x.c.mask = spec.mask;
    x.c.residual = !spec.alone;
    x.c.pe = posenc_find(spec.encoding);
    assert_non_null(x.c.pe);
    x.c.dff = spec.block == BLOCK_ATTENTION ? 0 : RANDOM_DFF;
    x.c.m = spec.memory || spec.block == BLOCK_DECODER ? RANDOM_M : 0;
    x.c.X = random_mat(&x.arena, &r, x.c.n, x.c.d);
    x.c.Y = random_mat(&x.arena, &r, RANDOM_M, RANDOM_DSRC);
    if (spec.mask & MASK_GIVEN)
        x.c.mask_given = random_mask(&x.arena, &r, x.c.n, config_keys(&x.c));
    if (spec.scores)
        x.c.scores_given = random_mat(&x.arena, &r, x.c.n, config_keys(&x.c));
    x.c.activation = spec.activation;
    x.c.final_norm = spec.final_norm;
    x.c.norm_rms = x.c.gated = spec.modern;
    x.c.key_heads = spec.modern;
    x.c.qk_norm = x.c.pe->terms && !x.c.pe->rotate ? QK_NORM_NONE : spec.qk_norm;
    if (spec.drawn) {
        x.c.norm_rms = drawn(&r, 2);
        x.c.gated = x.c.dff > 0 && drawn(&r, 2);
        x.c.key_heads = drawn(&r, 3);
        x.c.windowless = (uint64_t)drawn(&r, 4);
        x.c.window_base = drawn(&r, 2) ? 30 : 0;
    }
    x.c.sink = spec.sink;
    x.c.parallel = spec.parallel;
    x.c.window = spec.window;
    x.c.softcap = spec.softcap;
    x.c.final_cap = spec.final_cap;
    x.c.embed_norm = x.c.transform = spec.published;
    x.c.types = spec.published ? 2 : 0;
    if (spec.published)
        x.c.T = random_mat(&x.arena, &r, x.c.n, x.c.d);
    x.c.classes = spec.asked ? RANDOM_CLASSES : 0;
    if (spec.asked)
        fill_targets(&x, spec.drawn && (spec.mask || spec.window == 1));
    fill_encoding(&x, &r, spec.scaling);
    fill_weights(&x, &r, spec.bare);
    random_case_again(&x);
    return x;
}

int random_case_count(void)
{
    return (int)(sizeof specs / sizeof *specs) * posenc_count() + DRAWN;
}

struct random_case random_case_at(int i)
{
    int fixed = random_case_count() - DRAWN;
    if (i >= fixed)
        return random_case_make(drawn_spec(i - fixed));
    struct random_spec spec = specs[i / posenc_count()];
    spec.encoding = posencs[i % posenc_count()]->name;
    return random_case_make(spec);
}

void random_case_again(struct random_case *x)
{
    assert_true(trace_reserve(&x->t, &x->c));
    trace_compute(&x->t, &x->c);
}

void random_case_finish(struct random_case *x)
{
    trace_finish(&x->t);
    arena_finish(&x->arena);
}

void assert_same_trace(const struct trace *a, const struct trace *b)
{
    size_t layers = (size_t)((const double *)(const void *)a->layer - a->arena.start),
           table = (size_t)a->layers * sizeof *a->layer / sizeof(double); /* where the matrices are */
    assert_int_equal(a->arena.used, b->arena.used);
    for (size_t i = 0; i < a->arena.used; i++) {
        const double *x = &a->arena.start[i], *y = &b->arena.start[i];
        bool same = memcmp(x, y, sizeof *x) == 0 || (isnan(*x) && isnan(*y));
        if (!same && !(i >= layers && i < layers + table))
            fail_msg("number %zu of %zu is %a in place of %a", i, a->arena.used, *x, *y);
    }
}
