/* A list of words that costs little to copy: copies share what they have in common, and
 * putting a word into one of them makes only the way to it anew. */
#ifndef STATE_WORD_LIST_H
#define STATE_WORD_LIST_H

#include <stdbool.h>
#include <stddef.h>

struct lemma;
struct word_node;

struct word_list {
    struct word_node *root;      /* NULL: empty */
    int height;                  /* levels below the root */
};

/* The word at place i, which was put there. */
struct lemma *word_list_at(const struct word_list *l, int i);

/* Puts a word (taken over) at place i: in place of the one there, or after the last. false: no memory, the same words as before. */
bool word_list_put(struct word_list *l, int i, struct lemma *word);

/* Makes place i this list's own, so that word_list_at(l, i)->refs counts every list that has the word there.
 * false: no memory, the same words as before. */
bool word_list_own(struct word_list *l, int i);

struct word_list word_list_share(const struct word_list *l);
void word_list_drop(struct word_list *l);

/* The same words; the lists are equally long. Quick where they share them. */
bool word_list_same(const struct word_list *a, const struct word_list *b);

/* Bytes of the list and its words that `a` has and `b` does not share. */
size_t word_list_bytes(const struct word_list *a, const struct word_list *b);

#endif
