/* Where in a list of words a spelling may be found. One index serves all copies of a list: it only
 * grows, so that a place may hold another word by now, or none; whoever asks looks it up there. */
#ifndef STATE_WORD_INDEX_H
#define STATE_WORD_INDEX_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct word_index;

struct word_index *word_index_new(void);             /* NULL: no memory */
struct word_index *word_index_share(struct word_index *x);
void word_index_drop(struct word_index *x);

/* Of a spelling, byte by byte: word_index_hash(word_index_hash(WORD_INDEX_START, s, n), s + n, m) is that of n + m bytes. */
#define WORD_INDEX_START 2166136261u
uint32_t word_index_hash(uint32_t hash, const char *s, size_t n);

/* Notes that a spelling of this hash may be found at `place`. false: no memory, nothing changed. */
bool word_index_add(struct word_index *x, uint32_t hash, int place);

/* The places noted for a hash one by one: *at is 0 before the first; -1 after the last. */
int word_index_next(const struct word_index *x, uint32_t hash, size_t *at);

#endif
