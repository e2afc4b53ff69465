/* The generator: published sequences, ranges, distributions. */
#include <math.h>

#include "core/math/rng.h"
#include "support/close.h"
#include "support/test.h"

enum { DRAWS = 200000, CELLS = 64 };

/* The commonly published SplitMix64 sequences for seeds 1234567 and 0. */
TEST(the_sequence_is_the_published_one)
{
    static const uint64_t want[] = {6457827717110365317u, 3203168211198807973u, 9817491932198370423u,
                                    4593380528125082431u, 16408922859458223821u};
    static const uint64_t zero[] = {0xE220A8397B1DCDAFu, 0x6E789E6AA1B965F4u, 0x06C45D188009454Fu};
    struct rng r = rng_seed(1234567), z = rng_seed(0);
    for (int i = 0; i < 5; i++)
        assert_true(rng_next(&r) == want[i]);
    for (int i = 0; i < 3; i++)
        assert_true(rng_next(&z) == zero[i]);
}

TEST(a_seed_says_everything)
{
    struct rng a = rng_seed(42), b = rng_seed(42), c = rng_seed(43);
    int different = 0;
    for (int i = 0; i < 1000; i++) {
        double x = rng_normal(&a);
        assert_true(x == rng_normal(&b));
        different += x != rng_normal(&c);
    }
    assert_int_equal(different, 1000);
}

TEST(uniform_numbers_are_the_upper_bits)
{
    struct rng r = rng_seed(0);
    assert_true(rng_uniform(&r) == (double)(0xE220A8397B1DCDAFu >> 11) / 9007199254740992.0);
    struct rng zero = {0u - 0x9E3779B97F4A7C15u}; /* one step before the state 0, which gives 0 */
    assert_true(rng_uniform(&zero) == 0);
    for (int i = 0; i < DRAWS; i++) {
        double u = rng_uniform(&r);
        assert_true(u >= 0 && u < 1);
        assert_true(u * 0x1p53 == floor(u * 0x1p53));
    }
}

/* Chi-square with 63 degrees of freedom: 63 ± 5 standard deviations (11.2). */
TEST(uniform_numbers_fill_the_interval_evenly)
{
    for (uint64_t seed = 0; seed < 4; seed++) {
        struct rng r = rng_seed(seed);
        int count[CELLS] = {0};
        double chi = 0, expected = (double)DRAWS / CELLS;
        for (int i = 0; i < DRAWS; i++)
            count[(int)(rng_uniform(&r) * CELLS)]++;
        for (int i = 0; i < CELLS; i++)
            chi += (count[i] - expected) * (count[i] - expected) / expected;
        assert_close(chi, CELLS - 1, 56);
    }
}

TEST(a_normal_number_is_box_and_mullers)
{
    struct rng r = rng_seed(42), twin = rng_seed(42);
    assert_close(rng_normal(&r), 0.8822489062222688, 1e-15);
    rng_next(&twin);
    rng_next(&twin);
    assert_true(r.state == twin.state);
}

/* Moments 0, 1, 0, 3 within five standard errors, and the fraction within one sigma. */
TEST(normal_numbers_have_the_moments_of_the_normal)
{
    struct rng r = rng_seed(1);
    double sum[5] = {0}, within = 0, error = 5 / sqrt(DRAWS);
    for (int i = 0; i < DRAWS; i++) {
        double x = rng_normal(&r);
        assert_true(isfinite(x));
        for (int k = 1; k <= 4; k++)
            sum[k] += pow(x, k) / DRAWS;
        within += fabs(x) < 1 ? 1.0 / DRAWS : 0;
    }
    assert_close(sum[1], 0, error);
    assert_close(sum[2], 1, sqrt(2) * error);
    assert_close(sum[3], 0, sqrt(15) * error);
    assert_close(sum[4], 3, sqrt(96) * error);
    assert_close(within, 0.6826894921370859, 0.5 * error);
}

TEST(no_uniform_number_makes_a_normal_one_infinite)
{
    struct rng zero = {0u - 0x9E3779B97F4A7C15u}; /* the first uniform number is 0 */
    assert_close(rng_normal(&zero), 0, 0);
}

TEST(a_word_is_hashed_by_its_bytes)
{
    assert_true(rng_hash("") == 0xCBF29CE484222325u);
    assert_true(rng_hash("a") == 0xAF63DC4C8601EC8Cu);
    assert_true(rng_hash("foobar") == 0x85944171F73967E8u);
    assert_true(rng_hash("猫") == 0x2798B01B6CF1574Fu); /* bytes above 127 are unsigned */
    assert_true(rng_hash("ab") != rng_hash("ba"));
}
