/* The named terms of the raw score of query t and key s: why the score has its value,
 * and what it would be without one of them.
 *
 * With an added encoding the input is a sum of parts: x (content), p (position) and,
 * with biases or LayerNorm before the attention, b. The score (q_t + …)·(k_s + …)
 * expands, through the current W_Q and W_K, into
 *     cc cp pc pp  cb pb bc bp bb
 * (first letter the query side, second the key side). An encoding that acts on scores
 * adds its own terms; one that rotates or rewrites the product replaces these terms.
 * Above layer 0, position is no longer a separate part: the rows of the layer below are
 * content. The key side of a memory has no position either.
 * The list depends on the config, and on numbers only in whether a bias is zero. */
#ifndef CORE_PIPELINE_TERMS_H
#define CORE_PIPELINE_TERMS_H

#include "core/pipeline/trace.h"
#include "base/pair.h"

struct term {
    char name[16];
    struct pair title; /* which parts meet, in two words */
    struct pair help;  /* the question it asks */
    bool row_constant; /* does not depend on the key: cancels in softmax */
    bool words;        /* the contents alone meet, under whatever name */
    int bit;           /* in config.term_off; a name keeps its bit in every layer and with any bias */
};

/* Lists the terms of layer `layer`'s first attention; returns their number. */
int terms_list(const struct config *c, int layer, struct term out[TERM_MAX]);

/* Returns the title of product p of word and position: 0 to 3 are word·word, word·place, place·word,
 * place·place. */
struct pair terms_title(int p);

/* Returns the index of the term `name`, or -1. */
int terms_find(const struct config *c, int layer, const char *name);

/* Returns the bits of the term `name` in any layer, of all terms if name is NULL; 0: unknown name. */
uint32_t terms_bits(const struct config *c, const char *name);

/* Takes the terms' matrices from t's arena, if terms are kept. */
void terms_lay_out(struct attention *a, const struct config *c, struct trace *t, int layer);

/* Fills them from the layer's input, a->Q and a->K. */
void terms_compute(struct attention *a, const struct config *c, struct trace *t, int layer);

/* Sets `out` to the weights of a query's row without the terms whose bits are in `off` (0: with all of them),
 * whatever config.term_off knocks out: softmax of the sum of the others / divisor + mask. out has room for
 * one number per key. Requires a->term_count > 0. */
void terms_weights_without(double *out, const struct attention *a, const struct config *c, int head,
                           int query, uint32_t off);

/* Returns true if terms are kept: if the scores are computed from them (a term is knocked out, or the
 * encoding adds some), or if a view shows them (no_terms is off) and they take at most 32 MB per layer. */
bool terms_kept(const struct config *c);

/* Returns the approximate number of multiplications of terms_compute. */
double terms_effort(const struct config *c);

#endif
