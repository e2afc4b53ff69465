/* One block of memory, carved from front to back and freed at once.
 *
 * Either the owner knows what a computation needs and reserves it (arena_reserve can
 * fail; after that arena_doubles cannot), or each part asks for its share (arena_more):
 * then the arena may grow by blocks, and arena_forget leaves one block of that size.
 *
 * An owner learns what it needs by carving from an arena that only measures. */
#ifndef BASE_ARENA_H
#define BASE_ARENA_H

#include <stdbool.h>
#include <stddef.h>

struct arena {
    double *start;
    size_t room, used;   /* in doubles */
    size_t older;        /* room of the blocks before this one */
    bool failed;         /* an arena_more failed since the last arena_forget */
};

/* Makes room for `count` doubles and forgets what was carved. Returns false and
 * leaves the arena unchanged if memory is exhausted. */
bool arena_reserve(struct arena *a, size_t count);

/* Makes room for `count` more doubles; what was carved stays. Returns false and
 * leaves the arena unchanged (but `failed`) if memory is exhausted. */
bool arena_more(struct arena *a, size_t count);

/* An arena without memory: arena_doubles returns NULL, and `used` counts. */
struct arena arena_measuring(void);

/* The next `count` doubles, not cleared. The caller has reserved enough. */
double *arena_doubles(struct arena *a, size_t count);

/* Forgets what was carved, and a failure, and keeps room for as much. */
void arena_forget(struct arena *a);

void arena_finish(struct arena *a);

#endif
