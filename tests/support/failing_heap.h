/* A heap whose k-th allocation fails and which counts leaks. It replaces the functions of base/mem.h in the
 * program of a folder with a test that includes it; all such tests share it, hence weak. */
#ifndef SUPPORT_FAILING_HEAP_H
#define SUPPORT_FAILING_HEAP_H

#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"

#define IN_THE_PROGRAM __attribute__((weak))

IN_THE_PROGRAM long left; /* allocations until one fails; 0: none fails */
IN_THE_PROGRAM long live; /* blocks not freed yet */
IN_THE_PROGRAM bool hit;  /* an allocation has failed */

static bool fails(void)
{
    if (left == 0 || --left > 0)
        return false;
    hit = true;
    return true;
}

IN_THE_PROGRAM void *mem_new(size_t count, size_t size)
{
    void *p = fails() ? NULL : calloc(count ? count : 1, size ? size : 1);
    live += p != NULL;
    return p;
}

IN_THE_PROGRAM void *mem_grow(void *old, size_t count, size_t size)
{
    bool overflows = size > 0 && count > SIZE_MAX / size;
    void *p = overflows || fails() ? NULL : realloc(old, count > 0 && size > 0 ? count * size : 1);
    live += p != NULL && old == NULL;
    return p;
}

IN_THE_PROGRAM char *mem_copy_text(const char *s, size_t n)
{
    char *copy = mem_new(n + 1, 1);
    if (copy && n)
        memcpy(copy, s, n);
    return copy;
}

IN_THE_PROGRAM void mem_free(void *p)
{
    live -= p != NULL;
    free(p);
}

#endif
