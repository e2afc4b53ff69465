/* How much room is taken and how much is done at a time, all in one place. None of it shows: `make TINY=1 test` runs every test
 * with as little as will do, so that each list is full, each block is used up and each piece ends at every step, and
 * wants the same results. (What a person may meet as a limit stands where it is checked.) */
#ifndef BASE_ROOM_H
#define BASE_ROOM_H

#include <stddef.h>

#ifdef TINY
#define ROOM(usual, tiny) (tiny)
#else
#define ROOM(usual, tiny) (usual)
#endif

enum {
    ROOM_READ = ROOM(16384, 3),              /* bytes read from a file */
    ROOM_STORE = ROOM(16 << 10, 64),         /* bytes of a block for what a lesson holds */
    ROOM_WORK = ROOM(2000000, 2000),         /* multiplications between two questions whether work goes on (base/work.h) */
    ROOM_DEPTH = ROOM(256, 3),               /* products summed before the sums are put down (core/math/products.c) */
    ROOM_SINES = ROOM(16, 1),                /* rows of sines made for a curve */
    ROOM_LOOKS = ROOM(4096, 2)               /* looks of cells that are known by their numbers */
};

/* The room of a list that is full. */
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
