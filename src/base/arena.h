/* One block of memory, handed out front to back and given back at once.
 * The owner reserves what a computation needs (arena_reserve can fail);
 * after that arena_doubles cannot. */
#ifndef BASE_ARENA_H
#define BASE_ARENA_H

#include <stdbool.h>
#include <stddef.h>

struct arena {
    double *start;
    size_t room, used;   /* in doubles */
};

/* Makes room for `count` doubles and forgets what was handed out.
 * false: no memory; the arena is as it was. */
bool arena_reserve(struct arena *a, size_t count);

/* The next `count` doubles, not cleared. The caller has reserved enough. */
double *arena_doubles(struct arena *a, size_t count);

void arena_finish(struct arena *a);

#endif
