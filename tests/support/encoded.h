/* Configs for tests of encodings: one attention layer with all defaults, and an input that produces given
 * queries, keys and values. */
#ifndef SUPPORT_ENCODED_H
#define SUPPORT_ENCODED_H

#include "core/config.h"

enum { ENCODED_ROOM = 1 << 16 }; /* doubles that encoded_matrices and encoded_qkv each need at most */

/* Returns a config of n words of width d, one head of that width, base 10000, divisor 1 and the encoding's
 * default parameters. */
struct config encoded_config(const char *name, int n, int d);

/* Gives c the encoding's initial matrices, stored in room. Set heads, dk and the parameters first. */
void encoded_matrices(struct config *c, double *room);

/* Makes c an attention layer whose head h has the queries q[h], keys k[h] and values v[h]
 * (n x dk, n x dk, n x dv; c->heads of each): X holds them side by side, W_Q, W_K
 * and W_V pick their columns, and W_O is the identity in the leading columns. Sets d, dk and dv. */
void encoded_qkv(struct config *c, const struct mat *q, const struct mat *k, const struct mat *v,
                 double *room);

#endif
