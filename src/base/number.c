/* The form is checked by hand before strtod reads the value: strtod alone would accept
 * hexadecimal, nan and blanks. strtod and printf round correctly but use the decimal point
 * of LC_NUMERIC. The program never sets it, and results here do not depend on it. */
#include "base/number.h"

#include <float.h>
#include <locale.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"

enum { NUMBER_LONGEST = 400 };

static bool digits(const char **s, const char *end)
{
    const char *begin = *s;
    while (*s < end && **s >= '0' && **s <= '9')
        (*s)++;
    return *s > begin;
}

/* Matches [sign] digits [. digits] [e [sign] digits]; at least one digit must come first. */
static bool well_formed(const char *s, const char *end)
{
    if (s < end && (*s == '-' || *s == '+'))
        s++;
    bool some = digits(&s, end);
    if (s < end && *s == '.') {
        s++;
        some = digits(&s, end) || some;
    }
    if (some && s < end && (*s == 'e' || *s == 'E')) {
        s++;
        if (s < end && (*s == '-' || *s == '+'))
            s++;
        some = digits(&s, end);
    }
    return some && s == end;
}

/* Returns strtod's value of a well-formed number, whatever the locale's decimal point. */
static double read_double(const char *plain)
{
    char local[NUMBER_LONGEST + 16];
    size_t front = strcspn(plain, ".");
    bool point = plain[front] == '.';
    snprintf(local, sizeof local, "%.*s%s%s", (int)front, plain, point ? localeconv()->decimal_point : "",
             point ? plain + front + 1 : "");
    return strtod(local, NULL);
}

/* Replaces the locale's decimal point in snprintf's output by '.'. */
static void plain_point(char *s)
{
    const char *point = localeconv()->decimal_point;
    char *at = strstr(s, point);
    if (at) {
        size_t n = strlen(point);
        *at = '.';
        memmove(at + 1, at + n, strlen(at + n) + 1);
    }
}

enum number_error number_parse(const char *s, size_t n, double *out)
{
    static const char minus[] = "\xe2\x88\x92"; /* U+2212 */
    char copy[NUMBER_LONGEST + 1];
    size_t len = 0;
    if (n >= 3 && memcmp(s, minus, 3) == 0) {
        copy[len++] = '-';
        s += 3;
        n -= 3;
    }
    if (n == 0 || n > NUMBER_LONGEST - 1)
        return NUMBER_BAD;
    memcpy(copy + len, s, n);
    len += n;
    copy[len] = '\0';
    if (!well_formed(copy, copy + len))
        return NUMBER_BAD;
    double x = read_double(copy);
    if (!isfinite(x))
        return NUMBER_RANGE;
    *out = x;
    return NUMBER_OK;
}

enum number_error number_parse_int(const char *s, size_t n, long lo, long hi, long *out)
{
    const double most = 9007199254740991.0; /* above it, doubles skip integers */
    double x;
    enum number_error e = number_parse(s, n, &x);
    if (e != NUMBER_OK)
        return e;
    if (x != floor(x))
        return NUMBER_BAD;
    if (fabs(x) > most || x < (double)lo || x > (double)hi)
        return NUMBER_RANGE;
    *out = (long)x;
    return NUMBER_OK;
}

void number_shortest(struct text *out, double x)
{
    char s[40];
    if (out->failed)
        return;
    if (isnan(x)) {
        text_add(out, "nan");
        return;
    }
    if (isinf(x)) {
        text_add(out, x > 0 ? "inf" : "-inf");
        return;
    }
    /* 15 digits survive a round trip through a normal double, fewer through a subnormal one */
    for (int precision = fabs(x) < DBL_MIN ? 1 : DBL_DIG; precision <= 17; precision++) {
        snprintf(s, sizeof s, "%.*g", precision, x);
        plain_point(s);
        if (read_double(s) == x)
            break;
    }
    text_add(out, s);
}

void number_fixed(struct text *out, double x, int decimals, int width)
{
    char s[NUMBER_LONGEST];
    if (isnan(x) || isinf(x)) {
        text_add(out, isnan(x) ? "nan" : x > 0 ? "∞" : "-∞");
        return;
    }
    int n = snprintf(s, sizeof s, "%.*f", decimals, x);
    plain_point(s);
    int skip = s[0] == '-' && strspn(s, "-0.") == strlen(s);
    if (n >= (int)sizeof s || (int)strlen(s) - skip > width) {
        int precision = width > 8 ? width - 8 : 0; /* -1.e-100 is 8 wide */
        snprintf(s, sizeof s, "%.*e", precision < decimals ? precision : decimals, x);
        plain_point(s);
        skip = 0;
    }
    text_add(out, s + skip);
}

bool number_alike(double a, double b, int digits)
{
    double unit = pow(10, digits);
    return a == b || round(unit * a) == round(unit * b);
}

void number_significant(struct text *out, double x, int digits)
{
    char s[40];
    snprintf(s, sizeof s, "%.*g", digits, x);
    plain_point(s);
    text_add(out, s);
}

double number_tidy(double x, double scale)
{
    enum { DIGITS = 12 };
    char s[NUMBER_LONGEST];
    double near, places = scale != 0 && isfinite(scale) ? DIGITS - 1 - floor(log10(fabs(scale))) : 0;
    if (places < 0 || places > 300 || fabs(x) > 1e15)
        return x;
    snprintf(s, sizeof s, "%.*f", (int)places, x);
    plain_point(s);
    bool same =
        number_parse(s, strlen(s), &near) == NUMBER_OK && fabs(near - x) <= 4 * DBL_EPSILON * fabs(scale);
    return same ? near + 0.0 : x; /* no -0 */
}
