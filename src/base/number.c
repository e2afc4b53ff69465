#include "base/number.h"

#include <errno.h>
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

/* [sign] digits [. digits] [e [sign] digits], at least one digit in front */
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

enum number_error number_parse(const char *s, size_t n, double *out)
{
    static const char minus[] = "\xe2\x88\x92";   /* U+2212 */
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
    double x = strtod(copy, NULL);     /* '.' is the point: LC_NUMERIC stays "C" */
    if (!isfinite(x))
        return NUMBER_RANGE;
    *out = x;
    return NUMBER_OK;
}

enum number_error number_parse_int(const char *s, size_t n, long lo, long hi, long *out)
{
    double x;
    enum number_error e = number_parse(s, n, &x);
    if (e != NUMBER_OK)
        return e;
    if (x != floor(x))
        return NUMBER_BAD;
    if (x < (double)lo || x > (double)hi)
        return NUMBER_RANGE;
    *out = (long)x;
    return NUMBER_OK;
}

void number_shortest(struct text *out, double x)
{
    char s[40];
    if (isnan(x)) {
        text_add(out, "nan");
        return;
    }
    if (isinf(x)) {
        text_add(out, x > 0 ? "inf" : "-inf");
        return;
    }
    for (int precision = 15; precision <= 17; precision++) {
        snprintf(s, sizeof s, "%.*g", precision, x);
        if (strtod(s, NULL) == x)
            break;
    }
    text_add(out, s);
}

static bool is_zero(const char *s)
{
    return strspn(s, "-0.") == strlen(s);
}

void number_fixed(struct text *out, double x, int decimals, int width)
{
    char s[NUMBER_LONGEST];
    if (isnan(x) || isinf(x)) {
        text_add(out, isnan(x) ? "nan" : x > 0 ? "∞" : "-∞");
        return;
    }
    int n = snprintf(s, sizeof s, "%.*f", decimals, x);
    if (n > width || n >= (int)sizeof s) {
        int precision = width > 8 ? width - 8 : 0;
        snprintf(s, sizeof s, "%.*e", precision < decimals ? precision : decimals, x);
    }
    text_add(out, s[0] == '-' && is_zero(s) ? s + 1 : s);
}
