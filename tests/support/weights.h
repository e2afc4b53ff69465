/* Weights of configs that tests make by hand, and the projections of a reference case. */
#ifndef SUPPORT_WEIGHTS_H
#define SUPPORT_WEIGHTS_H

#include "core/config.h"
#include "support/truth.h"

/* Returns room for the weights of a config of at most 6 layers, all absent. It is used again for the ninth
 * after it. */
struct factor (*weights_room(void))[WEIGHT_COUNT];

/* Copies those of Wq Wk Wv Wo bq bk bv bo that j has into layer 0 of c, which gets new room for its
 * weights. */
void weights_of(struct truth *t, json_t *j, struct config *c);

#endif
