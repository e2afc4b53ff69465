/* Derivations of gradients: the arithmetic behind one entry, step by step, backwards through the chain rule.
 */
#ifndef CORE_PIPELINE_DERIVE_BACK_H
#define CORE_PIPELINE_DERIVE_BACK_H

#include "core/pipeline/derive.h"
#include "core/pipeline/grad.h"

struct derive_source {
    const struct trace *t;
    const struct config *c;
    const struct grad *g; /* of t */
};

/* Like derive, for the entry of the gradient with respect to `cell`: of a stage that is present, or of a
 * matrix that can be learned (see derive_back_knows). Factors are cells of the trace, weights, and entries of
 * the gradient one step closer to the loss; the last ones are p - y. The result differs from the gradient
 * with respect to rounding at most. */
void derive_back(const struct derive_source *s, struct derive_cell cell, derive_emit *emit, void *to);

/* Returns the gradient with respect to a cell's matrix, absent if it is not learned. */
struct mat derive_back_matrix(const struct grad *g, const struct derive_cell *cell);

#endif
