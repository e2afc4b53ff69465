/* Our own sine, cosine, logarithm, power and exponential. The C library chooses between versions of them by
 * processor, and libraries differ, each in the last bit now and then; training multiplies such a bit. These
 * do the same additions and multiplications everywhere. Nowhere are they off by more than one unit in the
 * last place. NaN, infinities and zeros as in C11, annex F. */
#ifndef CORE_MATH_ELEMENTARY_H
#define CORE_MATH_ELEMENTARY_H

double elementary_sin(double x); /* radians; NaN for infinities */
double elementary_cos(double x);
void elementary_sincos(double x, double *s, double *c); /* both, in the time of little more than one */

double elementary_log(double x);           /* natural; -inf for 0, NaN below */
double elementary_exp(double x);           /* e^x */
double elementary_pow(double x, double y); /* x^y; NaN for x < 0 unless y is whole */

#endif
