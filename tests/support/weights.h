/* The projections of a reference case, for a config. */
#ifndef SUPPORT_WEIGHTS_H
#define SUPPORT_WEIGHTS_H

#include "core/config.h"
#include "support/truth.h"

/* Copies those of Wq Wk Wv Wo bq bk bv bo that j has into layer 0 of c. */
void weights_of(struct truth *t, json_t *j, struct config *c);

#endif
