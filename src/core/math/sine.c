/* Sine and cosine: the angle modulo a quarter turn in twice the usual precision, then the Taylor series on
 * [-π/4, π/4]. Angles beyond 2^21 are reduced with as many digits of 2/π as they reach (Payne and Hanek
 * 1983). */
#include <stdint.h>
#include <string.h>

#include "core/math/elementary.h"
#include "core/math/twofold.h"

#define NEAR 0x1p21
#define APART 0x1p-10
#define QUARTERS_PER_RADIAN 0x1.45f306dc9c883p-1 /* 2/π */
#define WHOLE 0x1.8p52                           /* a sum with it has no room for a fraction */

/* π/2 in pieces of 32 bits: a number of quarters below NEAR times a piece is exact. */
static const double quarter[] = {0x1.921fb544p+0, 0x1.0b4611a6p-34, 0x1.3198a2e0p-69, 0x1.b839a252049c1p-104};
static const struct twofold half_pi = {0x1.921fb54442d18p+0, 0x1.1a62633145c07p-54};

/* The binary digits of 2/π after the point, 32 a word. */
static const uint32_t digits[] = {
    0xa2f9836e, 0x4e441529, 0xfc2757d1, 0xf534ddc0, 0xdb629599, 0x3c439041, 0xfe5163ab, 0xdebbc561,
    0xb7246e3a, 0x424dd2e0, 0x06492eea, 0x09d1921c, 0xfe1deb1c, 0xb129a73e, 0xe88235f5, 0x2ebb4484,
    0xe99c7026, 0xb45f7e41, 0x3991d639, 0x835339f4, 0x9c845f8b, 0xbdf9283b, 0x1ff897ff, 0xde05980f,
    0xef2f118b, 0x5a0a6d1f, 0x6d367ecf, 0x27cb09b7, 0x4f463f66, 0x9e5fea2d, 0x7527bac7, 0xebe5f17b,
    0x3d0739f7, 0x8a5292ea, 0x6bfb5fb1, 0x1f8d5d08, 0x56033046, 0xfc7b6bab, 0xf0cfbc20};

enum { BITS = 32, USED = 7, WORDS = USED + 2 }; /* words of digits used, words of a product with a double */

/* -1/3!, 1/5! … and -1/2! aside 1/4!, -1/6! … */
static const double sine_terms[] = {
    1.0 / 120,         -1.0 / 5040,           1.0 / 362880,          -1.0 / 39916800,
    1.0 / 6227020800., -1.0 / 1307674368000., 1.0 / 355687428096000.};
static const double cosine_terms[] = {
    1.0 / 24,         -1.0 / 720,          1.0 / 40320,          -1.0 / 3628800,
    1.0 / 479001600., -1.0 / 87178291200., 1.0 / 20922789888000.};
enum { TERMS = 7 };

/* A reduced angle: quarter turns (modulo 4) and a rest in [-π/4, π/4]. */
struct reduced {
    unsigned quarters;
    struct twofold rest;
};

static struct reduced reduce_near(double x)
{
    double n = (x * QUARTERS_PER_RADIAN + WHOLE) - WHOLE, first = x - n * quarter[0], second = n * quarter[1];
    double hi = first - second, lo = ((first - hi) - second) - n * (quarter[2] + quarter[3]), sum = hi + lo;
    struct twofold r = {sum, lo - (sum - hi)};
    if (fabs(sum) < APART) { /* digits cancel: the last piece counts */
        r = twofold_sum(first, -second);
        r = twofold_add(r, twofold_sum(-n * quarter[2], -n * quarter[3]));
    }
    return (struct reduced){(unsigned)(int)n & 3, r};
}

/* Sets out to the product of m and the digits from word `first` on, most significant word first. */
static void digits_product(uint32_t out[WORDS], uint64_t m, int first)
{
    const uint64_t low = m & UINT32_MAX, high = m >> BITS;
    memset(out, 0, WORDS * sizeof *out);
    for (int i = USED - 1; i >= 0; i--) {
        uint64_t a = digits[first + i] * low, b = digits[first + i] * high, carry = 0;
        uint64_t parts[3] = {(uint32_t)a, (a >> BITS) + (uint32_t)b, b >> BITS};
        for (int k = 0; k < 3 && i + 2 - k >= 0; k++) {
            carry += out[i + 2 - k] + parts[k];
            out[i + 2 - k] = (uint32_t)carry;
            carry >>= BITS;
        }
        for (int k = i - 1; k >= 0 && carry > 0; k--) {
            carry += out[k];
            out[k] = (uint32_t)carry;
            carry >>= BITS;
        }
    }
}

static void shift_left(uint32_t w[WORDS], int by)
{
    for (; by > 0; by -= BITS) {
        int step = by < BITS ? by : BITS;
        for (int i = 0; i < WORDS; i++) {
            uint64_t both = (uint64_t)w[i] << BITS | (i + 1 < WORDS ? w[i + 1] : 0);
            w[i] = (uint32_t)(both << step >> BITS);
        }
    }
}

/* x = m 2^e with an integer m. The digits before `first` only add whole turns; what is left out after the
 * last one is below 2^-137 quarters, and no double comes nearer than 2^-62 to a whole number of them. */
static struct reduced reduce_far(double x)
{
    uint32_t w[WORDS];
    int e;
    double scale = 1, sign = 1;
    uint64_t m = (uint64_t)ldexp(frexp(x, &e), 53);
    e -= 53;
    int first = e < 2 ? 0 : (e - 2) / BITS, point = BITS * (first + USED) - e;
    digits_product(w, m, first);
    shift_left(w, BITS * WORDS - point - 2);
    unsigned quarters = w[0] >> (BITS - 2);
    shift_left(w, 2);
    if (w[0] >> (BITS - 1)) {
        uint64_t carry = 1; /* 1 - w, where w is a fraction */
        for (int i = WORDS - 1; i >= 0; i--) {
            carry += (uint32_t)~w[i];
            w[i] = (uint32_t)carry;
            carry >>= BITS;
        }
        quarters++;
        sign = -1;
    }
    struct twofold f = {0, 0};
    for (int i = 0; i < WORDS; i++) {
        scale /= 0x1p32;
        struct twofold sum = twofold_sum(f.hi, w[i] * scale);
        f = (struct twofold){sum.hi, f.lo + sum.lo};
    }
    f = twofold_mul(twofold_sum(sign * f.hi, sign * f.lo), half_pi);
    return (struct reduced){quarters & 3, f};
}

/* Sets { sin(hi + lo), cos(hi + lo) }: sin hi + lo cos hi and cos hi - lo sin hi. What 1 - z/2 loses to
 * rounding is added back. */
static void both_of(double out[2], struct twofold x)
{
    double z = x.hi * x.hi, sine = sine_terms[TERMS - 1], cosine = cosine_terms[TERMS - 1], w = 1 - 0.5 * z;
#pragma GCC unroll 8
    for (int i = TERMS - 2; i >= 0; i--) {
        sine = sine * z + sine_terms[i];
        cosine = cosine * z + cosine_terms[i];
    }
    out[0] = x.hi + (x.hi * z * (-1.0 / 6 + z * sine) + (x.lo - 0.5 * z * x.lo));
    out[1] = w + (((1 - w) - 0.5 * z) + (z * z * cosine - x.hi * x.lo));
}

void elementary_sincos(double x, double *s, double *c)
{
    static const double signs[4] = {1, 1, -1, -1}; /* by quarters; a cosine is a quarter ahead */
    double both[2], size = fabs(x);
    if (!isfinite(x)) {
        *s = *c = NAN;
        return;
    }
    struct reduced t = size < NEAR ? reduce_near(size) : reduce_far(size);
    both_of(both, t.rest);
    *s = copysign(1, x) * signs[t.quarters] * both[t.quarters & 1];
    *c = signs[(t.quarters + 1) & 3] * both[~t.quarters & 1];
}

double elementary_sin(double x)
{
    double s, c;
    elementary_sincos(x, &s, &c);
    return s;
}

double elementary_cos(double x)
{
    double s, c;
    elementary_sincos(x, &s, &c);
    return c;
}
