/* Softmax of a row, and LayerNorm of a row. */
#ifndef CORE_MATH_SOFTMAX_H
#define CORE_MATH_SOFTMAX_H

/* out[j] = exp(in[j] - max) / Σ exp(in[k] - max), n entries; the row maximum is
 * subtracted so that no exponential overflows (Vaswani et al. 2017 do not say
 * how; every implementation does). A row of -inf only has no key left and
 * becomes zeros, never NaN. Equal entries get equal shares, +inf too. A NaN in
 * the row makes the whole row NaN: it is never mistaken for a mask. out may be in. */
void softmax_row(double *out, const double *in, int n);

/* The two steps of it: the largest of n entries (-inf: no key left; NaN when one
 * is), and exp(x - max), which is 1 for the largest even when that is infinite. */
double softmax_max(const double *in, int n);
double softmax_exp(double x, double max);

/* Mean and σ = √(variance + eps) of n entries, with the population variance
 * (Ba et al. 2016, equation 4). */
void norm_of_row(const double *in, int n, double eps, double *mean, double *sigma);

/* (x - mean)/σ; 0 when σ = 0, which is what a row of equal entries tends to as eps → 0. */
double norm_entry(double x, double mean, double sigma);

#endif
