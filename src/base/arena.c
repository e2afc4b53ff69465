/* Growing means a fresh block: what was handed out is forgotten anyway, so nothing is copied. */
#include "base/arena.h"

#include <assert.h>

#include "base/mem.h"

bool arena_reserve(struct arena *a, size_t count)
{
    if (count > a->room || !a->start) {      /* a block even for nothing: no arithmetic on NULL */
        double *fresh = mem_new(count, sizeof *fresh);
        if (!fresh)
            return false;
        mem_free(a->start);
        a->start = fresh;
        a->room = count;
    }
    a->used = 0;
    return true;
}

double *arena_doubles(struct arena *a, size_t count)
{
    assert(count <= a->room - a->used);
    double *p = a->start + a->used;
    a->used += count;
    return p;
}

void arena_finish(struct arena *a)
{
    mem_free(a->start);
    *a = (struct arena){0};
}
