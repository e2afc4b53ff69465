/* Sums of printed decimals: exact, with carries and signs, whatever a double could hold. */

#include "base/decimal.h"
#include "base/text.h"
#include "support/test.h"

TEST(sums_are_exact)
{
    static const struct {
        int digits;
        const char *plus[4], *minus[2], *sum;
    } cases[] = {
        {3, {"1.140", "1.232", "0.300", "2.564"}, {"5.235"}, "0.001"},
        {3, {"5.235"}, {"1.140", "4.096"}, "-0.001"},
        {1, {"0.9", "0.9"}, {NULL}, "1.8"},
        {1, {"-0.5", "1.2", "-3.0"}, {NULL}, "-2.3"},
        {1, {"2.0"}, {"2.1"}, "-0.1"},
        {1, {"-2.0"}, {"-2.1"}, "0.1"},
        {2, {"-1.05", "1.05"}, {NULL}, "0.00"},
        {0, {"12", "-15"}, {"-1"}, "-2"},
        {17, {"0.10000000000000001", "0.20000000000000002"}, {NULL}, "0.30000000000000003"},
        {3, {"99999999999999999.999", "0.001"}, {NULL}, "100000000000000000.000"},
    };
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct decimal d = {.digits = cases[i].digits};
        struct text t = {0};
        for (int k = 0; k < 4 && cases[i].plus[k]; k++)
            assert_true(decimal_add(&d, cases[i].plus[k], 1));
        for (int k = 0; k < 2 && cases[i].minus[k]; k++)
            assert_true(decimal_add(&d, cases[i].minus[k], -1));
        decimal_print(&d, &t);
        assert_string_equal(text_str(&t), cases[i].sum);
        text_finish(&t);
    }
}

TEST(what_is_no_decimal_of_these_digits_is_refused)
{
    static const char *const wrong[] = {"",  "-",  "1",   "1.5",  "1.5000", "1.50e+07",
                                        "∞", "-∞", "nan", ".500", "1.500 ", "123456789012345678.000"};
    (void)state;
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        struct decimal d = {.whole = 7, .digits = 3};
        assert_false(decimal_add(&d, wrong[i], 1));
        assert_true(d.whole == 7 && d.part == 0);
    }
}

TEST(zero_is_known_when_it_is_reached)
{
    struct decimal d = {.digits = 2};
    assert_true(decimal_is_zero(&d));
    decimal_add(&d, "0.30", 1);
    assert_false(decimal_is_zero(&d));
    decimal_add(&d, "-1.30", 1);
    decimal_add(&d, "1.00", 1);
    assert_true(decimal_is_zero(&d));
}
