/* Softmax of a row, and LayerNorm of a row, each with its gradient. */
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

/* The gradient of softmax: from the shares w[j] and the loss's gradient d[j] with respect to them, the
 * gradient with respect to the entries, out[j] = w[j]·(d[j] - Σ_k w[k] d[k]). out may be d. */
void softmax_back(double *out, const double *w, const double *d, int n);

/* -log of share `at` of softmax(in): log Σ_k exp(in[k] - max) - (in[at] - max), which does not overflow.
 * Its gradient with respect to entry j is share j, less 1 for j = at. Infinite if entry `at` is -inf. */
double softmax_cross_entropy(const double *in, int n, int at);

/* Mean and σ = √(variance + eps) of n entries, with the population variance
 * (Ba et al. 2016, equation 4). */
void norm_of_row(const double *in, int n, double eps, double *mean, double *sigma);

/* The same around 0: returns √(mean of the squares + eps) (Zhang and Sennrich 2019). */
double rms_of_row(const double *in, int n, double eps);

/* (x - mean)/σ, or 0 if σ = 0: the limit for a row of equal entries as eps → 0. */
double norm_entry(double x, double mean, double sigma);

/* The gradient of norm_entry along a row: from the loss's gradient d[j] by the results y[j] = (x[j] -
 * mean)/σ, out[j] += (d[j] - mean(d) - y[j]·mean(d·y))/σ; nothing if σ = 0. `in` is the row of x. */
void norm_back(double *out, const double *in, const double *d, int n, double eps);

#endif
