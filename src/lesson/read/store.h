/* The memory of one lesson: blocks that are filled front to back and go together.
 * There is a limit, so that no file can take more; when it or the heap is spent,
 * `spent` is set and stays set, and what was handed out before stays valid. */
#ifndef LESSON_READ_STORE_H
#define LESSON_READ_STORE_H

#include <stdbool.h>
#include <stddef.h>

#include "base/text.h"

enum { LESSON_STORE_MOST = 32 << 20 };

struct lesson_store;

struct lesson_store *lesson_store_new(void);        /* NULL: no memory */
void lesson_store_drop(struct lesson_store *s);
bool lesson_store_spent(const struct lesson_store *s);
/* From now on it is: what belongs to it found no room elsewhere. */
void lesson_store_spend(struct lesson_store *s);

/* Zeroed room for `count` things of `size` bytes; NULL: spent. */
void *lesson_store_room(struct lesson_store *s, size_t count, size_t size);

/* A copy with a zero byte behind it; "" when spent. */
const char *lesson_store_text(struct lesson_store *s, const char *bytes, size_t n);

/* All of t kept, and t finished; "" when spent, which it also is when t found no memory. */
const char *lesson_store_keep(struct lesson_store *s, struct text *t);

/* An array of `count` things with room for one more: `old` itself, or a larger copy
 * that takes its place. NULL: spent. */
void *lesson_store_more(struct lesson_store *s, void *old, int count, size_t size);

#endif
