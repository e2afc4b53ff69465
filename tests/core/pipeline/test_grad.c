/* Gradients: against an independent program, against differences of the loss, and where they must be zero. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/encoding/posenc.h"
#include "core/math/optimizer.h"
#include "core/math/rng.h"
#include "core/pipeline/attention.h"
#include "core/pipeline/block.h"
#include "core/pipeline/grad.h"
#include "core/pipeline/norm.h"
#include "core/pipeline/source.h"
#include "core/pipeline/stage.h"
#include "support/encoded.h"
#include "support/close.h"
#include "support/random_case.h"
#include "support/test.h"
#include "support/truth.h"
#include "support/weights.h"

/* ---- the reference ------------------------------------------------------------------ */

static const char *const weight_names[WEIGHT_COUNT] = {
    [W_Q] = "WQ",   [W_K] = "WK",   [W_V] = "WV",   [W_O] = "WO",   [B_Q] = "bQ",
    [B_K] = "bK",   [B_V] = "bV",   [B_O] = "bO",   [LN_G1] = "g1", [LN_B1] = "s1",
    [LN_G2] = "g2", [LN_B2] = "s2", [FF_W1] = "W1", [FF_B1] = "b1", [FF_W2] = "W2",
    [FF_B2] = "b2", [LN_GF] = "gF", [LN_BF] = "sF", [READ_U] = "U", [READ_B] = "bU"};

/* Returns the entry of `j` for a layer's weight, NULL if it has none. */
static json_t *of_weight(json_t *j, int layer, int w)
{
    char name[20];
    if (!weight_names[w] || config_weight_layer((enum weight)w, layer) != layer)
        return NULL;
    if (w >= LN_GF)
        snprintf(name, sizeof name, "%s", weight_names[w]);
    else
        snprintf(name, sizeof name, "%d.%s", layer, weight_names[w]);
    return truth_at(j, name);
}

static double number(json_t *j, const char *name)
{
    return truth_number(truth_at(j, name));
}

static bool is(json_t *j, const char *name, const char *value)
{
    return strcmp(json_string_value(truth_at(j, name)), value) == 0;
}

enum { MOST = 8 };

/* A case of the file as a config and a batch of one sentence. */
struct reference {
    struct config c;
    struct mat words;
    int word[MOST];
    struct target target[MOST];
    struct example example;
};

static void read_sentence(struct reference *r, json_t *j)
{
    r->example = (struct example){.n = r->c.n, .word = r->word, .target = r->target};
    for (int i = 0; i < r->c.n; i++) {
        int to = (int)truth_number(truth_nth(truth_at(j, "targets"), i));
        r->word[i] = (int)truth_number(truth_nth(truth_at(j, "tokens"), i));
        if (to >= 0)
            r->target[r->example.target_count++] = (struct target){.head = -1, .at = i, .to = to};
    }
    r->c.target = r->target;
    r->c.target_count = r->example.target_count;
}

static void read_settings(struct config *c, json_t *j)
{
    *c = (struct config){.n = (int)number(j, "n"),
                         .d = (int)number(j, "d"),
                         .heads = (int)number(j, "heads"),
                         .dk = (int)number(j, "dk"),
                         .dv = (int)number(j, "dk"),
                         .dff = (int)number(j, "dff"),
                         .layers = (int)number(j, "layers"),
                         .classes = (int)number(j, "classes"),
                         .start = (int)number(j, "start"),
                         .base = number(j, "base"),
                         .pescale = number(j, "pescale"),
                         .eps = number(j, "eps"),
                         .residual = json_is_true(truth_at(j, "residual")),
                         .final_norm = json_is_true(truth_at(j, "final_norm")),
                         .no_terms = true,
                         .block = BLOCK_ENCODER,
                         .pe = posenc_find(json_string_value(truth_at(j, "pe")))};
    c->divisor = sqrt(c->dk);
    c->dsrc = c->d;
    c->norm = is(j, "norm", "pre") ? NORM_PRE : is(j, "norm", "post") ? NORM_POST : NORM_NONE;
    c->mask = is(j, "mask", "causal") ? MASK_CAUSAL : MASK_NONE;
    while (!is(j, "act", activation_name((int)c->activation)))
        c->activation++;
    if (is(j, "pe", "learned"))
        c->pe_param[0] = number(j, "rows");
    if (is(j, "pe", "t5")) {
        c->pe_param[0] = number(j, "buckets");
        c->pe_param[1] = number(j, "distance");
        c->pe_param[2] = is(j, "sided", "one");
    }
}

static void read_case(struct truth *t, json_t *j, struct reference *r)
{
    json_t *given = truth_at(j, "parameters");
    *r = (struct reference){.words = truth_mat(t, truth_at(given, "E"))};
    read_settings(&r->c, truth_at(j, "config"));
    read_sentence(r, truth_at(j, "config"));
    r->c.w = weights_room();
    for (int l = 0; l < r->c.layers; l++)
        for (int w = 0; w < WEIGHT_COUNT; w++)
            if (of_weight(given, l, w))
                r->c.w[l][w] = factor_of(truth_mat(t, of_weight(given, l, w)));
    if (truth_at(given, "table"))
        r->c.pe_mat[0] = truth_mat(t, truth_at(given, "table"));
    else if (r->c.pe->matrices[0].fill) { /* the slopes of alibi */
        double *v = calloc((size_t)r->c.heads, sizeof *v);
        t->made = realloc(t->made, (size_t)(t->count + 1) * sizeof *t->made);
        t->made[t->count++] = v;
        r->c.pe_mat[0] = mat_of(1, r->c.heads, r->c.heads, v);
        posenc_fill(&r->c, 0, r->c.pe_mat[0]);
    }
}

/* Within 1e-12 of the largest entry, or both are the rounding noise of a zero. */
static void near(struct mat got, struct mat want)
{
    double most = mat_max_abs(want);
    assert_mat_close(got, want, most > 1e-15 ? 1e-12 : 1e-15 / fmax(most, 1e-300));
}

static void check_stages(struct truth *t, const struct reference *r, const struct grad *g, json_t *want)
{
    static const int stages[] = {STAGE_Q, STAGE_K, STAGE_V, STAGE_OUTPUT};
    near(g->d.logits, truth_mat(t, truth_at(want, "logits")));
    near(layer_rows(&g->d, &r->c, r->c.layers - 1), truth_mat(t, truth_at(want, "final")));
    near(g->d.layer[0].in, truth_mat(t, truth_at(want, "input")));
    for (int l = 0; l < r->c.layers; l++) {
        char name[30];
        for (size_t i = 0; i < sizeof stages / sizeof *stages; i++) {
            snprintf(name, sizeof name, "%d.%s", l, stage_name(stages[i]));
            near(stage_matrix(&g->d, l, stages[i], 0), truth_mat(t, truth_at(want, name)));
        }
        snprintf(name, sizeof name, "%d.scores", l);
        near(g->d.layer[l].self.map[MAP_SCORES], truth_mat(t, truth_at(want, name)));
        snprintf(name, sizeof name, "%d.weights", l);
        near(g->d.layer[l].self.map[MAP_WEIGHTS], truth_mat(t, truth_at(want, name)));
        snprintf(name, sizeof name, "%d.before_act", l);
        if (truth_at(want, name))
            near(g->d.layer[l].before, truth_mat(t, truth_at(want, name)));
    }
}

/* Every parameter of the file has a place in the gradient, and every place is in the file. */
static void check_parameters(struct truth *t, const struct reference *r, const struct grad *g, json_t *want)
{
    int found = 1;
    near(g->words, truth_mat(t, truth_at(want, "E")));
    assert_int_equal(mat_present(g->to.pe_mat[0]), truth_at(want, "table") != NULL);
    if (truth_at(want, "table")) {
        near(g->to.pe_mat[0], truth_mat(t, truth_at(want, "table")));
        found++;
    }
    for (int l = 0; l < r->c.layers; l++)
        for (int w = 0; w < WEIGHT_COUNT; w++) {
            json_t *j = of_weight(want, l, w);
            assert_int_equal(factor_present(g->to.w[l][w]), j != NULL);
            if (!j)
                continue;
            near(factor_mat(g->to.w[l][w]), truth_mat(t, j));
            found++;
        }
    assert_int_equal(found, json_object_size(want));
}

TEST(gradients_agree_with_the_reference)
{
    struct truth t = truth_open("gradients");
    size_t cases;
    json_t *j;
    json_array_foreach(truth_at(t.root, "cases"), cases, j)
    {
        struct reference r;
        struct grad g = {0};
        struct trace trace = {0};
        read_case(&t, j, &r);
        assert_true(trace_reserve(&trace, &r.c) && grad_reserve(&g, &r.c, r.words.rows));
        assert_true(
            grad_batch(&g, &trace, &r.c, &(struct batch){.words = r.words, .count = 1, .of = &r.example}));
        assert_close(g.loss, number(j, "loss"), 1e-13);
        assert_mat_close(trace.logits, truth_mat(&t, truth_at(j, "logits")), 1e-13);
        check_parameters(&t, &r, &g, truth_at(j, "gradients"));
        check_stages(&t, &r, &g, truth_at(j, "stage_gradients"));
        trace_finish(&trace);
        grad_finish(&g);
    }
    assert_int_equal(cases, 15);
    truth_close(&t);
}

/* ---- optimisers ---------------------------------------------------------------------- */

/* The numbers of a case as one row, in the order of the gradient's row. */
struct learner {
    struct config c;
    struct mat words;
    struct arena numbers;
};

static void copy_numbers(struct mat to, struct mat from)
{
    if (mat_present(to))
        mat_copy(to, from);
}

static struct learner learner_of(const struct reference *r, size_t count)
{
    struct learner x = {.c = r->c};
    assert_true(arena_reserve(&x.numbers, count));
    x.words = mat_in(&x.numbers, r->words.rows, r->words.cols);
    struct config own = r->c;
    own.w = weights_room();
    parameters_lay_out(&own, &r->c, &x.numbers, false);
    assert_int_equal(x.numbers.used, count);
    mat_copy(x.words, r->words);
    copy_numbers(own.pe_mat[0], r->c.pe_mat[0]);
    for (int l = 0; l < r->c.layers; l++)
        for (int w = 0; w < WEIGHT_COUNT; w++)
            copy_numbers(factor_mat(own.w[l][w]), factor_mat(r->c.w[l][w]));
    x.c.w = own.w;
    if (mat_present(own.pe_mat[0]))
        x.c.pe_mat[0] = own.pe_mat[0];
    return x;
}

/* Entries whose gradient is rounding noise move with Adam by a share of the rate: expect nothing of them. */
static void check_after(struct mat got, struct mat want, struct mat gradient, double tol)
{
    for (int r = 0; r < got.rows; r++)
        for (int k = 0; k < got.cols; k++)
            if (tol < 1e-10 || fabs(mat_at(gradient, r, k)) > 1e-15)
                assert_close(mat_at(got, r, k), mat_at(want, r, k), tol * fmax(1, mat_max_abs(want)));
}

static void learn(struct truth *t, const struct reference *r, json_t *want, bool adam)
{
    struct grad g = {0};
    struct trace trace = {0};
    double tol = adam ? 1e-8 : 1e-12;
    assert_true(trace_reserve(&trace, &r->c) && grad_reserve(&g, &r->c, r->words.rows));
    size_t count = g.sums.used;
    struct learner x = learner_of(r, count);
    struct batch batch = {.words = x.words, .count = 1, .of = &r->example};
    struct adam how = adam_of(number(want, "settings/lr"));
    how.m = calloc(count, sizeof *how.m);
    how.v = calloc(count, sizeof *how.v);
    for (how.step = 1; how.step <= 4; how.step++) {
        assert_true(grad_batch(&g, &trace, &x.c, &batch));
        assert_close(g.loss, truth_number(truth_nth(truth_at(want, "losses"), (int)how.step - 1)), tol);
        if (how.step == 4)
            break;
        if (adam)
            optimizer_adam(x.numbers.start, g.sums.start, count, &how);
        else
            optimizer_sgd(x.numbers.start, g.sums.start, count, how.rate);
    }
    json_t *after = truth_at(want, "parameters_after");
    check_after(x.words, truth_mat(t, truth_at(after, "E")), g.words, tol);
    for (int l = 0; l < r->c.layers; l++)
        for (int w = 0; w < WEIGHT_COUNT; w++)
            if (of_weight(after, l, w))
                check_after(factor_mat(x.c.w[l][w]), truth_mat(t, of_weight(after, l, w)),
                            factor_mat(g.to.w[l][w]), tol);
    if (truth_at(after, "table"))
        check_after(x.c.pe_mat[0], truth_mat(t, truth_at(after, "table")), g.to.pe_mat[0], tol);
    free(how.m);
    free(how.v);
    arena_finish(&x.numbers);
    trace_finish(&trace);
    grad_finish(&g);
}

TEST(three_steps_of_either_optimiser_agree_with_the_reference)
{
    struct truth t = truth_open("gradients");
    size_t at;
    json_t *j;
    json_array_foreach(truth_at(t.root, "cases"), at, j)
    {
        struct reference r;
        read_case(&t, j, &r);
        learn(&t, &r, truth_at(j, "optimisers/sgd"), false);
        learn(&t, &r, truth_at(j, "optimisers/adam"), true);
    }
    truth_close(&t);
}

/* ---- differences --------------------------------------------------------------------- */

static double loss_at(struct random_case *x)
{
    assert_true(trace_compute(&x->t, &x->c));
    return grad_loss(&x->t, &x->c);
}

/* The loss's growth along a random direction through a matrix of the case is what its gradient says. */
static void check_along(struct random_case *x, struct mat m, struct mat gradient, const char *what)
{
    const double h = 1e-6;
    double saved[32 * 32], along[32 * 32], says = 0;
    struct rng rng = rng_seed(rng_hash(what));
    int n = m.rows * m.cols;
    assert_true(mat_present(gradient) && gradient.rows == m.rows && gradient.cols == m.cols && n <= 32 * 32);
    memcpy(saved, m.v, (size_t)n * sizeof *saved);
    for (int i = 0; i < n; i++) {
        along[i] = rng_normal(&rng);
        says += along[i] * gradient.v[i];
        m.v[i] = saved[i] + h * along[i];
    }
    double above = loss_at(x);
    for (int i = 0; i < n; i++)
        m.v[i] = saved[i] - h * along[i];
    double below = loss_at(x), grows = (above - below) / (2 * h);
    memcpy(m.v, saved, (size_t)n * sizeof *saved);
    if (!(fabs(says - grows) <= 1e-7 * (1 + fabs(grows))))
        fail_msg("%s, %s, norm %d: the gradient says %.12g, the loss grows by %.12g", what, x->c.pe->name,
                 (int)x->c.norm, says, grows);
}

static void check_case(struct random_case *x)
{
    struct grad g = {0};
    char what[80];
    assert_true(grad_reserve(&g, &x->c, 0));
    assert_true(grad_compute(&g, &x->t, &x->c));
    check_along(x, x->c.X, g.d.X, "X");
    if (x->c.m > 0)
        check_along(x, x->c.Y, g.d.Y, "Y");
    for (int i = 0; i < PE_MAX_MATRICES; i++)
        if (mat_present(g.to.pe_mat[i]) && mat_present(x->c.pe_mat[i]))
            check_along(x, x->c.pe_mat[i], g.to.pe_mat[i], "encoding");
    for (int l = 0; l < x->c.layers; l++)
        for (int w = 0; w < WEIGHT_COUNT; w++)
            if (factor_present(x->c.w[l][w])) {
                snprintf(what, sizeof what, "weight %d of layer %d, case of %d", w, l, (int)x->c.block);
                check_along(x, factor_mat(x->c.w[l][w]), factor_mat(g.to.w[l][w]), what);
            }
    grad_finish(&g);
}

TEST(the_loss_grows_as_the_gradient_says)
{
    int checked = 0;
    for (int i = 0; i < random_case_count(); i++) {
        struct random_case x = random_case_at(i);
        const char *why;
        if (x.c.target_count > 0 && grad_possible(&x.c, &why)) {
            check_case(&x);
            checked++;
        }
        random_case_finish(&x);
    }
    assert_in_range(checked, 13 * 12 + 60, 13 * 15 + 60);
}

TEST(only_turnable_encodings_without_knocked_out_terms_train)
{
    static const char *const not_yet[] = {"shaw", "xl", "deberta"};
    const char *why;
    for (int e = 0; e < posenc_count(); e++) {
        struct random_case x =
            random_case_make((struct random_spec){.encoding = posencs[e]->name, .layers = 1});
        bool may = true;
        for (int i = 0; i < 3; i++)
            may = may && strcmp(posencs[e]->name, not_yet[i]) != 0;
        assert_int_equal(grad_possible(&x.c, &why), may);
        x.c.term_off.word[0] = 1;
        assert_false(grad_possible(&x.c, &why));
        x.c.term_off.word[0] = 0;
        x.c.omitted = SOURCE_BIT(SOURCE_TOKEN);
        assert_false(grad_possible(&x.c, &why));
        random_case_finish(&x);
    }
}

/* ---- shares and their gradients that nothing else reads ---------------------------------- */

TEST(shares_that_are_asked_for_have_a_gradient_of_their_own)
{
    struct random_case x =
        random_case_make((struct random_spec){.seed = 31, .encoding = "sincos", .layers = 1, .asked = true});
    struct grad g = {0};
    assert_true(grad_reserve(&g, &x.c, 0) && grad_compute(&g, &x.t, &x.c));
    struct mat weights = attention_head(&x.t.layer[0].self, x.t.layer[0].self.map[MAP_WEIGHTS], 1);
    double mean = 1.0 / x.c.target_count;
    assert_close(mat_at(g.d.probs, 0, 2), -mean / mat_at(x.t.probs, 0, 2), 1e-12);
    assert_close(mat_at(g.d.probs, 2, 0), 0, 0);
    struct target head = {.head = 1, .at = 3, .to = 1};
    x.c.target = &head;
    x.c.target_count = 1;
    assert_true(grad_compute(&g, &x.t, &x.c));
    assert_close(g.loss, -log(mat_at(weights, 3, 1)), 1e-13);
    assert_close(mat_at(attention_head(&g.d.layer[0].self, g.d.layer[0].self.map[MAP_WEIGHTS], 1), 3, 1),
                 -1 / mat_at(weights, 3, 1), 1e-12);
    assert_close(mat_max_abs(g.d.logits), 0, 0);
    assert_mat_close(g.d.P, g.d.X, 0);
    grad_finish(&g);
    random_case_finish(&x);
}

/* ---- the flagship ---------------------------------------------------------------------- */

enum { VERB = 1, D = 8 };

/* 猫追狗 → 猫 and 狗追猫 → 狗, asked at 追: identity weights, a readout of zeros. */
struct flagship {
    struct config c;
    double identity[D * D], zero[D * 2], words[3 * D];
    struct target left, right;
    struct example example[2];
    struct batch batch;
};

static const int cat_chases_dog[] = {0, 1, 2}, dog_chases_cat[] = {2, 1, 0};

static void flagship_make(struct flagship *f, const char *encoding)
{
    struct rng rng = rng_seed(7);
    *f = (struct flagship){.left = {0, -1, VERB, 0, 0}, .right = {0, -1, VERB, 1, 0}};
    for (int i = 0; i < D; i++)
        f->identity[i * D + i] = 1;
    for (int i = 0; i < 3 * D; i++)
        f->words[i] = rng_normal(&rng);
    f->c = encoded_config(encoding, 3, D);
    f->c.w = weights_room();
    f->c.classes = 2;
    f->c.divisor = sqrt(D);
    f->c.no_terms = true;
    for (int w = W_Q; w <= W_O; w++)
        f->c.w[0][w] = factor_of(mat_of(D, D, D, f->identity));
    f->c.w[0][READ_U] = factor_of(mat_of(D, 2, 2, f->zero));
    f->example[0] = (struct example){3, 1, cat_chases_dog, &f->left, false};
    f->example[1] = (struct example){3, 1, dog_chases_cat, &f->right, false};
    f->batch = (struct batch){.words = mat_of(3, D, D, f->words), .count = 2, .of = f->example};
}

static double largest_gradient(const char *encoding, double *loss)
{
    static struct flagship f;
    struct grad g = {0};
    struct trace t = {0};
    double most = 0;
    flagship_make(&f, encoding);
    assert_true(trace_reserve(&t, &f.c) && grad_reserve(&g, &f.c, 3));
    assert_true(grad_batch(&g, &t, &f.c, &f.batch));
    for (size_t i = 0; i < g.sums.used; i++)
        most = fmax(most, fabs(g.sums.start[i]));
    *loss = g.loss;
    trace_finish(&t);
    grad_finish(&g);
    return most;
}

TEST(without_positions_nothing_that_could_change_would_help)
{
    double loss;
    assert_true(largest_gradient("none", &loss) < 1e-15);
    assert_close(loss, log(2), 1e-15);
    assert_true(largest_gradient("sincos", &loss) > 1e-4);
    assert_close(loss, log(2), 1e-15);
    assert_true(largest_gradient("rope", &loss) > 1e-5);
}

/* A batch is the mean over its targets, whatever the lengths of its sentences. */
TEST(a_batch_of_two_lengths_is_the_mean_over_all_targets)
{
    static struct flagship f;
    static const int longer[] = {2, 0, 1, 1}, shorter[] = {1, 2};
    const struct target many[] = {{0, -1, 0, 1, 0}, {0, -1, 3, 0, 0}}, one = {0, -1, 1, 1, 0};
    struct grad g = {0}, first = {0}, second = {0};
    struct trace t = {0};
    flagship_make(&f, "sincos");
    for (int i = 0; i < D * 2; i++)
        f.zero[i] = 0.1 * i;
    f.c.n = 4;
    const struct example both[] = {{4, 2, longer, many, false}, {2, 1, shorter, &one, false}};
    assert_true(trace_reserve(&t, &f.c) && grad_reserve(&g, &f.c, 3) && grad_reserve(&first, &f.c, 3) &&
                grad_reserve(&second, &f.c, 3));
    assert_true(grad_batch(&g, &t, &f.c, &(struct batch){.words = f.batch.words, .count = 2, .of = both}));
    assert_true(
        grad_batch(&first, &t, &f.c, &(struct batch){.words = f.batch.words, .count = 1, .of = both}));
    assert_true(
        grad_batch(&second, &t, &f.c, &(struct batch){.words = f.batch.words, .count = 1, .of = both + 1}));
    assert_close(g.loss, (2 * first.loss + second.loss) / 3, 1e-15);
    for (size_t i = 0; i < g.sums.used; i++)
        assert_close(g.sums.start[i], (2 * first.sums.start[i] + second.sums.start[i]) / 3, 1e-15);
    grad_finish(&g);
    grad_finish(&first);
    grad_finish(&second);
    trace_finish(&t);
}

/* ---- simple sentences -------------------------------------------------------------------- */

/* Two layers of two heads, of which the upper one is asked; one sentence of two is simple. */
struct floors {
    struct config c;
    struct arena numbers;
    struct mat words;
    struct example example[2];
    struct batch batch;
};

static const struct target floor_asked[] = {{1, 0, 0, 2, 0}, {1, 1, 1, 0, 2}, {1, 0, 2, 1, 0}};

static void floors_make(struct floors *f, size_t *count)
{
    struct rng rng = rng_seed(11);
    struct arena measured = arena_measuring();
    *f = (struct floors){.c = encoded_config("sincos", 3, D)};
    f->c.heads = f->c.layers = 2;
    f->c.dk = f->c.dv = D / 2;
    f->c.dff = 6;
    f->c.block = BLOCK_ENCODER;
    f->c.residual = f->c.no_terms = true;
    f->c.divisor = 2;
    f->c.even = 0.15;
    f->c.w = weights_room();
    mat_in(&measured, 3, D);
    parameters_lay_out(&(struct config){0}, &f->c, &measured, true);
    assert_true(arena_reserve(&f->numbers, measured.used));
    f->words = mat_in(&f->numbers, 3, D);
    struct config own = f->c;
    parameters_lay_out(&own, &f->c, &f->numbers, true);
    for (size_t i = 0; i < f->numbers.used; i++)
        f->numbers.start[i] = 0.5 * rng_normal(&rng);
    *count = f->numbers.used;
    f->example[0] = (struct example){3, 3, cat_chases_dog, floor_asked, true};
    f->example[1] = (struct example){3, 3, dog_chases_cat, floor_asked, false};
    f->batch = (struct batch){f->words, 2, f->example, 0.7, 0.3, 0.2, 3};
}

/* What is minimized: the loss of both sentences, and what is added for the simple one. */
static double minimized(struct floors *f, struct grad *g, struct trace *t)
{
    struct config one = f->c;
    double squares = 0, loss = 0, pulled = 0, scores[2 * 3 * 3];
    for (int i = 1; i >= 0; i--) {
        assert_true(grad_read(g, t, &one, f->words, &f->example[i]));
        loss += grad_loss(t, &one) / 2;
    }
    struct mat heard = t->layer[1].in, plain = t->layer[0].in;
    for (int i = 0; i < 3 * D; i++)
        squares += pow(mat_at(heard, i / D, i % D) - mat_at(plain, i / D, i % D), 2) / (3 * D);
    struct mat scaled = t->layer[1].self.map[MAP_SCALED];
    for (int i = 0; i < 2 * 3 * 3; i++)
        scores[i] = mat_at(scaled, i / 3, i % 3);
    mat_copy(heard, plain);
    layer_compute(t, &one, 1);
    for (int i = 0; i < 2 * 3 * 3; i++)
        pulled += pow(scores[i] - mat_at(scaled, i / 3, i % 3), 2) / (2 * 3 * 3);
    return loss + 0.7 * squares + 0.3 * grad_loss(t, &one) + 0.2 * pulled;
}

TEST(what_is_added_for_simple_sentences_has_its_gradient)
{
    static struct floors f;
    struct grad g = {0};
    struct trace t = {0};
    size_t count;
    floors_make(&f, &count);
    assert_true(trace_reserve(&t, &f.c) && grad_reserve(&g, &f.c, 3));
    assert_true(grad_batch(&g, &t, &f.c, &f.batch));
    assert_int_equal(g.sums.used, count);
    double *gradient = calloc(count, sizeof *gradient), largest = 0;
    memcpy(gradient, g.sums.start, count * sizeof *gradient);
    for (size_t i = 0; i < count; i++) {
        const double h = 1e-5;
        double was = f.numbers.start[i];
        f.numbers.start[i] = was + h;
        double above = minimized(&f, &g, &t);
        f.numbers.start[i] = was - h;
        double below = minimized(&f, &g, &t);
        f.numbers.start[i] = was;
        assert_close(gradient[i], (above - below) / (2 * h), 2e-8);
        largest = fmax(largest, fabs(gradient[i]));
    }
    assert_true(largest > 0.1);
    free(gradient);
    arena_finish(&f.numbers);
    trace_finish(&t);
    grad_finish(&g);
}

/* What is heard is left alone in sentences of more words than `hushed`. */
TEST(only_short_sentences_are_hushed)
{
    static struct floors f;
    struct grad g = {0};
    struct trace t = {0};
    double *plain[3];
    size_t count;
    floors_make(&f, &count);
    assert_true(trace_reserve(&t, &f.c) && grad_reserve(&g, &f.c, 3));
    for (int i = 0; i < 3; i++) {
        f.batch.hush = i < 2 ? 0.2 : 0;
        f.batch.hushed = i == 0 ? 3 : 2;
        assert_true(grad_batch(&g, &t, &f.c, &f.batch));
        plain[i] = calloc(count, sizeof *plain[i]);
        memcpy(plain[i], g.sums.start, count * sizeof *plain[i]);
    }
    assert_memory_equal(plain[1], plain[2], count * sizeof *plain[1]);
    assert_true(memcmp(plain[0], plain[2], count * sizeof *plain[0]) != 0);
    for (int i = 0; i < 3; i++)
        free(plain[i]);
    arena_finish(&f.numbers);
    trace_finish(&t);
    grad_finish(&g);
}

TEST(the_gradient_of_a_linear_layer_counts_its_multiplications)
{
    enum { N = 5, R = 3, C = 2, PRODUCTS = 2 };
    double zero[N * R] = {0}, sum[3][N * R] = {{0}};
    struct linear is = {mat_of(N, C, C, zero), mat_of(N, R, R, zero), factor_of(mat_of(R, C, C, zero)), {0}},
                  by = {mat_of(N, C, C, sum[0]),
                        mat_of(N, R, R, sum[1]),
                        factor_of(mat_of(R, C, C, sum[2])),
                        {0}};
    struct work work = {0};
    (void)state;
    linear_back(&by, &is, &work);
    assert_close(work.task.done, PRODUCTS * N * R * C, 0);
}
