/* Softmax of a row, and LayerNorm of a row. */
#ifndef CORE_SOFTMAX_H
#define CORE_SOFTMAX_H

/* out[j] = exp(in[j] - max) / Σ exp(in[k] - max), n entries; the row maximum is
 * subtracted so that no exponential overflows (Vaswani et al. 2017 do not say
 * how; every implementation does). A row of -inf only has no key left and
 * becomes zeros, never NaN. out may be in. */
void softmax_row(double *out, const double *in, int n);

/* Mean and σ = √(variance + eps) of n entries, with the population variance
 * (Ba et al. 2016, equation 4). */
void norm_of_row(const double *in, int n, double eps, double *mean, double *sigma);

#endif
