/* Matrices: products against the definition, and views that share their numbers. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "core/math/mat.h"
#include "core/math/rng.h"
#include "support/close.h"
#include "support/test.h"

static struct mat filled(struct arena *a, struct rng *r, int rows, int cols)
{
    struct mat m = mat_in(a, rows, cols);
    for (int i = 0; i < rows * cols; i++)
        m.v[i] = rng_normal(r);
    return m;
}

static double entry_of_product(struct mat a, struct mat b, int r, int c)
{
    double sum = 0;
    for (int k = 0; k < a.cols; k++)
        sum += mat_at(a, r, k) * mat_at(b, k, c);
    return sum;
}

static struct mat transposed(struct arena *a, struct mat m)
{
    struct mat out = mat_in(a, m.cols, m.rows);
    for (int r = 0; r < m.rows; r++)
        for (int c = 0; c < m.cols; c++)
            mat_row(out, c)[r] = mat_at(m, r, c);
    return out;
}

/* To the last bit: sums run from the first entry to the last with every compiler. */
TEST(products_are_sums_from_first_to_last)
{
    static const int sizes[][3] = {{1, 1, 1}, {3, 8, 5}, {5, 3, 1}, {1, 17, 9}, {16, 33, 31}, {7, 64, 64}};
    struct arena arena = {0};
    struct rng rng = rng_seed(1);
    assert_true(arena_reserve(&arena, 1 << 16));
    for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++) {
        struct mat a = filled(&arena, &rng, sizes[s][0], sizes[s][1]),
                   b = filled(&arena, &rng, sizes[s][1], sizes[s][2]);
        struct mat out = mat_in(&arena, a.rows, b.cols), out_t = mat_in(&arena, a.rows, b.cols);
        mat_mul(out, a, b);
        mat_mul_t(out_t, a, transposed(&arena, b));
        for (int r = 0; r < out.rows; r++)
            for (int c = 0; c < out.cols; c++) {
                assert_true(mat_at(out, r, c) == entry_of_product(a, b, r, c));
                assert_true(mat_at(out_t, r, c) == mat_at(out, r, c));
            }
    }
    arena_finish(&arena);
}

/* Likewise, beginning with what is there. */
TEST(products_are_added_from_first_to_last)
{
    static const int sizes[][3] = {{1, 1, 1}, {3, 8, 5}, {8, 3, 8}, {30, 5, 9}, {16, 33, 31}, {50, 600, 17}};
    struct arena arena = {0};
    struct rng rng = rng_seed(3);
    for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++) {
        assert_true(arena_reserve(&arena, 1 << 18));
        struct mat a = filled(&arena, &rng, sizes[s][0], sizes[s][1]),
                   b = filled(&arena, &rng, sizes[s][1], sizes[s][2]),
                   begin = filled(&arena, &rng, a.rows, b.cols), out[3];
        for (int i = 0; i < 3; i++) {
            out[i] = mat_in(&arena, a.rows, b.cols);
            mat_copy(out[i], begin);
        }
        product_add(out[0], a, FACTOR(b));
        mat_mul_t_add(out[1], a, transposed(&arena, b));
        mat_t_mul_add(out[2], transposed(&arena, a), b);
        for (int r = 0; r < a.rows; r++)
            for (int c = 0; c < b.cols; c++) {
                double sum = mat_at(begin, r, c);
                for (int k = 0; k < a.cols; k++)
                    sum += mat_at(a, r, k) * mat_at(b, k, c);
                for (int i = 0; i < 3; i++)
                    assert_true(mat_at(out[i], r, c) == sum);
            }
    }
    arena_finish(&arena);
}

TEST(a_product_of_views_leaves_what_lies_beside_them)
{
    struct arena arena = {0};
    struct rng rng = rng_seed(2);
    assert_true(arena_reserve(&arena, 1 << 12));
    struct mat big = filled(&arena, &rng, 6, 9), out = mat_in(&arena, 4, 7);
    struct mat a = mat_rows(mat_columns(big, 2, 4), 1, 3), b = mat_columns(mat_rows(big, 2, 4), 6, 2);
    mat_fill(out, 9);
    struct mat part = mat_columns(mat_rows(out, 1, 3), 4, 2);
    assert_true(mat_at(a, 2, 3) == mat_at(big, 3, 5) && mat_at(b, 3, 1) == mat_at(big, 5, 7));
    mat_mul(part, a, b);
    for (int r = 0; r < out.rows; r++)
        for (int c = 0; c < out.cols; c++) {
            bool inside = r >= 1 && c >= 4 && c < 6;
            assert_true(mat_at(out, r, c) == (inside ? entry_of_product(a, b, r - 1, c - 4) : 9));
        }
    arena_finish(&arena);
}

TEST(sums_may_be_written_over_their_operands)
{
    double x[4] = {1, 2, 3, 4}, y[4] = {10, 20, 30, 40}, row[2] = {0.5, -1}, copy[4];
    struct mat a = mat_of(2, 2, 2, x), b = mat_of(2, 2, 2, y), c = mat_of(2, 2, 2, copy);
    mat_add(a, a, b);
    mat_add_row(a, mat_of(1, 2, 2, row));
    mat_copy(c, a);
    static const double want[4] = {11.5, 21, 33.5, 43};
    for (int i = 0; i < 4; i++)
        assert_true(copy[i] == want[i]);
    mat_add(b, b, b);
    assert_true(y[3] == 80);
}

TEST(the_largest_entry_counts_without_its_sign)
{
    double x[6] = {1, -7, 100, 2, 3, 100};
    assert_true(mat_max_abs(mat_of(2, 2, 3, x)) == 7);
    assert_true(mat_max_abs((struct mat){0}) == 0);
    double y[4] = {-INFINITY, 2, NAN, -3};
    assert_true(mat_max_finite(mat_of(2, 2, 2, y)) == 3);
    assert_true(mat_max_finite(mat_of(1, 1, 1, y)) == 0);
    assert_false(mat_present((struct mat){0}));
}

TEST(a_cosine_counts_directions_alone)
{
    const double a[] = {3, 4}, b[] = {-80, 60}, c[] = {6, 8}, none[] = {0, 0};
    assert_true(vec_cosine(a, b, 2) == 0);
    assert_true(vec_cosine(a, c, 2) == 1);
    assert_true(vec_cosine(a, (const double[]){-3, -4}, 2) == -1);
    assert_true(vec_cosine(a, (const double[]){4, 3}, 2) == 0.96);
    assert_true(vec_cosine(a, none, 2) == 0 && vec_cosine(none, a, 2) == 0);
}

TEST(entries_come_from_the_largest_down)
{
    const double v[] = {2, -INFINITY, 7, NAN, 2, -1};
    const int order[] = {2, 0, 4, 5, -1};
    for (int i = 0, last = -1; i < 5; i++) {
        last = vec_next_largest(v, 6, last);
        assert_int_equal(last, order[i]);
    }
}

TEST(a_matrix_takes_what_its_room_says)
{
    struct arena arena = {0};
    assert_true(arena_reserve(&arena, mat_room(3, 5) + mat_room(1000, 1000)));
    struct mat a = mat_in(&arena, 3, 5), b = mat_in(&arena, 1000, 1000);
    assert_true(arena.used == arena.room && b.v == a.v + 15 && b.stride == 1000);
    arena_finish(&arena);
}

/* Every way in which a product can partly fill tiles and panels: widths and heights
 * around all tile sizes, depths around the panel's. */
TEST(products_have_the_bits_of_plain_loops_at_every_edge)
{
    static const int depths[] = {1, 7, 255, 256, 257, 513};
    struct rng rng = rng_seed(7);
    struct arena arena = {0};
    for (int rows = 1; rows <= 17; rows += 2)
        for (int cols = 1; cols <= 35; cols++)
            for (size_t i = 0; i < sizeof depths / sizeof *depths; i += 1 + (size_t)(cols % 3)) {
                int k = depths[i];
                assert_true(arena_reserve(&arena, mat_room(rows, k) + 2 * mat_room(k, cols) +
                                                      2 * mat_room(rows, cols)));
                struct mat a = filled(&arena, &rng, rows, k), b = filled(&arena, &rng, k, cols);
                struct mat out = mat_in(&arena, rows, cols), out_t = mat_in(&arena, rows, cols);
                mat_mul(out, a, b);
                mat_mul_t(out_t, a, transposed(&arena, b));
                for (int r = 0; r < rows; r++)
                    for (int c = 0; c < cols; c++) {
                        double want = entry_of_product(a, b, r, c);
                        assert_memory_equal(&mat_row(out, r)[c], &want, sizeof want);
                        assert_memory_equal(&mat_row(out_t, r)[c], &want, sizeof want);
                    }
            }
    arena_finish(&arena);
}
