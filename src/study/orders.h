/* All orders of a short sentence, ranked by how far a chosen word's output moves. There may be
 * many (7 words: 5040), so they are computed in slices between key presses, once per state.
 * Choosing another word only sorts again. */
#ifndef STUDY_ORDERS_H
#define STUDY_ORDERS_H

#include "state/scene.h"

struct orders_line {
    unsigned char place[ORDERS_WORDS]; /* place[t]: index in the sentence of the word at t */
    double moved[ORDERS_WORDS];        /* per word of the sentence: largest |output difference|, or NaN */
};

struct orders {
    struct state of;          /* the original sentence, which the others are compared with */
    int total, done;          /* number of distinct orders; number computed so far */
    struct text why;          /* why there is no list, in the language of `of`; empty otherwise */
    struct orders_line *line; /* `done` lines in lexicographic order */
    int *rank;                /* indices into `line`, sorted by how far `word` moves, furthest first */
    int word;
    unsigned char next[ORDERS_WORDS]; /* the next order: next[t] is the first place of the word at t */
};

/* Returns whether the compare view lists the orders. */
bool orders_listed(const struct look *look);

/* Changes the n numbers of p to their next permutation in lexicographic order. Returns false and leaves p
 * unchanged after the last. */
bool orders_next(unsigned char *p, int n);

/* Restarts if `now` has other numbers than the list was started for, and ranks by the word in focus.
 * Returns false and explains in r if out of memory. */
bool orders_follow(struct orders *o, const struct scene *now, struct reply *r);

/* Computes as many more orders as `effort` multiplications allow, at least one. Returns false and explains
 * in r if out of memory: the list then ends with the orders computed so far. Also returns false if stopped
 * by r->work; the next call continues. */
bool orders_advance(struct orders *o, const struct scene *now, double effort, struct reply *r);
bool orders_complete(const struct orders *o);

/* Returns the rank of the sentence as it is, or -1 if the list does not contain it yet. */
int orders_own(const struct orders *o);

/* Returns the sentence in the order of a line, or NULL if out of memory. */
struct sequence *orders_sentence(const struct orders *o, const struct orders_line *l);
void orders_finish(struct orders *o);

#endif
