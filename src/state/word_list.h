/* A persistent list of words: copies share their nodes, and replacing a word copies only the
 * nodes above it. Functions that return false are out of memory and leave the words unchanged. */
#ifndef STATE_WORD_LIST_H
#define STATE_WORD_LIST_H

#include <stdbool.h>
#include <stddef.h>

struct lemma;
struct word_node;

struct word_list {
    struct word_node *root; /* NULL: empty */
    int height;             /* levels below the root */
};

/* Returns the word at place i, which must have been set. */
struct lemma *word_list_at(const struct word_list *l, int i);

/* Replaces the word at place i, or appends it after the last. Takes ownership of `word` on success. */
bool word_list_put(struct word_list *l, int i, struct lemma *word);

/* Makes the nodes above place i private to l. word_list_at(l, i)->refs then counts every list that has
 * the word there. */
bool word_list_own(struct word_list *l, int i);

struct word_list word_list_share(const struct word_list *l);
void word_list_drop(struct word_list *l);

/* Returns true if two lists of equal length have the same words. Fast if they share nodes. */
bool word_list_same(const struct word_list *a, const struct word_list *b);

/* Returns the bytes of nodes and words of `a` that are not shared with `b`. */
size_t word_list_bytes(const struct word_list *a, const struct word_list *b);

#endif
