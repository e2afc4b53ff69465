/* Other weights with the same answer (Jain, Wallace 2019, arxiv.org/abs/1902.10186; what follows from them:
 * Wiegreffe, Pinter 2019, arxiv.org/abs/1908.04626): the rows of weights of one word, in a head or all heads
 * of the last layer, are moved as far from the real ones as the answer allows. */
#ifndef STUDY_CAUSE_OTHER_H
#define STUDY_CAUSE_OTHER_H

#include "state/scene.h"

#define OTHER_ANSWER .01 /* how far the answer may move: total variation of its shares */

struct other {
    /* what is asked */
    int word, head; /* head -1: all heads of the layer */
    bool uniform;   /* no search: equal weights for all words that may be read */
    uint64_t seed;
    /* what is found */
    int first, heads, keys; /* the heads from `first` on */
    struct value *rows;     /* heads x keys: the weights found, to be dropped */
    double distance,
        divergence;  /* from the real ones: total variation, Jensen-Shannon (nats); mean of heads */
    double answer;   /* how far the answer moves */
    int real, found; /* the key that is read most, real and found; of the first head */
    int says[3];     /* classes: the real answer, that with the weights found, with uniform ones */
    double share[3]; /* their shares */
    int there[2];    /* the same rows put into the other side: what it answers by itself and with
                      * them; -1: there is no other side that fits */
};

/* Searches: Adam on the logits of the weights, from three starts that are drawn from the seed. `there`: the
 * other side, NULL: none. Returns false and explains in r if there is no readout, or if the scene is too
 * large for it. No weights that it finds move the answer by more than OTHER_ANSWER; if it finds none, they
 * are the real ones. */
bool other_find(struct other *o, const struct scene *now, const struct scene *there, struct reply *r);

#endif
