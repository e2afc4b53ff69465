/* Built-in pairs of sentences: the same words in two orders with different meanings. The two
 * sides of a pair differ by a swap of two words. */
#ifndef STATE_READY_PAIRS_H
#define STATE_READY_PAIRS_H

#include "state/state.h"

struct ready_pair {
    const char *name;    /* a word of the pair */
    const char *side[2]; /* words separated by blanks */
};

extern const struct ready_pair ready_pairs[]; /* ends with name NULL */

/* Returns the pair at a place (from 0) of the list that begins with those in `lang`; -1 past its end. */
int ready_pair_nth(int place, enum lang lang);

/* Returns the pair that has the sentence of s as a side, or -1. */
int ready_pair_of(const struct state *s);

/* Sets the two positions whose words the sides of that pair swap. Returns false if there is no such pair. */
bool ready_pair_places(const struct state *s, int *from, int *to);

/* Returns a side as indices into *l, or NULL if out of memory. All words are in the default vocabulary;
 * a word missing from *l is added with a pseudo-random vector of d entries. */
struct sequence *ready_pair_side(struct lexicon **l, int pair, int side, int d);

#endif
