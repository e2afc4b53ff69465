/* Sums of decimals as they are printed, exact: what a person gets who adds the
 * numbers on the screen by hand. */
#ifndef BASE_DECIMAL_H
#define BASE_DECIMAL_H

#include <stdbool.h>

struct text;

struct decimal {
    long long whole, part;   /* value = whole + part / 10^digits; part may have the other sign */
    int digits;              /* decimals of every number added, at most 17 */
};

/* Adds (sign 1) or takes away (sign -1) a number as number_fixed writes it with d->digits decimals.
 * false: it is written otherwise (an exponent, infinity) or has more than 17 digits before its point; *d as before. */
bool decimal_add(struct decimal *d, const char *s, int sign);
bool decimal_is_zero(const struct decimal *d);
/* With d->digits decimals. */
void decimal_print(const struct decimal *d, struct text *out);

#endif
