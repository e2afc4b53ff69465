/* The options of the current positional encoding, by name. */
#ifndef STATE_ENCODING_H
#define STATE_ENCODING_H

#include "state/state.h"

/* Index of a parameter of the current encoding, -1: it has none of that name. */
int encoding_param_find(const struct state *s, const char *name);
bool encoding_param_set(struct state *s, int i, const char *value, int col, struct reply *r);
void encoding_param_add(struct state *s, int i, double steps);
/* The value as encoding_param_set reads it. */
void encoding_param_print(const struct state *s, int i, struct text *out);

/* key=value behind `encoding NAME`: the encoding's own, or d, base, pescale. */
bool encoding_option(struct state *s, const char *key, const char *value, int col, struct reply *r);

#endif
