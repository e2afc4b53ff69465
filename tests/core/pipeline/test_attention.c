/* Attention against reference values of an independent program: every stage, masks,
 * cross-attention, biases, extreme numbers, and which mask applies where. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/encoding/posenc.h"
#include "core/pipeline/attention.h"
#include "core/pipeline/stage.h"
#include "support/close.h"
#include "support/random_case.h"
#include "support/test.h"
#include "support/truth.h"
#include "support/weights.h"

static int number(json_t *j, const char *name)
{
    return (int)truth_number(truth_at(j, name));
}

static struct config config_of(struct truth *t, json_t *j)
{
    struct config c = {.layers = 1, .base = 10000, .pescale = 1, .eps = 1e-5, .n = number(j, "n")};
    c.heads = (int)json_array_size(truth_at(j, "heads"));
    c.d = number(j, "d_model");
    c.dk = number(j, "d_k");
    c.dv = number(j, "d_v");
    c.divisor = 1 / truth_number(truth_at(j, "scale"));
    c.pe = posenc_find(json_is_true(truth_at(j, "pe")) ? "sincos" : "none");
    c.X = truth_mat(t, truth_at(j, "X"));
    c.dsrc = c.d;
    weights_of(t, j, &c);
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

/* The reference has NaN where a query has no key left; ours has zeros. */
static struct mat zeros_for_nan(struct mat m)
{
    for (int i = 0; i < m.rows * m.cols; i++)
        if (isnan(m.v[i]))
            m.v[i] = 0;
    return m;
}

static void check_case(struct truth *t, json_t *j)
{
    static const struct {
        const char *name;
        int stage;
    } checks[] = {
        {"P", STAGE_P}, {"H", STAGE_H},           {"Q", STAGE_Q},           {"K", STAGE_K},
        {"V", STAGE_V}, {"concat", STAGE_CONCAT}, {"output", STAGE_OUTPUT},
    };
    static const struct {
        const char *name;
        enum map map;
    } maps[] = {
        {"scores", MAP_SCORES},
        {"scaled", MAP_SCALED},
        {"masked", MAP_MASKED},
        {"weights", MAP_WEIGHTS},
    };
    struct config c = config_of(t, j);
    struct trace trace = {0};
    assert_true(trace_reserve(&trace, &c));
    trace_compute(&trace, &c);
    for (size_t i = 0; i < sizeof checks / sizeof *checks; i++)
        if (truth_at(j, checks[i].name))
            assert_mat_close(stage_matrix(&trace, 0, checks[i].stage, 0),
                             zeros_for_nan(truth_mat(t, truth_at(j, checks[i].name))), 1e-13);
    const struct attention *a = &trace.layer[0].self;
    for (size_t i = 0; i < sizeof maps / sizeof *maps; i++)
        assert_mat_close(a->map[maps[i].map], zeros_for_nan(truth_mat(t, truth_at(j, maps[i].name))), 1e-13);
    assert_mat_close(a->head_out, zeros_for_nan(truth_mat(t, truth_at(j, "heads"))), 1e-13);
    trace_finish(&trace);
}

TEST(every_stage_of_every_reference_case_agrees)
{
    struct truth t = truth_open("attention");
    size_t cases;
    json_t *j;
    json_array_foreach(truth_at(t.root, "cases"), cases, j) check_case(&t, j);
    assert_int_equal(cases, 23);
    truth_close(&t);
}

TEST(causal_and_padding_masks_equal_the_given_ones)
{
    struct truth t = truth_open("attention");
    int seen = 0;
    size_t at;
    json_t *j;
    json_array_foreach(truth_at(t.root, "cases"), at, j)
    {
        const char *name = json_string_value(truth_at(j, "mask"));
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

TEST(a_query_without_keys_has_weights_and_output_zero)
{
    struct truth t = truth_open("attention");
    size_t at;
    json_t *j;
    json_array_foreach(truth_at(t.root, "cases"), at, j)
    {
        if (strcmp(json_string_value(truth_at(j, "mask")), "row2") != 0)
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

TEST(rows_of_weights_sum_to_one_unless_no_key_is_left)
{
    for (int i = 0; i < random_case_count(); i++) {
        struct random_case x = random_case_at(i);
        const struct attention *a = &x.t.layer[x.c.layers - 1].self;
        for (int r = 0; r < a->heads * x.c.n; r++) {
            double sum = 0;
            for (int k = 0; k < a->S.rows; k++)
                sum += mat_at(a->map[MAP_WEIGHTS], r, k);
            if (mat_present(a->sink))
                assert_close(sum + mat_at(a->sink, r, 0), 1, 1e-14);
            else
                assert_close(sum, !attention_empty_row(a, r / x.c.n, r % x.c.n), 1e-14);
        }
        assert_int_equal(x.t.arena.used, trace_room(&x.c));
        random_case_finish(&x);
    }
}

/* The keys that query `i` may see in the first and in the second attention, as letters. */
static void check_mask(struct random_spec spec, int i, const char *first, const char *second)
{
    spec.seed = 1;
    spec.layers = 1;
    spec.encoding = "none";
    struct random_case x = random_case_make(spec);
    const struct layer_trace *l = &x.t.layer[0];
    for (int k = 0; first[k]; k++)
        assert_int_equal(mat_at(l->self.map[MAP_WEIGHTS], i, k) > 0, first[k] == 'y');
    for (int k = 0; second[k]; k++)
        assert_int_equal(mat_at(l->cross.map[MAP_WEIGHTS], i, k) > 0, second[k] == 'y');
    random_case_finish(&x);
}

TEST(every_mask_hides_what_it_says_and_nothing_else)
{
    check_mask((struct random_spec){.mask = MASK_NONE}, 1, "yyyyy", "");
    check_mask((struct random_spec){.mask = MASK_CAUSAL}, 1, "yynnn", "");
    check_mask((struct random_spec){.mask = MASK_PAD}, 1, "yyynn", "");
    check_mask((struct random_spec){.mask = MASK_PAD, .memory = true}, 1, "yynn", "");
    check_mask((struct random_spec){.mask = MASK_CAUSAL, .memory = true}, 1, "yynn", "");
    check_mask((struct random_spec){.mask = MASK_PAD, .block = BLOCK_ENCODER, .memory = true}, 1, "yyynn",
               "");
    check_mask((struct random_spec){.block = BLOCK_DECODER}, 1, "yynnn", "yyyy");
    check_mask((struct random_spec){.block = BLOCK_DECODER, .mask = MASK_PAD}, 4, "yyyyy", "yynn");
    check_mask((struct random_spec){.block = BLOCK_DECODER, .mask = MASK_GIVEN}, 1, "yynnn", "yyyy");
}

TEST(a_decoder_without_memory_has_padding_and_order_at_once)
{
    struct random_case x = random_case_make(
        (struct random_spec){.seed = 2, .encoding = "none", .layers = 1, .block = BLOCK_DECODER});
    x.c.m = 0;
    x.c.mask = MASK_PAD;
    x.c.pad = 4;
    random_case_again(&x);
    struct mat w = x.t.layer[0].self.map[MAP_WEIGHTS];
    assert_int_equal(x.t.layer[0].cross.heads, 0);
    for (int i = 0; i < x.c.n; i++)
        for (int k = 0; k < x.c.n; k++)
            assert_true(mat_at(w, i, k) == (k == 0));
    random_case_finish(&x);
}

TEST(a_hidden_key_stays_hidden_when_its_score_overflows)
{
    struct random_case x = random_case_make((struct random_spec){
        .seed = 3, .encoding = "none", .layers = 1, .mask = MASK_CAUSAL, .scores = true});
    mat_fill(x.c.scores_given, INFINITY);
    random_case_again(&x);
    struct mat w = attention_head(&x.t.layer[0].self, x.t.layer[0].self.map[MAP_WEIGHTS], 0);
    for (int i = 0; i < x.c.n; i++)
        for (int k = 0; k < x.c.n; k++)
            assert_close(mat_at(w, i, k), k <= i ? 1.0 / (i + 1) : 0, 1e-15);
    random_case_finish(&x);
}

/* DeBERTa's √3 belongs to its three terms, which a memory does not have. */
TEST(the_divisor_of_an_encoding_acts_where_the_encoding_does)
{
    for (int memory = 0; memory < 2; memory++) {
        struct random_case x = random_case_make(
            (struct random_spec){.seed = 5, .encoding = "deberta", .layers = 1, .memory = memory});
        const struct attention *a = &x.t.layer[0].self;
        double by = memory ? 2 : 2 * sqrt(3);
        assert_close(mat_at(a->map[MAP_SCALED], 3, 1), mat_at(a->map[MAP_SCORES], 3, 1) / by, 1e-15);
        random_case_finish(&x);
    }
}

TEST(given_scores_stand_in_for_the_products_of_every_head)
{
    struct random_case x =
        random_case_make((struct random_spec){.seed = 4, .encoding = "alibi", .layers = 1, .scores = true});
    for (int h = 0; h < x.c.heads; h++)
        assert_mat_close(attention_head(&x.t.layer[0].self, x.t.layer[0].self.map[MAP_SCORES], h),
                         x.c.scores_given, 0);
    random_case_finish(&x);
}
