/* A batch as rows of one trace: its gradient is that of one sentence after the other, to the bit. */
#include <math.h>
#include <string.h>

#include "core/encoding/posenc.h"
#include "core/math/rng.h"
#include "core/pipeline/attention.h"
#include "core/pipeline/block.h"
#include "core/pipeline/grad.h"
#include "core/pipeline/readout.h"
#include "support/encoded.h"
#include "support/test.h"
#include "support/weights.h"

enum { MANY = 60, LONGEST = 21, VOCABULARY = 5, LOTS = 1 << 15 };

/* A random model and sentences for it, of one to LONGEST words. */
struct crowd {
    struct config c;
    struct arena numbers;
    struct mat words;
    struct example example[MANY];
    int word[MANY * LONGEST];
    struct target target[MANY * LONGEST];
    struct batch batch;
};

static int any(struct rng *r, int count)
{
    return (int)(rng_uniform(r) * count);
}

static struct mat any_mat(struct crowd *x, struct rng *r, int rows, int cols)
{
    struct mat m = mat_in(&x->numbers, rows, cols);
    for (int i = 0; i < rows * cols; i++)
        m.v[i] = 0.6 * rng_normal(r);
    return m;
}

static void crowd_config(struct crowd *x, struct rng *r)
{
    static const char *const encodings[] = {"none", "sincos", "learned", "rope",
                                            "t5",   "alibi",  "fourier", "grid2d"};
    struct config *c = &x->c;
    int longest = 1 + any(r, LONGEST);
    *c = encoded_config(encodings[any(r, 8)], longest, 4 * (1 + any(r, 3)));
    c->heads = 1 + any(r, 3);
    c->dk = 2 * (1 + any(r, 3));
    c->dv = 2 + any(r, 5);
    c->layers = 1 + any(r, 3);
    c->dff = any(r, 2) * 5;
    c->activation = (enum activation)any(r, ACTIVATION_COUNT);
    c->block = c->dff ? (enum block_kind)(BLOCK_ENCODER + any(r, 2)) : BLOCK_ATTENTION;
    c->norm = (enum norm_kind)any(r, 3);
    c->mask = any(r, 2) ? MASK_CAUSAL : MASK_NONE;
    c->classes = any(r, 3) * 3;
    c->final_norm = any(r, 2);
    c->residual = any(r, 4) > 0;
    c->start = any(r, 2) * 3;
    c->divisor = 1.5;
    c->eps = 1e-5;
    c->even = any(r, 2) * 0.1;
    c->w = weights_room();
    for (int i = 0; i < posenc_matrix_count(c->pe); i++) {
        int rows, cols;
        posenc_shape(c, i, &rows, &cols);
        c->pe_mat[i] = any_mat(x, r, rows, cols);
    }
    for (int l = 0; l < c->layers; l++)
        for (int w = 0; w < WEIGHT_COUNT; w++) {
            int rows, cols;
            config_weight_shape(c, l, (enum weight)w, &rows, &cols);
            if (rows * cols > 0 && (rows > 1 || any(r, 2)))
                c->w[l][w] = factor_of(any_mat(x, r, rows, cols));
        }
}

/* Some positions are asked more than once, some sentences nothing. */
static void crowd_make(struct crowd *x, uint64_t seed)
{
    struct rng rng = rng_seed(seed), *r = &rng;
    *x = (struct crowd){.numbers = {0}};
    assert_true(arena_reserve(&x->numbers, LOTS));
    crowd_config(x, r);
    x->words = any_mat(x, r, VOCABULARY, x->c.d);
    int count = 2 + any(r, MANY - 1), *word = x->word;
    struct target *target = x->target;
    for (int i = 0; i < count; i++) {
        struct example *e = &x->example[i];
        *e = (struct example){.n = 1 + any(r, x->c.n), .word = word, .target = target, .simple = any(r, 2)};
        for (int k = 0; k < e->n; k++)
            *word++ = any(r, VOCABULARY);
        for (int k = any(r, e->n + 1) + (i == 0); k > 0; k--, e->target_count++) {
            bool reads = x->c.classes > 0 && any(r, 2);
            int at = any(r, e->n), to = reads ? any(r, x->c.classes) : any(r, at + 1);
            *target++ =
                (struct target){any(r, x->c.layers), reads ? -1 : any(r, x->c.heads), at, to, any(r, 3)};
        }
    }
    x->batch = (struct batch){x->words, count, x->example, any(r, 2) * 0.3, any(r, 2) * 0.7, 0, 0};
}

/* The gradient as it is defined: of one sentence after the other, each with a trace of its own. */
struct apart {
    struct trace t, d;
    struct grad g;
    struct config one;
    struct batch_sentence all;
    double loss, right;
};

static void begin_apart(struct apart *p, struct back *b, const struct example *e, double share)
{
    struct config like = p->one;
    memset(p->d.arena.start, 0, p->d.arena.room * sizeof(double));
    p->d.arena.used = 0;
    like.X = mat_in(&p->d.arena, p->one.n, p->one.d);
    trace_lay_out(&p->d, &like);
    p->all = (struct batch_sentence){.of = e, .share = share};
    *b = (struct back){&p->t, &p->one, &p->d, &p->g.to, &p->all, 1};
}

static void end_apart(struct apart *p, const struct back *b, const struct example *e)
{
    attention_bias_back(b);
    if (mat_present(p->d.P)) {
        mat_add(p->d.X, p->d.X, p->d.layer[0].in);
        mat_add(p->d.P, p->d.P, p->d.layer[0].in);
        posenc_table_back(p->g.to.pe_mat, p->d.P, &p->one);
    }
    for (int i = 0; i < e->n * p->one.d; i++)
        mat_row(p->g.words, e->word[i / p->one.d])[i % p->one.d] += p->d.X.v[i];
}

static void add_bare_apart(struct apart *p, const struct example *e, double share)
{
    struct back b;
    int last = p->one.layers - 1;
    begin_apart(p, &b, e, share);
    mat_copy(p->t.layer[last].in, p->t.layer[0].in);
    layer_compute(&p->t, &p->one, last);
    layer_back(&b, last);
    mat_add(p->d.layer[0].in, p->d.layer[0].in, p->d.layer[last].in);
    end_apart(p, &b, e);
    assert_true(trace_compute(&p->t, &p->one));
}

static void add_apart(struct apart *p, const struct example *e, double share, double quiet)
{
    struct back b;
    int last = p->one.layers - 1;
    begin_apart(p, &b, e, share);
    readout_back(&b);
    for (int l = last; l >= 0; l--) {
        struct mat heard = p->t.layer[last].in, plain = p->t.layer[0].in;
        for (int i = 0; l == last - 1 && quiet > 0 && i < heard.rows * heard.cols; i++) {
            double slope = 2 * quiet * (heard.v[i] - plain.v[i]);
            p->d.layer[last].in.v[i] += slope;
            p->d.layer[0].in.v[i] -= slope;
        }
        layer_back(&b, l);
    }
    end_apart(p, &b, e);
}

static int times_of(const struct example *e)
{
    int times = 0;
    for (int k = 0; k < e->target_count; k++)
        times += 1 + e->target[k].more;
    return times;
}

static void all_apart(struct apart *p, const struct crowd *x)
{
    int times = 0, simple = 0, words = 0;
    p->one = x->c;
    assert_true(trace_reserve(&p->t, &x->c) && grad_reserve(&p->g, &x->c, VOCABULARY) &&
                arena_reserve(&p->d.arena, trace_room(&x->c) + mat_room(x->c.n, x->c.d)));
    memset(p->g.sums.start, 0, p->g.sums.used * sizeof(double));
    for (int i = 0; i < x->batch.count; i++) {
        times += times_of(&x->example[i]);
        simple += x->example[i].simple ? times_of(&x->example[i]) : 0;
        words += x->example[i].simple ? x->example[i].n : 0;
    }
    for (int i = 0; i < x->batch.count; i++) {
        const struct example *e = &x->example[i];
        bool added = e->simple && x->c.layers > 1;
        assert_true(grad_read(&p->g, &p->t, &p->one, x->words, e));
        if (added && x->batch.bare > 0)
            add_bare_apart(p, e, x->batch.bare / simple);
        add_apart(p, e, 1.0 / times, added ? x->batch.quiet / words / x->c.d : 0);
        p->loss += e->target_count ? grad_loss(&p->t, &p->one) * times_of(e) * (1.0 / times) : 0;
        for (int k = 0; k < e->target_count; k++)
            p->right += (1 + e->target[k].more) *
                        readout_right(readout_asked(&p->t, &p->one, NULL, &e->target[k]), &e->target[k]);
    }
    p->right *= 1.0 / times;
}

TEST(sentences_side_by_side_have_the_gradient_of_one_after_the_other)
{
    static struct crowd x;
    for (uint64_t seed = 1; seed <= 150; seed++) {
        struct apart p = {.loss = 0};
        struct grad g = {0};
        struct trace t = {0};
        crowd_make(&x, seed);
        all_apart(&p, &x);
        assert_true(trace_reserve(&t, &x.c) && grad_reserve(&g, &x.c, VOCABULARY));
        assert_true(grad_batch(&g, &t, &x.c, &x.batch));
        assert_int_equal(g.sums.used, p.g.sums.used);
        for (size_t i = 0; i < g.sums.used; i++)
            if (g.sums.start[i] != p.g.sums.start[i])
                fail_msg("seed %d, %s: number %zu is %.17g, not %.17g", (int)seed, x.c.pe->name, i,
                         g.sums.start[i], p.g.sums.start[i]);
        if (!(g.loss == p.loss && g.right == p.right && isfinite(g.loss)))
            fail_msg("seed %d, %s: loss %.17g, not %.17g; right %.17g, not %.17g", (int)seed, x.c.pe->name,
                     g.loss, p.loss, g.right, p.right);
        grad_finish(&g);
        grad_finish(&p.g);
        trace_finish(&t);
        trace_finish(&p.t);
        trace_finish(&p.d);
        arena_finish(&x.numbers);
    }
}
