/* Rotary position embedding: lesson 18, its properties, and the reference values. */
#include <math.h>
#include <string.h>

#include "core/encoding/posenc.h"
#include "core/encoding/sines.h"
#include "core/math/rng.h"
#include "core/pipeline/trace.h"
#include "support/close.h"
#include "support/encoded.h"
#include "support/reference.h"
#include "support/test.h"

enum { LAYOUT, DIMS };
enum { INTERLEAVED, HALF };

static struct config rope_config(int n, int dk, int layout, int dims)
{
    struct config c = encoded_config("rope", n, dk);
    c.pe_param[LAYOUT] = layout;
    c.pe_param[DIMS] = dims;
    return c;
}

/* The score of query q at position t and key k at position s, after rotation. */
static double score(const struct config *c, const double *q, const double *k, long t, long s)
{
    double a[64], b[64];
    memcpy(a, q, sizeof(double) * (size_t)c->dk);
    memcpy(b, k, sizeof(double) * (size_t)c->dk);
    posenc_rotate(a, t, c);
    posenc_rotate(b, s, c);
    return vec_dot(a, b, c->dk);
}

static void fill_random(double *v, int n, uint64_t seed)
{
    struct rng r = rng_seed(seed);
    for (int i = 0; i < n; i++)
        v[i] = rng_normal(&r);
}

TEST(lesson_18_the_pair_of_the_scene)
{
    static const double q[] = {1, 0.5, 0.2, 0.3}, k[] = {0.4, 1, 0.1, 0.6};
    struct config c = rope_config(1, 4, INTERLEAVED, 0);
    (void)state;
    assert_close(score(&c, q, k, 2, 5), -0.807, 0.0005);
    assert_close(score(&c, q, k, 12, 15), -0.807, 0.0005);
    assert_close(score(&c, q, k, 102, 105), -0.807, 0.0005);
    assert_close(score(&c, q, k, 5, 2), -0.575, 0.0005);
    assert_close(score(&c, q, k, 0, 0), 1.1, 1e-15);
    assert_close(score(&c, q, k, 7, 7), 1.1, 1e-15);
    assert_close(sqrt(score(&c, q, q, 7, 7)), 1.175, 0.0005);
    static const double unit[] = {1, 0};
    c = rope_config(1, 2, INTERLEAVED, 0);
    assert_close(score(&c, unit, unit, 0, 1), 0.540, 0.0005);
    assert_close(score(&c, unit, unit, 0, 3), -0.990, 0.0005);
}

TEST(lesson_18_weights_leave_the_distance_alone)
{
    static double wq[] = {1, 0, 1, 0, 1, 1, 0, 0, 0, 1, 1, 0, 1, 0, 0, 1};
    static double wk[] = {0, 1, 0, 1, 1, 1, 0, 0, 1, 0, 1, 0, 0, 1, 1, 0};
    static double words[] = {0.6, 0.2, 0.1, 0.3, 0.5, 0.1, 0.4, 0.2};
    double q[8], k[8];
    struct config c = rope_config(2, 4, INTERLEAVED, 0);
    struct mat x = mat_of(2, 4, 4, words);
    (void)state;
    mat_mul(mat_of(2, 4, 4, q), x, mat_of(4, 4, 4, wq));
    mat_mul(mat_of(2, 4, 4, k), x, mat_of(4, 4, 4, wk));
    assert_close(score(&c, q, k + 4, 0, 2), -0.426, 0.0005);
    assert_close(score(&c, q, k + 4, 1, 3), -0.426, 0.0005);
    assert_close(score(&c, q, k + 4, 10, 12), -0.426, 0.0005);
    assert_close(score(&c, q, k + 4, 2, 0), 0.908, 0.0005);
}

TEST(scores_depend_only_on_the_distance_and_norms_stay)
{
    static const int dims[] = {0, 4};
    double q[8], k[8];
    (void)state;
    for (int variant = 0; variant < 4; variant++) {
        struct config c = rope_config(1, 8, variant % 2, dims[variant / 2]);
        fill_random(q, 8, (uint64_t)variant);
        fill_random(k, 8, (uint64_t)variant + 100);
        for (long t = 0; t < 20; t++) {
            assert_close(score(&c, q, k, t, 5), score(&c, q, k, t + 100, 105), 1e-14);
            assert_close(score(&c, q, k, t, 5), score(&c, q, k, t + 50000, 50005), 1e-14);
            assert_close(score(&c, q, q, t, t), vec_dot(q, q, 8), 1e-14);
        }
    }
}

TEST(order_shows_in_the_score)
{
    double q[8], k[8];
    struct config c = rope_config(1, 8, INTERLEAVED, 0);
    (void)state;
    fill_random(q, 8, 1);
    fill_random(k, 8, 2);
    assert_true(fabs(score(&c, q, k, 2, 5) - score(&c, q, k, 5, 2)) > 0.01);
}

/* ---- the encoding's terms ---- */

enum { N = 6 };

/* Runs the terms hook on random queries and keys (N x c->dk); compares the sum with the rotated products. */
static void check_terms(struct config *c, int want_terms)
{
    static double q[N * 64], k[N * 64], room[PE_MAX_TERMS][N * N];
    struct mat out[PE_MAX_TERMS];
    fill_random(q, N * c->dk, 3);
    fill_random(k, N * c->dk, 4);
    assert_int_equal(posenc_term_count(c), want_terms);
    for (int t = 0; t < want_terms; t++)
        out[t] = mat_of(N, N, N, room[t]);
    struct pe_scene scene = {.c = c, .q = mat_of(N, c->dk, c->dk, q), .k = mat_of(N, c->dk, c->dk, k)};
    c->pe->terms(out, &scene);
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++) {
            double sum = 0;
            for (int t = 0; t < want_terms; t++)
                sum += mat_at(out[t], i, j);
            assert_close(sum, score(c, q + i * c->dk, k + j * c->dk, c->start + i, c->start + j), 1e-13);
        }
}

TEST(terms_add_up_to_the_turned_product)
{
    for (int layout = INTERLEAVED; layout <= HALF; layout++) {
        struct config c = rope_config(N, 8, layout, 0);
        check_terms(&c, 4);
        c.start = 1000;
        check_terms(&c, 4);
        c = rope_config(N, 8, layout, 4);
        check_terms(&c, 3);
        c = rope_config(N, 32, layout, 0);
        check_terms(&c, 16);
        c = rope_config(N, 34, layout, 0);
        check_terms(&c, 9);
        c = rope_config(N, 64, layout, 34);
        check_terms(&c, 10);
    }
}

static void check_name(struct config c, int t, const char *want)
{
    char name[16];
    assert_string_equal(posenc_term(&c, t, name).name, want);
}

TEST(terms_are_named_after_their_pairs)
{
    check_name(rope_config(1, 8, INTERLEAVED, 0), 0, "pair0");
    check_name(rope_config(1, 8, INTERLEAVED, 0), 3, "pair3");
    check_name(rope_config(1, 8, INTERLEAVED, 4), 2, "rest");
    check_name(rope_config(1, 34, INTERLEAVED, 0), 0, "pairs0-1");
    check_name(rope_config(1, 34, INTERLEAVED, 0), 8, "pair16");
    check_name(rope_config(1, 1024, INTERLEAVED, 0), 15, "pairs480-511");
    check_name(rope_config(1, 1024, INTERLEAVED, 512), 14, "pairs252-255");
}

TEST(one_pair_is_one_term)
{
    double q[] = {1, 2, 3, 4}, k[] = {5, 6, 7, 8}, room[2];
    struct mat out[2] = {mat_of(1, 1, 1, room), mat_of(1, 1, 1, room + 1)};
    struct config c = rope_config(1, 4, INTERLEAVED, 0);
    struct pe_scene scene = {.c = &c, .q = mat_of(1, 4, 4, q), .k = mat_of(1, 4, 4, k)};
    (void)state;
    c.pe->terms(out, &scene); /* distance 0: the plain products of the columns */
    assert_close(room[0], 1 * 5 + 2 * 6, 1e-15);
    assert_close(room[1], 3 * 7 + 4 * 8, 1e-15);
    c.pe_param[LAYOUT] = HALF;
    c.pe->terms(out, &scene);
    assert_close(room[0], 1 * 5 + 3 * 7, 1e-15);
    assert_close(room[1], 2 * 6 + 4 * 8, 1e-15);
}

TEST(odd_widths_are_refused_with_advice)
{
    const char *what;
    struct config c = rope_config(1, 5, INTERLEAVED, 0);
    (void)state;
    assert_true(c.pe->problem(&c, &what));
    assert_non_null(strstr(text_in(what, LANG_EN), "dk"));
    c.pe_param[DIMS] = 4;
    assert_false(c.pe->problem(&c, &what));
    c.pe_param[DIMS] = 3;
    assert_true(c.pe->problem(&c, &what));
    c.pe_param[DIMS] = 6;
    assert_true(c.pe->problem(&c, &what));
}

TEST(angles_are_those_of_the_turned_width)
{
    struct config c = rope_config(1, 8, HALF, 4);
    (void)state;
    assert_int_equal(c.pe->pairs(&c), 2);
    assert_close(c.pe->angle(7, 1, &c), 0.07, 1e-16);
}

/* ---- reference values ---- */

static struct config case_config(json_t *item, int layout, int dims)
{
    struct config c = rope_config(reference_integer(item, "n"), reference_integer(item, "d"), layout, dims);
    c.base = truth_at(item, "base") ? reference_number(item, "base") : 10000;
    return c;
}

/* want = in, each row rotated by its position */
static void check_turned(const struct config *c, struct mat in, struct mat want)
{
    double row[64];
    for (int r = 0; r < in.rows; r++) {
        memcpy(row, mat_row(in, r), sizeof(double) * (size_t)in.cols);
        posenc_rotate(row, r, c);
        for (int j = 0; j < in.cols; j++)
            assert_close(row[j], mat_at(want, r, j), 1e-15);
    }
}

static void check_case(json_t *item, const char *name, int layout)
{
    json_t *want = truth_at(item, name);
    struct config c = case_config(item, layout, 0);
    struct mat q = reference_mat(item, "q"), k = reference_mat(item, "k");
    struct mat scores = reference_mat(want, "scores"), scaled = reference_mat(want, "scaled");
    check_turned(&c, q, reference_mat(want, "q_rot"));
    check_turned(&c, k, reference_mat(want, "k_rot"));
    for (int i = 0; i < c.n; i++)
        for (int j = 0; j < c.n; j++) {
            double got = score(&c, mat_row(q, i), mat_row(k, j), i, j);
            assert_close(got, mat_at(scores, i, j), 1e-14);
            assert_close(got / sqrt(c.dk), mat_at(scaled, i, j), 1e-14);
            assert_close(score(&c, mat_row(q, i), mat_row(k, j), i + 100, j + 100), mat_at(scores, i, j),
                         1e-14);
        }
}

TEST(reference_cases_in_both_layouts)
{
    json_t *item;
    size_t at;
    int count = 0;
    (void)state;
    json_array_foreach(reference("rope/cases"), at, item)
    {
        check_case(item, "interleaved", INTERLEAVED);
        check_case(item, "half_split", HALF);
        count++;
    }
    assert_int_equal(count, 5);
}

/* Interleaved rotation followed by permuting the columns equals permuting first, then half rotation. */
TEST(reference_permutation_turns_one_layout_into_the_other)
{
    json_t *item;
    size_t at;
    (void)state;
    json_array_foreach(reference("rope/cases"), at, item)
    {
        struct config inter = case_config(item, INTERLEAVED, 0), half = case_config(item, HALF, 0);
        struct mat q = reference_mat(item, "q"),
                   order = reference_mat(item, "permutation_interleaved_to_half");
        double a[64], b[64];
        for (int r = 0; r < q.rows; r++) {
            memcpy(a, mat_row(q, r), sizeof(double) * (size_t)q.cols);
            for (int j = 0; j < q.cols; j++)
                b[j] = a[(int)mat_at(order, 0, j)];
            posenc_rotate(a, r, &inter);
            posenc_rotate(b, r, &half);
            for (int j = 0; j < q.cols; j++)
                assert_close(b[j], a[(int)mat_at(order, 0, j)], 0);
        }
    }
}

TEST(reference_partial_rotation)
{
    json_t *item = reference("rope/partial_half_split");
    struct mat q = reference_mat(item, "q");
    struct config c = rope_config(q.rows, q.cols, HALF, reference_integer(item, "rotary_dims"));
    (void)state;
    check_turned(&c, q, reference_mat(item, "q_rot"));
}

TEST(reference_causal_attention)
{
    static double input[ENCODED_ROOM];
    json_t *item = reference("rope/attention_interleaved_causal");
    struct mat q, k, v;
    struct trace t = {0};
    struct config c = case_config(item, INTERLEAVED, 0);
    (void)state;
    reference_heads(&q, 1, item, "q");
    reference_heads(&k, 1, item, "k");
    reference_heads(&v, 1, item, "v");
    encoded_qkv(&c, &q, &k, &v, input);
    c.divisor = sqrt(c.dk);
    c.mask = MASK_CAUSAL;
    assert_true(trace_reserve(&t, &c));
    trace_compute(&t, &c);
    assert_mat_close(t.layer[0].self.map[MAP_MASKED], reference_mat(item, "masked"), 1e-13);
    assert_mat_close(t.layer[0].self.map[MAP_WEIGHTS], reference_mat(item, "weights"), 1e-13);
    assert_mat_close(t.layer[0].self.head_out, reference_mat(item, "output"), 1e-13);
    trace_finish(&t);
}

TESTS(reference_open, reference_close)
