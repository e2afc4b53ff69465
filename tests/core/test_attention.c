/* The attention against reference values of an independent program: every
 * stage, masks, cross-attention, biases, extreme numbers; the split into terms. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "core/attention.h"
#include "core/posenc.h"
#include "core/softmax.h"
#include "core/stage.h"
#include "core/terms.h"
#include "support/close.h"
#include "support/truth.h"

static void fill_weights(struct truth *t, const cJSON *j, struct config *c)
{
    static const char *const names[] = {"Wq", "Wk", "Wv", "Wo", "bq", "bk", "bv", "bo"};
    for (int i = 0; i < 8; i++)
        if (truth_at(j, names[i]))
            c->w[0][i] = truth_mat(t, truth_at(j, names[i]));
}

static int number(const cJSON *j, const char *name)
{
    return (int)truth_number(truth_at(j, name));
}

static struct config config_of(struct truth *t, const cJSON *j)
{
    struct config c = {.layers = 1, .base = 10000, .pescale = 1, .eps = 1e-5, .n = number(j, "n")};
    c.heads = cJSON_GetArraySize(truth_at(j, "heads"));
    c.d = number(j, "d_model");
    c.dk = number(j, "d_k");
    c.dv = number(j, "d_v");
    c.divisor = 1 / truth_number(truth_at(j, "scale"));
    c.pe = posenc_find(cJSON_IsTrue(truth_at(j, "pe")) ? "sincos" : "none");
    c.X = truth_mat(t, truth_at(j, "X"));
    c.dsrc = c.d;
    fill_weights(t, j, &c);
    if (truth_at(j, "Y")) {
        c.Y = truth_mat(t, truth_at(j, "Y"));
        c.m = c.Y.rows;
        c.dsrc = c.Y.cols;
    }
    if (truth_at(j, "mask_add")) {
        c.mask = MASK_GIVEN;
        c.mask_given = truth_mat(t, truth_at(j, "mask_add"));
    }
    return c;
}

/* The reference has NaN where a query has no key left; here such rows are zeros. */
static struct mat zeros_for_nan(struct mat m)
{
    for (int i = 0; i < m.rows * m.cols; i++)
        if (isnan(m.v[i]))
            m.v[i] = 0;
    return m;
}

static void check_case(struct truth *t, const cJSON *j)
{
    static const struct { const char *name; int stage; } checks[] = {
        {"P", STAGE_P}, {"H", STAGE_H}, {"Q", STAGE_Q}, {"K", STAGE_K}, {"V", STAGE_V}, {"concat", STAGE_CONCAT}, {"output", STAGE_OUTPUT},
    };
    static const struct { const char *name; enum map map; } maps[] = {
        {"scores", MAP_SCORES}, {"scaled", MAP_SCALED}, {"masked", MAP_MASKED}, {"weights", MAP_WEIGHTS},
    };
    struct config c = config_of(t, j);
    struct trace trace = {0};
    assert_true(trace_reserve(&trace, &c));
    trace_compute(&trace, &c);
    for (size_t i = 0; i < sizeof checks / sizeof *checks; i++)
        if (truth_at(j, checks[i].name))
            assert_mat_close(stages[checks[i].stage].matrix(&trace, 0, 0), zeros_for_nan(truth_mat(t, truth_at(j, checks[i].name))), 1e-13);
    const struct attention *a = &trace.layer[0].self;
    for (size_t i = 0; i < sizeof maps / sizeof *maps; i++)
        assert_mat_close(a->map[maps[i].map], zeros_for_nan(truth_mat(t, truth_at(j, maps[i].name))), 1e-13);
    assert_mat_close(a->head_out, zeros_for_nan(truth_mat(t, truth_at(j, "heads"))), 1e-13);
    trace_finish(&trace);
}

static void every_stage_of_every_reference_case_agrees(void **state)
{
    (void)state;
    struct truth t = truth_open("attention");
    int cases = 0;
    for (const cJSON *j = truth_at(t.root, "cases")->child; j; j = j->next, cases++)
        check_case(&t, j);
    assert_int_equal(cases, 23);
    truth_close(&t);
}

static void causal_and_padding_masks_equal_the_given_ones(void **state)
{
    (void)state;
    struct truth t = truth_open("attention");
    int seen = 0;
    for (const cJSON *j = truth_at(t.root, "cases")->child; j; j = j->next) {
        const char *name = truth_at(j, "mask")->valuestring;
        bool causal = strcmp(name, "causal") == 0, pad = strcmp(name, "pad1") == 0;
        if (!causal && !pad)
            continue;
        struct config c = config_of(&t, j);
        struct trace trace = {0};
        c.mask = causal ? MASK_CAUSAL : MASK_PAD;
        c.pad = pad;
        assert_true(trace_reserve(&trace, &c));
        trace_compute(&trace, &c);
        assert_mat_close(trace.layer[0].self.map[MAP_WEIGHTS], truth_mat(&t, truth_at(j, "weights")), 1e-13);
        trace_finish(&trace);
        seen++;
    }
    assert_int_equal(seen, 4);
    truth_close(&t);
}

static void a_query_without_keys_has_weights_and_output_zero(void **state)
{
    (void)state;
    struct truth t = truth_open("attention");
    for (const cJSON *j = truth_at(t.root, "cases")->child; j; j = j->next) {
        if (strcmp(truth_at(j, "mask")->valuestring, "row2") != 0)
            continue;
        struct config c = config_of(&t, j);
        struct trace trace = {0};
        assert_true(trace_reserve(&trace, &c));
        trace_compute(&trace, &c);
        const struct attention *a = &trace.layer[0].self;
        assert_true(attention_empty_row(a, 0, 2));
        assert_false(attention_empty_row(a, 0, 1));
        for (int k = 0; k < c.n; k++)
            assert_true(mat_at(a->map[MAP_WEIGHTS], 2, k) == 0);
        for (int k = 0; k < c.dv; k++)
            assert_true(mat_at(a->head_out, 2, k) == 0);
        trace_finish(&trace);
    }
    truth_close(&t);
}

static void softmax_agrees_with_the_reference_vectors(void **state)
{
    (void)state;
    struct truth t = truth_open("attention");
    int count = 0;
    for (const cJSON *j = truth_at(t.root, "softmax_vectors")->child; j; j = j->next) {
        struct mat in = truth_mat(&t, truth_at(j, "in")), want = truth_mat(&t, truth_at(j, "out"));
        bool has_nan = false;
        for (int i = 0; i < in.cols; i++)
            has_nan = has_nan || isnan(in.v[i]);
        if (has_nan)
            continue;
        softmax_row(in.v, in.v, in.cols);
        for (int i = 0; i < in.cols; i++)
            assert_close(in.v[i], isnan(want.v[i]) ? 0 : want.v[i], 1e-15);
        count++;
    }
    assert_true(count >= 5);
    truth_close(&t);
}

/* Reference terms x_p … to ours: x content, p position, b and beta bias. */
static char letter(const char *part, size_t n)
{
    return n == 1 && part[0] == 'x' ? 'c' : n == 1 && part[0] == 'p' ? 'p' : 'b';
}

static void add_reference(struct truth *t, struct mat *sum, const cJSON *term)
{
    struct mat m = truth_mat(t, term);
    if (mat_present(*sum))
        mat_add(*sum, *sum, m);
    else
        *sum = m;
}

static struct config decomposition_config(struct truth *t, const cJSON *j)
{
    struct config c = {.layers = 1, .base = 10000, .pescale = 1, .eps = 1e-5, .n = number(j, "n"), .d = number(j, "d"),
                       .heads = number(j, "heads"), .dk = number(j, "d_k"), .dv = number(j, "d_k"), .pe = posenc_find("sincos")};
    c.dsrc = c.d;
    c.divisor = 1 / truth_number(truth_at(j, "scale"));
    c.X = truth_mat(t, truth_at(j, "X"));
    fill_weights(t, j, &c);
    c.w[0][W_V] = c.w[0][W_K];
    c.w[0][W_O] = c.w[0][W_Q];
    if (truth_at(j, "layer_norm")) {
        c.norm = NORM_PRE;
        c.eps = truth_number(truth_at(j, "layer_norm/eps"));
        c.w[0][LN_G1] = truth_mat(t, truth_at(j, "layer_norm/gamma"));
        c.w[0][LN_B1] = truth_mat(t, truth_at(j, "layer_norm/beta"));
    }
    return c;
}

static void check_terms(struct truth *t, const cJSON *j, const struct config *c, const struct attention *a)
{
    struct mat want[TERM_MAX] = {{0}};
    struct term list[TERM_MAX];
    int count = terms_list(c, 0, list), constant = 0;
    assert_int_equal(a->term_count, count);
    for (const cJSON *term = truth_at(j, "terms")->child; term; term = term->next) {
        const char *mark = strchr(term->string, '_');
        char name[3] = {letter(term->string, (size_t)(mark - term->string)), letter(mark + 1, strlen(mark + 1)), 0};
        int i = terms_find(c, 0, name);
        assert_true(i >= 0);
        add_reference(t, &want[i], term);
    }
    for (int i = 0; i < count; i++) {
        assert_mat_close(a->term[i], want[i], 1e-13);
        constant += list[i].row_constant;
    }
    assert_int_equal(constant > 0, truth_at(j, "bk") != NULL || truth_at(j, "layer_norm") != NULL);
    assert_mat_close(a->map[MAP_SCORES], truth_mat(t, truth_at(j, "raw_scores")), 1e-13);
    assert_mat_close(a->map[MAP_WEIGHTS], truth_mat(t, truth_at(j, "weights")), 1e-13);
}

static void the_terms_of_every_reference_case_agree(void **state)
{
    (void)state;
    struct truth t = truth_open("decomposition");
    int cases = 0;
    for (const cJSON *j = truth_at(t.root, "cases")->child; j; j = j->next, cases++) {
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

/* The rows of `words` (named in `order`) as X. */
static void arrange(struct mat X, const cJSON *embeddings, const cJSON *order)
{
    int r = 0;
    for (const cJSON *w = order->child; w; w = w->next, r++) {
        int k = 0;
        for (const cJSON *x = truth_at(embeddings, w->valuestring)->child; x; x = x->next)
            mat_row(X, r)[k++] = x->valuedouble;
    }
}

static void check_order(struct truth *t, const cJSON *run, const cJSON *weights)
{
    static const char *const sides[] = {"A", "B"};
    double x[3 * 8];
    for (int s = 0; s < 2; s++) {
        struct config c = {.layers = 1, .base = 10000, .pescale = 1, .n = 3, .d = 8, .dsrc = 8, .heads = number(run, "heads")};
        struct trace trace = {0};
        char path[40];
        c.dk = c.dv = 8 / c.heads;
        c.divisor = sqrt(c.dk);
        c.pe = posenc_find(cJSON_IsTrue(truth_at(run, "pe")) ? "sincos" : "none");
        c.mask = strcmp(truth_at(run, "mask")->valuestring, "causal") == 0 ? MASK_CAUSAL : MASK_NONE;
        c.X = (struct mat){3, 8, 8, x};
        strcpy(path, "sentences/");
        strcat(path, sides[s]);
        arrange(c.X, truth_at(t->root, "embeddings"), truth_at(t->root, path));
        fill_weights(t, weights, &c);
        assert_true(trace_reserve(&trace, &c));
        trace_compute(&trace, &c);
        strcpy(path, "output_");
        strcat(path, sides[s]);
        assert_mat_close(trace.layer[0].self.output, truth_mat(t, truth_at(run, path)), 1e-13);
        strcpy(path, "weights_");
        strcat(path, sides[s]);
        assert_mat_close(trace.layer[0].self.map[MAP_WEIGHTS], truth_mat(t, truth_at(run, path)), 1e-13);
        trace_finish(&trace);
    }
}

static void both_orders_of_the_sentence_agree_with_the_reference(void **state)
{
    (void)state;
    struct truth t = truth_open("order");
    const cJSON *weights = NULL;
    int runs = 0;
    for (const cJSON *run = truth_at(t.root, "runs")->child; run; run = run->next, runs++) {
        if (truth_at(run, "W"))
            weights = truth_at(run, "W");
        check_order(&t, run, weights);
    }
    assert_int_equal(runs, 8);
    truth_close(&t);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_stage_of_every_reference_case_agrees),
        cmocka_unit_test(causal_and_padding_masks_equal_the_given_ones),
        cmocka_unit_test(a_query_without_keys_has_weights_and_output_zero),
        cmocka_unit_test(softmax_agrees_with_the_reference_vectors),
        cmocka_unit_test(the_terms_of_every_reference_case_agree),
        cmocka_unit_test(both_orders_of_the_sentence_agree_with_the_reference),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
