#include "core/math/activation.h"

#include <math.h>
#include <stddef.h>

#include "core/math/elementary.h"

#define ROOT_HALF 0.70710678118654752440       /* √(1/2) */
#define ROOT_2_PI 0.79788456080286535588       /* √(2/π) */
#define ROOT_1_2PI 0.39894228040143267794      /* 1/√(2π) */
#define TWO_PER_ROOT_PI 1.12837916709551257390 /* 2/√π */
#define CUBE 0.044715
#define QUICK 1.702

/* erf(x) = 2/√π · exp(-x²) · (x + 2x³/3 + 4x⁵/15 + …) (Abramowitz and Stegun, 7.1.6), within 1e-15. All terms
 * have one sign, so nothing cancels; from |x| = 6 on the result rounds to ±1. The rounding of x² is taken out
 * of exp(-x²): x² = h² + (x - h)(x + h), and the square of h, x to ten binary places, is exact. */
static double error_function(double x)
{
    double sum = x, term = x, size = fabs(x), h = floor(size * 1024) / 1024;
    if (fabs(x) >= 6)
        return x < 0 ? -1 : 1;
    for (int n = 1; fabs(term) > 1e-18 * fabs(sum); n++) {
        term *= 2 * x * x / (2 * n + 1);
        sum += term;
    }
    return TWO_PER_ROOT_PI * (elementary_exp(-h * h) * elementary_exp(-(size - h) * (size + h))) * sum;
}

/* Φ(x), the normal distribution */
static double normal_cdf(double x)
{
    return 0.5 * (1 + error_function(x * ROOT_HALF));
}

/* tanh(x) */
static double tanh_of(double x)
{
    double e = elementary_exp(-2 * fabs(x)), y = (1 - e) / (1 + e);
    return x < 0 ? -y : y;
}

/* 1/(1 + exp(-x)), where the exponential cannot overflow */
static double sigmoid(double x)
{
    double e = elementary_exp(-fabs(x));
    return (x < 0 ? e : 1) / (1 + e);
}

static double silu_slope(double x)
{
    double s = sigmoid(x);
    return s + x * s * (1 - s);
}

const char *activation_name(int a)
{
    static const char *const names[ACTIVATION_COUNT] = {[ACTIVATION_RELU] = "relu",
                                                        [ACTIVATION_GELU] = "gelu",
                                                        [ACTIVATION_GELU_NEW] = "gelu_new",
                                                        [ACTIVATION_SILU] = "silu",
                                                        [ACTIVATION_QUICK] = "quick_gelu"};
    return a >= 0 && a < ACTIVATION_COUNT ? names[a] : NULL;
}

double activation_at(enum activation a, double x)
{
    switch (a) {
    case ACTIVATION_GELU:
        return x * normal_cdf(x);
    case ACTIVATION_GELU_NEW:
        return 0.5 * x * (1 + tanh_of(ROOT_2_PI * (x + CUBE * x * x * x)));
    case ACTIVATION_SILU:
        return x * sigmoid(x);
    case ACTIVATION_QUICK: /* x·σ(1.702x) = silu(1.702x)/1.702 */
        return x * sigmoid(QUICK * x);
    default:
        return x < 0 ? 0 : x;
    }
}

double activation_slope(enum activation a, double x)
{
    double t;
    switch (a) {
    case ACTIVATION_GELU:
        return normal_cdf(x) + x * ROOT_1_2PI * elementary_exp(-x * x / 2);
    case ACTIVATION_GELU_NEW:
        t = tanh_of(ROOT_2_PI * (x + CUBE * x * x * x));
        return 0.5 * (1 + t) + 0.5 * x * (1 - t * t) * ROOT_2_PI * (1 + 3 * CUBE * x * x);
    case ACTIVATION_SILU:
        return silu_slope(x);
    case ACTIVATION_QUICK:
        return silu_slope(QUICK * x);
    default:
        return x > 0;
    }
}

double cap_at(double limit, double x)
{
    return limit * tanh_of(x / limit);
}

double cap_slope(double limit, double x)
{
    double t = tanh_of(x / limit);
    return 1 - t * t;
}
