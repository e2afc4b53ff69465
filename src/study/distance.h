/* How the position term depends on distance: P_t·P_s, and P_t W_Q·P_s W_K, once along a row
 * (t fixed) and once along the offset (s - t fixed). For sinusoids P_t·P_s depends only on the
 * offset; after W_Q and W_K it usually does not. */
#ifndef STUDY_DISTANCE_H
#define STUDY_DISTANCE_H

#include "base/lang.h"
#include "state/scene.h"

enum { DISTANCE_MOST = 128 }; /* positions of a curve */
enum distance_through { THROUGH_IDENTITY, THROUGH_WEIGHTS, THROUGH_COUNT };

struct distance {
    bool known;
    const char *why; /* why not */
    long t, s;       /* the positions in focus */
    long first;      /* first position of the curves */
    int count;
    double here[THROUGH_COUNT];                       /* of t and s */
    double row[THROUGH_COUNT][DISTANCE_MOST];         /* of t and first + i */
    double along[THROUGH_COUNT][DISTANCE_MOST];       /* of first + i and that plus s - t, NaN if negative */
    double least[THROUGH_COUNT], most[THROUGH_COUNT]; /* of `along` */
    bool same_weights;                                /* both products are equal, as with identity matrices */
};

/* Fills d for layer 0 with the columns of W_Q and W_K of the head in view. All products include the
 * encoding's scale, so here[THROUGH_WEIGHTS] is the term pp unless a LayerNorm precedes attention.
 * Returns false and explains in r if out of memory. */
bool distance_compute(struct distance *d, const struct scene *now, struct reply *r);

#endif
