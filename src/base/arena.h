/* A block of memory, carved from front to back and freed at once.
 *
 * It is used in one of two ways:
 * - The owner reserves the total in advance. arena_reserve may fail; arena_doubles then cannot.
 * - Each computation asks for its share with arena_more, and the arena grows by blocks.
 *   arena_forget merges them into one block of the same size.
 *
 * To learn the total, carve from a measuring arena first. */
#ifndef BASE_ARENA_H
#define BASE_ARENA_H

#include <stdbool.h>
#include <stddef.h>

struct arena {
    double *start;
    size_t room, used; /* in doubles */
    size_t older;      /* total size of the earlier blocks, in doubles */
    bool failed;       /* an arena_more failed since the last arena_forget */
};

/* Makes room for `count` doubles and drops everything carved so far. Returns false and
 * leaves the arena unchanged if memory is exhausted. */
bool arena_reserve(struct arena *a, size_t count);

/* Makes room for `count` more doubles; earlier ones stay valid. If memory is exhausted, sets `failed`,
 * changes nothing else, and returns false. */
bool arena_more(struct arena *a, size_t count);

/* Returns an arena without memory: arena_doubles returns NULL but counts in `used`. */
struct arena arena_measuring(void);

/* Returns the next `count` doubles, uninitialized. The caller must have reserved enough. */
double *arena_doubles(struct arena *a, size_t count);

/* Returns the next `count` bytes, uninitialized, of an arena that grows; NULL if memory is exhausted. */
char *arena_bytes(struct arena *a, size_t count);

/* Drops everything carved so far, clears `failed` and keeps the total size as one block. */
void arena_forget(struct arena *a);

void arena_finish(struct arena *a);

#endif
