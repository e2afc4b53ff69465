#include "core/math/optimizer.h"

#include <math.h>

#include "core/math/elementary.h"

void optimizer_sgd(double *x, const double *gradient, size_t count, double rate)
{
    for (size_t i = 0; i < count; i++)
        x[i] -= rate * gradient[i];
}

struct adam adam_of(double rate)
{
    return (struct adam){.rate = rate, .beta1 = 0.9, .beta2 = 0.999, .eps = 1e-8};
}

void optimizer_adam(double *x, const double *gradient, size_t count, const struct adam *how)
{
    double first = 1 - elementary_pow(how->beta1, (double)how->step),
           second = 1 - elementary_pow(how->beta2, (double)how->step);
    for (size_t i = 0; i < count; i++) {
        double g = gradient[i];
        how->m[i] = how->beta1 * how->m[i] + (1 - how->beta1) * g;
        how->v[i] = how->beta2 * how->v[i] + (1 - how->beta2) * g * g;
        x[i] -= how->rate * (how->m[i] / first) / (sqrt(how->v[i] / second) + how->eps);
    }
}
