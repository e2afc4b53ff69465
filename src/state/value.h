/* Reference-counted matrices, and the table of all matrices of a state. Both are immutable while shared.
 * States hold a reference to a table, so copying a state is cheap, undo is a list of states, and an
 * edit copies the table and one matrix. value_edit makes *v private; its holder may then write to it until
 * it is shared again. */
#ifndef STATE_VALUE_H
#define STATE_VALUE_H

#include "core/config.h"
#include "core/math/mat.h"

struct value {
    int refs, rows, cols;
    double v[];
};

struct value *value_new(int rows, int cols); /* zeros; NULL: out of memory */
struct value *value_copy(struct mat m);      /* the numbers of m; NULL: out of memory */
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

/* Places in the table of matrices. */
enum {
    NUMBERS_ENCODINGS = 24, /* positional encodings that can have matrices */
    NUMBERS_MASK = 0,
    NUMBERS_SCORES,
    NUMBERS_OF_ENCODINGS,
    NUMBERS_WEIGHTS = NUMBERS_OF_ENCODINGS + NUMBERS_ENCODINGS * PE_MAX_MATRICES /* last: layer after layer */
};

static inline int numbers_weight(int layer, int weight)
{
    return NUMBERS_WEIGHTS + layer * WEIGHT_COUNT + weight;
}

static inline int numbers_encoding(int encoding, int i)
{
    return NUMBERS_OF_ENCODINGS + encoding * PE_MAX_MATRICES + i;
}

struct numbers; /* NULL: no matrix is set */

/* Returns the matrix at a place, NULL if it is not set: weights are then the identity, biases and shifts 0,
 * gains 1, and the matrices of an encoding its default. */
const struct value *numbers_at(const struct numbers *n, int place);

struct numbers *numbers_share(struct numbers *n); /* NULL stays NULL */
void numbers_drop(struct numbers *n);

/* Replaces the matrix at a place; NULL unsets it. Takes ownership of v on success. Returns false and leaves
 * *n unchanged if out of memory. */
bool numbers_put(struct numbers **n, int place, struct value *v);
/* Returns the matrix at a place, which is set, after making it private: see value_edit. Returns NULL and
 * leaves the numbers unchanged if out of memory. */
struct value *numbers_edit(struct numbers **n, int place);

/* Returns true if the same matrices are set and have the same shapes and bits. Fast if they are shared. */
bool numbers_same(const struct numbers *a, const struct numbers *b);
/* Returns the bytes of a that are not shared with b. */
size_t numbers_bytes(const struct numbers *a, const struct numbers *b);

#endif
