/* What a softmax does to the entries of a row one like the other: several at a time. */
#ifndef CORE_MATH_ROW_H
#define CORE_MATH_ROW_H

/* out[j] = in[j] / by, n entries; out may be in. */
void row_divide(double *out, const double *in, int n, double by);

/* out[j] = exp(in[j] - most), n entries, none of which is larger than `most`; 1 where
 * they are equal, even infinite. Relative error below 4e-16 (next to the smallest normal
 * double, 2e-308, and under it as near as a double can be); out may be in. */
void row_exp(double *out, const double *in, int n, double most);

#endif
