/* A backward pass: from the loss to the gradient with respect to every matrix (Rumelhart, Hinton, Williams
 * 1986). Each backward rule is next to its forward rule: it takes the gradient of that rule's results and
 * adds to the gradient of what that rule has read. */
#ifndef CORE_PIPELINE_BACK_H
#define CORE_PIPELINE_BACK_H

#include "core/math/softmax.h"
#include "core/pipeline/trace.h"

struct batch_sentence;

struct back {
    const struct trace *t;  /* the numbers */
    const struct config *c; /* what they were computed from */
    struct trace *d; /* the gradient with respect to every matrix of t, in the same place; begins as zeros */
    struct config *to;               /* by every matrix of c that can be learned; absent: not wanted */
    const struct batch_sentence *of; /* what is asked: those of a batch, or one of all rows */
    int count;
};

/* Returns what a target answers. */
static inline struct answer target_answer(const struct config *c, const struct target *target)
{
    return (struct answer){target->to, c->even};
}

#endif
