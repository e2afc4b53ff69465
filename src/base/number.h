/* Numbers as people write them, the same in every locale. */
#ifndef BASE_NUMBER_H
#define BASE_NUMBER_H

#include <stdbool.h>
#include <stddef.h>

struct text;

enum number_error { NUMBER_OK, NUMBER_BAD, NUMBER_RANGE };

/* The whole of s (n bytes) as a finite double: sign, digits, '.', exponent.
 * NUMBER_BAD: not a number (nan and inf are not); NUMBER_RANGE: too large. */
enum number_error number_parse(const char *s, size_t n, double *out);

/* The whole of s as an integer within [lo, hi]. */
enum number_error number_parse_int(const char *s, size_t n, long lo, long hi, long *out);

/* Shortest form that reads back as the same double ("0.1", "1e-07", "inf"). */
void number_shortest(struct text *out, double x);

/* `x` with `digits` decimals; when that needs more than `width` columns, in
 * exponent form; -0.000 is written 0.000. Right-aligned is the caller's work. */
void number_fixed(struct text *out, double x, int digits, int width);

#endif
