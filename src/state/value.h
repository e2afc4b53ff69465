/* A reference-counted matrix, immutable while shared. States hold references, so copying a
 * state is cheap, undo is a list of states, and an edit makes one new matrix. value_edit makes
 * *v private; its holder may then write to it until it is shared again. */
#ifndef STATE_VALUE_H
#define STATE_VALUE_H

#include "core/math/mat.h"

struct value {
    int refs, rows, cols;
    double v[];
};

struct value *value_new(int rows, int cols); /* zeros; NULL: out of memory */
struct value *value_share(struct value *v);  /* NULL stays NULL */
void value_drop(struct value *v);
/* Makes *v private, copying it if it is shared. Returns false and leaves *v unchanged if out of memory. */
bool value_edit(struct value **v);
/* Changes the shape of *v: leading entries stay, new ones are 0. Returns false and leaves *v unchanged if
 * out of memory. */
bool value_reshape(struct value **v, int rows, int cols);
/* Returns true if shape and bits are equal; NULL equals only NULL. */
bool value_same(const struct value *a, const struct value *b);
size_t value_bytes(const struct value *v);   /* in memory; 0 for NULL */
struct mat value_mat(const struct value *v); /* absent for NULL */

#endif
