/* The order experiment: the sentence and its twin, in which two words have changed
 * places, under {encoding off, on} × {no mask, causal}. Without encoding and mask
 * each word's output moves with its word and does not change (equivariant), and the
 * mean of the outputs does not change at all (invariant); in the three other corners both do. */
#ifndef STUDY_ORDER_H
#define STUDY_ORDER_H

#include "state/scene.h"

enum { ORDER_OFF, ORDER_ON, ORDER_NONE = 0, ORDER_CAUSAL = 1 };

struct order_corner {
    bool known;
    double most;             /* largest |difference| of a word's output: its largest entry */
    double mean;             /* the same of the mean of all outputs */
    bool most_rounding, mean_rounding;   /* it is rounding and nothing else (comparison_rounding) */
};

struct order {
    struct state of;         /* what the rest was computed from */
    int from, to;            /* the words that change places (order_choose) */
    bool twin_known, known;  /* the twin, and all four corners */
    int done;                /* corners computed so far, or found impossible */
    struct text why;         /* what is not known and why, in the language of `of`; empty otherwise */
    struct scene twin;       /* `of` with the two words swapped, otherwise as it is */
    struct order_corner corner[2][2];    /* [encoding on][causal]; "on" is the encoding that is, or was last, on */
};

/* Begins anew from a state with its twin, unless that is known from this very state already. What
 * cannot be computed (all words alike; an encoding that does not fit) is said in o->why. false: no memory, said. */
bool order_follow(struct order *o, const struct state *s, struct reply *r);

/* Computes as many further corners as `effort` multiplications allow, one at least; one that `work` stops is begun anew another time. */
void order_advance(struct order *o, double effort, struct work *work);
bool order_complete(const struct order *o);

/* Both, to the end. */
bool order_compute(struct order *o, const struct state *s, struct reply *r);
void order_finish(struct order *o);

/* Which two words of s change places: in a ready pair those that make the other side of it,
 * else the first and the last that is not the same numbers. false: there are no such two. */
bool order_choose(const struct state *s, int *from, int *to);

/* The encoding that "on" means for s. */
int order_encoding(const struct state *s);

#endif
