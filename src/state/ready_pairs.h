/* Ready pairs of sentences: the same words in two orders that do not mean the same.
 * Both sides are the same set of words with two of them in each other's place. */
#ifndef STATE_READY_PAIRS_H
#define STATE_READY_PAIRS_H

#include "state/state.h"

struct ready_pair {
    const char *name;        /* a word of the pair */
    const char *side[2];     /* words with blanks between */
};

extern const struct ready_pair ready_pairs[];     /* ends with name NULL; both languages in turn */

/* The pair that the sentence of s is a side of; -1: none. */
int ready_pair_of(const struct state *s);

/* The two places whose words make the one side of that pair the other. false: s is of no pair. */
bool ready_pair_places(const struct state *s, int *from, int *to);

/* A side as indices into *l, `count` of them (NULL: no memory). The words are all in the default vocabulary;
 * one that is not in *l is made up there. */
struct sequence *ready_pair_side(struct lexicon **l, int pair, int side, int d);

#endif
