/* Maps the hash of a spelling to candidate places in a word list. All copies of a list share one index,
 * which only grows. A place may hold another word by now, or none, so the caller must check it. */
#ifndef STATE_WORD_INDEX_H
#define STATE_WORD_INDEX_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct word_index;

struct word_index *word_index_new(void); /* NULL: out of memory */
struct word_index *word_index_share(struct word_index *x);
void word_index_drop(struct word_index *x);

/* Continues a hash over the next n bytes. Start with WORD_INDEX_START:
 * word_index_hash(word_index_hash(WORD_INDEX_START, s, n), s + n, m) is the hash of n + m bytes. */
#define WORD_INDEX_START 2166136261u
uint32_t word_index_hash(uint32_t hash, const char *s, size_t n);

/* Adds `place` as a candidate for this hash. Returns false and changes nothing if out of memory. */
bool word_index_add(struct word_index *x, uint32_t hash, int place);

/* Returns the next candidate place for a hash, -1 after the last. *at must be 0 before the first call. */
int word_index_next(const struct word_index *x, uint32_t hash, size_t *at);

#endif
