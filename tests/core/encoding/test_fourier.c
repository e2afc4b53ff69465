/* Fourier features: reference values by another program, the kernel and its bell, what training may change.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/encoding/posenc.h"
#include "support/close.h"
#include "support/encoded.h"
#include "support/test.h"
#include "support/truth.h"

enum { SIGMA, SAMPLE, WIDTH, LEARN };

static double room[ENCODED_ROOM];

static struct config made(double sigma, int sample, int d, int width)
{
    struct config c = encoded_config("fourier", 16, d);
    c.pe_param[SIGMA] = sigma;
    c.pe_param[SAMPLE] = sample;
    c.pe_param[WIDTH] = width;
    encoded_matrices(&c, room);
    return c;
}

TEST(reference_values)
{
    struct truth t = truth_open("fourier");
    json_t *item;
    size_t at;
    int count = 0;
    json_array_foreach(truth_at(t.root, "cases"), at, item)
    {
        struct mat pos = truth_mat(&t, truth_at(item, "positions")),
                   rows = truth_mat(&t, truth_at(item, "rows")),
                   kernel = truth_mat(&t, truth_at(item, "kernel")),
                   bell = truth_mat(&t, truth_at(item, "bell"));
        struct config c =
            made(truth_number(truth_at(item, "sigma")), (int)truth_number(truth_at(item, "sample")),
                 rows.cols, (int)truth_number(truth_at(item, "width")));
        double row[16];
        assert_mat_close(c.pe_mat[0], truth_mat(&t, truth_at(item, "B")), 1e-15);
        for (int i = 0; i < pos.cols; i++, count++) {
            long p = (long)mat_at(pos, 0, i);
            assert_true(c.pe->row(row, p, &c));
            for (int j = 0; j < rows.cols; j++)
                assert_close(row[j], mat_at(rows, i, j), 1e-12);
            for (int k = 0; k < pos.cols; k++) {
                assert_close(fourier_kernel(&c, p, (long)mat_at(pos, 0, k)), mat_at(kernel, i, k), 1e-12);
                assert_close(fourier_bell(&c, p, (long)mat_at(pos, 0, k)), mat_at(bell, i, k), 1e-12);
            }
        }
    }
    truth_close(&t);
    assert_int_equal(count, 19);
}

/* Returns the mean distance between kernel and bell over 30 offsets. */
static double gap(int d)
{
    double sum = 0;
    for (int sample = 0; sample < 20; sample++) {
        struct config c = made(0.05, sample, d, 0);
        for (long q = 1; q <= 30; q++)
            sum += fabs(fourier_kernel(&c, 0, q) - fourier_bell(&c, 0, q));
    }
    return sum / 600;
}

TEST(more_waves_come_closer_to_the_bell)
{
    double few = gap(8), some = gap(64), many = gap(512);
    assert_true(some < 0.5 * few && many < 0.5 * some);
    assert_true(many < 0.05);
}

TEST(only_the_way_between_two_positions_counts)
{
    struct config line = made(0.1, 4, 16, 0), grid = made(0.1, 4, 16, 14);
    assert_close(fourier_kernel(&line, 3, 8), fourier_kernel(&line, 1003, 1008), 1e-12);
    assert_close(fourier_kernel(&grid, 0, 15), fourier_kernel(&grid, 90, 105),
                 1e-12); /* one right, one down */
    assert_true(fabs(fourier_kernel(&grid, 13, 14) - fourier_kernel(&grid, 13, 12)) >
                0.1); /* 14 begins a row */
    assert_close(fourier_kernel(&grid, 77, 77), 1, 1e-15);
}

TEST(the_fastest_wave_comes_first_and_a_line_turns_clockwise)
{
    struct config c = made(0.05, 0, 64, 0);
    for (int i = 0; i < 32; i++) {
        assert_true(mat_at(c.pe_mat[0], i, 0) >= (i < 31 ? mat_at(c.pe_mat[0], i + 1, 0) : 0));
        assert_close(c.pe->angle(1, i, &c), 6.28318530717958647692 * mat_at(c.pe_mat[0], i, 0), 1e-15);
    }
}

TEST(training_changes_the_frequencies_only_if_told)
{
    struct config c = made(0.05, 0, 8, 0);
    assert_false(posenc_is_learned(&c));
    c.pe_param[LEARN] = 1;
    assert_true(posenc_is_learned(&c));
    c.pe = posenc_find("learned");
    assert_true(posenc_is_learned(&c));
    c.pe = posenc_find("sincos");
    assert_false(posenc_is_learned(&c));
}

TEST(an_odd_width_is_refused_and_without_frequencies_there_is_no_row)
{
    struct config c = made(0.05, 0, 7, 0);
    const char *what;
    double row[8];
    assert_true(c.pe->problem(&c, &what));
    c = encoded_config("fourier", 4, 8); /* its matrix is absent */
    assert_false(c.pe->problem(&c, &what));
    assert_false(c.pe->row(row, 1, &c));
    assert_close(row[0], 0, 0);
}
