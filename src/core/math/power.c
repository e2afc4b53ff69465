/* Logarithm, exponential and power. A power needs the logarithm in twice the usual precision: its error is
 * multiplied by y log x. */
#include <stdbool.h>

#include "core/math/elementary.h"
#include "core/math/twofold.h"

#define ROOT_HALF 0.70710678118654752440
#define PER_LN2 0x1.71547652b82fep0
#define WHOLE 0x1.8p52 /* a sum with it has no room for a fraction */

/* ln 2 = high + middle + low; k high is exact */
#define LN2_HIGH 0x1.62e42fefap-1
#define LN2_MIDDLE 0x1.cf79abc9e3b39p-40
#define LN2_LOW 0x1.007e5ed5e81e7p-93

static const struct twofold third = {0x1.5555555555555p-2, 0x1.5555555555555p-56},
                            fifth = {0x1.999999999999ap-3, -0x1.999999999999ap-57};

/* Splits x = 2^k m with m in [√½, √2). */
static double split_binary(double x, int *k)
{
    double m = frexp(x, k);
    if (m < ROOT_HALF) {
        m *= 2;
        --*k;
    }
    return m;
}

/* Returns 1/first + z/(first + 2) + z²/(first + 4) + …, enough of it for z = s², |s| <= 0.172. */
static double inverse_odds(double z, int first)
{
    enum { LAST = 25 };
    double sum = 0;
    for (int n = LAST; n >= first; n -= 2)
        sum = sum * z + 1.0 / n;
    return sum;
}

/* With f = m - 1 and s = f / (2 + f): log m = 2 (s + s³/3 + s⁵/5 …) = f - (f²/2 - s (f²/2 + R)), where
 * R = 2 (s²/3 + s⁴/5 …). */
double elementary_log(double x)
{
    if (!(x > 0))
        return x == 0 ? -INFINITY : NAN;
    if (isinf(x))
        return x;
    int k;
    double f = split_binary(x, &k) - 1, s = f / (2 + f), z = s * s, half = 0.5 * f * f;
    double R = 2 * z * inverse_odds(z, 3);
    return k * LN2_HIGH - ((half - (s * (half + R) + k * LN2_MIDDLE)) - f);
}

/* log x to about 70 bits, for a finite x > 0. */
static struct twofold log_twice(double x)
{
    int k;
    double f = split_binary(x, &k) - 1;
    struct twofold d = twofold_sum(2, f), s;
    s.hi = f / d.hi;
    s.lo = (fma(-s.hi, d.hi, f) - s.hi * d.lo) / d.hi;
    struct twofold z = twofold_mul(s, s),
                   sum = twofold_sum(fifth.hi, fifth.lo + z.hi * inverse_odds(z.hi, 7));
    sum = twofold_add(third, twofold_mul(z, sum));
    sum = twofold_add((struct twofold){1, 0}, twofold_mul(z, sum));
    sum = twofold_mul(s, sum);
    sum = twofold_add((struct twofold){k * LN2_HIGH, 0}, (struct twofold){2 * sum.hi, 2 * sum.lo});
    double middle = k * LN2_MIDDLE, rest = fma(k, LN2_MIDDLE, -middle) + k * LN2_LOW;
    return twofold_add(sum, twofold_sum(middle, rest));
}

/* exp(hi + lo): 2^n (1 + r + r²/2 + …) with |r| <= ln 2 / 2; the first terms in twice the precision. */
static double exp_twice(struct twofold x)
{
    enum { FIRST = 4, LAST = 14 };
    static const double inverse[] = {1.0 / 4,  1.0 / 5,  1.0 / 6,  1.0 / 7,  1.0 / 8, 1.0 / 9,
                                     1.0 / 10, 1.0 / 11, 1.0 / 12, 1.0 / 13, 1.0 / 14};
    if (!(x.hi < 710))
        return x.hi > 0 ? INFINITY : NAN;
    if (x.hi < -746)
        return 0;
    double n = (x.hi * PER_LN2 + WHOLE) - WHOLE, middle = n * LN2_MIDDLE;
    struct twofold r = twofold_sum(x.hi - n * LN2_HIGH, -middle);
    r.lo += x.lo - fma(n, LN2_MIDDLE, -middle) - n * LN2_LOW;
    r = twofold_sum(r.hi, r.lo);
    double sum = 1;
    for (int i = LAST; i >= FIRST; i--)
        sum = 1 + r.hi * inverse[i - FIRST] * sum; /* 1 + r/4 + r²/(4·5) + … */
    struct twofold y = twofold_add((struct twofold){0.5, 0}, twofold_mul(r, twofold_sum(sum / 6, 0)));
    y = twofold_add((struct twofold){1, 0}, twofold_mul(r, y));
    y = twofold_add((struct twofold){1, 0}, twofold_mul(r, y));
    return ldexp(y.hi + y.lo, (int)n);
}

double elementary_exp(double x)
{
    return exp_twice((struct twofold){x, 0});
}

/* The power where the logarithm of |x| or y has no digits. */
static double limit(double size, double y)
{
    if (size == 1)
        return 1;
    return (size > 1) == (y > 0) ? INFINITY : 0;
}

double elementary_pow(double x, double y)
{
    if (y == 0 || x == 1)
        return 1;
    if (isnan(x) || isnan(y))
        return NAN;
    bool whole = floor(y) == y, odd = whole && fmod(fabs(y), 2) == 1;
    double size = fabs(x), sign = signbit(x) && odd ? -1 : 1;
    if (size == 0 || isinf(size) || isinf(y))
        return sign * limit(size, y);
    if (x < 0 && !whole)
        return NAN;
    struct twofold l = log_twice(size);
    if (!(fabs(y * l.hi) < 1000))
        return sign * limit(size, y);
    return sign * exp_twice(twofold_mul((struct twofold){y, 0}, l));
}
