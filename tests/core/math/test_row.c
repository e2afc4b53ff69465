/* Our exponential: as accurate as the C library's, and the same bits everywhere. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/math/mat.h"
#include "core/math/rng.h"
#include "core/math/softmax.h"
#include "support/close.h"
#include "support/test.h"

enum { N = 2001 }; /* odd: the last entry takes a separate path */

/* From 0 down, mostly small in size; the last ones are where exp underflows. */
static void fill(double *x)
{
    struct rng rng = rng_seed(8);
    for (int i = 0; i < N; i++)
        x[i] = i < 1000 ? -fabs(rng_normal(&rng)) * 3 : -(i - 1000) * 0.708 - fabs(rng_normal(&rng)) / 100;
}

TEST(it_is_the_exponential)
{
    double x[N], y[N];
    fill(x);
    row_exp(y, x, N, 0);
    for (int i = 0; i < N; i++)
        assert_true(fabs(y[i] - exp(x[i])) <= 5e-16 * exp(x[i]));
    for (int i = 0; i < N; i++)
        x[i] += 3.5;
    row_exp(x, x, N, 3.5);
    for (int i = 0; i < N; i++)
        assert_close(x[i], y[i], 1e-12);
}

TEST(where_doubles_end_it_is_as_near_as_they_are)
{
    double smallest = 0x1p-1074;
    for (double x = -708; x > -760; x -= 0.0625) {
        double y;
        row_exp(&y, &x, 1, 0);
        assert_true(fabs(y - exp(x)) <= smallest);
    }
}

TEST(the_largest_is_one_and_infinity_apart_is_zero)
{
    double x[5] = {INFINITY, 1e308, -INFINITY, INFINITY, 0}, y[5] = {-INFINITY, 7, 7.25, NAN, -1e300};
    row_exp(x, x, 5, INFINITY);
    assert_true(x[0] == 1 && x[1] == 0 && x[2] == 0 && x[3] == 1 && x[4] == 0);
    row_exp(y, y, 5, 7.25);
    assert_true(y[0] == 0 && y[2] == 1 && isnan(y[3]) && y[4] == 0 && !signbit(y[0]));
    assert_close(y[1], exp(-0.25), 1e-16);
}

/* The same results for any number of entries per register. */
TEST(an_entry_alone_has_the_bits_it_has_in_a_row)
{
    double x[N], together[N], divided[N];
    fill(x);
    row_exp(together, x, N, 0);
    row_divide(divided, x, N, 0.3);
    for (int i = 0; i < N; i++) {
        double alone;
        row_exp(&alone, &x[i], 1, 0);
        assert_true(alone == together[i]);
        assert_true(divided[i] == x[i] / 0.3);
        for (int n = 2; n < 12 && i + n < N; n += 3) {
            double some[12];
            row_exp(some, x + i, n, 0);
            assert_memory_equal(some, together + i, (size_t)n * sizeof *some);
        }
    }
}

/* The same sum with every compiler, processor and PLAIN=1. */
TEST(the_bits_are_the_same_everywhere)
{
    uint64_t sum = 0;
    double y[N];
    for (int i = 0; i < N; i++)
        y[i] = -0.371 * i;
    row_exp(y, y, N, 0);
    for (int i = 0; i < N; i++) {
        uint64_t bits;
        memcpy(&bits, &y[i], sizeof bits);
        sum = sum * 31 + bits;
    }
    assert_true(sum == 0xa3ea1615a745c618u);
}

/* A machine with wide registers runs the narrow ones only for the last columns: here they do all of them. */
TEST(products_have_the_same_bits_in_registers_of_any_width)
{
    enum { ROWS = 11, DEEP = 7, COLS = 23 };
    double a[ROWS * DEEP], b[DEEP * COLS], before[ROWS * COLS], want[ROWS * COLS], out[ROWS * COLS];
    struct rng rng = rng_seed(9);
    for (int i = 0; i < ROWS * DEEP; i++)
        a[i] = rng_normal(&rng);
    for (int i = 0; i < DEEP * COLS; i++)
        b[i] = rng_normal(&rng);
    for (int i = 0; i < ROWS * COLS; i++)
        want[i] = before[i] = rng_normal(&rng);
    for (int i = 0; i < ROWS * COLS; i++)
        for (int k = 0; k < DEEP; k++)
            want[i] += a[i / COLS * DEEP + k] * b[k * COLS + i % COLS];
    for (int widest = 2; widest <= 8; widest *= 2) {
        memcpy(out, before, sizeof out);
        row_mix_within(&(struct mix){mat_of(ROWS, COLS, COLS, out), mat_of(DEEP, COLS, COLS, b), a, DEEP, 1},
                       widest);
        assert_memory_equal(out, want, sizeof out);
    }
}
