/* One step of learning: moves numbers against their gradient. All of a model's numbers are one row. */
#ifndef CORE_MATH_OPTIMIZER_H
#define CORE_MATH_OPTIMIZER_H

#include <stddef.h>

/* Stochastic gradient descent: x[i] -= rate·gradient[i]. */
void optimizer_sgd(double *x, const double *gradient, size_t count, double rate);

/* Adam (Kingma, Ba 2015, algorithm 1). `step` counts from 1; m and v, count numbers each, are 0 before it:
 *   m = beta1·m + (1 - beta1)·g,   v = beta2·v + (1 - beta2)·g²,
 *   x -= rate · (m / (1 - beta1^step)) / (√(v / (1 - beta2^step)) + eps) */
struct adam {
    double rate, beta1, beta2, eps;
    long step;
    double *m, *v;
};

/* Returns Adam's usual constants with this rate: 0.9, 0.999, 1e-8. */
struct adam adam_of(double rate);

void optimizer_adam(double *x, const double *gradient, size_t count, const struct adam *how);

#endif
