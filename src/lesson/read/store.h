/* The memory of one lesson: an arena of blocks that are freed together. Its size is
 * limited, whatever the file. When the limit or the heap is exhausted, the store is
 * `spent` from then on; earlier allocations remain valid. */
#ifndef LESSON_READ_STORE_H
#define LESSON_READ_STORE_H

#include <stdbool.h>
#include <stddef.h>

#include "base/text.h"

enum { LESSON_STORE_MOST = 32 << 20 };

struct lesson_store {
    struct store_block *first; /* the block being filled */
    size_t taken;
    bool spent; /* set it when an allocation outside the store has failed */
};

struct lesson_store *lesson_store_new(void); /* NULL: no memory */
void lesson_store_drop(struct lesson_store *s);

/* Returns zeroed memory for `count` elements of `size` bytes, or NULL when spent. */
void *lesson_store_room(struct lesson_store *s, size_t count, size_t size);

/* Returns a copy followed by a NUL, or "" when spent. */
const char *lesson_store_text(struct lesson_store *s, const char *bytes, size_t n);

/* Returns a copy of t and finishes t; "" when spent. A failed t marks the store as spent. */
const char *lesson_store_keep(struct lesson_store *s, struct text *t);

/* Returns an array with room for one element more than `count`: `old` itself or a larger
 * copy. Returns NULL when spent. */
void *lesson_store_more(struct lesson_store *s, void *old, int count, size_t size);

/* Appends a copy of *item (size bytes) to an array: `v` is the address of its pointer, *count its elements.
 * Does nothing when spent. */
void lesson_store_add(struct lesson_store *s, void *v, int *count, const void *item, size_t size);
#define STORE_ADD(store, v, count, item) lesson_store_add(store, &(v), &(count), &(item), sizeof *(v))

#endif
