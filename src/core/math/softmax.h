/* Softmax of a row, and LayerNorm of a row. */
#ifndef CORE_MATH_SOFTMAX_H
#define CORE_MATH_SOFTMAX_H

/* out[j] = exp(in[j] - max) / Σ exp(in[k] - max) for n entries. Subtracting the row maximum
 * prevents overflow (Vaswani et al. 2017 leave this open; every implementation does it).
 * A row of -inf has no key left and becomes zeros, never NaN. Equal entries get equal shares,
 * +inf too. A NaN makes the whole row NaN, to tell it from a mask. out may be in. */
void softmax_row(double *out, const double *in, int n);

/* Its two steps: the largest of n entries (-inf: no key left; NaN if any is NaN),
 * and exp(x - max), which is 1 for the largest even if that is infinite. */
double softmax_max(const double *in, int n);
double softmax_exp(double x, double max);

/* Mean and σ = √(variance + eps) of n entries, with the population variance
 * (Ba et al. 2016, equation 4). */
void norm_of_row(const double *in, int n, double eps, double *mean, double *sigma);

/* (x - mean)/σ, or 0 if σ = 0: the limit for a row of equal entries as eps → 0. */
double norm_entry(double x, double mean, double sigma);

#endif
