#include "base/decimal.h"

#include <ctype.h>
#include <string.h>

#include "base/number.h"
#include "base/text.h"

enum { MOST_DIGITS = 17 };

static long long unit(int digits)
{
    long long u = 1;
    while (digits-- > 0)
        u *= 10;
    return u;
}

/* Reads the digits at *s (at most MOST_DIGITS + 1 of them), advances *s and sets *count to their number. */
static long long digits_at(const char **s, int *count)
{
    long long x = 0;
    for (*count = 0; isdigit((unsigned char)**s) && *count <= MOST_DIGITS; ++*s, ++*count)
        x = 10 * x + (**s - '0');
    return x;
}

bool decimal_add(struct decimal *d, const char *s, int sign)
{
    int whole_digits, part_digits = 0;
    if (*s == '-') {
        sign = -sign;
        s++;
    }
    long long whole = digits_at(&s, &whole_digits), part = 0;
    if (*s == '.') {
        s++;
        part = digits_at(&s, &part_digits);
    }
    if (*s || whole_digits == 0 || whole_digits > MOST_DIGITS || part_digits != d->digits)
        return false;
    d->whole += sign * whole;
    d->part += sign * part;
    d->whole += d->part / unit(d->digits);
    d->part %= unit(d->digits);
    return true;
}

bool decimal_add_printed(struct decimal *d, double x, int sign, int width)
{
    struct text t = TEXT_HERE;
    number_fixed(&t, x, d->digits, width);
    bool ok = decimal_add(d, text_str(&t), sign);
    text_finish(&t);
    return ok;
}

bool decimal_is_zero(const struct decimal *d)
{
    return d->whole == 0 && d->part == 0;
}

void decimal_print(const struct decimal *d, struct text *out)
{
    long long whole = d->whole, part = d->part;
    if (whole > 0 && part < 0) {
        whole--;
        part += unit(d->digits);
    } else if (whole < 0 && part > 0) {
        whole++;
        part -= unit(d->digits);
    }
    bool negative = whole < 0 || part < 0;
    text_addf(out, "%s%lld", negative ? "-" : "", whole < 0 ? -whole : whole);
    if (d->digits > 0)
        text_addf(out, ".%0*lld", d->digits, part < 0 ? -part : part);
}
