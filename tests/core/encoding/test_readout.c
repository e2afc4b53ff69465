/* Least squares, and what linear maps can read from encodings. */
#include <math.h>

#include "core/encoding/posenc.h"
#include "core/encoding/readout.h"
#include "core/math/mat.h"
#include "core/math/rng.h"
#include "support/close.h"
#include "support/test.h"
#include "support/truth.h"

static struct arena work;

static const struct config *config_of(struct config *c, const char *name, int d, double base)
{
    *c = (struct config){.n = 1,
                         .d = d,
                         .dsrc = d,
                         .heads = 1,
                         .dk = d,
                         .dv = d,
                         .layers = 1,
                         .base = base,
                         .pescale = 1,
                         .divisor = 1,
                         .pe = posenc_find(name)};
    return c;
}

static void room(const struct config *c, int n)
{
    assert_true(arena_reserve(&work, readout_room(c, n)));
}

TEST(the_residual_is_orthogonal_to_every_column)
{
    double a[8 * 3], b[8 * 2], a0[8 * 3], b0[8 * 2], x[3 * 2];
    struct rng r = rng_seed(5);
    for (int i = 0; i < 24; i++)
        a[i] = a0[i] = rng_normal(&r);
    for (int i = 0; i < 16; i++)
        b[i] = b0[i] = rng_normal(&r);
    lsq_solve(mat_of(8, 3, 3, a), mat_of(8, 2, 2, b), mat_of(3, 2, 2, x), NULL);
    for (int s = 0; s < 2; s++)
        for (int c = 0; c < 3; c++) {
            double dot = 0;
            for (int i = 0; i < 8; i++)
                dot += a0[3 * i + c] * (b0[2 * i + s] - a0[3 * i] * x[s] - a0[3 * i + 1] * x[2 + s] -
                                        a0[3 * i + 2] * x[4 + s]);
            assert_close(dot, 0, 1e-13);
        }
}

TEST(sines_alone_leave_the_residuals_of_the_reference)
{
    struct truth t = truth_open("encodings");
    size_t count;
    json_t *j;
    json_array_foreach(truth_at(t.root, "sine_only/residuals"), count, j)
    {
        struct config c;
        int n = (int)truth_number(truth_at(j, "n")), k = (int)truth_number(truth_at(j, "k"));
        config_of(&c, "sinonly", (int)truth_number(truth_at(j, "d")), 10000);
        for (int affine = 0; affine < 2; affine++) {
            json_t *want = truth_at(j, affine ? "affine" : "linear");
            room(&c, n);
            struct readout_error e = readout_shift(&c, n, k, affine, &work);
            /* slow sines are dependent up to rounding: the pivot threshold changes the fourth digit */
            assert_close(e.rel_fro, truth_number(truth_at(want, "rel_fro")), 1e-4);
            assert_close(e.max_abs, truth_number(truth_at(want, "max_abs")), 2e-3);
        }
    }
    assert_int_equal(count, 24);
    size_t at;
    json_array_foreach(truth_at(t.root, "sine_only/sin_cos_for_contrast"), at, j)
    {
        struct config c;
        int n = (int)truth_number(truth_at(j, "n"));
        config_of(&c, "sincos", (int)truth_number(truth_at(j, "d")), 10000);
        room(&c, n);
        assert_true(readout_shift(&c, n, (int)truth_number(truth_at(j, "k")), false, &work).max_abs < 1e-12);
    }
    truth_close(&t);
}

TEST(a_readout_is_right_inside_its_range_and_lost_outside)
{
    static const struct {
        long pos;
        double want;
    } cases[] = {{5, 4.99}, {9, 8.98}, {12, 11.43}, {20, 14.72}, {30, 10.19}, {40, 0.47}};
    struct config c;
    config_of(&c, "sincos", 4, 100);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        room(&c, 10);
        assert_close(readout_read(&c, readout_fit(&c, READOUT_FITTED, &work), cases[i].pos), cases[i].want,
                     0.005);
    }
}

TEST(one_sine_cannot_be_shifted_by_a_factor)
{
    double factor, error;
    readout_one_sine(60, &factor, &error, NULL);
    assert_close(error, sin(1), 1e-12);
    struct config c;
    config_of(&c, "sinonly", 4, 10000);
    room(&c, 64);
    assert_true(readout_shift_at(&c, 64, 1, 0, &work, NULL) > 0.5);
}

static int finish(void **state)
{
    (void)state;
    arena_finish(&work);
    return 0;
}

TESTS(NULL, finish)
