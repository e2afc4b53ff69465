/* What the position term knows of distance: P_t·P_s, and P_t W_Q·P_s W_K, once along
 * a row (t fixed) and once along the offset (s - t fixed). The sines' product depends
 * on the offset only; through W_Q and W_K it does so no longer, as a rule. */
#ifndef STUDY_DISTANCE_H
#define STUDY_DISTANCE_H

#include "base/pair.h"
#include "state/scene.h"

enum { DISTANCE_MOST = 128 };     /* positions of a curve */
enum distance_through { THROUGH_IDENTITY, THROUGH_WEIGHTS, THROUGH_COUNT };

struct distance {
    bool known;
    struct pair why;             /* why not */
    long t, s;                   /* the positions in focus */
    long first;                  /* of the curves' positions */
    int count;
    double here[THROUGH_COUNT];                     /* of t and s */
    double row[THROUGH_COUNT][DISTANCE_MOST];       /* of t and position first + i */
    double along[THROUGH_COUNT][DISTANCE_MOST];     /* of position first + i and the one s - t further; NaN: there is none */
    double least[THROUGH_COUNT], most[THROUGH_COUNT];   /* of `along` */
    bool same_weights;           /* both products are one: no matrix stands between */
};

/* Of layer 0, through the head in view's columns of W_Q and W_K; everything includes the
 * encoding's scale, so that here[THROUGH_WEIGHTS] is the term pp where no LayerNorm stands in
 * front. false: no memory, said. */
bool distance_compute(struct distance *d, const struct scene *now, struct reply *r);

#endif
