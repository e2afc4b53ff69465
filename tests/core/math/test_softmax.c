/* Softmax and LayerNorm of a row, including the extremes of double. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/math/rng.h"
#include "core/math/softmax.h"
#include "support/close.h"
#include "support/test.h"
#include "support/truth.h"

static bool has_nan(struct mat m)
{
    for (int i = 0; i < m.cols; i++)
        if (isnan(m.v[i]))
            return true;
    return false;
}

/* The reference gives NaN for a row without keys; ours is zeros. A NaN input stays NaN. */
TEST(every_reference_vector_comes_out)
{
    struct truth t = truth_open("attention");
    size_t count;
    json_t *j;
    json_array_foreach(truth_at(t.root, "softmax_vectors"), count, j)
    {
        struct mat in = truth_mat(&t, truth_at(j, "in")), want = truth_mat(&t, truth_at(j, "out"));
        bool nan = has_nan(in);
        softmax_row(in.v, in.v, in.cols);
        for (int i = 0; i < in.cols; i++)
            if (nan)
                assert_true(isnan(in.v[i]));
            else
                assert_close(in.v[i], isnan(want.v[i]) ? 0 : want.v[i], 1e-15);
    }
    assert_true(count >= 19);
    truth_close(&t);
}

TEST(a_row_of_minus_infinity_becomes_exact_zeros)
{
    double row[3] = {-INFINITY, -INFINITY, -INFINITY};
    softmax_row(row, row, 3);
    for (int i = 0; i < 3; i++)
        assert_true(row[i] == 0 && !signbit(row[i]));
}

TEST(equal_entries_get_exactly_equal_shares_even_infinite_ones)
{
    double row[5] = {700, -3, 700, 700, 700}, inf[4] = {1e308, INFINITY, -INFINITY, INFINITY};
    softmax_row(row, row, 5);
    assert_true(row[0] == 0.25 && row[2] == 0.25 && row[3] == 0.25 && row[4] == 0.25 && row[1] < 1e-300);
    softmax_row(inf, inf, 4);
    assert_true(inf[0] == 0 && inf[1] == 0.5 && inf[2] == 0 && inf[3] == 0.5);
}

TEST(a_nan_is_not_mistaken_for_a_mask)
{
    double rows[2][2] = {{NAN, -INFINITY}, {1, NAN}};
    for (int r = 0; r < 2; r++) {
        softmax_row(rows[r], rows[r], 2);
        assert_true(isnan(rows[r][0]) && isnan(rows[r][1]));
    }
}

TEST(a_constant_added_to_the_row_changes_nothing)
{
    struct rng r = rng_seed(3);
    double in[7], moved[7], a[7], b[7], sum = 0;
    for (int i = 0; i < 7; i++) {
        in[i] = rng_normal(&r);
        moved[i] = in[i] + 512; /* exact except for the last bits */
    }
    softmax_row(a, in, 7);
    softmax_row(b, moved, 7);
    for (int i = 0; i < 7; i++) {
        assert_close(a[i], b[i], 1e-12);
        sum += a[i];
    }
    assert_close(sum, 1, 1e-15);
}

TEST(layernorm_divides_by_n_and_has_eps_inside_the_root)
{
    double row[4] = {1, 2, 3, 6}, mean, sigma;
    norm_of_row(row, 4, 0, &mean, &sigma);
    assert_true(mean == 3);
    assert_close(sigma, sqrt(3.5), 1e-15); /* (4 + 1 + 0 + 9) / 4 */
    norm_of_row(row, 4, 0.75, &mean, &sigma);
    assert_close(sigma, sqrt(4.25), 1e-15);
    assert_close(norm_entry(6, mean, sigma), 3 / sqrt(4.25), 1e-15);
}

TEST(a_row_without_spread_is_normed_to_zeros)
{
    double row[3] = {0.5, 0.5, 0.5}, mean, sigma;
    norm_of_row(row, 3, 0, &mean, &sigma);
    assert_true(norm_entry(row[0], mean, sigma) == 0);
}
