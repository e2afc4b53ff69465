/* The one door to the heap, so that running out of memory is an answer and
 * never a crash: every function returns NULL when there is none, and callers
 * report it and keep the state they had. */
#ifndef BASE_MEM_H
#define BASE_MEM_H

#include <stddef.h>

/* Zeroed room for `count` things of `size` bytes; NULL if there is no room
 * or the product overflows. */
void *mem_new(size_t count, size_t size);

/* `old` made to hold `count` things of `size` bytes; NULL leaves `old` whole. */
void *mem_grow(void *old, size_t count, size_t size);

/* A copy of `n` bytes of `s` with a zero byte behind them. */
char *mem_copy_text(const char *s, size_t n);

void mem_free(void *p);

#endif
