/* The projections of a reference case as a config's. */
#ifndef SUPPORT_WEIGHTS_H
#define SUPPORT_WEIGHTS_H

#include "core/config.h"
#include "support/truth.h"

/* Wq Wk Wv Wo bq bk bv bo of j, those that are there, become layer 0's of c. */
void weights_of(struct truth *t, const cJSON *j, struct config *c);

#endif
