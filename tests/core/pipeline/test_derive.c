/* Derivations of random computations of every kind: each step is correct arithmetic and
 * names the cells it read; the last step's result is the cell. */
#include <math.h>
#include <stdlib.h>

#include "core/encoding/posenc.h"
#include "core/pipeline/attention.h"
#include "core/pipeline/derive.h"
#include "core/pipeline/stage.h"
#include "core/pipeline/terms.h"
#include "support/close.h"
#include "support/random_case.h"
#include "support/test.h"
#include "support/weights.h"

/* The recorded state of the steps of one cell. */
struct follow {
    const struct random_case *x;
    struct derive_step last;
    int steps, broken;
    double running; /* the sum so far of products, terms or exponentials */
};

static bool same(double a, double b)
{
    return a == b || (isnan(a) && isnan(b));
}

/* Equal except for the last bit, in which exponentials differ. */
static bool is_exp(double y, double x)
{
    return same(y, exp(x)) || fabs(y - exp(x)) <= 5e-16 * exp(x);
}

/* The named cell holds the number that was used and is reachable. */
static bool found(const struct random_case *x, struct derive_from from, double used)
{
    if (from.stage >= 0)
        return stage_present(&x->c, from.layer, from.stage) &&
               same(mat_at(stage_matrix(&x->t, from.layer, from.stage, from.head), from.row, from.col), used);
    struct mat m = from.weight < 0              ? (struct mat){0}
                   : from.weight < WEIGHT_COUNT ? factor_mat(x->c.w[from.layer][from.weight])
                                                : x->c.pe_mat[from.weight - WEIGHT_COUNT];
    return from.weight < 0 || same(mat_at(m, from.row, from.col), used);
}

static bool adds_up(struct follow *f, const struct derive_step *s)
{
    f->running += s->value;
    return same(s->sum, f->running);
}

static bool starts_anew(struct follow *f)
{
    f->running = 0;
    return true;
}

static bool true_arithmetic(struct follow *f, const struct derive_step *s)
{
    switch (s->kind) {
    case DERIVE_GIVEN:
        return true;
    case DERIVE_MAX:
    case DERIVE_COPY:
        return same(s->value, s->a);
    case DERIVE_ADD:
    case DERIVE_BIAS:
    case DERIVE_SHIFT:
        return same(s->value, s->a + s->b);
    case DERIVE_MASK:
        return same(s->value, isinf(s->b) ? s->b : s->a + s->b);
    case DERIVE_PRODUCT:
        return same(s->value, s->a * s->b) && adds_up(f, s);
    case DERIVE_TERM:
        return (same(s->value, s->a) || s->value == 0) && adds_up(f, s);
    case DERIVE_CAP:
        return fabs(s->value - s->b * tanh(s->a / s->b)) <= 1e-15 * s->b;
    case DERIVE_EXP:
        return is_exp(s->value, s->a - s->b) && adds_up(f, s);
    case DERIVE_DIVIDE:
        return same(s->value, s->a / s->b);
    case DERIVE_SHARE:
        return same(s->value, s->a / s->b) && same(s->b, f->running);
    case DERIVE_EMPTY:
    case DERIVE_NO_ROW:
        return s->value == 0;
    case DERIVE_ENTRY:
        return same(s->value, s->a) && adds_up(f, s);
    case DERIVE_MEAN:
        return same(s->value, s->a / s->b) && same(s->a, f->running) && starts_anew(f);
    case DERIVE_SQUARE:
        return same(s->value, (s->a - s->b) * (s->a - s->b)) && adds_up(f, s);
    case DERIVE_SIGMA:
        return same(s->value, sqrt(s->a / s->b + s->sum)) && same(s->a, f->running);
    case DERIVE_SINE:
        return fabs(s->value - sin(s->a)) <= 1e-15 * fmax(1, fabs(s->a));
    case DERIVE_COSINE:
        return fabs(s->value - cos(s->a)) <= 1e-15 * fmax(1, fabs(s->a));
    case DERIVE_TIMES: /* turns into an angle, or what a gate lets through */
        return same(s->value, s->a * s->b) && (s->a_from.stage == STAGE_GATE || same(s->a, f->running));
    case DERIVE_NORM:
        return same(s->value, (s->a - s->b) / s->sum);
    case DERIVE_GAIN:
    case DERIVE_ENCODING:
        return same(s->value, s->a * s->b);
    case DERIVE_RELU:
        return same(s->value, fmax(0, s->a));
    case DERIVE_SILU:
    case DERIVE_QUICK:
    case DERIVE_GELU:
        return same(s->value, activation_at((enum activation)s->index, s->a)) &&
               f->x->c.activation == (enum activation)s->index;
    default: /* those of gradients */
        return false;
    }
}

static void follow_step(void *to, const struct derive_step *s)
{
    struct follow *f = to;
    f->broken += !true_arithmetic(f, s) || !found(f->x, s->a_from, s->a) || !found(f->x, s->b_from, s->b);
    f->last = *s;
    f->steps++;
}

static void check_cell(const struct random_case *x, struct derive_cell at, double want)
{
    struct follow f = {.x = x};
    derive(&x->t, &x->c, at, follow_step, &f);
    double got = derive_result(&f.last);
    bool close = isinf(want) ? got == want : fabs(got - want) <= 1e-14 * fmax(1, fabs(want));
    if (f.steps == 0 || f.broken || !close)
        fail_msg("%s, stage %s, layer %d, head %d, cell %d %d: %d steps, %d of them wrong; derived %.17g, "
                 "the cell is %.17g",
                 x->c.pe->name, stage_name(at.stage), at.layer, at.head, at.row, at.col, f.steps, f.broken,
                 got, want);
}

static void check_stage(const struct random_case *x, int layer, int stage)
{
    int heads = stage_row(stage)->heads == HEADS_APART ? x->c.heads : 1;
    for (int h = 0; h < heads; h++) {
        struct mat m = stage_matrix(&x->t, layer, stage, h);
        for (int r = 0; r < m.rows; r++)
            for (int k = 0; k < m.cols; k++)
                check_cell(x, (struct derive_cell){layer, stage, h, r, k, false, 0}, mat_at(m, r, k));
    }
}

static void check_all(const struct random_case *x, bool seen[STAGE_COUNT])
{
    for (int l = 0; l < x->c.layers; l++)
        for (int s = 0; s < STAGE_COUNT; s++)
            if (stage_present(&x->c, l, s)) {
                check_stage(x, l, s);
                seen[s] = true;
            }
}

TEST(every_step_is_true_and_the_last_one_is_the_cell)
{
    bool seen[STAGE_COUNT] = {false};
    for (int i = 0; i < random_case_count(); i++) {
        struct random_case x = random_case_at(i);
        check_all(&x, seen);
        random_case_finish(&x);
    }
    for (int s = 0; s < STAGE_COUNT; s++)
        assert_true(seen[s]);
}

TEST(knocked_out_terms_are_listed_and_left_out)
{
    bool seen[STAGE_COUNT] = {false};
    for (int e = 0; e < posenc_count(); e++) {
        struct random_case x = random_case_make(
            (struct random_spec){.seed = 20, .encoding = posencs[e]->name, .norm = NORM_PRE, .layers = 2});
        struct term list[TERM_MAX];
        terms_list(&x.c, 0, list);
        x.c.term_off = term_set_of(list[0].bit);
        random_case_again(&x);
        check_all(&x, seen);
        random_case_finish(&x);
    }
}

TEST(pairs_of_rope_in_halves_and_columns_that_rest_are_followed_too)
{
    bool seen[STAGE_COUNT] = {false};
    for (int half = 0; half < 2; half++) {
        struct random_case x =
            random_case_make((struct random_spec){.seed = 21, .encoding = "rope", .layers = 1});
        x.c.pe_param[0] = half;
        x.c.pe_param[1] = 2;
        random_case_again(&x);
        check_all(&x, seen);
        random_case_finish(&x);
    }
}

static void count_terms(void *to, const struct derive_step *s)
{
    *(int *)to += s->kind == DERIVE_TERM;
}

TEST(the_bias_of_a_long_sentence_is_derived_though_its_terms_are_not_kept)
{
    enum { N = 512, HEADS = 9 };
    static double x[N * HEADS], identity[HEADS * HEADS], slopes[HEADS];
    for (int i = 0; i < N * HEADS; i++)
        x[i] = sin(i);
    for (int i = 0; i < HEADS; i++)
        identity[i * HEADS + i] = 1;
    struct config c = {.n = N,
                       .d = HEADS,
                       .dsrc = HEADS,
                       .heads = HEADS,
                       .dk = 1,
                       .dv = 1,
                       .layers = 1,
                       .base = 10000,
                       .pescale = 1,
                       .divisor = 2,
                       .pe = posenc_find("alibi"),
                       .X = mat_of(N, HEADS, HEADS, x),
                       .w = weights_room()};
    for (int w = W_Q; w <= W_O; w++)
        c.w[0][w] = factor_of(mat_of(HEADS, HEADS, HEADS, identity));
    c.pe_mat[0] = mat_of(1, HEADS, HEADS, slopes);
    posenc_fill(&c, 0, c.pe_mat[0]);
    struct trace t = {0};
    assert_false(terms_kept(&c, 0));
    assert_true(trace_reserve(&t, &c));
    trace_compute(&t, &c);
    assert_int_equal(t.layer[0].self.term_count, 0);
    struct random_case whole = {.c = c, .t = t};
    struct derive_cell at = {0, STAGE_SCORES, 8, 400, 17, false, 0};
    int terms = 0;
    check_cell(&whole, at, mat_at(stage_matrix(&t, 0, STAGE_SCORES, 8), 400, 17));
    derive(&t, &c, at, count_terms, &terms);
    assert_int_equal(terms, 1);
    trace_finish(&t);
}
