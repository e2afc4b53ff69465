/* Random steps of a session from a seed: commands that work, commands that fail, keys. */
#ifndef SUPPORT_STEPS_H
#define SUPPORT_STEPS_H

#include "core/math/rng.h"

enum { STEP_LONGEST = 160 };

/* Writes a step for kept_step: a command's example, "key " with a bound key that does not end the session, or
 * a line that keeps the scene small. */
void steps_some(char *step, struct rng *rng);
/* Returns a number from 0 to n - 1. */
int steps_below(struct rng *rng, int n);

#endif
