/* Derivations: the arithmetic behind one cell, step by step, down to the last sum.
 * Only numbers and references are emitted; the view adds the words. */
#ifndef CORE_PIPELINE_DERIVE_H
#define CORE_PIPELINE_DERIVE_H

#include "core/pipeline/grad.h"

enum derive_kind {
    DERIVE_GIVEN,   /* value: an input, not computed */
    DERIVE_PATCHED, /* value: left out, or put in place of what would be computed */
    DERIVE_COPY,    /* value = a */
    DERIVE_ADD,     /* value = a + b */
    DERIVE_PRODUCT, /* value = a·b, sum = all products so far */
    DERIVE_BIAS,    /* value = a + b: a the sum so far, b the bias */
    DERIVE_TERM,    /* a: the term `index`, sum = all terms so far (knocked out: value 0) */
    DERIVE_DIVIDE,  /* value = a / b */
    DERIVE_CAP,     /* value = b·tanh(a / b): b the cap */
    DERIVE_MASK,    /* value = a + b: b is 0, -inf or as given */
    DERIVE_MAX,     /* value = a: the largest masked score of the row, at key `index` */
    DERIVE_EXP, /* value = exp(a - b): b the row's maximum, sum = all so far; after the keys that of the sink
                 */
    DERIVE_SHARE,    /* value = a / b: b the sum of the exponentials */
    DERIVE_EMPTY,    /* no key left: value 0 */
    DERIVE_NO_ROW,   /* the encoding has no row for position `index`: value 0 */
    DERIVE_ENTRY,    /* value = a: entry `index` of the row, sum = all so far */
    DERIVE_MEAN,     /* value = a / b: a the sum of the entries, b their number */
    DERIVE_SQUARE,   /* value = (a - b)²: b the mean, sum = all so far */
    DERIVE_SIGMA,    /* value = √(a / b + eps): a the sum of the squares, b their number, sum = eps */
    DERIVE_NORM,     /* value = (a - mean)/σ: b the mean, sum = σ */
    DERIVE_GAIN,     /* value = a·b */
    DERIVE_SHIFT,    /* value = a + b */
    DERIVE_RELU,     /* value = max(0, a) */
    DERIVE_GELU,     /* value = a·Φ(a), or its approximation if `index` is ACTIVATION_GELU_NEW */
    DERIVE_SILU,     /* value = a/(1 + exp(-a)) */
    DERIVE_QUICK,    /* value = a/(1 + exp(-1.702 a)) */
    DERIVE_SINE,     /* value = sin(a): a the angle of hand `index` at position b */
    DERIVE_COSINE,   /* value = cos(a), likewise */
    DERIVE_ENCODING, /* value = a·b: a the encoding's entry of position `index`, b pescale */
    /* of gradients */
    DERIVE_ERROR,  /* value = a - b: a share, b 1 if the target wants it, 0 otherwise */
    DERIVE_ASK,    /* value = -b / a: a the share that is wanted, b its part of the loss, sum = all so far */
    DERIVE_OVER,   /* value = a / b */
    DERIVE_SLOPE,  /* value = a·b: b the slope of the activation at entry `index` */
    DERIVE_CENTRE, /* value = a - b */
    DERIVE_LEAN,   /* value = a - b·sum */
    DERIVE_TIMES,  /* value = a·b */
    DERIVE_PLUS,   /* value = a + b */
    DERIVE_UNREAD  /* no target asks for it, nothing reads it: value 0 */
};

struct derive_from { /* the source cell of an operand: its value is a (or b) */
    int stage;       /* enum stage_id, -1: a weight, or not a cell */
    int weight; /* enum weight, WEIGHT_COUNT + a matrix of the encoding, -1: none of these; what the model
                 * has once is in layer 0 */
    int layer, head, row, col;
    bool gradient; /* of the loss, by that cell */
};

struct derive_step {
    enum derive_kind kind;
    int index; /* index of the product, term, key, … */
    double a, b, value, sum;
    struct derive_from a_from, b_from;
};

/* A number that a step works on. */
struct derive_operand {
    double x;
    struct derive_from from;
};

struct derive_cell {
    int layer, stage, head, row, col; /* col: of the stage's matrix (all heads side by side for Q, K, V) */
    bool gradient;                    /* the loss's gradient with respect to this cell */
    int weight; /* with stage -1, of a gradient: enum weight, or WEIGHT_COUNT + a matrix of the encoding */
};

typedef void derive_emit(void *to, const struct derive_step *step);

/* Emits every step in order; the last step's result is the cell's value. The sums run in
 * the order of the core, so the result differs from the cell by rounding at most. A rotated
 * entry (rope) is the weighted sum of its row's entries. With vectors on values (Shaw), the
 * products of the values come first, then those of the vectors. The cell must exist. */
void derive(const struct trace *t, const struct config *c, struct derive_cell cell, derive_emit *emit,
            void *to);

/* Returns the result of a step: the sum for products and terms, else the value. */
double derive_result(const struct derive_step *step);

/* ---- gradients: backwards through the chain rule -------------------------------- */

struct derive_source {
    const struct trace *t;
    const struct config *c;
    const struct grad *g; /* of t */
};

/* Like derive, for the entry of the gradient with respect to `cell`: of a stage that is present, or of a
 * matrix that can be learned (see derive_back_knows). Factors are cells of the trace, weights, and entries of
 * the gradient one step closer to the loss; the last ones are p - y. The result differs from the gradient
 * with respect to rounding at most. */
void derive_back(const struct derive_source *s, struct derive_cell cell, derive_emit *emit, void *to);

/* Returns the gradient with respect to a cell's matrix, absent if it is not learned. */
struct mat derive_back_matrix(const struct grad *g, const struct derive_cell *cell);

#endif
