/* What values about training have in common. */
#ifndef EXPR_TRAINING_H
#define EXPR_TRAINING_H

#include "expr/call.h"
#include "state/training.h"

/* Sets *trained to a copy of the scene's state whose training is there and at its step, whether the scene is
 * trained or not. state_finish frees it, also after a failure. Returns false and explains in the reply if it
 * cannot be trained. */
bool expr_training(struct expr_call *c, struct state *trained);

/* Asks the test of the scene's training without the terms in `off`, see trainer_measure. */
bool expr_measure(struct expr_call *c, struct term_set off, struct measured *out);

#endif
