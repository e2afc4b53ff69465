/* Numbers as people write them, the same in every locale. */
#ifndef BASE_NUMBER_H
#define BASE_NUMBER_H

#include <stdbool.h>
#include <stddef.h>

struct text;

enum number_error { NUMBER_OK, NUMBER_BAD, NUMBER_RANGE };

/* The whole of s (n bytes, at most 399) as the nearest double: sign (also U+2212),
 * digits, '.', exponent. NUMBER_BAD: not a number (nan, inf, hexadecimal and
 * nothing are not); NUMBER_RANGE: too large. *out is set on NUMBER_OK only. */
enum number_error number_parse(const char *s, size_t n, double *out);

/* The whole of s as an integer within [lo, hi] and ±(2^53 - 1), in any form that
 * number_parse reads ("1e3" is 1000). NUMBER_BAD: not a number or not whole. */
enum number_error number_parse_int(const char *s, size_t n, long lo, long hi, long *out);

/* As few digits as read back to the same double ("0.1", "1e-07", "-0"); inf, -inf,
 * nan as such. (For 46 powers of two it is one digit more than the least.) */
void number_shortest(struct text *out, double x);

/* A sum of numbers of the size of `scale` without the noise of adding: with 12 digits
 * of that size where it is the same but for rounding (0.1 + 0.1 + 0.1 is 0.3, 0.3 - 0.1 -
 * 0.1 - 0.1 is 0), else x. */
double number_tidy(double x, double scale);

/* `x` with `digits` decimals; when that needs more than `width` columns, in
 * exponent form with as many of them as fit; -0.000 is written 0.000, infinity ∞.
 * Right-aligned is the caller's work. */
void number_fixed(struct text *out, double x, int digits, int width);

/* `x` with at most `digits` (1 to 17) significant digits, as printf's %g. */
void number_significant(struct text *out, double x, int digits);

#endif
