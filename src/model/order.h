/* The order experiment: the sentence and the same words in another order (the
 * first and the last swapped), under {encoding off, on} × {no mask, causal}.
 * Without encoding and mask each word's output moves with its word and does not
 * change; in the three other corners it does. */
#ifndef MODEL_ORDER_H
#define MODEL_ORDER_H

#include "model/scene.h"

enum { ORDER_OFF, ORDER_ON, ORDER_NONE = 0, ORDER_CAUSAL = 1 };

struct order {
    bool known;              /* false: too long to compute at every change */
    struct scene twin;       /* the sentence with its ends swapped, otherwise as it is */
    double most[2][2];       /* largest difference of a word's output: [encoding on][causal] */
    double mean[2][2];       /* largest difference of the mean of the outputs */
};

enum { ORDER_LONGEST = 32 };

/* Everything anew from a state. false: no memory, said. */
bool order_compute(struct order *o, const struct state *s, struct reply *r);
void order_finish(struct order *o);

/* Where the word at position t of a sequence of a stands in one of b (its k-th
 * occurrence there for the k-th here), -1: it does not. Of the sentences: order_same_word. */
int order_counterpart(const struct state *a, const struct sequence *of, int t, const struct state *b, const struct sequence *in);
int order_same_word(const struct state *a, int t, const struct state *b);

/* Largest |difference| of the final rows of the word at t in a and its like in b; -1: not in both. */
double order_difference(const struct scene *a, int t, const struct scene *b);

/* Differences below this are rounding and shown as 0. */
#define ORDER_ROUNDING 1e-12

#endif
