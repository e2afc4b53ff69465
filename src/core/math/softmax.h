/* Softmax of a row, and LayerNorm of a row, each with its gradient. */
#ifndef CORE_MATH_SOFTMAX_H
#define CORE_MATH_SOFTMAX_H

#include "core/math/mat.h"

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

/* The entry `at` as an answer, of which the share `even` (0 to 1) is spread over all entries that are not
 * -inf (label smoothing, Szegedy et al. 2016): q[j] = even/visible, and 1 - even more at `at`. */
struct answer {
    int at;
    double even;
};

/* -Σ_j q[j]·log of share j of softmax(in), for n entries, without overflow: log Σ_k exp(in[k] - max) -
 * Σ_j q[j]·(in[j] - max). Infinite if entry `at` is -inf. */
double softmax_cross_entropy(const double *in, int n, struct answer answer);

/* Its gradients times `scale`, from the shares p[j]: by the shares, d_p[j] -= scale·q[j]/p[j]; by the
 * entries, d_in[j] += scale·(p[j] - q[j]), which already passes through the softmax. */
void softmax_cross_entropy_back(double *d_p, double *d_in, const double *p, int n, struct answer answer,
                                double scale);

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

/* The same for x/σ with σ of rms_of_row: out[j] += (d[j] - y[j]·mean(d·y))/σ. sigma < 0: -σ is the length of
 * the row, and out[j] += (d[j] - y[j]·Σ d·y)/σ. */
void rms_back(double *out, const double *in, const double *d, int n, double sigma);

/* softmax_row with one more entry, `sink`, that takes its share and is no entry of out. Returns that share: 1
 * for a row that has no key left. -inf: as softmax_row. */
double softmax_sink(double *out, const double *in, int n, double sink);

/* Element-wise kernels of softmax, several entries per instruction. */

/* out[j] = in[j] / by, n entries; out may be in. */
void row_divide(double *out, const double *in, int n, double by);

/* out[j] = exp(in[j] - most) for n entries, none larger than `most`; 1 for entries equal to `most`, even
 * infinite ones. The relative error is below 4e-16; next to and below the smallest normal double (2e-308),
 * the result is as close as a double can be. out may be in. */
void row_exp(double *out, const double *in, int n, double most);

#endif
