/* "did you mean": how far a mistyped name is from a known one. */
#ifndef BASE_NEAR_H
#define BASE_NEAR_H

#include <stddef.h>

/* Letters to insert, drop, change or swap to get from a to b (Damerau's
 * restricted distance), at most `limit` + 1. */
int near_distance(const char *a, const char *b, int limit);

/* The nearest name (at most 2 letters away, 1 from a name of four letters or fewer, and not all of them other letters) in a table whose rows are `size` bytes,
 * begin with a const char * and end with NULL. NULL: none is near. */
const char *near_name(const char *name, const void *table, size_t size);

#endif
