/* A number as the sum of two doubles, about 32 digits (Dekker 1971). */
#ifndef CORE_MATH_TWOFOLD_H
#define CORE_MATH_TWOFOLD_H

#include <math.h>

struct twofold {
    double hi, lo; /* the number hi + lo, |lo| <= half a unit in the last place of hi */
};

/* Returns a + b without an error. */
static inline struct twofold twofold_sum(double a, double b)
{
    double hi = a + b, rest = hi - a;
    return (struct twofold){hi, (a - (hi - rest)) + (b - rest)};
}

static inline struct twofold twofold_add(struct twofold a, struct twofold b)
{
    struct twofold sum = twofold_sum(a.hi, b.hi);
    return twofold_sum(sum.hi, sum.lo + (a.lo + b.lo));
}

static inline struct twofold twofold_mul(struct twofold a, struct twofold b)
{
    double p = a.hi * b.hi;
    double e = fma(a.hi, b.hi, -p) + (a.hi * b.lo + a.lo * b.hi);
    double hi = p + e;
    return (struct twofold){hi, e - (hi - p)};
}

#endif
