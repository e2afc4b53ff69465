/* Buffer and step sizes, all in one place. These sizes are not observable: `make TINY=1 test` runs every
 * test with the smallest possible sizes and expects the same results. Every list is then full, every block
 * used up and every piece finished at each step. (A limit that a user can reach is defined where it is
 * checked.) */
#ifndef BASE_ROOM_H
#define BASE_ROOM_H

#include <stddef.h>

#ifdef TINY
#define ROOM(usual, tiny) (tiny)
#else
#define ROOM(usual, tiny) (usual)
#endif

enum {
    ROOM_READ = ROOM(16384, 3),      /* bytes read from a file at a time */
    ROOM_STORE = ROOM(16 << 10, 64), /* bytes of a block of a lesson's storage */
    ROOM_WORK = ROOM(2000000, 2000), /* multiplications between two polls of goes_on (base/work.h) */
    ROOM_DEPTH = ROOM(256, 3),       /* products per sum in registers (core/math/products.c) */
    ROOM_BESIDE = ROOM(16, 3),       /* tiles side by side, read from a file together: divides ROOM_DEPTH */
    ROOM_BATCH = ROOM(256, 1),       /* words of sentences that are trained together (core/pipeline/grad.c) */
    ROOM_KEEP = ROOM(100000000, 0), /* multiplications from which unchanged layers are kept (state/scene.c) */
    ROOM_SINES = ROOM(16, 1),       /* rows of sines computed at a time for a curve */
    ROOM_LOOKS = ROOM(4096, 2)      /* pens in the cache of term/pen.c */
};

/* Returns the next capacity of a full list. */
static inline size_t room_more(size_t room, size_t first)
{
#ifdef TINY
    (void)first;
    return room + 1;
#else
    return room ? 2 * room : first;
#endif
}

#endif
