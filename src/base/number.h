/* Reading and printing numbers, independent of the locale. */
#ifndef BASE_NUMBER_H
#define BASE_NUMBER_H

#include <stdbool.h>
#include <stddef.h>

struct text;

enum number_error { NUMBER_OK, NUMBER_BAD, NUMBER_RANGE };

/* Reads all of s (n bytes, at most 399) as the nearest double: sign (also U+2212), digits, '.', exponent.
 * Returns NUMBER_BAD if s is not such a number (empty, nan, inf and hexadecimal are not),
 * NUMBER_RANGE if it is too large. Sets *out only on NUMBER_OK. */
enum number_error number_parse(const char *s, size_t n, double *out);

/* Reads all of s as an integer within [lo, hi] and ±(2^53 - 1), in any form that number_parse
 * accepts ("1e3" is 1000). Returns NUMBER_BAD if s is not a number or not an integer. */
enum number_error number_parse_int(const char *s, size_t n, long lo, long hi, long *out);

/* Appends x with the fewest digits that read back to the same double ("0.1", "1e-07", "-0"), or inf, -inf,
 * nan. (46 powers of two get one digit more than the minimum.) */
void number_shortest(struct text *out, double x);

/* Removes rounding noise from a sum x of numbers of the size of `scale`. Returns x rounded to 12 digits
 * of that size if the two differ by rounding only, else x.
 * (0.1 + 0.1 + 0.1 gives 0.3, and 0.3 - 0.1 - 0.1 - 0.1 gives 0.) */
double number_tidy(double x, double scale);

/* Appends x with `digits` decimals. If that needs more than `width` columns, uses exponent form with as many
 * digits as fit. Writes -0.000 as 0.000 and infinity as ∞. Does not pad; the caller aligns. */
void number_fixed(struct text *out, double x, int digits, int width);

/* Returns whether a and b are the same number when written with `digits` decimals; NaN is like nothing. */
bool number_alike(double a, double b, int digits);

/* Appends x with at most `digits` (1 to 17) significant digits, like printf's %g. */
void number_significant(struct text *out, double x, int digits);

#endif
