/* The sinusoidal encoding: accuracy, and the claims of lessons 06, 07, 08 and 12. */
#include <math.h>
#include <stdlib.h>

#include "core/encoding/sines.h"
#include "support/close.h"
#include "support/test.h"

static double dist(int d, double base, long t, long s)
{
    double sum = 0;
    for (int j = 0; j < d; j++)
        sum += pow(sines_entry(d, base, t, j) - sines_entry(d, base, s, j), 2);
    return sqrt(sum);
}

/* sin and cos for angles with 40 digits (computed separately with 60-digit decimals). */
TEST(hands_are_exact_to_half_a_unit_at_every_position)
{
    static const struct {
        int d;
        double base;
        long pos;
        int j;
        double want;
    } known[] = {
        {4, 10000, 15, 2, 0.14943813247359922},         {8, 10000, 15, 1, -0.7596879128588213},
        {512, 10000, 5000, 101, -0.39044439194090563},  {512, 10000, 99999, 256, 0.8212144998659783},
        {1024, 10000, 100000, 0, 0.03574879797201651},  {1024, 10000, 100000, 3, 0.006993242277092721},
        {1024, 10000, 100000, 511, 0.9622343467764969}, {1024, 10000, 100000, 1023, -0.7270785495571512},
        {7, 100, 100000, 6, 0.982184475952232},         {33, 500000, 64, 4, 0.45927343622030153},
        {128, 3, 65, 127, -0.9987173260925172},         {64, 10000, 100000000, 5, 0.5311017128879593},
    };
    (void)state;
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        assert_close(sines_entry(known[i].d, known[i].base, known[i].pos, known[i].j), known[i].want, 5e-16);
}

TEST(tables_agree_with_long_doubles_up_to_position_5000)
{
    enum { D = 128, N = 5001 };
    double *room = malloc(sizeof(double) * D * N);
    assert_non_null(room);
    struct mat table = mat_of(N, D, D, room);
    (void)state;
    sines_rows(table, 10000, 0);
    for (int pos = 0; pos < N; pos++)
        for (int j = 0; j < D; j++) {
            long double angle = pos * powl(10000, -2.0L * (j / 2) / D);
            assert_close(mat_at(table, pos, j), (double)(j % 2 ? cosl(angle) : sinl(angle)), 1e-12);
        }
    free(room);
}

TEST(rows_rows_by_row_and_entries_have_the_same_bits)
{
    enum { N = 200 };
    static const int widths[] = {1, 2, 7, 8, 10, 33};
    static double many[N * 33], one[33];
    (void)state;
    for (size_t w = 0; w < sizeof widths / sizeof *widths; w++) {
        int d = widths[w];
        sines_rows(mat_of(N, d, 33, many), 777, 99950);
        for (int r = 0; r < N; r++) {
            sines_row(one, d, 777, 99950 + r);
            assert_memory_equal(one, &many[33 * r], sizeof(double) * (size_t)d);
            assert_true(sines_entry(d, 777, 99950 + r, d - 1) == one[d - 1]);
        }
    }
}

TEST(hands_and_walks_agree_with_single_hands)
{
    double s[64], c[64], s1, c1;
    (void)state;
    sines_hands(s, c, 13, 10000, 4321);
    for (int i = 0; i < sines_pairs(13); i++) {
        sines_hand(13, 10000, 4321, i, &s1, &c1);
        assert_true(s[i] == s1 && c[i] == c1);
    }
    sines_walk(s, c, 64, -30, (struct sines_pair){8, 1, 100, 1});
    for (int k = 0; k < 64; k++) {
        sines_hand(8, 100, k - 30, 1, &s1, &c1);
        assert_true(s[k] == s1 && c[k] == c1);
    }
}

TEST(opposite_positions_mirror_the_sine)
{
    for (long pos = 0; pos < 300; pos++)
        for (int i = 0; i < 4; i++) {
            double s, c, s2, c2;
            sines_hand(8, 10000, pos, i, &s, &c);
            sines_hand(8, 10000, -pos, i, &s2, &c2);
            assert_true(s2 == -s && c2 == c);
        }
}

TEST(lesson_06_position_vectors_and_wavelengths)
{
    static const double want[3][4] = {
        {0, 1, 0, 1}, {0.841, 0.540, 0.010, 1.000}, {0.909, -0.416, 0.020, 1.000}};
    (void)state;
    for (int pos = 0; pos < 3; pos++)
        for (int j = 0; j < 4; j++)
            assert_close(sines_entry(4, 10000, pos, j), want[pos][j], 0.0005);
    assert_close(sines_freq(4, 10000, 0), 1, 0);
    assert_close(sines_freq(4, 10000, 1), 0.01, 0);
    assert_close(sines_wavelength(4, 10000, 0), 6.283, 0.0005);
    assert_close(sines_wavelength(4, 10000, 1), 628.319, 0.0005);
    assert_close(sines_wavelength(512, 10000, 255), 60611.5, 0.05);
    assert_close(sines_freq(32, 10000, 3), 0.178, 0.0005);
    assert_close(sines_freq(32, 10000, 4), 0.100, 0.0005);
    assert_true(sines_wavelength(4, 90, 1) < 60);
    assert_true(sines_wavelength(4, 100, 1) > 60);
}

TEST(lesson_06_left_columns_are_fast)
{
    assert_int_equal(sines_flips(4, 10000, 0, 60, NULL), 18);
    assert_int_equal(sines_flips(4, 10000, 1, 60, NULL), 19);
    assert_int_equal(sines_flips(4, 10000, 2, 60, NULL), 0);
    assert_int_equal(sines_flips(4, 10000, 3, 60, NULL), 0);
    assert_close(sines_max_step(4, 10000, 0, 60, NULL), 0.958, 0.0005);
    assert_close(sines_max_step(4, 10000, 2, 60, NULL), 0.010, 0.0005);
}

TEST(lesson_07_the_product_depends_on_the_distance_only)
{
    assert_close(sines_dot(4, 10000, 3), 0.0096, 0.00005);
    assert_close(sines_dot(4, 10000, 0), 2, 0);
    assert_close(sines_dot(4, 10000, 1), 1.540, 0.0005);
    assert_close(sines_dot(4, 10000, 2), 0.584, 0.0005);
    assert_close(sines_dot(4, 10000, 6), 1.958, 0.0005);
    assert_close(sines_dot(4, 10000, 19), 1.971, 0.0005);
    assert_close(sines_dot(4, 10000, 22), -0.024, 0.0005);
    assert_close(sines_dot(4, 10000, 44), 1.905, 0.0005);
    assert_close(sines_dot(128, 10000, 0), 64, 0);
    assert_close(sines_dot(128, 10000, 1), 62.09, 0.005);
    assert_close(sines_dot(512, 10000, 100), 111.95, 0.005);
    assert_close(dist(4, 10000, 0, 44), 0.437, 0.0005);
    assert_close(dist(4, 10000, 0, 6), 0.289, 0.0005);
    assert_close(dist(4, 10000, 0, 1), 0.959, 0.0005);
    assert_close(dist(2, 10000, 0, 44), 0.018, 0.0005);
    assert_close(dist(2, 10000, 0, 710), 0.00006, 0.000005);
}

TEST(the_product_is_even_and_that_of_the_rows)
{
    double t[32], s[32];
    (void)state;
    for (long offset = 0; offset < 40; offset++) {
        assert_true(sines_dot(32, 10000, offset) == sines_dot(32, 10000, -offset));
        for (long pos = 0; pos < 5000; pos += 977) {
            double sum = 0;
            sines_row(t, 32, 10000, pos + offset);
            sines_row(s, 32, 10000, pos);
            for (int j = 0; j < 32; j++)
                sum += t[j] * s[j];
            assert_close(sum, sines_dot(32, 10000, offset), 1e-13);
        }
    }
}

TEST(lesson_07_the_wide_product_falls_and_then_rises)
{
    assert_int_equal(sines_first_rise(128, 10000, 200, NULL), 11);
    assert_int_equal(sines_first_rise(128, 10000, 10, NULL), -1);
    assert_int_equal(sines_rises(128, 10000, 11, NULL), 0);
    assert_int_equal(sines_rises(128, 10000, 200, NULL), 86);
}

TEST(lesson_08_a_shift_is_a_rotation)
{
    assert_close(sines_rotation(4, 10000, 3, 0, 0), -0.990, 0.0005);
    assert_close(sines_rotation(4, 10000, 3, 0, 1), 0.141, 0.0005);
    assert_close(sines_rotation(4, 10000, 3, 1, 0), -0.141, 0.0005);
    assert_close(sines_rotation(4, 10000, 3, 2, 3), 0.030, 0.0005);
    assert_close(sines_rotation(4, 10000, 3, 0, 2), 0, 0);
    assert_close(sines_rotation(4, 10000, 44, 0, 0), 1.000, 0.0005);
    assert_close(sines_rotation(4, 10000, 44, 2, 2), 0.905, 0.0005);
    assert_close(sines_angle(4, 10000, 3, 0) * 180 / acos(-1), 171.9, 0.05);
    assert_close(sines_angle(4, 10000, 3, 1) * 180 / acos(-1), 1.7, 0.05);
    assert_true(sines_shift_error(4, 10000, 2, 3) < 1e-15);
    assert_true(sines_shift_error(4, 10000, 50, 3) < 1e-15);
    assert_true(sines_shift_error(4, 10000, 5000, 3) < 1e-15);
    assert_true(sines_shift_error(512, 10000, 100000, -77) < 2e-15);
}

TEST(an_odd_width_has_no_exact_shift)
{
    assert_int_equal(sines_pairs(7), 4);
    assert_true(sines_shift_error(5, 10000, 0, 1) > 1e-4);
    assert_true(sines_shift_error(5, 10000, 0, 1) < 1e-2);
}

TEST(lesson_08_shifts_compose_and_turn_back)
{
    for (int r = 0; r < 8; r++)
        for (int c = 0; c < 8; c++) {
            double sum = 0;
            for (int i = 0; i < 8; i++)
                sum += sines_rotation(8, 10000, 1, r, i) * sines_rotation(8, 10000, 2, i, c);
            assert_close(sum, sines_rotation(8, 10000, 3, r, c), 1e-15);
            assert_close(sines_rotation(8, 10000, -3, r, c), sines_rotation(8, 10000, 3, c, r), 0);
        }
}

TEST(lesson_12_turns_and_arcs)
{
    assert_int_equal(sines_full_turns(512, 10000, 512), 123);
    assert_int_equal(sines_full_turns(512, 10000, 100), 77);
    assert_int_equal(sines_full_turns(4, 10000, 100), 1);
    assert_int_equal(sines_full_turns(4, 10000, 7), 0); /* positions 0 … 6: 6 radians, not yet 2π */
    assert_int_equal(sines_full_turns(4, 10000, 8), 1);
    assert_close(sines_coverage(4, 10000, 1, 100), 0.158, 0.0005);
    assert_close(sines_coverage(4, 10000, 0, 100), 1, 0);
    assert_close(sines_angle(4, 10000, 99, 1), 0.99, 0.005);
    assert_close(sines_angle(4, 10000, 200, 1), 2.00, 0.005);
    static const double want[] = {-0.873, 0.487, 0.909, -0.416};
    for (int j = 0; j < 4; j++)
        assert_close(sines_entry(4, 10000, 200, j), want[j], 0.0005);
}

TEST(many_products_equal_single_ones)
{
    static double work[16 * 64], out[100];
    sines_dots(out, 100, 10000, mat_of(16, 64, 64, work));
    for (int o = 0; o < 100; o++)
        assert_close(out[o], sines_dot(64, 10000, o), 1e-12);
}
