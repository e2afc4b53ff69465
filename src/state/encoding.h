/* The options of the current positional encoding, by name. */
#ifndef STATE_ENCODING_H
#define STATE_ENCODING_H

#include "state/state.h"

/* Returns the index of a parameter of the current encoding, or -1 if it has none of that name. */
int encoding_param_find(const struct state *s, const char *name);
/* Sets parameter i from text. Returns false, explains in r and leaves s unchanged if the value is invalid. */
bool encoding_param_set(struct state *s, int i, const char *value, int col, struct reply *r);
/* Adds `steps` to parameter i: a number is clamped to its range, a choice wraps around. */
void encoding_param_add(struct state *s, int i, double steps);
/* Writes the value as encoding_param_set reads it. */
void encoding_param_print(const struct state *s, int i, struct text *out);

/* Applies key=value after `encoding NAME`: a parameter of the encoding, or d, base, pescale.
 * Returns false and explains in r if there is no such option or the value is invalid. */
bool encoding_option(struct state *s, const char *key, const char *value, int col, struct reply *r);

#endif
