/* The buckets and the bias of T5: lesson 17, ties decided exactly, and the reference values. */
#include <string.h>

#include "core/encoding/posenc.h"
#include "core/pipeline/trace.h"
#include "support/close.h"
#include "support/encoded.h"
#include "support/reference.h"
#include "support/test.h"

enum { BUCKETS, DISTANCE, SIDED };

static double matrices[ENCODED_ROOM];

TEST(lesson_17_buckets)
{
    static const struct {
        long offset;
        int bucket;
    } want[] = {
        {-7, 7},   {-8, 8},   {-11, 8},  {-12, 9},  {-16, 10},  {-20, 10}, {-22, 10}, {-23, 11}, {-32, 12},
        {-46, 13}, {-64, 14}, {-90, 14}, {-91, 15}, {-500, 15}, {1, 17},   {8, 24},   {64, 30},  {0, 0},
    };
    (void)state;
    for (size_t i = 0; i < sizeof want / sizeof *want; i++)
        assert_int_equal(t5_bucket(want[i].offset, 32, 128, true), want[i].bucket);
}

/* x^count >= distance^k first^(count - k) by repeated long double division. That is exact enough
 * away from ties; ties of powers of two are exact. */
static int slow_bucket(long x, int side, long distance)
{
    int first = side / 2, count = side - first, best = 0;
    if (x < first)
        return (int)x;
    for (int k = 0; k <= count; k++) {
        long double ratio = 1;
        for (int i = 0; i < count; i++)
            ratio *= i < k ? (long double)x / (long double)distance : (long double)x / first;
        if (ratio >= 1)
            best = k;
    }
    return first + best < side ? first + best : side - 1;
}

TEST(powers_of_two_fall_on_the_right_side_of_every_edge)
{
    for (int side = 2; side <= 256; side *= 2)
        for (long distance = side; distance <= 524288; distance *= 2)
            for (long x = 1; x < distance; x *= 2) {
                assert_int_equal(t5_bucket(-x, side, distance, false), slow_bucket(x, side, distance));
                assert_int_equal(t5_bucket(-x - 1, side, distance, false),
                                 slow_bucket(x + 1, side, distance));
                if (x > 1)
                    assert_int_equal(t5_bucket(-x + 1, side, distance, false),
                                     slow_bucket(x - 1, side, distance));
            }
}

TEST(ties_of_other_numbers_are_exact_too)
{
    /* side 6: first 3, 3 steps to 81 = 3·3³: edges at 9, 27, 81 */
    assert_int_equal(t5_bucket(-8, 6, 81, false), 3);
    assert_int_equal(t5_bucket(-9, 6, 81, false), 4);
    assert_int_equal(t5_bucket(-26, 6, 81, false), 4);
    assert_int_equal(t5_bucket(-27, 6, 81, false), 5);
    /* side 9: first 4, 5 steps to 4·7⁵ = 67228: edges at 28, 196, 1372, 9604, where ⌊5 ln(x/4)/ln(7⁵)⌋ in
     * doubles is one too low every time */
    for (long edge = 28, bucket = 5; bucket < 9; edge *= 7, bucket++) {
        assert_int_equal(t5_bucket(-edge, 9, 67228, false), bucket);
        assert_int_equal(t5_bucket(-edge + 1, 9, 67228, false), bucket - 1);
    }
    /* 3·83897² is 2764³ + 683: the logarithm says 2 within 1e-9, and it is less */
    assert_int_equal(t5_bucket(-2764, 6, 83897, false), 4);
    assert_int_equal(t5_bucket(-2765, 6, 83897, false), 5);
}

TEST(buckets_never_fall_with_the_distance_and_stay_in_the_table)
{
    static const int counts[] = {2, 4, 5, 7, 32, 100, 256};
    (void)state;
    for (size_t i = 0; i < sizeof counts / sizeof *counts; i++) {
        int last = 0;
        for (long x = 0; x < 2000; x++) {
            int bucket = t5_bucket(-x, counts[i], 700, false);
            assert_in_range(bucket, last, counts[i] - 1);
            last = bucket;
        }
        assert_int_equal(last, counts[i] - 1);
        assert_int_equal(t5_bucket(5, counts[i], 700, false), 0);
    }
}

TEST(the_bias_comes_from_the_table)
{
    struct config c = encoded_config("t5", 4, 8);
    (void)state;
    c.heads = 2;
    encoded_matrices(&c, matrices);
    assert_int_equal(c.pe_mat[0].rows, 32);
    assert_int_equal(c.pe_mat[0].cols, 2);
    assert_close(c.pe->bias(10, 9, 1, &c), mat_at(c.pe_mat[0], 1, 1), 0);
    assert_close(c.pe->bias(9, 10, 1, &c), mat_at(c.pe_mat[0], 17, 1), 0);
    assert_close(c.pe->bias(100009, 100010, 0, &c), mat_at(c.pe_mat[0], 17, 0), 0);
    c.pe_param[SIDED] = 1;
    assert_close(c.pe->bias(9, 10, 1, &c), mat_at(c.pe_mat[0], 0, 1), 0);
}

TEST(tables_that_cannot_be_are_refused_with_advice)
{
    struct config c = encoded_config("t5", 4, 8);
    const char *what;
    (void)state;
    c.pe_param[BUCKETS] = 5;
    assert_true(c.pe->problem(&c, &what));
    assert_non_null(strstr(text_in(what, LANG_EN), "even"));
    c.pe_param[SIDED] = 1;
    assert_false(c.pe->problem(&c, &what));
    c.pe_param[DISTANCE] = 2;
    assert_true(c.pe->problem(&c, &what));
    assert_non_null(strstr(text_in(what, LANG_ZH), "distance"));
}

/* What the advice says holds for every number of buckets. */
TEST(a_distance_is_refused_up_to_the_share_that_is_named)
{
    struct config c = encoded_config("t5", 4, 8);
    const char *what;
    (void)state;
    for (int sided = 0; sided < 2; sided++)
        for (int buckets = sided ? 3 : 4; buckets < 70; buckets += sided ? 1 : 2)
            for (int distance = 2; distance < 40; distance++) {
                c.pe_param[SIDED] = sided;
                c.pe_param[BUCKETS] = buckets;
                c.pe_param[DISTANCE] = distance;
                bool refused = c.pe->problem(&c, &what);
                assert_true(refused == (distance * (sided ? 2 : 4) <= buckets));
                assert_true(!refused ||
                            strstr(text_in(what, LANG_EN), sided ? "half its buckets" : "a quarter of its"));
            }
}

/* ---- reference values ---- */

TEST(reference_buckets_from_200_left_to_200_right)
{
    struct mat offsets = reference_mat(reference("t5"), "offsets");
    struct mat two = reference_mat(reference("t5/bidirectional"), "exact"),
               one = reference_mat(reference("t5/causal"), "exact");
    (void)state;
    assert_int_equal(offsets.cols, 401);
    for (int i = 0; i < offsets.cols; i++) {
        long offset = (long)mat_at(offsets, 0, i);
        assert_int_equal(t5_bucket(offset, 32, 128, true), (int)mat_at(two, 0, i));
        assert_int_equal(t5_bucket(offset, 32, 128, false), (int)mat_at(one, 0, i));
    }
}

TEST(reference_attention)
{
    static double input[ENCODED_ROOM];
    json_t *item = reference("t5/attention");
    struct mat q[2], k[2], v[2], bias = reference_mat(item, "bias");
    struct trace t = {0};
    (void)state;
    reference_heads(q, 2, item, "q");
    reference_heads(k, 2, item, "k");
    reference_heads(v, 2, item, "v");
    struct config c = encoded_config("t5", q[0].rows, 8);
    c.heads = 2;
    c.pe_mat[0] = reference_mat(item, "bias_table");
    encoded_qkv(&c, q, k, v, input);
    assert_true(trace_reserve(&t, &c));
    trace_compute(&t, &c);
    for (int r = 0; r < bias.rows; r++)
        for (int j = 0; j < bias.cols; j++)
            assert_close(c.pe->bias(r % c.n, j, r / c.n, &c), mat_at(bias, r, j), 0);
    assert_mat_close(t.layer[0].self.map[MAP_SCALED], reference_mat(item, "biased"), 1e-13);
    assert_mat_close(t.layer[0].self.map[MAP_WEIGHTS], reference_mat(item, "weights"), 1e-13);
    assert_mat_close(t.layer[0].self.head_out, reference_mat(item, "heads_out"), 1e-13);
    trace_finish(&t);
}

TESTS(reference_open, reference_close)
