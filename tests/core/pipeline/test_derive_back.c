/* Derivations of gradients of random computations of every kind: each step is correct arithmetic and names
 * the cells it read; the last step's result is the gradient. */
#include <math.h>
#include <stdlib.h>

#include "core/encoding/posenc.h"
#include "core/pipeline/derive.h"
#include "core/pipeline/stage.h"
#include "support/random_case.h"
#include "support/test.h"

/* The recorded state of the steps of one cell. */
struct follow {
    const struct derive_source *s;
    struct derive_step last;
    int steps, broken;
    double running;     /* the sum so far */
    double mean, sigma; /* of the row, once they were said */
    bool gain;          /* the gradient by a gain: its factors were said before */
    double normed[CONFIG_MAX_WORDS];
    int norms;
    double last_value;
};

static bool same(double a, double b)
{
    return fabs(a - b) <= 1e-13 * fmax(1, fabs(b));
}

/* The named cell holds the number that was used. */
static bool found(const struct derive_source *s, struct derive_from from, double used)
{
    if (from.stage >= 0)
        return stage_present(s->c, from.layer, from.stage) &&
               mat_at(stage_matrix(from.gradient ? &s->g->d : s->t, from.layer, from.stage, from.head),
                      from.row, from.col) == used;
    return from.weight < 0 || factor_entry(s->c->w[from.layer][from.weight], from.row, from.col) == used;
}

static bool adds_up(struct follow *f, const struct derive_step *st, double value)
{
    f->running = st->index == 0 && st->sum == st->value ? value : f->running + value;
    return st->value == value && same(st->sum, f->running);
}

static bool asks(struct follow *f, const struct derive_step *st)
{
    f->running = f->steps == 0 ? st->value : f->last.sum + st->value;
    return st->value == -st->b / st->a && same(st->sum, f->running);
}

static bool true_arithmetic(struct follow *f, const struct derive_step *st)
{
    switch (st->kind) {
    case DERIVE_COPY:
        return st->value == st->a;
    case DERIVE_PRODUCT:
        return adds_up(f, st, st->a * st->b) && (!f->gain || st->a == f->normed[st->index]);
    case DERIVE_ENTRY:
        return adds_up(f, st, st->a);
    case DERIVE_MEAN:
        f->mean = f->sigma == 0 ? st->value : f->mean; /* the first: of the row, then those of gradients */
        return same(st->a, f->running) && st->value == st->a / st->b;
    case DERIVE_SQUARE:
        return adds_up(f, st, (st->a - st->b) * (st->a - st->b)) && st->b == f->mean;
    case DERIVE_SIGMA:
        f->sigma = st->value;
        return same(st->a, f->running) && same(st->value, sqrt(st->a / st->b + st->sum));
    case DERIVE_NORM:
        f->normed[f->norms++] = st->value;
        return same(st->value, (st->a - st->b) / st->sum) &&
               (f->sigma == 0 || (st->b == f->mean && st->sum == f->sigma));
    case DERIVE_CENTRE:
    case DERIVE_ERROR:
        return st->value == st->a - st->b;
    case DERIVE_LEAN: /* without a mean, y was said last */
        return same(st->value, st->a - st->b * st->sum) &&
               (same(st->a, f->last_value) || same(st->b, f->last_value));
    case DERIVE_OVER:
        return st->value == st->a / st->b && same(st->a, f->last_value);
    case DERIVE_DIVIDE:
        return st->value == st->a / st->b;
    case DERIVE_TIMES:
    case DERIVE_SLOPE:
        return st->value == st->a * st->b;
    case DERIVE_PLUS:
        return st->value == st->a + st->b;
    case DERIVE_ASK:
        return asks(f, st);
    case DERIVE_UNREAD:
        return st->value == 0;
    default:
        return false;
    }
}

static void follow_step(void *to, const struct derive_step *st)
{
    struct follow *f = to;
    bool ok = true_arithmetic(f, st) && found(f->s, st->a_from, st->a) && found(f->s, st->b_from, st->b);
    f->broken += !ok;
    f->last = *st;
    f->last_value = derive_result(st);
    f->steps++;
}

static void check_cell(const struct derive_source *s, struct derive_cell at, double most)
{
    bool gain =
        config_norm_gain((enum weight)at.weight) == at.weight || at.weight == QK_GQ || at.weight == QK_GK;
    struct follow f = {.s = s, .gain = at.stage < 0 && gain};
    derive_back(s, at, follow_step, &f);
    double got = derive_result(&f.last), want = mat_at(derive_back_matrix(s->g, &at), at.row, at.col);
    if (f.steps == 0 || f.broken || !(fabs(got - want) <= 1e-13 * fmax(1, most)))
        fail_msg(
            "%s, stage %s, weight %d, layer %d, head %d, cell %d %d: %d steps, %d of them wrong; derived "
            "%.17g, the gradient is %.17g",
            s->c->pe->name, at.stage < 0 ? "-" : stage_name(at.stage), at.weight, at.layer, at.head, at.row,
            at.col, f.steps, f.broken, got, want);
}

/* Checks every cell of the matrix that `at` is in. Returns how many there were. */
static int check_matrix(const struct derive_source *s, struct derive_cell at)
{
    struct mat m = derive_back_matrix(s->g, &at);
    double most = mat_max_abs(m);
    for (at.row = 0; at.row < m.rows; at.row++)
        for (at.col = 0; at.col < m.cols; at.col++)
            check_cell(s, at, most);
    return m.rows * m.cols;
}

static void check_layer(const struct derive_source *s, int layer, bool *stages, bool *weights)
{
    struct derive_cell at = {.layer = layer, .gradient = true};
    for (at.stage = 0; at.stage < STAGE_COUNT; at.stage++)
        if (stage_present(s->c, layer, at.stage) && stage_has_numbers(at.stage))
            for (at.head = 0; at.head < (stage_row(at.stage)->heads == HEADS_APART ? s->c->heads : 1);
                 at.head++)
                stages[at.stage] |= check_matrix(s, at) > 0;
    at.stage = -1;
    at.head = 0;
    for (at.weight = 0; at.weight < WEIGHT_COUNT; at.weight++)
        if (config_weight_layer((enum weight)at.weight, layer) == layer)
            weights[at.weight] |= check_matrix(s, at) > 0;
}

/* Checks every gradient of x; notes what there was. */
static void check_case(struct random_case *x, bool *stages, bool *weights)
{
    struct grad g = {0};
    struct derive_source s = {&x->t, &x->c, &g};
    assert_true(grad_reserve(&g, &x->c, 0));
    assert_true(grad_compute(&g, &x->t, &x->c));
    for (int l = 0; l < x->c.layers; l++)
        check_layer(&s, l, stages, weights);
    for (int i = 0; i < posenc_matrix_count(x->c.pe); i++)
        if (mat_present(g.to.pe_mat[i]))
            check_matrix(&s, (struct derive_cell){.stage = -1, .weight = WEIGHT_COUNT + i, .gradient = true});
    grad_finish(&g);
}

static const struct random_spec more[] = {
    {.seed = 41,
     .encoding = "rope",
     .block = BLOCK_DECODER,
     .norm = NORM_PRE,
     .layers = 2,
     .final_norm = true,
     .asked = true,
     .softcap = 1.5},
    {.seed = 42, .encoding = "sincos", .block = BLOCK_DECODER, .norm = NORM_POST, .layers = 2, .asked = true},
    {.seed = 43, .encoding = "learned", .block = BLOCK_DECODER, .layers = 1, .asked = true, .alone = true},
    {.seed = 44, .encoding = "t5", .block = BLOCK_ATTENTION, .layers = 2, .memory = true, .asked = true},
    {.seed = 45,
     .encoding = "none",
     .block = BLOCK_ENCODER,
     .norm = NORM_POST,
     .layers = 2,
     .asked = true,
     .bare = true,
     .alone = true,
     .activation = ACTIVATION_GELU},
    {.seed = 46,
     .encoding = "alibi",
     .block = BLOCK_ENCODER,
     .norm = NORM_PRE,
     .layers = 2,
     .asked = true,
     .bare = true,
     .mask = MASK_CAUSAL},
    {.seed = 48,
     .encoding = "sincos",
     .block = BLOCK_ENCODER,
     .norm = NORM_BOTH,
     .layers = 1,
     .asked = true},
    {.seed = 47,
     .encoding = "sincos",
     .block = BLOCK_ENCODER,
     .norm = NORM_PRE,
     .layers = 1,
     .scores = true,
     .asked = true},
};

TEST(every_step_is_true_and_the_last_one_is_the_gradient)
{
    bool stages[STAGE_COUNT] = {false}, weights[WEIGHT_COUNT] = {false};
    int count = random_case_count();
    for (int i = 0; i < count + (int)(sizeof more / sizeof *more); i++) {
        struct random_case x = i < count ? random_case_at(i) : random_case_make(more[i - count]);
        const char *why;
        if (x.c.target_count > 0 && grad_possible(&x.c, &why))
            check_case(&x, stages, weights);
        random_case_finish(&x);
    }
    struct random_case plain = random_case_at(0);
    for (int s = STAGE_X; s < STAGE_COUNT; s++)
        if (!stages[s] && *stage_gradient(&plain.c, s))
            fail_msg("no case has stage %s", stage_name(s));
    random_case_finish(&plain);
    for (int w = 0; w < WEIGHT_COUNT; w++)
        if (!weights[w] && w != SINK_LOGIT && (w < LN_G0 || w > READ_TB)) /* these have no gradient */
            fail_msg("no case has weight %d", w);
}

static void count_above(void *to, const struct derive_step *st)
{
    int *above = to;
    assert_int_not_equal(st->kind, DERIVE_COPY);
    *above += st->a_from.gradient && st->a_from.layer == 1;
    *above += st->b_from.gradient && st->b_from.layer == 1;
}

/* The rows of a layer are in the layer above once more, as what it reads: of these, a gradient goes on to
 * Q, K and V, which read them, and copies nothing. */
TEST(a_gradient_comes_from_those_who_read_the_rows_in_the_layer_above)
{
    struct random_case x = random_case_make((struct random_spec){
        .seed = 48, .encoding = "none", .block = BLOCK_ATTENTION, .layers = 2, .asked = true, .alone = true});
    struct grad g = {0};
    struct derive_source s = {&x.t, &x.c, &g};
    struct derive_cell at = {.stage = stage_last(&x.c, 0), .row = 1, .col = 2, .gradient = true};
    int above = 0;
    assert_true(grad_reserve(&g, &x.c, 0) && grad_compute(&g, &x.t, &x.c));
    derive_back(&s, at, count_above, &above);
    assert_int_equal(above, RANDOM_HEADS * (2 * RANDOM_DK + RANDOM_DV));
    grad_finish(&g);
    random_case_finish(&x);
}
