/* Where one number came from: the arithmetic of a cell, step by step, down to
 * the last sum. Only numbers and references come out; the words are the view's. */
#ifndef CORE_PIPELINE_DERIVE_H
#define CORE_PIPELINE_DERIVE_H

#include "core/pipeline/trace.h"

enum derive_kind {
    DERIVE_GIVEN,      /* value: nothing was computed */
    DERIVE_COPY,       /* value = a */
    DERIVE_ADD,        /* value = a + b */
    DERIVE_PRODUCT,    /* value = a·b, sum = all products so far */
    DERIVE_BIAS,       /* value = a + b: a so far, b the bias */
    DERIVE_TERM,       /* a the term `index`, sum = all terms so far (knocked out: value 0) */
    DERIVE_DIVIDE,     /* value = a / b */
    DERIVE_MASK,       /* value = a + b: b 0, -inf or as given */
    DERIVE_MAX,        /* value = a: the largest masked score of the row, at key `index` */
    DERIVE_EXP,        /* value = exp(a - b): b the row's maximum, sum = all so far */
    DERIVE_SHARE,      /* value = a / b: b the sum of the exponentials */
    DERIVE_EMPTY,      /* no key is left: value 0 */
    DERIVE_NO_ROW,     /* the encoding has none for position `index`: value 0 */
    DERIVE_ENTRY,      /* value = a: entry `index` of the row, sum = all so far */
    DERIVE_MEAN,       /* value = a / b: a the sum of the entries, b how many */
    DERIVE_SQUARE,     /* value = (a - b)²: b the mean, sum = all so far */
    DERIVE_SIGMA,      /* value = √(a / b + eps): a the sum of the squares, b how many, sum the eps */
    DERIVE_NORM,       /* value = (a - mean)/σ: b the mean, sum the σ */
    DERIVE_GAIN,       /* value = a·b */
    DERIVE_SHIFT,      /* value = a + b */
    DERIVE_RELU,       /* value = max(0, a) */
    DERIVE_SINE,       /* value = sin(a): a the angle of hand `index` at position b */
    DERIVE_COSINE,     /* value = cos(a), likewise */
    DERIVE_ENCODING    /* value = a·b: a the encoding's entry of position `index`, b pescale */
};

struct derive_from {      /* the cell that was read: its value is a (or b) */
    int stage;            /* enum stage_id, -1: a weight or none */
    int weight;           /* enum weight, -1: none */
    int layer, head, row, col;
};

struct derive_step {
    enum derive_kind kind;
    int index;            /* which product, term or key */
    double a, b, value, sum;
    struct derive_from a_from, b_from;
};

struct derive_cell {
    int layer, stage, head, row, col;   /* col: of the stage's matrix (all heads side by side for Q, K, V) */
};

typedef void derive_emit(void *to, const struct derive_step *step);

/* Emits every step in order; the result of the last one is the cell. The steps run
 * through the sums in the order of the core: the result differs from the cell by
 * rounding at most. A rotated entry (rope) is the sum of its shares of the entries
 * of its row; with vectors on values (Shaw) the products of the values come first,
 * then those of the vectors. The cell exists. */
void derive(const struct trace *t, const struct config *c, struct derive_cell cell, derive_emit *emit, void *to);

/* The result of a step: for products and terms the sum, else the value. */
double derive_result(const struct derive_step *step);

#endif
