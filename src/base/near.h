/* Suggestions for "did you mean": edit distance between names. */
#ifndef BASE_NEAR_H
#define BASE_NEAR_H

#include <stddef.h>

/* Returns the number of letters to insert, delete, replace or swap to get from a to b
 * (Damerau's restricted distance), at most `limit` + 1. */
int near_distance(const char *a, const char *b, int limit);

/* Returns the nearest name within 2 edits (1 if `name` has two to four letters, 0 if it has one), or NULL.
 * The table's rows are `size` bytes long, begin with a const char * and end with NULL. */
const char *near_name(const char *name, const void *table, size_t size);

#endif
