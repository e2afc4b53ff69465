/* The arrays that another program left: one .safetensors, one .npz as numpy.savez writes it (not compressed),
 * or a folder of .npy. Files are mapped and only read; every size and offset is checked before it is used,
 * and nothing is run: pickles are refused by name.
 *
 * The tap looks at the attention that somebody's own program computed, recomputes what should follow from
 * what, and says which relation holds, how exactly, or names the mistake. It knows files and arithmetic, no
 * state and no picture: so it runs in somebody's tests as well as on a screen. */
#ifndef TAP_DUMP_H
#define TAP_DUMP_H

#include <stdint.h>

#include "base/reply.h"

enum { ARRAY_RANK = 8 };

struct array {
    char *name;
    int rank;
    long size[ARRAY_RANK];
    long step[ARRAY_RANK]; /* from one index to the next, in numbers */
    char kind;             /* 'f', 'i', 'u', 'b' (bool), 'B' (bfloat16) */
    int width;             /* bytes of a number */
    bool big;              /* big-endian */
    const unsigned char *bytes;
    const char *text; /* metadata: its words, and no numbers; NULL: an array */
};

struct dump;

/* Returns NULL and explains in r: no such file, a pickle, damaged, compressed, a type that is not read. */
struct dump *dump_open(const char *path, struct reply *r);
void dump_close(struct dump *d); /* NULL: nothing */

/* Arrays and metadata, in the order of their names. */
int dump_count(const struct dump *d);
const struct array *dump_at(const struct dump *d, int i);

/* Returns the number at an offset, counted in numbers. */
double array_number(const struct array *a, long at);
/* Returns how many numbers it has. */
long array_count(const struct array *a);

/* Half the distance from 1 to the next number of its type, 2⁻⁵³ … 2⁻⁸; of integers that of a double. */
double array_rounding(const struct array *a);

#endif
