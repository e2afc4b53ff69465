/* The only file that calls the C library's allocator. Products are checked for overflow here. */
#include "base/mem.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

void *mem_new(size_t count, size_t size)
{
    if (size != 0 && count > SIZE_MAX / size)
        return NULL;
    return calloc(count ? count : 1, size ? size : 1);
}

void *mem_grow(void *old, size_t count, size_t size)
{
    if (size != 0 && count > SIZE_MAX / size)
        return NULL;
    return realloc(old, count > 0 && size > 0 ? count * size : 1);
}

char *mem_copy_text(const char *s, size_t n)
{
    char *copy = n < SIZE_MAX ? malloc(n + 1) : NULL;
    if (copy) {
        if (n)
            memcpy(copy, s, n);
        copy[n] = '\0';
    }
    return copy;
}

void mem_free(void *p)
{
    free(p);
}
