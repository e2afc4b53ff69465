/* A whole computation on pseudo-random numbers: fills every matrix of a config and computes the trace. The
 * sizes differ, so that mixing them up shows. */
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
    bool memory; /* a second sequence; decoders always have one */
    bool alone;  /* no residual */
    bool bare;   /* no biases, gains or shifts */
    bool scores; /* the scores are given */
    enum activation activation;
    bool final_norm;
    bool modern;          /* RMSNorm, a gate, one head of keys for all */
    bool published;       /* types of words, a LayerNorm before the layers, a layer before the readout */
    bool asked;           /* a readout, and targets for it and for heads */
    enum qk_norm qk_norm; /* none with an encoding that rewrites the product */
    bool sink, parallel;
    int window;
    double softcap, final_cap;
    int scaling; /* of a rotation: which of rope's */
    bool drawn;  /* the parts of `modern`, the layers without a window and their base: each by the seed */
};

enum {
    RANDOM_N = 5,
    RANDOM_M = 4,
    RANDOM_D = 8,
    RANDOM_DSRC = 6,
    RANDOM_HEADS = 2,
    RANDOM_DK = 4,
    RANDOM_DV = 3,
    RANDOM_DFF = 12,
    RANDOM_CLASSES = 3,
    RANDOM_TARGETS = 5
};

struct random_case {
    struct config c;
    struct arena arena; /* holds the config's matrices and targets */
    struct trace t;
};

struct random_case random_case_make(struct random_spec spec);
/* Computes again after a change to c and makes room for it. */
void random_case_again(struct random_case *x);
void random_case_finish(struct random_case *x);

/* Fails the test unless both traces of one config have the same bits, or no number in the same places. */
void assert_same_trace(const struct trace *a, const struct trace *b);

/* The cases that together cover every stage and every way to compute scores, each with every encoding, and
 * some whose settings are drawn, all of them at once: how many, and case i. */
int random_case_count(void);
struct random_case random_case_at(int i);

#endif
