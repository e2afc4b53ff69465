/* Steps of a session by chance, from a seed: commands that work and commands that fail, keys. */
#ifndef SUPPORT_STEPS_H
#define SUPPORT_STEPS_H

#include "core/math/rng.h"

enum { STEP_LONGEST = 160 };

/* One for kept_step: a command's example, "key " with a bound key that ends nothing, or a line of a kind that keeps the
 * scene small. */
void steps_some(char *step, struct rng *rng);
/* 0 to n - 1. */
int steps_below(struct rng *rng, int n);

#endif
