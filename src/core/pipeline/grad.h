/* The gradient of the loss as a second trace. `d` has, in the place of every matrix of the trace, the loss's
 * derivative by it: stage_matrix(&g.d, …) is the gradient of a stage, with the stage's shape. `to` has, in
 * the place of every matrix of the config that can be learned, its gradient.
 *
 * The loss is the mean over the targets of -log of a share (struct target). Matrices that share a place in
 * the trace (the masked scores without a mask, the rows between two sublayers) share their gradient.
 *
 * All sums run in a fixed order: the same numbers always give the same bits. */
#ifndef CORE_PIPELINE_GRAD_H
#define CORE_PIPELINE_GRAD_H

#include "base/lang.h"
#include "core/pipeline/rows.h"

struct grad {
    struct trace d;     /* with X and Y in its own arena */
    struct config to;   /* only its matrices mean anything; absent: not learned */
    struct arena sums;  /* those of `to`, one after another, see parameters_lay_out */
    struct mat words;   /* gradient of the words' vectors (a batch), absent otherwise; first in `sums` */
    struct arena table; /* to.w */
    struct arena
        rows; /* X of one sentence of a batch; of several: also P, hands, and what struct batch_rows has */
    struct trace t; /* of several sentences */
    double loss;
    double right; /* share of a batch's targets that are right, see readout_right, as often as they count */
};

/* Returns true if gradients can be computed. Otherwise explains in *why: an encoding without backward rules,
 * or scores that are sums of terms because one is knocked out. */
bool grad_possible(const struct config *c, const char **why);

/* Makes room for the gradient of c. With words = 0 it is for grad_compute and has the gradient of every
 * matrix that c could have. Otherwise it is for grad_batch on `words` word vectors and sentences of at most
 * c->n words, and has those of the matrices that are present in c: biases that are absent stay so. Returns
 * false and leaves g empty if memory is exhausted. */
bool grad_reserve(struct grad *g, const struct config *c, int words);
/* Returns the doubles that grad_reserve(g, c, 0) takes. */
size_t grad_room(const struct config *c);
void grad_finish(struct grad *g);

/* Computes loss and gradients of t, which was computed from c; t keeps its numbers. Requires targets,
 * grad_possible and grad_reserve(g, c, 0). Returns false if g->d.work stopped it. Allocates nothing. */
bool grad_compute(struct grad *g, const struct trace *t, const struct config *c);

/* Computes the mean loss over all targets of all sentences, and its gradients, which g adds up. The sentences
 * share everything in c except for n, X and the targets. Several go through one trace as rows; a memory, a
 * mask other than a causal one or scores given by hand do not fit them. `words` are the words' vectors. t has
 * room for the longest sentence (trace_reserve); of a single one, g->d and t are those afterwards. Returns
 * false if g->d.work stopped it. Allocates nothing. */
struct batch {
    struct mat words;
    int count;
    const struct example *of;
    /* Of simple sentences the lower layers are to add little to the rows, and the last layer's heads are to
     * find their answers also without it. `quiet` times the mean square of what the last layer reads less
     * word + position is added to what is minimized, and `bare` times the loss of the last layer computed
     * from word + position alone. Little that is read may still be much of a score, or the same for all
     * keys, which no loss sees: `hush` times the mean square of what the last layer's scores / divisor have
     * from it is added, too, in sentences of at most `hushed` words if bare is not 0: longer ones need it.
     * None of it is in the loss that grad_batch returns. */
    double quiet, bare, hush;
    int hushed;
};
bool grad_batch(struct grad *g, struct trace *t, const struct config *c, const struct batch *b);

/* Computes the trace of one sentence of a batch: sets c's n, X and targets, and fills t. g has room for its
 * words (grad_reserve). Returns false if t->work stopped it. */
bool grad_read(struct grad *g, struct trace *t, struct config *c, struct mat words, const struct example *e);

/* Returns the loss of t: the mean of its targets'. Requires at least one target. */
double grad_loss(const struct trace *t, const struct config *c);

/* Makes room in `table` for to->w, with c's layers. Returns false if memory is exhausted. */
bool parameters_reserve(struct config *to, const struct config *c, struct arena *table);

/* Lays out in `a` all matrices of `to` that can be learned, one after another: those of the encoding, then
 * every layer's weights in the order of enum weight (layer 0 has what the model has once). `all`: also those
 * that are absent in c. A trainer that lays out its own numbers in this way, the words' vectors first, has
 * them as one row, entry by entry beside g->sums. to->w has room (parameters_reserve), or is NULL: `a` only
 * measures. */
void parameters_lay_out(struct config *to, const struct config *c, struct arena *a, bool all);

#endif
