/* All orders of the words of a short sentence, listed by how far a chosen word's
 * output moves. They may be many (7 words: 5040), so they are computed in slices
 * between two keys, once for a state; choosing another word only sorts anew. */
#ifndef STUDY_ORDERS_H
#define STUDY_ORDERS_H

#include "state/scene.h"

struct orders_line {
    unsigned char place[ORDERS_WORDS];   /* place[t]: which word of the sentence stands at t */
    double moved[ORDERS_WORDS];          /* largest |difference| of each word's output, by its place in the sentence; NaN: not finite */
};

struct orders {
    struct state of;             /* the sentence as it is, which the others are compared with */
    int total, done;             /* orders in all (the same words in the same order count once), computed so far */
    struct text why;             /* why there is no list, in the language of `of`; empty otherwise */
    struct orders_line *line;    /* `done` of them, as a dictionary has them */
    int *rank;                   /* lines, the one that moves `word` furthest first */
    int word;
    unsigned char next[ORDERS_WORDS];    /* the next order: which word, by its first place, stands at t */
};

/* Makes the n numbers of p the next order that a dictionary has of them. false: that was the last, p as it was. */
bool orders_next(unsigned char *p, int n);

/* Begins anew when `now` holds other numbers than the list was begun for, and ranks
 * by the word in focus. false: no memory, said. */
bool orders_follow(struct orders *o, const struct scene *now, struct reply *r);

/* Computes as many further orders as `effort` multiplications allow (one at least).
 * false: no memory, said; those that are there are all there will be. Or r->work stopped it: the rest comes another time. */
bool orders_advance(struct orders *o, const struct scene *now, double effort, struct reply *r);
bool orders_complete(const struct orders *o);

/* The sentence in the order of a line; NULL: no memory. */
struct sequence *orders_sentence(const struct orders *o, const struct orders_line *l);
void orders_finish(struct orders *o);

#endif
