/* Exact sums of printed decimals: what someone adding up the screen by hand would get. */
#ifndef BASE_DECIMAL_H
#define BASE_DECIMAL_H

#include <stdbool.h>

struct text;

struct decimal {
    long long whole, part; /* value = whole + part / 10^digits; part may have the other sign */
    int digits;            /* decimals of every number added, at most 17 */
};

/* Adds (sign 1) or subtracts (sign -1) the number s, which number_fixed wrote with d->digits decimals.
 * Returns false and leaves *d unchanged if s has another form (exponent, infinity) or more than 17 integer
 * digits. */
bool decimal_add(struct decimal *d, const char *s, int sign);
/* The same with x as number_fixed writes it in `width` columns. */
bool decimal_add_printed(struct decimal *d, double x, int sign, int width);
bool decimal_is_zero(const struct decimal *d);
/* Appends the sum to `out` with d->digits decimals. */
void decimal_print(const struct decimal *d, struct text *out);

#endif
