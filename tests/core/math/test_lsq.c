/* Least squares: exact solutions, and dependent columns. */
#include <math.h>
#include <string.h>

#include "core/math/mat.h"
#include "core/math/rng.h"
#include "support/close.h"
#include "support/test.h"

enum { ROWS = 9, COLS = 4, SIDES = 3 };

/* Solves A X = B for B = A x; overwrites a. */
static void solve(double *a, const double *x, double *got)
{
    double b[ROWS * SIDES];
    mat_mul(mat_of(ROWS, SIDES, SIDES, b), mat_of(ROWS, COLS, COLS, a),
            mat_of(COLS, SIDES, SIDES, (double *)(uintptr_t)x));
    lsq_solve(mat_of(ROWS, COLS, COLS, a), mat_of(ROWS, SIDES, SIDES, b), mat_of(COLS, SIDES, SIDES, got),
              NULL);
}

static void fill(double *v, int n, uint64_t seed, double scale)
{
    struct rng r = rng_seed(seed);
    for (int i = 0; i < n; i++)
        v[i] = scale * rng_normal(&r);
}

TEST(an_exact_solution_is_found_for_every_right_hand_side)
{
    static const double scales[] = {1e-20, 1, 1e20};
    (void)state;
    for (size_t s = 0; s < sizeof scales / sizeof *scales; s++) {
        double a[ROWS * COLS], x[COLS * SIDES], got[COLS * SIDES];
        fill(a, ROWS * COLS, 1, scales[s]);
        fill(x, COLS * SIDES, 2, 1);
        solve(a, x, got);
        for (int i = 0; i < COLS * SIDES; i++)
            assert_close(got[i], x[i], 1e-13);
    }
}

TEST(a_line_through_points_off_it_is_the_known_one)
{
    double a[4 * 2] = {1, 0, 1, 1, 1, 2, 1, 3}, b[4] = {1, 3, 4, 8}, x[2];
    lsq_solve(mat_of(4, 2, 2, a), mat_of(4, 1, 1, b), mat_of(2, 1, 1, x), NULL);
    assert_close(x[0], 0.7, 1e-14); /* by the normal equations: 4 p + 6 q = 16, 6 p + 14 q = 35 */
    assert_close(x[1], 2.2, 1e-14);
}

TEST(a_square_system_needs_no_spare_rows)
{
    double a[4] = {0, 2, 3, 1}, b[2] = {4, 5}, x[2];
    lsq_solve(mat_of(2, 2, 2, a), mat_of(2, 1, 1, b), mat_of(2, 1, 1, x), NULL);
    assert_close(x[0], 1, 1e-15);
    assert_close(x[1], 2, 1e-15);
}

TEST(a_column_said_twice_or_empty_gets_zero_and_the_fit_stays)
{
    double a[ROWS * COLS], kept[ROWS * COLS], x[COLS * SIDES], got[COLS * SIDES];
    fill(a, ROWS * COLS, 3, 1);
    fill(x, COLS * SIDES, 4, 1);
    for (int r = 0; r < ROWS; r++) {
        a[r * COLS + 2] = 3 * a[r * COLS];
        a[r * COLS + 3] = 0;
    }
    memcpy(kept, a, sizeof kept);
    solve(a, x, got);
    for (int s = 0; s < SIDES; s++) {
        assert_true(got[2 * SIDES + s] == 0 && got[3 * SIDES + s] == 0);
        for (int r = 0; r < ROWS; r++) {
            double fit = 0, want = 0;
            for (int k = 0; k < COLS; k++) {
                fit += kept[r * COLS + k] * got[k * SIDES + s];
                want += kept[r * COLS + k] * x[k * SIDES + s];
            }
            assert_close(fit, want, 1e-13);
        }
    }
}
