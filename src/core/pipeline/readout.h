/* After the last layer: one more LayerNorm, and the readout, which turns each row into a choice between
 * the classes. Both are optional. */
#ifndef CORE_PIPELINE_READOUT_H
#define CORE_PIPELINE_READOUT_H

#include "core/pipeline/rows.h"

/* Takes the matrices from t's arena; the last layer's output becomes the rows after the LayerNorm. Of a
 * batch, only rows that are asked have logits. */
void readout_lay_out(struct trace *t, const struct config *c);

/* Fills them but for logits and probs; of t's kept rows it takes those that were asked for in `from`. */
void readout_compute(struct trace *t, const struct config *c, const struct trace *from);

enum { READOUT_ALL = -1 };

/* Computes logits = row U + b_U and probs = softmax(logits) of a row (READOUT_ALL: of every row), unless they
 * are there. c's matrices must be there as well. Returns false if t->work stopped it. */
bool readout_ask(const struct trace *t, int row);

/* Sets c->classes logits to what the readout would make of the row behind layer l (-1: before the first) of a
 * word if it were the last one: what that layer would say (nostalgebraist 2020, the logit lens). t is of c. */
void readout_lens(double *logits, const struct trace *t, const struct config *c, int layer, int word);

/* Returns the approximate number of multiplications of readout_compute. */
double readout_effort(const struct config *c);

/* Returns the row before the softmax that a target asks, of a sentence of a batch (NULL: t has no other). */
struct mat readout_asked(const struct trace *t, const struct config *c, const struct batch_sentence *s,
                         const struct target *target);

/* Returns the loss of one target: -log of its share, of probs or of a head's weights (see struct answer),
 * from the row that it asks. Infinite if the share is 0 because the key is hidden. */
double readout_loss(struct mat asked, const struct config *c, const struct target *target);

/* Returns true if the target's share is larger than every other of its row: a tie is no answer. */
bool readout_right(struct mat asked, const struct target *target);

/* From the targets that ask the readout: the gradients of probs, logits, U, b_U and the rows that the
 * readout and the LayerNorm have read. */
void readout_back(const struct back *b);

#endif
