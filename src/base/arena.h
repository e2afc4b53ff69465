/* One block of memory, handed out front to back and given back at once.
 *
 * Either the owner knows what a computation needs and reserves it (arena_reserve can
 * fail; after that arena_doubles cannot), or each part asks for its share (arena_more):
 * then the arena may grow by blocks, and arena_forget leaves room for as much in one. */
#ifndef BASE_ARENA_H
#define BASE_ARENA_H

#include <stdbool.h>
#include <stddef.h>

struct arena {
    double *start;
    size_t room, used;   /* in doubles */
    size_t older;        /* room of the blocks before this one */
    bool failed;         /* an arena_more did, since the last arena_forget */
};

/* Makes room for `count` doubles and forgets what was handed out.
 * false: no memory; the arena is as it was. */
bool arena_reserve(struct arena *a, size_t count);

/* Makes room for `count` more doubles; what was handed out stays.
 * false: no memory; the arena is as it was. */
bool arena_more(struct arena *a, size_t count);

/* The next `count` doubles, not cleared. The caller has reserved enough. */
double *arena_doubles(struct arena *a, size_t count);

/* Forgets what was handed out, and a failure, and keeps room for as much. */
void arena_forget(struct arena *a);

void arena_finish(struct arena *a);

#endif
