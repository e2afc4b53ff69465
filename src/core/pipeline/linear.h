/* out = in W + b, and its gradient. */
#ifndef CORE_PIPELINE_LINEAR_H
#define CORE_PIPELINE_LINEAR_H

#include "base/work.h"
#include "core/math/mat.h"

struct linear {
    struct mat out, in; /* n x c, n x r */
    struct factor w, b; /* r x c, 1 x c; b absent: zero */
};

void linear_compute(const struct linear *l, struct work *work);

/* d: the gradients of l's matrices. From d->out,
 *   d->in += d->out Wᵀ,   d->w += inᵀ d->out,   d->b += Σ of d->out's rows; each unless absent. */
void linear_back(const struct linear *d, const struct linear *l, struct work *work);

#endif
