/* A matrix that is never changed once shared: a state holds references, so
 * copying a state is cheap, undo is a list of states, and an edit makes one new
 * matrix. value_edit gives a private copy (or the same one when nobody else
 * holds it); after that the holder may write to it until it shares it again. */
#ifndef STATE_VALUE_H
#define STATE_VALUE_H

#include "core/math/mat.h"

struct value {
    int refs, rows, cols;
    double v[];
};

struct value *value_new(int rows, int cols);                 /* zeros; NULL: no memory */
struct value *value_share(struct value *v);                  /* NULL stays NULL */
void value_drop(struct value *v);
/* Replaces *v by one that only this holder has. false: no memory, *v as before. */
bool value_edit(struct value **v);
/* *v in another shape: leading entries kept, new ones 0. false: no memory, *v as before. */
bool value_reshape(struct value **v, int rows, int cols);
/* The same shape and the same bits; NULL is like NULL only. */
bool value_same(const struct value *a, const struct value *b);
size_t value_bytes(const struct value *v);                   /* in memory; 0 for NULL */
struct mat value_mat(const struct value *v);                 /* absent for NULL */

#endif
