/* The largest of some numbers, and whether it is alone: numbers that are printed the same are tied. */
#ifndef CORE_MATH_LARGEST_H
#define CORE_MATH_LARGEST_H

#include <stdbool.h>

/* Returns the index of the largest of `count` numbers, the first of equal ones, 0 if none is finite. *tied:
 * another one is the same with `digits` decimals. */
int largest_of(const double *x, int count, int digits, bool *tied);

#endif
