/* The named terms that add up to the raw score of query t and key s: why the score
 * is what it is, and what it would be without one of them.
 *
 * With an added encoding the input is a sum of parts, x (content), p (position)
 * and, with biases or LayerNorm before the attention, b; the score (q_t + …)·(k_s + …)
 * multiplies out, through the current W_Q and W_K, into
 *     cc cp pc pp  cb pb bc bp bb
 * (first letter the query side, second the key side). An encoding that acts on
 * scores adds its own terms; one that rotates or rewrites the product replaces
 * these by its own. Above layer 0, position is no longer a separate part: the rows
 * of the layer below are content. The key side of a memory has no position either.
 * The list depends on the config, but on no number except whether a bias is zero. */
#ifndef CORE_PIPELINE_TERMS_H
#define CORE_PIPELINE_TERMS_H

#include "core/pipeline/trace.h"
#include "base/pair.h"

struct term {
    char name[16];
    struct pair title;       /* what meets what, in two words */
    struct pair help;        /* what it asks */
    bool row_constant;       /* does not depend on the key: drops out of softmax */
    int bit;                 /* of config.term_off; a name keeps its bit in every layer and under every bias */
};

/* The terms of layer `layer`'s first attention; returns how many. */
int terms_list(const struct config *c, int layer, struct term out[TERM_MAX]);

/* Index of the term called `name`, or -1. */
int terms_find(const struct config *c, int layer, const char *name);

/* The bits of the terms called `name` in any layer, of all terms when name is NULL; 0: no such term. */
uint32_t terms_bits(const struct config *c, const char *name);

/* Takes the matrices of the terms from t's arena; none unless they are kept. */
void terms_lay_out(struct attention *a, const struct config *c, struct trace *t, int layer);

/* Fills them from the layer's input, a->Q and a->K. */
void terms_compute(struct attention *a, const struct config *c, struct trace *t, int layer);

/* The weights of a query's row with every term in, whatever is knocked out: softmax of their
 * sum / divisor + mask. out has room for one number per key; a->term_count > 0. */
void terms_whole_weights(double *out, const struct attention *a, const struct config *c, int head, int query);

/* Terms are kept if the scores are made of them (a term is knocked out, the encoding
 * adds some), or if a view shows them (no_terms is off) and they fill at most 32 MB per layer. */
bool terms_kept(const struct config *c);

/* About how many multiplications terms_compute makes. */
double terms_effort(const struct config *c);

#endif
