/* Our own sines, logarithms and powers: never off by more than one unit in the last place, the same bits
 * wherever they are built. */
#include <float.h>
#include <math.h>
#include <stdbool.h>
#include <string.h>

#include "core/math/elementary.h"
#include "core/math/rng.h"
#include "support/test.h"

enum { DRAWS = 40000 };

/* Numbers of every size, of everyday size, and next to the zeros of sine and cosine. */
static double argument(struct rng *r, int i)
{
    uint64_t bits = rng_next(r);
    double x, u = rng_uniform(r) - 0.5;
    memcpy(&x, &bits, sizeof x);
    switch (i % 4) {
    case 0:
        return isfinite(x) ? x : 1;
    case 1:
        return 2000 * u;
    case 2:
        return (double)(bits % 1000000) * 1.5707963267948966 * (1 + u * 0x1p-50);
    default:
        return ldexp(u, (int)(bits % 90) - 45);
    }
}

static double units(double got, long double want)
{
    int e;
    if (isnan(got) || isinf(got))
        return isnan(want) == isnan(got) && (isnan(want) || fabsl(want) > DBL_MAX) ? 0 : INFINITY;
    if (want == 0)
        return got == 0 ? 0 : INFINITY;
    frexp((double)want, &e);
    return (double)(fabsl(got - want) / ldexpl(1, (e < -1021 ? -1021 : e) - 53));
}

TEST(no_result_is_off_by_a_unit)
{
    if (LDBL_MANT_DIG < 60)
        skip(); /* nothing to compare with */
    struct rng r = rng_seed(7);
    for (int i = 0; i < DRAWS; i++) {
        double x = argument(&r, i), y = 40 * (rng_uniform(&r) - 0.5), size = fabs(x), narrow = fmod(x, 745);
        assert_true(units(elementary_sin(x), sinl(x)) < 1);
        assert_true(units(elementary_cos(x), cosl(x)) < 1);
        assert_true(units(elementary_log(size), logl(size)) < 1);
        assert_true(units(elementary_exp(narrow), expl(narrow)) < 1);
        assert_true(units(elementary_pow(size, y), powl(size, y)) < 1);
    }
}

/* Of all doubles below 2^21 those that come nearest to a whole number of quarter turns. */
TEST(digits_that_cancel_are_made_up_for)
{
    static const double near[] = {0x1.6c6cbc45dc8dep+5, 0x1.9eb7148f354d6p+20, 0x1.39c6fd67805a7p+18,
                                  0x1.a9adcc7f96cf0p+19};
    for (size_t i = 0; i < sizeof near / sizeof *near && LDBL_MANT_DIG >= 60; i++) {
        assert_true(units(elementary_sin(near[i]), sinl(near[i])) < 1);
        assert_true(units(elementary_cos(near[i]), cosl(near[i])) < 1);
    }
}

static uint64_t mixed(uint64_t h, double x)
{
    uint64_t bits;
    memcpy(&bits, &x, sizeof bits);
    return (h ^ bits) * 0x100000001B3u;
}

TEST(the_bits_are_the_same_everywhere)
{
    static const uint64_t want[5] = {0x9e3c8e2d3bba1170, 0x47eeb1424ade0df5, 0xe41038b360f2ca50,
                                     0x1127fa1ca03cf2ea, 0xe1a2ac08a6756a48};
    uint64_t h[5] = {0};
    struct rng r = rng_seed(11);
    for (int i = 0; i < DRAWS; i++) {
        double x = argument(&r, i), y = 40 * (rng_uniform(&r) - 0.5);
        h[0] = mixed(h[0], elementary_sin(x));
        h[1] = mixed(h[1], elementary_cos(x));
        h[2] = mixed(h[2], elementary_log(fabs(x)));
        h[3] = mixed(h[3], elementary_exp(fmod(x, 745)));
        h[4] = mixed(h[4], elementary_pow(fabs(x), y));
    }
    for (int i = 0; i < 5; i++)
        assert_true(h[i] == want[i]);
}

static bool same(double a, double b)
{
    bool near = a == b || (isfinite(b) && fabs(a - b) <= 0x1p-52 * fabs(b));
    return isnan(a) ? isnan(b) : near && signbit(a) == signbit(b);
}

TEST(limits_are_those_of_the_standard)
{
    static const double xs[] = {0.0, -0.0,     1,         -1,  0.5,       -0.5,   2,
                                -2,  INFINITY, -INFINITY, NAN, 0x1p-1074, DBL_MAX};
    static const double ys[] = {0.0, -0.0, 1,     -1,     2,        -2,        3,   -3,
                                0.5, -0.5, 1e300, -1e300, INFINITY, -INFINITY, NAN, 0x1p53};
    for (size_t i = 0; i < sizeof xs / sizeof *xs; i++) {
        for (size_t k = 0; k < sizeof ys / sizeof *ys; k++)
            if (!same(elementary_pow(xs[i], ys[k]), pow(xs[i], ys[k])))
                fail_msg("%g ^ %g is %g, not %g", xs[i], ys[k], elementary_pow(xs[i], ys[k]),
                         pow(xs[i], ys[k]));
        if (fabs(xs[i]) <= DBL_MAX && xs[i] != DBL_MAX)
            assert_true(fabs(elementary_sin(xs[i]) - sin(xs[i])) < 1e-15);
        else if (!isfinite(xs[i]))
            assert_true(isnan(elementary_sin(xs[i])) && isnan(elementary_cos(xs[i])));
    }
    assert_true(same(elementary_log(0), -INFINITY) && isnan(elementary_log(-1)) && elementary_log(1) == 0);
    assert_true(isinf(elementary_log(INFINITY)) && isnan(elementary_log(NAN)));
    assert_true(elementary_exp(0) == 1 && elementary_exp(-INFINITY) == 0 && isinf(elementary_exp(710)));
    assert_true(isinf(elementary_exp(INFINITY)) && isnan(elementary_exp(NAN)));
    assert_true(same(elementary_sin(-0.0), -0.0) && elementary_cos(-0.0) == 1);
}

/* A power that a double can hold is that double. */
TEST(exact_powers_are_exact)
{
    double ten = 1;
    for (int i = 0; i <= 22; i++, ten *= 10)
        assert_true(elementary_pow(10, i) == ten);
    for (int i = -1074; i < 1024; i++)
        assert_true(elementary_pow(2, i) == ldexp(1, i));
    assert_true(elementary_pow(-3, 3) == -27 && elementary_pow(9, 0.5) == 3);
}
