/* A heap whose k-th allocation fails and which counts leaks. It replaces the functions of base/mem.h in tests
 * that include it. */
#ifndef SUPPORT_FAILING_HEAP_H
#define SUPPORT_FAILING_HEAP_H

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"

static long left; /* allocations until one fails; 0: none fails */
static long live; /* blocks not freed yet */
static bool hit;  /* an allocation has failed */

static bool fails(void)
{
    if (left == 0 || --left > 0)
        return false;
    hit = true;
    return true;
}

void *mem_new(size_t count, size_t size)
{
    void *p = fails() ? NULL : calloc(count ? count : 1, size ? size : 1);
    live += p != NULL;
    return p;
}

void *mem_grow(void *old, size_t count, size_t size)
{
    void *p = fails() ? NULL : realloc(old, count > 0 && size > 0 ? count * size : 1);
    live += p != NULL && old == NULL;
    return p;
}

char *mem_copy_text(const char *s, size_t n)
{
    char *copy = mem_new(n + 1, 1);
    if (copy && n)
        memcpy(copy, s, n);
    return copy;
}

void mem_free(void *p)
{
    live -= p != NULL;
    free(p);
}

#endif
