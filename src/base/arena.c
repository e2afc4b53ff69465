/* The arena grows by a new block, without copying. The old block is freed if nobody needs it.
 * Otherwise the new block links to it: the double before `start` holds the pointer. */
#include "base/arena.h"

#include <assert.h>
#include <string.h>

#include "base/mem.h"

enum { LINK = 1 }; /* doubles before `start` */

/* Returns a block of `count` doubles with a link to `older`, or NULL if memory is exhausted. */
static double *block_new(size_t count, double *older)
{
    double *block = count < (size_t)-1 - LINK ? mem_new(count + LINK, sizeof *block) : NULL;
    static_assert(sizeof older <= LINK * sizeof *block, "a pointer fits in front of a block");
    if (!block)
        return NULL;
    memcpy(block, &older, sizeof older);
    return block + LINK;
}

/* Frees all blocks from `start` to the oldest. */
static void free_blocks(double *start)
{
    while (start) {
        double *older;
        memcpy(&older, start - LINK, sizeof older);
        mem_free(start - LINK);
        start = older;
    }
}

bool arena_reserve(struct arena *a, size_t count)
{
    if (count > a->room || !a->start) { /* allocate even for 0 doubles: no arithmetic on NULL */
        double *fresh = block_new(count, NULL);
        if (!fresh)
            return false;
        arena_finish(a);
        a->start = fresh;
        a->room = count;
    }
    a->used = 0;
    return true;
}

struct arena arena_measuring(void)
{
    return (struct arena){.room = (size_t)-1};
}

bool arena_more(struct arena *a, size_t count)
{
    if (a->start && count <= a->room - a->used)
        return true;
    double *fresh = block_new(count, a->start);
    if (fresh)
        *a = (struct arena){fresh, count, 0, a->older + a->room, a->failed};
    else
        a->failed = true;
    return fresh != NULL;
}

double *arena_doubles(struct arena *a, size_t count)
{
    assert(count <= a->room - a->used);
    double *p = a->start ? a->start + a->used : NULL;
    a->used += count;
    return p;
}

char *arena_bytes(struct arena *a, size_t count)
{
    enum { BLOCK = 1024 }; /* doubles: short texts share a block */
    size_t doubles = count / sizeof(double) + 1;
    if (count > (size_t)-1 / 2 ||
        !(doubles <= a->room - a->used || arena_more(a, doubles > BLOCK ? doubles : BLOCK)))
        return NULL;
    return (char *)arena_doubles(a, doubles);
}

void arena_forget(struct arena *a)
{
    size_t all = a->older + a->room;
    a->used = 0;
    a->failed = false;
    if (a->older > 0) {
        arena_finish(a);
        arena_reserve(a, all); /* if this fails, the next arena_more tries again */
    }
}

void arena_finish(struct arena *a)
{
    free_blocks(a->start);
    *a = (struct arena){0};
}
