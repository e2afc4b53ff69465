/* The named terms: reference cases, their sum, and the scores after some are
 * knocked out. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/encoding/posenc.h"
#include "core/pipeline/attention.h"
#include "core/pipeline/terms.h"
#include "support/close.h"
#include "support/random_case.h"
#include "support/test.h"
#include "support/truth.h"
#include "support/weights.h"

static int number(json_t *j, const char *name)
{
    return (int)truth_number(truth_at(j, name));
}

/* Maps the reference's terms x_p … to ours: x content, p position, b and beta bias. */
static char letter(const char *part, size_t n)
{
    return n == 1 && part[0] == 'x' ? 'c' : n == 1 && part[0] == 'p' ? 'p' : 'b';
}

static void add_reference(struct truth *t, struct mat *sum, json_t *term)
{
    struct mat m = truth_mat(t, term);
    if (mat_present(*sum))
        mat_add(*sum, *sum, m);
    else
        *sum = m;
}

static struct config decomposition_config(struct truth *t, json_t *j)
{
    struct config c = {.layers = 1,
                       .base = 10000,
                       .pescale = 1,
                       .eps = 1e-5,
                       .n = number(j, "n"),
                       .d = number(j, "d"),
                       .heads = number(j, "heads"),
                       .dk = number(j, "d_k"),
                       .dv = number(j, "d_k"),
                       .pe = posenc_find("sincos")};
    c.dsrc = c.d;
    c.divisor = 1 / truth_number(truth_at(j, "scale"));
    c.X = truth_mat(t, truth_at(j, "X"));
    weights_of(t, j, &c);
    c.w[0][W_V] = c.w[0][W_K];
    c.w[0][W_O] = c.w[0][W_Q];
    if (truth_at(j, "layer_norm")) {
        c.norm = NORM_PRE;
        c.eps = truth_number(truth_at(j, "layer_norm/eps"));
        c.w[0][LN_G1] = factor_of(truth_mat(t, truth_at(j, "layer_norm/gamma")));
        c.w[0][LN_B1] = factor_of(truth_mat(t, truth_at(j, "layer_norm/beta")));
    }
    return c;
}

static void check_terms(struct truth *t, json_t *j, const struct config *c, const struct attention *a)
{
    struct mat want[TERM_MAX] = {{0}};
    struct term list[TERM_MAX];
    int count = terms_list(c, 0, list), constant = 0;
    assert_int_equal(a->term_count, count);
    const char *full;
    json_t *term;
    json_object_foreach(truth_at(j, "terms"), full, term)
    {
        const char *mark = strchr(full, '_');
        char name[3] = {letter(full, (size_t)(mark - full)), letter(mark + 1, strlen(mark + 1)), 0};
        int i = terms_find(c, 0, name);
        assert_true(i >= 0);
        add_reference(t, &want[i], term);
    }
    for (int i = 0; i < count; i++) {
        assert_mat_close(attention_term(a, i), want[i], 1e-13);
        constant += list[i].row_constant;
    }
    assert_int_equal(constant > 0, truth_at(j, "bk") != NULL || truth_at(j, "layer_norm") != NULL);
    assert_mat_close(a->map[MAP_SCORES], truth_mat(t, truth_at(j, "raw_scores")), 1e-13);
    assert_mat_close(a->map[MAP_WEIGHTS], truth_mat(t, truth_at(j, "weights")), 1e-13);
}

/* The scores and weights from the reference's terms without the term `name` (its matrix
 * is taken as zero). The softmax is the test's own. */
static void check_without(struct truth *t, json_t *j, struct config *c, const char *name)
{
    struct trace trace = {0};
    struct mat scores = truth_mat(t, truth_at(j, "raw_scores"));
    const char *full;
    json_t *term;
    json_object_foreach(truth_at(j, "terms"), full, term)
    {
        const char *mark = strchr(full, '_');
        char own[3] = {letter(full, (size_t)(mark - full)), letter(mark + 1, strlen(mark + 1)), 0};
        struct mat m = truth_mat(t, term);
        for (int r = 0; strcmp(own, name) == 0 && r < m.rows; r++)
            for (int k = 0; k < m.cols; k++)
                mat_row(scores, r)[k] -= mat_at(m, r, k);
    }
    c->term_off = terms_bits(c, name);
    assert_true(trace_reserve(&trace, c));
    trace_compute(&trace, c);
    const struct attention *a = &trace.layer[0].self;
    for (int r = 0; r < scores.rows; r++) {
        double sum = 0;
        for (int k = 0; k < scores.cols; k++)
            sum += exp(mat_at(scores, r, k) / c->divisor);
        for (int k = 0; k < scores.cols; k++) {
            assert_close(mat_at(a->map[MAP_SCORES], r, k), mat_at(scores, r, k), 1e-12);
            assert_close(mat_at(a->map[MAP_WEIGHTS], r, k), exp(mat_at(scores, r, k) / c->divisor) / sum,
                         1e-12);
        }
    }
    c->term_off = (struct term_set){{0}};
    trace_finish(&trace);
}

TEST(removing_a_term_is_computing_with_its_matrix_zero)
{
    struct truth t = truth_open("decomposition");
    int removed = 0;
    size_t at;
    json_t *j;
    json_array_foreach(truth_at(t.root, "cases"), at, j)
    {
        struct config c = decomposition_config(&t, j);
        struct term list[TERM_MAX];
        int count = terms_list(&c, 0, list);
        for (int i = 0; i < count; i++, removed++)
            check_without(&t, j, &c, list[i].name);
    }
    assert_true(removed >= 7 * 4);
    truth_close(&t);
}

static struct term_set bit_of(const struct config *c, int t)
{
    struct term list[TERM_MAX];
    terms_list(c, 0, list);
    return term_set_of(list[t].bit);
}

/* The ghosts: the weights before anything was knocked out. */
TEST(the_weights_with_every_term_in_do_not_depend_on_what_is_knocked_out)
{
    for (int e = 0; e < posenc_count(); e++) {
        struct random_case x = random_case_make((struct random_spec){
            .seed = 60 + (uint64_t)e, .encoding = posencs[e]->name, .layers = 1, .mask = MASK_CAUSAL});
        const struct attention *a = &x.t.layer[0].self;
        double want[RANDOM_N * RANDOM_N], got[RANDOM_N];
        for (int i = 0; i < RANDOM_N; i++)
            memcpy(want + i * RANDOM_N, mat_row(a->map[MAP_WEIGHTS], i), RANDOM_N * sizeof *want);
        x.c.term_off = bit_of(&x.c, 0);
        random_case_again(&x);
        for (int i = 0; i < RANDOM_N; i++) {
            terms_weights_without(got, a, &x.c, 0, i, NULL);
            for (int k = 0; k < RANDOM_N; k++)
                assert_close(got[k], want[i * RANDOM_N + k], 1e-12);
        }
        random_case_finish(&x);
    }
}

/* What a term's absence would do is told before it is knocked out, and then is so. */
TEST(the_weights_without_a_term_are_those_once_it_is_knocked_out)
{
    struct random_case x = random_case_make(
        (struct random_spec){.seed = 91, .encoding = "sincos", .layers = 1, .mask = MASK_CAUSAL});
    const struct attention *a = &x.t.layer[0].self;
    double told[RANDOM_N];
    int count = a->term_count;
    for (int t = 0; t < count; t++)
        for (int i = 0; i < RANDOM_N; i++) {
            x.c.term_off = (struct term_set){{0}};
            random_case_again(&x);
            struct term_set off = bit_of(&x.c, t);
            terms_weights_without(told, a, &x.c, 0, i, &off);
            x.c.term_off = bit_of(&x.c, t);
            random_case_again(&x);
            for (int k = 0; k < RANDOM_N; k++)
                assert_close(told[k], mat_at(a->map[MAP_WEIGHTS], i, k), 1e-12);
        }
    assert_true(count >= 4);
    random_case_finish(&x);
}

TEST(the_terms_of_every_reference_case_agree)
{
    struct truth t = truth_open("decomposition");
    size_t cases;
    json_t *j;
    json_array_foreach(truth_at(t.root, "cases"), cases, j)
    {
        struct config c = decomposition_config(&t, j);
        struct trace trace = {0};
        assert_true(trace_reserve(&trace, &c));
        trace_compute(&trace, &c);
        check_terms(&t, j, &c, &trace.layer[0].self);
        trace_finish(&trace);
    }
    assert_int_equal(cases, 7);
    truth_close(&t);
}

/* Checks the sum of the terms, without those that are knocked out, for all heads and every pair. */
static void check_sum(const struct attention *a, const struct config *c)
{
    struct mat scores = a->map[MAP_SCORES];
    struct term list[TERM_MAX];
    int count = terms_list(c, a->layer, list);
    assert_int_equal(a->term_count, count);
    for (int r = 0; r < scores.rows; r++)
        for (int k = 0; k < scores.cols; k++) {
            double sum = 0, size = 1;
            for (int t = 0; t < count; t++) {
                double x = mat_at(attention_term(a, t), r, k);
                sum += term_set_has(&c->term_off, list[t].bit) ? 0 : x;
                size = fmax(size, fabs(x));
            }
            assert_close(mat_at(scores, r, k), sum, 1e-12 * size);
        }
}

TEST(the_terms_sum_to_the_score_under_every_config)
{
    for (int i = 0; i < random_case_count(); i++) {
        struct random_case x = random_case_at(i);
        for (int l = 0; l < x.c.layers; l++) {
            struct term list[TERM_MAX];
            assert_int_equal(x.t.layer[l].self.term_count, terms_list(&x.c, l, list));
            assert_true(x.t.layer[l].self.term_count > 0);
            check_sum(&x.t.layer[l].self, &x.c);
        }
        random_case_finish(&x);
    }
}

TEST(a_term_knocked_out_is_missing_from_the_scores_and_nothing_else)
{
    for (int e = 0; e < posenc_count(); e++) {
        struct random_case x = random_case_make((struct random_spec){
            .seed = 200 + (uint64_t)e, .encoding = posencs[e]->name, .layers = 1, .alone = true});
        const struct attention *a = &x.t.layer[0].self;
        size_t size = (size_t)(a->map[MAP_SCORES].rows * a->map[MAP_SCORES].cols);
        double *whole = malloc(size * sizeof *whole), *term = malloc(size * sizeof *term);
        assert_true(whole && term);
        for (int t = 0; t < a->term_count; t++) {
            x.c.term_off = (struct term_set){{0}};
            random_case_again(&x);
            memcpy(whole, a->map[MAP_SCORES].v, size * sizeof *whole);
            memcpy(term, attention_term(a, t).v, size * sizeof *term);
            x.c.term_off = bit_of(&x.c, t);
            random_case_again(&x);
            for (size_t i = 0; i < size; i++)
                assert_close(a->map[MAP_SCORES].v[i], whole[i] - term[i], 1e-12 * fmax(1, fabs(whole[i])));
        }
        free(whole);
        free(term);
        random_case_finish(&x);
    }
}

/* Without cp, pc and pp the scores equal those of the same words without encoding. */
TEST(knocking_out_position_equals_no_encoding)
{
    struct random_case x =
        random_case_make((struct random_spec){.seed = 7, .encoding = "sincos", .layers = 1, .bare = true});
    struct random_case y =
        random_case_make((struct random_spec){.seed = 7, .encoding = "none", .layers = 1, .bare = true});
    for (int i = 1; i < 4; i++) {
        static const char *const positions[] = {"", "cp", "pc", "pp"};
        struct term_set bits = terms_bits(&x.c, positions[i]);
        x.c.term_off = term_set_with(x.c.term_off, &bits);
    }
    random_case_again(&x);
    assert_mat_close(x.t.layer[0].self.map[MAP_WEIGHTS], y.t.layer[0].self.map[MAP_WEIGHTS], 1e-12);
    random_case_finish(&x);
    random_case_finish(&y);
}

TEST(terms_that_are_the_same_for_every_key_drop_out_of_the_weights)
{
    struct random_case x = random_case_make((struct random_spec){
        .seed = 8, .encoding = "sincos", .layers = 1, .norm = NORM_PRE, .mask = MASK_CAUSAL});
    struct random_case y = random_case_make((struct random_spec){
        .seed = 8, .encoding = "sincos", .layers = 1, .norm = NORM_PRE, .mask = MASK_CAUSAL});
    struct term list[TERM_MAX];
    int count = terms_list(&x.c, 0, list), constant = 0;
    for (int t = 0; t < count; t++)
        if (list[t].row_constant) {
            term_set_add(&x.c.term_off, list[t].bit);
            constant++;
        }
    random_case_again(&x);
    assert_int_equal(constant, 3);
    assert_true(fabs(mat_at(x.t.layer[0].self.map[MAP_SCORES], 1, 1) -
                     mat_at(y.t.layer[0].self.map[MAP_SCORES], 1, 1)) > 1e-3);
    assert_mat_close(x.t.layer[0].self.map[MAP_WEIGHTS], y.t.layer[0].self.map[MAP_WEIGHTS], 1e-13);
    random_case_finish(&x);
    random_case_finish(&y);
}

/* A bit means the same term whether or not there is a bias; layer 0 has bits of its own. */
TEST(a_knocked_out_term_is_the_same_one_under_every_bias)
{
    struct random_case x =
        random_case_make((struct random_spec){.seed = 9, .encoding = "sincos", .layers = 2});
    struct term_set bits;
    assert_true(terms_find(&x.c, 0, "cp") == 1 && terms_find(&x.c, 1, "cp") == -1);
    x.c.term_off = terms_bits(&x.c, "cp");
    random_case_again(&x);
    check_sum(&x.t.layer[0].self, &x.c);
    check_sum(&x.t.layer[1].self, &x.c); /* keeps token·position */
    x.c.term_off = terms_bits(&x.c, "bc");
    x.c.w[0][B_K] = x.c.w[1][B_K] = factor_of((struct mat){0});
    bits = terms_bits(&x.c, "bc");
    assert_true(term_set_any(&bits) && term_set_same(&bits, &x.c.term_off));
    bits = terms_bits(&x.c, "bb");
    assert_false(term_set_any(&bits));
    bits = terms_bits(&x.c, "nothing");
    assert_false(term_set_any(&bits));
    x.c.w[1][B_K] = x.c.w[1][B_Q]; /* a bias above only */
    bits = terms_bits(&x.c, "bias·bias");
    assert_true(terms_find(&x.c, 0, "bb") == -1 && term_set_any(&bits));
    random_case_finish(&x);
}

/* If the keys come from a memory, only the queries get the LayerNorm's shift. */
TEST(a_memory_has_no_position_and_no_shift)
{
    struct random_case x = random_case_make((struct random_spec){
        .seed = 12, .encoding = "sincos", .layers = 1, .norm = NORM_PRE, .memory = true});
    x.c.w[0][B_Q] = x.c.w[0][B_K] = factor_of((struct mat){0});
    random_case_again(&x);
    assert_int_equal(x.t.layer[0].self.term_count, 3);
    assert_true(terms_find(&x.c, 0, "cc") == 0 && terms_find(&x.c, 0, "pc") == 1 &&
                terms_find(&x.c, 0, "bc") == 2);
    check_sum(&x.t.layer[0].self, &x.c);
    random_case_finish(&x);
}

TEST(names_and_bits_of_every_list_are_unique_and_explained)
{
    for (int e = 0; e < posenc_count(); e++) {
        struct random_case x =
            random_case_make((struct random_spec){.seed = 10, .encoding = posencs[e]->name, .layers = 1});
        struct term list[TERM_MAX];
        int count = terms_list(&x.c, 0, list);
        struct term_set bits = {{0}}, all = terms_bits(&x.c, NULL);
        for (int t = 0; t < count; t++) {
            struct text asks = {0};
            term_asks(&list[t], LANG_ZH, &asks);
            assert_true(list[t].name[0] != '\0' && asks.len > 0);
            text_finish(&asks);
            assert_int_equal(terms_find(&x.c, 0, list[t].name), t);
            assert_true(list[t].bit >= 0 && list[t].bit < 34 && !term_set_has(&bits, list[t].bit));
            term_set_add(&bits, list[t].bit);
        }
        assert_true(term_set_same(&all, &bits));
        random_case_finish(&x);
    }
}

TEST(terms_are_kept_as_long_as_they_are_small_or_needed)
{
    static const struct {
        const char *encoding;
        int n;
        uint32_t off;
        bool kept;
    } cases[] = {
        {"sincos", 512, 0, false}, {"sincos", 512, 1, true}, {"sincos", 64, 0, true}, {"rope", 512, 0, false},
        {"alibi", 512, 0, false},  {"shaw", 512, 0, true},   {"xl", 512, 0, true},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct random_case x =
            random_case_make((struct random_spec){.seed = 11, .encoding = cases[i].encoding, .layers = 1});
        struct config c = x.c; /* never computed */
        c.n = cases[i].n;
        c.heads = 16;
        c.term_off.word[0] = cases[i].off;
        for (int w = W_Q; w <= B_O; w++)
            c.w[0][w] = factor_of((struct mat){0});
        assert_int_equal(terms_kept(&c, 0), cases[i].kept);
        random_case_finish(&x);
    }
}
