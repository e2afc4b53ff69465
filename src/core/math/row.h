/* Element-wise kernels of softmax, several entries per instruction. */
#ifndef CORE_MATH_ROW_H
#define CORE_MATH_ROW_H

/* out[j] = in[j] / by, n entries; out may be in. */
void row_divide(double *out, const double *in, int n, double by);

/* out[j] = exp(in[j] - most) for n entries, none larger than `most`; 1 for entries equal to `most`, even
 * infinite ones. The relative error is below 4e-16; next to and below the smallest normal double (2e-308),
 * the result is as close as a double can be. out may be in. */
void row_exp(double *out, const double *in, int n, double most);

#endif
