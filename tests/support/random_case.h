/* A whole computation on seeded random numbers: every matrix of a config filled,
 * the trace computed. Sizes that should not be mixed up differ. */
#ifndef SUPPORT_RANDOM_CASE_H
#define SUPPORT_RANDOM_CASE_H

#include <stdint.h>

#include "core/pipeline/trace.h"

struct random_spec {
    uint64_t seed;
    const char *encoding;
    enum block_kind block;
    enum norm_kind norm;
    int layers;
    enum mask_kind mask;
    bool memory;             /* a second sequence; decoders always have one */
    bool alone;              /* no residual */
    bool bare;               /* no biases, gains and shifts */
    bool scores;             /* scores are given */
};

enum { RANDOM_N = 5, RANDOM_M = 4, RANDOM_D = 8, RANDOM_DSRC = 6, RANDOM_HEADS = 2, RANDOM_DK = 4, RANDOM_DV = 3, RANDOM_DFF = 12 };

struct random_case {
    struct config c;
    struct arena arena;      /* of the config's matrices */
    struct trace t;
};

struct random_case random_case_make(struct random_spec spec);
/* Computes again after a change of c, with room for it. */
void random_case_again(struct random_case *x);
void random_case_finish(struct random_case *x);

/* Cases that together reach every stage and every way to make scores, each with every encoding: how many, and the i-th. */
int random_case_count(void);
struct random_case random_case_at(int i);

#endif
