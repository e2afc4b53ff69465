/* The only access to the heap. Every function returns NULL when memory is exhausted;
 * callers report that and keep their state.
 *
 * The ground floor knows nothing of attention. It is here because the C library leaves open what this program
 * may not: what a number looks like in a locale, how wide a character is, what happens when memory ends. */
#ifndef BASE_MEM_H
#define BASE_MEM_H

#include <stddef.h>

/* Returns `count` zeroed objects of `size` bytes; NULL if memory is exhausted
 * or the product overflows. */
void *mem_new(size_t count, size_t size);

/* Resizes `old` to `count` objects of `size` bytes. On failure returns NULL and leaves `old` unchanged. */
void *mem_grow(void *old, size_t count, size_t size);

/* Returns a copy of the first `n` bytes of `s`, followed by a NUL. */
char *mem_copy_text(const char *s, size_t n);

void mem_free(void *p);

#endif
