/* The named terms that add up to the raw score of query t and key s: why the score
 * is what it is, and what it would be without one of them.
 *
 * With an added encoding the input is a sum of parts, x (content), p (position)
 * and, with biases or a LayerNorm in front, b; the score (q_t + …)·(k_s + …)
 * multiplies out, through the current W_Q and W_K, into
 *     cc cp pc pp  cb pb bc bp bb
 * (first letter the query side, second the key side). An encoding that acts on
 * scores adds its own terms; one that rotates or rewrites the product replaces
 * these by its own. Above layer 0 position is no part of its own any more: the rows
 * of the layer below are content. The key side of a memory has no position either.
 * The list depends on the config only, never on numbers other than "is this bias
 * zero". */
#ifndef CORE_TERMS_H
#define CORE_TERMS_H

#include "core/trace.h"
#include "base/pair.h"

struct term {
    char name[16];
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

/* Fills a->term from the layer's input parts, a->Q and a->K (called by trace_compute). */
void terms_compute(struct attention *a, const struct config *c, struct trace *t, int layer);

/* The weights of a query's row with every term in, whatever is knocked out: softmax of their
 * sum / divisor + mask. out has room for a number per key; `a` keeps its terms (a->term_count > 0). */
void terms_whole_weights(double *out, const struct attention *a, const struct config *c, int head, int query);

/* Terms are kept unless nobody asks for them (no_terms) or they would fill more than
 * 32 MB a layer, and the scores are not made of them (no term is knocked out, the
 * encoding has none to add). */
bool terms_kept(const struct config *c);

/* Doubles that terms_compute takes from the arena at most, one layer. */
size_t terms_room(const struct config *c);

#endif
