/* Principal components: known cases, properties on random rows, degenerate rows. */
#include <math.h>

#include "base/arena.h"
#include "core/math/pca.h"
#include "core/math/rng.h"
#include "support/close.h"
#include "support/test.h"

static struct pca of(const struct mat *m, int count, struct arena *arena)
{
    struct pca p;
    assert_true(pca_fits(m, count));
    assert_true(arena_reserve(arena, pca_room(m, count)));
    pca_compute(&p, m, count, arena);
    assert_true(arena->used <= arena->room);
    return p;
}

TEST(a_known_cross_has_known_axes)
{
    /* (±3, 0) and (0, ±1) rotated by the 3-4-5 triangle and shifted: spread 18 + 2 */
    double v[] = {1 + 3 * 0.8, 2 - 3 * 0.6, 1 - 3 * 0.8, 2 + 3 * 0.6, 1 + 0.6, 2 + 0.8, 1 - 0.6, 2 - 0.8};
    struct mat m = mat_of(4, 2, 2, v);
    struct arena arena = {0};
    struct pca p = of(&m, 1, &arena);
    double at[PCA_AXES];
    assert_int_equal(p.axes, 2);
    assert_close(p.spread, 20, 1e-13);
    assert_close(p.share[0], 0.9, 1e-14);
    assert_close(p.share[1], 0.1, 1e-14);
    assert_close(p.mean[0], 1, 1e-15);
    assert_close(p.axis[0][0], 0.8, 1e-14); /* 0.8 > 0.6: positive */
    assert_close(p.axis[0][1], -0.6, 1e-14);
    assert_close(p.axis[1][0], 0.6, 1e-14);
    assert_close(p.axis[1][1], 0.8, 1e-14);
    pca_project(&p, v + 2, at);
    assert_close(at[0], -3, 1e-13);
    assert_close(at[1], 0, 1e-13);
    assert_close(pca_kept(&p, m), 1, 1e-14);
    arena_finish(&arena);
}

static void fill(struct mat m, uint64_t seed)
{
    struct rng r = rng_seed(seed);
    for (int i = 0; i < m.rows * m.cols; i++)
        m.v[i] = rng_normal(&r) * (1 + i % m.cols);
}

/* Σ ((row - mean)·u)² */
static double spread_along(const struct pca *p, struct mat m, const double *u)
{
    double sum = 0;
    for (int r = 0; r < m.rows; r++) {
        double at = 0;
        for (int j = 0; j < m.cols; j++)
            at += (mat_at(m, r, j) - p->mean[j]) * u[j];
        sum += at * at;
    }
    return sum;
}

/* The largest entry of |C u - λ u| for C = BᵀB. */
static double off_by(const struct pca *p, struct mat m, int axis)
{
    double worst = 0;
    for (int j = 0; j < m.cols; j++) {
        double sum = 0;
        for (int r = 0; r < m.rows; r++) {
            double at[PCA_AXES];
            pca_project(p, mat_row(m, r), at);
            sum += at[axis] * (mat_at(m, r, j) - p->mean[j]);
        }
        worst = fmax(worst, fabs(sum - p->share[axis] * p->spread * p->axis[axis][j]));
    }
    return worst;
}

TEST(axes_are_eigenvectors_upright_and_nothing_spreads_more)
{
    static const struct {
        int rows, cols;
    } sizes[] = {{3, 8}, {9, 8}, {30, 5}, {5, 30}, {12, 12}, {100, 64}, {40, 128}, {2, 1}};
    static double v[100 * 128];
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        struct mat m = mat_of(sizes[i].rows, sizes[i].cols, sizes[i].cols, v);
        struct arena arena = {0};
        fill(m, 7 + i);
        struct pca p = of(&m, 1, &arena);
        assert_int_equal(p.axes, m.cols == 1 ? 1 : 2);
        for (int a = 0; a < p.axes; a++) {
            assert_close(vec_dot(p.axis[a], p.axis[a], m.cols), 1, 1e-12);
            assert_close(spread_along(&p, m, p.axis[a]) / p.spread, p.share[a], 1e-12);
            assert_true(off_by(&p, m, a) <= 1e-12 * p.spread);
        }
        assert_close(vec_dot(p.axis[0], p.axis[1], m.cols), 0, 1e-10);
        assert_true(p.share[0] >= p.share[1] && p.share[0] + p.share[1] <= 1 + 1e-12);
        assert_close(pca_kept(&p, m), p.share[0] + p.share[1], 1e-11);
        struct rng r = rng_seed(3);
        for (int t = 0; t < 50; t++) {
            double u[128], length = 0;
            for (int j = 0; j < m.cols; j++) {
                u[j] = rng_normal(&r);
                length += u[j] * u[j];
            }
            assert_true(spread_along(&p, m, u) / length <= p.share[0] * p.spread * (1 + 1e-12));
        }
        arena_finish(&arena);
    }
}

TEST(several_matrices_count_as_one_below_the_other)
{
    static double v[7 * 6];
    struct mat all = mat_of(7, 6, 6, v), parts[] = {mat_rows(all, 0, 3), mat_rows(all, 3, 4)};
    struct arena one = {0}, two = {0};
    fill(all, 5);
    struct pca p = of(&all, 1, &one), q = of(parts, 2, &two);
    for (int j = 0; j < 6; j++)
        assert_true(p.axis[0][j] == q.axis[0][j] && p.axis[1][j] == q.axis[1][j] && p.mean[j] == q.mean[j]);
    arena_finish(&one);
    arena_finish(&two);
}

TEST(the_sign_does_not_depend_on_the_side_they_are_computed_from)
{
    /* The same points, once in few columns and once with many columns of zeros. */
    double few[5 * 3] = {0, 1, 2, 3, 1, 0, 5, 5, -1, 2, 2, 2, -3, 0, 1}, many[5 * 9] = {0};
    struct mat a = mat_of(5, 3, 3, few), b = mat_of(5, 9, 9, many);
    struct arena one = {0}, two = {0};
    for (int r = 0; r < 5; r++)
        for (int j = 0; j < 3; j++)
            many[r * 9 + j] = few[r * 3 + j];
    struct pca p = of(&a, 1, &one), q = of(&b, 1, &two);
    for (int k = 0; k < PCA_AXES; k++) {
        int most = 0;
        for (int j = 0; j < 3; j++) {
            assert_close(p.axis[k][j], q.axis[k][j], 1e-12);
            most = fabs(p.axis[k][j]) > fabs(p.axis[k][most]) ? j : most;
        }
        assert_true(p.axis[k][most] > 0);
    }
    arena_finish(&one);
    arena_finish(&two);
}

TEST(rows_without_spread_have_no_axes)
{
    double same[] = {2, 3, 4, 2, 3, 4, 2, 3, 4}, line[] = {0, 0, 0, 1, 2, 2, 2, 4, 4},
           broken[] = {1, 2, NAN, 4};
    struct mat one = mat_of(1, 3, 3, same), three = mat_of(3, 3, 3, same), on_line = mat_of(3, 3, 3, line),
               bad = mat_of(2, 2, 2, broken);
    struct arena arena = {0};
    double at[PCA_AXES];
    struct pca p = of(&one, 1, &arena);
    assert_int_equal(p.axes, 0);
    pca_project(&p, line, at);
    assert_true(at[0] == 0 && at[1] == 0);
    assert_true(pca_kept(&p, one) == 1);
    p = of(&three, 1, &arena);
    assert_int_equal(p.axes, 0);
    assert_close(pca_kept(&p, on_line), 0, 1e-15);
    p = of(&on_line, 1, &arena);
    assert_int_equal(p.axes, 1);
    assert_close(p.share[0], 1, 1e-14);
    assert_true(p.share[1] == 0 && p.axis[1][0] == 0);
    assert_close(p.axis[0][1], 2 / 3.0, 1e-14);
    p = of(&bad, 1, &arena);
    assert_int_equal(p.axes, 0);
    arena_finish(&arena);
}

TEST(equal_spread_in_all_directions_is_still_the_same_picture_every_time)
{
    double v[] = {1, 0, 0, 1, -1, 0, 0, -1};
    struct mat m = mat_of(4, 2, 2, v);
    struct arena one = {0}, two = {0};
    struct pca p = of(&m, 1, &one), q = of(&m, 1, &two);
    assert_close(p.share[0], 0.5, 1e-15);
    assert_close(p.share[1], 0.5, 1e-15);
    assert_true(p.axis[0][0] == q.axis[0][0] && p.axis[0][1] == q.axis[0][1]);
    arena_finish(&one);
    arena_finish(&two);
}

TEST(what_is_too_large_is_known_beforehand)
{
    struct mat wide = mat_of(PCA_MAX_SIDE, 1000, 1000, NULL),
               tall = mat_of(1000, PCA_MAX_SIDE, PCA_MAX_SIDE, NULL),
               both[] = {mat_of(PCA_MAX_SIDE, 200, 200, NULL), mat_of(1, 200, 200, NULL)};
    assert_true(pca_fits(&wide, 1));
    assert_true(pca_fits(&tall, 1));
    assert_false(pca_fits(both, 2));
}

/* Between equal eigenvalues no turn makes a rounded entry smaller, however often. */
TEST(the_search_ends_where_many_directions_spread_the_same)
{
    enum { ROWS = 13, COLS = 7 };
    double v[ROWS * COLS] = {0};
    (void)state;
    for (int i = 0; i < COLS; i++)
        v[i * COLS + i] = 1e5;
    struct mat m = mat_of(ROWS, COLS, COLS, v);
    struct arena arena = {0};
    struct pca p = of(&m, 1, &arena);
    assert_close(p.share[0], ROWS / 84.0, 1e-12); /* 6 times 1, and 1 - 7/13 */
    assert_close(p.share[1], ROWS / 84.0, 1e-12);
    arena_finish(&arena);
}
