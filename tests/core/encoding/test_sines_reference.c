/* The sinusoidal encoding against the reference values. */
#include <math.h>
#include <stdlib.h>

#include "core/encoding/readout.h"
#include "core/encoding/sines.h"
#include "support/close.h"
#include "support/encoded.h"
#include "support/reference.h"
#include "support/test.h"

/* Rows at the listed positions: within half a unit below position 16, and no worse further out. */
static void check_table(json_t *item, double base)
{
    int d = reference_integer(item, "d");
    struct mat positions = reference_mat(item, "positions"), P = reference_mat(item, "P");
    for (int r = 0; r < P.rows; r++)
        for (int j = 0; j < d; j++)
            assert_close(sines_entry(d, base, (long)mat_at(positions, 0, r), j), mat_at(P, r, j), 5e-16);
}

TEST(reference_tables_of_even_and_odd_width)
{
    json_t *item;
    size_t at;
    int count = 0;
    (void)state;
    json_array_foreach(reference("sinusoidal"), at, item)
    {
        check_table(item, reference_number(item, "base"));
        count++;
    }
    assert_int_equal(count, 16);
    json_array_foreach(reference("odd_d/tables"), at, item)
    {
        check_table(item, 10000);
        assert_int_equal(sines_pairs(reference_integer(item, "d")), reference_integer(item, "d") / 2 + 1);
        count++;
    }
    assert_int_equal(count, 20);
}

/* Largest error of the last 20 of n rows, where errors are largest. */
static double table_error(int n, int d)
{
    double *v = malloc(sizeof(double) * 20 * (size_t)d), worst = 0;
    assert_non_null(v);
    sines_rows(mat_of(20, d, d, v), 10000, n - 20);
    for (int j = 0; j < d; j++) {
        long double omega = powl(10000, -2.0L * (j / 2) / d);
        for (int r = 0; r < 20; r++) {
            long double angle = (n - 20 + r) * omega, want = j % 2 ? cosl(angle) : sinl(angle);
            worst = fmax(worst, (double)fabsl(v[r * d + j] - want));
        }
    }
    free(v);
    return worst;
}

TEST(tables_are_better_than_the_usual_formulas)
{
    json_t *item;
    size_t at;
    (void)state;
    json_array_foreach(reference("table_error_vs_long_double"), at, item)
    {
        double error = table_error(reference_integer(item, "n"), reference_integer(item, "d"));
        assert_true(error < reference_number(item, "float64_pow"));
        assert_true(error < reference_number(item, "float64_exp"));
        assert_true(error < 2e-15);
    }
}

TEST(reference_frequencies_and_wavelengths)
{
    json_t *item;
    size_t at;
    (void)state;
    json_array_foreach(reference("frequencies"), at, item)
    {
        struct mat omega = reference_mat(item, "omega"), wavelength = reference_mat(item, "wavelength");
        for (int i = 0; i < omega.cols; i++) {
            double freq = sines_freq(reference_integer(item, "d"), reference_number(item, "base"), i);
            assert_close(freq, mat_at(omega, 0, i), 0);
            assert_close(sines_wavelength(reference_integer(item, "d"), reference_number(item, "base"), i) /
                             mat_at(wavelength, 0, i),
                         1, 3e-16);
        }
    }
}

static void check_rotation(json_t *item)
{
    int d = reference_integer(item, "d");
    long k = reference_integer(item, "k");
    struct mat blocks = reference_mat(item, "blocks"), angles = reference_mat(item, "angles");
    for (int r = 0; r < d; r++) {
        assert_close(sines_angle(d, 10000, k, r / 2), mat_at(angles, 0, r / 2), 2e-14);
        for (int c = 0; c < d; c++) {
            double want = r / 2 == c / 2 ? mat_at(blocks, r, c % 2) : 0;
            assert_close(sines_rotation(d, 10000, k, r, c), want, 5e-16);
        }
    }
    for (long pos = 0; pos < 600; pos += 7)
        assert_true(sines_shift_error(d, 10000, pos, k) < 1e-15);
}

TEST(reference_rotations)
{
    json_t *item;
    size_t at;
    int count = 0;
    (void)state;
    json_array_foreach(reference("rotation/cases"), at, item)
    {
        check_rotation(item);
        count++;
    }
    assert_int_equal(count, 20);
}

static void check_products(json_t *item)
{
    int d = reference_integer(item, "d");
    struct mat g = reference_mat(item, "g");
    long negative = -1;
    for (int delta = 0; delta < g.cols; delta++) {
        assert_close(sines_dot(d, 10000, delta), mat_at(g, 0, delta), 1e-15 * d);
        if (negative < 0 && sines_dot(d, 10000, delta) < 0)
            negative = delta;
    }
    assert_close(sines_dot(d, 10000, 0), d / 2, 0);
    assert_int_equal(sines_first_rise(d, 10000, 200, NULL), reference_integer(item, "first_increase_at"));
    json_t *first = truth_at(item, "first_negative_at");
    assert_int_equal(negative, json_is_null(first) ? -1 : (long)truth_number(first));
}

TEST(reference_products)
{
    json_t *item;
    size_t at;
    int count = 0;
    (void)state;
    json_array_foreach(reference("dot_product/tables"), at, item)
    {
        check_products(item);
        count++;
    }
    assert_int_equal(count, 7);
}

/* With an odd width, the shift of the lone sine is only approximate. */
TEST(reference_linear_maps_of_odd_widths)
{
    json_t *item;
    size_t at;
    struct arena work = {0};
    (void)state;
    json_array_foreach(reference("odd_d/linear_map_for_odd_d"), at, item)
    {
        int n = reference_integer(item, "n"), k = reference_integer(item, "k");
        struct config c = encoded_config("sincos", n, reference_integer(item, "d"));
        assert_true(arena_reserve(&work, readout_room(&c, n)));
        struct readout_error e = readout_shift(&c, n, k, false, &work);
        assert_close(e.rel_fro, reference_number(item, "rel_fro"), 1e-12);
        assert_close(e.max_abs, reference_number(item, "max_abs"), 1e-12);
    }
    arena_finish(&work);
}

TESTS(reference_open, reference_close)
