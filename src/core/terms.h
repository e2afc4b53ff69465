/* The named terms that add up to the raw score of query t and key s.
 *
 * With an added encoding the input is a sum of parts, x (content), p (position)
 * and, with biases or a LayerNorm in front, b; the score (q_t + …)·(k_s + …)
 * multiplies out, through the current W_Q and W_K, into
 *     cc cp pc pp  cb pb bc bp bb
 * (first letter the query side, second the key side). An encoding that acts on
 * scores adds its own terms; one that rotates or rewrites the product replaces
 * these by its own. The list depends on the config only, never on numbers other
 * than "is this bias zero". */
#ifndef CORE_TERMS_H
#define CORE_TERMS_H

#include "core/trace.h"
#include "base/pair.h"

struct term {
    char name[16];
    struct pair help;        /* what it asks */
    bool row_constant;       /* does not depend on the key: drops out of softmax */
};

/* The terms of layer `layer`'s first attention; returns how many. */
int terms_list(const struct config *c, int layer, struct term out[TERM_MAX]);

/* Index of the term called `name`, or -1. */
int terms_find(const struct config *c, int layer, const char *name);

/* Fills a->term from a->H, a->S and the layer's input parts (called by trace_compute). */
void terms_compute(struct attention *a, const struct config *c, struct trace *t, int layer);

/* Doubles that terms_compute needs from the arena (bounded: see terms_kept). */
/* Terms are kept unless they would fill more than 32 MB and nothing asks for
 * them (no term is knocked out, no encoding needs them for its scores). */
bool terms_kept(const struct config *c);

size_t terms_room(const struct config *c);

#endif
