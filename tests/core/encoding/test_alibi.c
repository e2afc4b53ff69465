/* ALiBi: lesson 17, the published slopes, and the reference attention. */
#include <math.h>

#include "core/encoding/posenc.h"
#include "core/math/softmax.h"
#include "core/pipeline/trace.h"
#include "support/close.h"
#include "support/encoded.h"
#include "support/reference.h"
#include "support/test.h"

static double matrices[ENCODED_ROOM];

static struct config alibi_config(int n, int heads)
{
    struct config c = encoded_config("alibi", n, 4);
    c.heads = heads;
    encoded_matrices(&c, matrices);
    return c;
}

/* The weights of the word at position t over the words 0 … t, all of equal content. */
static void weights_at(double *out, double slope, int t)
{
    struct config c = alibi_config(t + 1, 1);
    c.pe_mat[0].v[0] = slope;
    for (int s = 0; s <= t; s++)
        out[s] = c.pe->bias(t, s, 0, &c);
    softmax_row(out, out, t + 1);
}

TEST(lesson_17_near_sighted_and_far_sighted_heads)
{
    static const double near[] = {0.058, 0.096, 0.158, 0.260, 0.429},
                        far[] = {0.198, 0.199, 0.200, 0.201, 0.202};
    double w[101], last5 = 0;
    (void)state;
    weights_at(w, 0.5, 4);
    for (int s = 0; s < 5; s++)
        assert_close(w[s], near[s], 0.0005);
    weights_at(w, 1.0 / 256, 4);
    for (int s = 0; s < 5; s++)
        assert_close(w[s], far[s], 0.0005);
    weights_at(w, 0.3, 4);
    assert_true(w[0] > 0.1);
    weights_at(w, 0.31, 4);
    assert_true(w[0] < 0.1);
    weights_at(w, 0.5, 100);
    for (int s = 96; s <= 100; s++)
        last5 += w[s];
    assert_close(last5, 0.918, 0.0005);
}

TEST(lesson_17_eight_slopes_halve_from_head_to_head)
{
    struct config c = alibi_config(1, 8);
    (void)state;
    for (int h = 0; h < 8; h++)
        assert_close(mat_at(c.pe_mat[0], 0, h), pow(0.5, h + 1), 0);
}

TEST(the_bias_is_even_and_zero_at_the_word_itself)
{
    struct config c = alibi_config(1, 3);
    (void)state;
    for (int h = 0; h < 3; h++)
        for (long j = 0; j < 9; j++) {
            assert_close(c.pe->bias(4, j, h, &c), c.pe->bias(j, 4, h, &c), 0);
            assert_close(c.pe->bias(100000, 99996 + j, h, &c), c.pe->bias(4, j, h, &c), 0);
            assert_true(j == 4 ? c.pe->bias(4, j, h, &c) == 0 : c.pe->bias(4, j, h, &c) < 0);
        }
}

/* ---- reference values ---- */

TEST(reference_slopes_for_any_number_of_heads)
{
    json_t *item;
    size_t at;
    int count = 0;
    (void)state;
    json_array_foreach(reference("alibi/slopes"), at, item)
    {
        struct mat slopes = reference_mat(item, "slopes");
        struct config c = alibi_config(1, slopes.cols);
        assert_mat_close(c.pe_mat[0], slopes, 3e-16);
        for (int h = 0; h < slopes.cols; h++)
            assert_close(alibi_slope(slopes.cols, h), mat_at(c.pe_mat[0], 0, h), 0);
        count++;
    }
    assert_int_equal(count, 17);
}

TEST(reference_causal_attention)
{
    static double input[ENCODED_ROOM];
    json_t *item = reference("alibi/attention");
    int heads = reference_integer(item, "heads");
    struct mat q[4], k[4], v[4], bias = reference_mat(item, "bias_symmetric");
    struct config c = alibi_config(reference_integer(item, "n"), heads);
    struct trace t = {0};
    (void)state;
    reference_heads(q, heads, item, "q");
    reference_heads(k, heads, item, "k");
    reference_heads(v, heads, item, "v");
    encoded_qkv(&c, q, k, v, input);
    c.divisor = sqrt(c.dk);
    c.mask = MASK_CAUSAL;
    assert_true(trace_reserve(&t, &c));
    trace_compute(&t, &c);
    for (int r = 0; r < bias.rows; r++)
        for (int j = 0; j < bias.cols; j++)
            assert_close(c.pe->bias(r % c.n, j, r / c.n, &c), mat_at(bias, r, j), 1e-15);
    assert_mat_close(t.layer[0].self.map[MAP_MASKED], reference_mat(item, "masked"), 1e-13);
    assert_mat_close(t.layer[0].self.map[MAP_WEIGHTS], reference_mat(item, "weights"), 1e-13);
    assert_mat_close(t.layer[0].self.head_out, reference_mat(item, "heads_out"), 1e-13);
    trace_finish(&t);
}

TESTS(reference_open, reference_close)
