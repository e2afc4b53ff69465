/* Numbers: which strings parse, which do not, and round trips of printing and parsing. */
#include <float.h>
#include <limits.h>
#include <locale.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/number.h"
#include "base/text.h"
#include "support/test.h"

#define COUNT(array) (sizeof(array) / sizeof *(array))

static enum number_error parse(const char *s, double *x)
{
    return number_parse(s, strlen(s), x);
}

TEST(numbers_are_read)
{
    static const struct {
        const char *s;
        double want;
    } cases[] = {
        {"0", 0},
        {"-0.5", -0.5},
        {"+3", 3},
        {".5", 0.5},
        {"5.", 5},
        {"1e-3", 1e-3},
        {"1E+3", 1e3},
        {"−2", -2},
        {"−.5e1", -5},
        {"007", 7},
        {"1.7976931348623157e308", DBL_MAX},
        {"5e-324", 5e-324},
        {"1e-400", 0},
        {"0.1000000000000000055511151231257827", 0.1},
        {"9007199254740993", 9007199254740992.0},
    };
    for (size_t i = 0; i < COUNT(cases); i++) {
        double x = 99;
        assert_int_equal(parse(cases[i].s, &x), NUMBER_OK);
        if (x != cases[i].want)
            fail_msg("%s read as %.17g", cases[i].s, x);
    }
}

TEST(minus_zero_is_read)
{
    double x;
    assert_int_equal(parse("-0", &x), NUMBER_OK);
    assert_true(x == 0 && signbit(x));
}

TEST(what_is_no_number_is_refused)
{
    static const char *const bad[] = {"",      ".",        "-",           "+",     "−",   "nan", "NaN", "inf",
                                      "-inf",  "infinity", "0x10",        "0x1p3", "1e",  "1e+", "e3",  "1 2",
                                      " 1",    "1 ",       "1,5",         "--1",   "−-1", "-−1", "+−1", "1-",
                                      "1.2.3", "1e400x",   "1e1.5",       "1_000", "１",  "1d5", "1\n", "x",
                                      "∞",     "\xe2\x88", "\xe2\x88\x92"};
    for (size_t i = 0; i < COUNT(bad); i++) {
        double x = 99;
        if (parse(bad[i], &x) != NUMBER_BAD)
            fail_msg("'%s' was taken for a number", bad[i]);
        assert_true(x == 99);
    }
    double x = 99;
    assert_int_equal(number_parse("1\0", 2, &x), NUMBER_BAD);
    assert_int_equal(number_parse(NULL, 0, &x), NUMBER_BAD);
    assert_true(x == 99);
}

TEST(too_large_numbers_are_told_apart)
{
    static const char *const large[] = {"1e400", "-1e400", "−1e400", "1.8e308", "1e99999999999999999999"};
    for (size_t i = 0; i < COUNT(large); i++) {
        double x = 99;
        assert_int_equal(parse(large[i], &x), NUMBER_RANGE);
        assert_true(x == 99);
    }
}

TEST(only_the_bytes_given_are_read)
{
    double x;
    assert_int_equal(number_parse("123", 2, &x), NUMBER_OK);
    assert_true(x == 12);
    char many[500];
    memset(many, '1', sizeof many);
    assert_int_equal(number_parse(many, 400, &x), NUMBER_BAD);
    assert_int_equal(number_parse(many, 399, &x), NUMBER_RANGE);
    memset(many, '0', sizeof many);
    many[398] = '7';
    assert_int_equal(number_parse(many, 399, &x), NUMBER_OK);
    assert_true(x == 7);
    memcpy(many, "−", 3);
    assert_int_equal(number_parse(many, 399, &x), NUMBER_OK);
    assert_true(x == -7);
}

static enum number_error parse_int(const char *s, long lo, long hi, long *n)
{
    return number_parse_int(s, strlen(s), lo, hi, n);
}

TEST(integers_keep_to_their_range)
{
    static const struct {
        const char *s;
        enum number_error error;
        long want;
    } cases[] = {
        {"7", NUMBER_OK, 7},       {"-3", NUMBER_OK, -3},   {"−3", NUMBER_OK, -3},
        {"+0", NUMBER_OK, 0},      {"5.0", NUMBER_OK, 5},   {"0.7e1", NUMBER_OK, 7},
        {"8", NUMBER_RANGE, 0},    {"-4", NUMBER_RANGE, 0}, {"1e400", NUMBER_RANGE, 0},
        {"1e30", NUMBER_RANGE, 0}, {"1.5", NUMBER_BAD, 0},  {"", NUMBER_BAD, 0},
        {"x", NUMBER_BAD, 0},      {"1e-3", NUMBER_BAD, 0}, {"0x7", NUMBER_BAD, 0},
    };
    for (size_t i = 0; i < COUNT(cases); i++) {
        long n = 99;
        assert_int_equal(parse_int(cases[i].s, -3, 7, &n), cases[i].error);
        assert_int_equal(n, cases[i].error == NUMBER_OK ? cases[i].want : 99);
    }
}

TEST(no_integer_is_silently_another)
{
    long n = 0;
#if LONG_MAX > INT32_MAX /* on 32 bits a long ends long before a double skips integers */
    long most = (1L << 53) - 1;
    assert_int_equal(parse_int("9007199254740991", -most - 9, most + 9, &n), NUMBER_OK);
    assert_true(n == most);
    assert_int_equal(parse_int("-9007199254740991", -most - 9, most + 9, &n), NUMBER_OK);
    assert_true(n == -most);
    assert_int_equal(parse_int("9007199254740993", -most - 9, most + 9, &n), NUMBER_RANGE);
    assert_true(n == -most);
#endif
    long before = n;
    assert_int_equal(parse_int("9223372036854775808", LONG_MIN, LONG_MAX, &n), NUMBER_RANGE);
    assert_int_equal(parse_int("-9223372036854775809", LONG_MIN, LONG_MAX, &n), NUMBER_RANGE);
    assert_true(n == before);
}

static void shortest(double x, const char *want)
{
    struct text t = {0};
    number_shortest(&t, x);
    assert_string_equal(text_str(&t), want);
    text_finish(&t);
}

TEST(the_shortest_form_is_short)
{
    shortest(0.1, "0.1");
    shortest(1.0 / 3, "0.3333333333333333");
    shortest(0.1 + 0.2, "0.30000000000000004");
    shortest(1e-7, "1e-07");
    shortest(10000, "10000");
    shortest(1e22, "1e+22");
    shortest(-0.0, "-0");
    shortest(5e-324, "5e-324");
    shortest(1.5e-310, "1.5e-310");
    shortest(DBL_MAX, "1.7976931348623157e+308");
    shortest(DBL_MIN, "2.2250738585072014e-308");
    shortest((double)INFINITY, "inf");
    shortest(-(double)INFINITY, "-inf");
    shortest((double)NAN, "nan");
}

static uint64_t next(uint64_t *bits)
{
    *bits ^= *bits << 13;
    *bits ^= *bits >> 7;
    *bits ^= *bits << 17;
    return *bits;
}

static void reads_back(struct text *t, double x)
{
    double back = 99;
    text_clear(t);
    number_shortest(t, x);
    assert_int_equal(number_parse(t->s, t->len, &back), NUMBER_OK);
    if (memcmp(&back, &x, sizeof x) != 0)
        fail_msg("%.17g was written %s", x, t->s);
    assert_true(t->len <= 24);
}

TEST(the_shortest_form_reads_back_the_same)
{
    uint64_t bits = 88172645463325252u;
    struct text t = {0};
    for (int i = 0; i < 100000; i++) {
        uint64_t pattern = next(&bits);
        double x;
        memcpy(&x, &pattern, sizeof x);
        if (isfinite(x))
            reads_back(&t, x);
        reads_back(&t, (double)(int64_t)pattern * 0x1p-63);
        reads_back(&t, (double)(pattern % 4096) * DBL_TRUE_MIN);
    }
    for (int e = -1074; e < 1024; e++)
        reads_back(&t, ldexp(1, e));
    text_finish(&t);
}

/* No shorter form reads back to the same double (except for powers of two). */
TEST(the_shortest_form_wastes_no_digit)
{
    uint64_t bits = 1181783497276652981u;
    struct text t = {0};
    for (int i = 0; i < 20000; i++) {
        double x = (double)(next(&bits) >> 11) * 0x1p-53;
        text_clear(&t);
        number_shortest(&t, x);
        int digits = 0;
        bool leading = true;
        for (const char *s = t.s; *s && *s != 'e'; s++) {
            leading = leading && (*s == '0' || *s == '.');
            digits += !leading && *s != '.';
        }
        char fewer[40];
        snprintf(fewer, sizeof fewer, "%.*e", digits > 1 ? digits - 2 : 0, x);
        assert_true(digits <= 1 || strtod(fewer, NULL) != x);
    }
    text_finish(&t);
}

TEST(fixed_numbers_keep_their_width)
{
    static const struct {
        double x;
        int digits, width;
        const char *want;
    } cases[] = {
        {1.23456, 3, 10, "1.235"},
        {-0.0001, 3, 10, "0.000"},
        {-0.0001, 3, 5, "0.000"},
        {-0.0, 3, 5, "0.000"},
        {-0.0, 0, 1, "0"},
        {-1.5, 0, 4, "-2"},
        {0.5, 0, 4, "0"},
        {1e30, 3, 12, "1.000e+30"},
        {-1e100, 3, 11, "-1.000e+100"},
        {123456, 3, 10, "123456.000"},
        {-123456, 3, 10, "-1.23e+05"},
        {123456, 3, 9, "1.2e+05"},
        {123456, 3, 6, "1e+05"},
        {1e300, 6, 400, NULL},
        {(double)INFINITY, 3, 8, "∞"},
        {-(double)INFINITY, 3, 8, "-∞"},
        {(double)NAN, 3, 8, "nan"},
        {0.9996, 3, 5, "1.000"},
        {9.9996, 3, 5, "1e+01"},
    };
    struct text t = {0};
    for (size_t i = 0; i < COUNT(cases); i++) {
        text_clear(&t);
        number_fixed(&t, cases[i].x, cases[i].digits, cases[i].width);
        if (cases[i].want)
            assert_string_equal(text_str(&t), cases[i].want);
        else
            assert_int_equal(t.len, 308);
    }
    text_clear(&t);
    number_fixed(&t, DBL_MAX, 200, 1000); /* wider than any screen */
    assert_true(t.len < 400 && strchr(t.s, 'e'));
    text_finish(&t);
}

TEST(fixed_numbers_of_any_size_fit)
{
    uint64_t bits = 88172645463325252u;
    struct text t = {0};
    for (int i = 0; i < 100000; i++) {
        uint64_t pattern = next(&bits);
        double x;
        memcpy(&x, &pattern, sizeof x);
        if (!isfinite(x))
            continue;
        int width = 7 + (int)(pattern % 20), digits = (int)(pattern / 20 % 8);
        text_clear(&t);
        number_fixed(&t, x, digits, width);
        if (t.len > (size_t)width)
            fail_msg("%.17g with %d digits in %d columns became %s", x, digits, width, t.s);
        double back = strtod(t.s, NULL);
        double allowed =
            strchr(t.s, 'e') ? 0.5001 * fabs(x) : 0.5001 * pow(10, -digits) + DBL_EPSILON * fabs(x);
        if (isfinite(back) && !(fabs(back - x) <= allowed))
            fail_msg("%.17g became %s", x, t.s);
    }
    text_finish(&t);
}

TEST(sums_lose_the_noise_of_adding)
{
    static const struct {
        double x, scale, want;
    } cases[] = {
        {0.1 + 0.1 + 0.1, 0.2, 0.3},
        {0.3 - 0.1 - 0.1 - 0.1, 0.1, 0},
        {1.1 - 0.2, 1.1, 0.9},
        {0.7 + 0.1, 0.7, 0.8},
        {1e-5 / 10, 1e-5, 1e-6},
        {0.31415926535897931, 0.3, 0.31415926535897931},
        {1.0 / 3, 1, 1.0 / 3},
        {1e17, 1e17, 1e17},
        {0.1234567891, 1e13, 0.1234567891},
        {0, 0, 0},
        {1e-320, 1e-320, 1e-320},
        {0.1234567890125, 0.1, 0.1234567890125},
    };
    for (size_t i = 0; i < COUNT(cases); i++)
        if (number_tidy(cases[i].x, cases[i].scale) != cases[i].want)
            fail_msg("%.17g becomes %.17g", cases[i].x, number_tidy(cases[i].x, cases[i].scale));
    assert_false(signbit(number_tidy(0.3 - 0.1 - 0.1 - 0.1, 0.1)));
}

/* Numbers keep the point even under a locale with a decimal comma (if one is installed). */
TEST(numbers_do_not_follow_the_locale)
{
    static const char *const comma[] = {"de_DE.UTF-8", "fr_FR.UTF-8", "pt_BR.UTF-8",
                                        "ru_RU.UTF-8", "fa_IR.UTF-8", "C"};
    struct text t = {0};
    for (size_t i = 0; i < COUNT(comma); i++) {
        double x = 0;
        if (!setlocale(LC_ALL, comma[i]))
            continue;
        shortest(0.5, "0.5");
        shortest(-1.25e-20, "-1.25e-20");
        reads_back(&t, 1.0 / 3);
        assert_int_equal(parse("-2.5e1", &x), NUMBER_OK);
        assert_true(x == -25);
        assert_int_equal(parse("2,5", &x), NUMBER_BAD);
        text_clear(&t);
        number_fixed(&t, 1.25, 2, 9);
        number_fixed(&t, -0.001, 2, 4);
        number_fixed(&t, 1.5e30, 2, 9);
        assert_string_equal(t.s, "1.250.001.5e+30");
    }
    setlocale(LC_ALL, "C");
    text_finish(&t);
}

TEST(numbers_are_alike_if_they_are_written_alike)
{
    static const struct {
        double a, b;
        int digits;
        bool alike;
    } cases[] = {
        {0.501, 0.499, 2, true},         {0.501, 0.499, 3, false},   {-0.001, 0, 2, true},
        {1e300, 1e300, 2, true},         {1e300, 2e300, 2, false},   {INFINITY, INFINITY, 2, true},
        {INFINITY, -INFINITY, 2, false}, {(double)NAN, 0, 2, false}, {(double)NAN, (double)NAN, 2, false}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        if (number_alike(cases[i].a, cases[i].b, cases[i].digits) != cases[i].alike)
            fail_msg("%g and %g with %d digits", cases[i].a, cases[i].b, cases[i].digits);
}
