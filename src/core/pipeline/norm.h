/* LayerNorm and RMSNorm of rows, and linear layers out = in W + b, forward and backward. */
#ifndef CORE_PIPELINE_NORM_H
#define CORE_PIPELINE_NORM_H

#include "core/pipeline/back.h"

enum { NORM_EFFORT = 8 }; /* cost of an entry, in multiplications */

/* Sets mean and σ of a row of d entries as c's LayerNorms do; an RMSNorm's mean is 0 (Zhang, Sennrich 2019).
 */
void norm_spread(const struct config *c, const double *row, double *mean, double *sigma);

/* out = gain·(in - mean)/σ + shift, row by row (Ba et al. 2016); norm: gain, shift. */
void layer_norm(struct mat out, const struct config *c, struct mat in, const struct factor *norm);

/* LayerNorm of a part of the rows of `whole`: out = (in - its mean)·gain/σ, with σ of `whole`. It is linear
 * once σ is kept at its value: parts that add up to `whole` add up to what it makes of `whole`, except for
 * the shift. out may be in. */
void norm_part(struct mat out, const struct config *c, struct mat in, struct mat whole, struct factor gain);

/* The same in place; norm: gain, shift. The part that holds the biases gets the shift. */
void norm_part_after(struct mat out, const struct config *c, struct mat whole, const struct factor *norm,
                     bool bias);

/* The backward pass of a LayerNorm: adds what d_out brings to d_in, d_norm[0] (gain), d_norm[1] (shift). */
struct norm_pass {
    struct mat in, d_in, d_out;
    const struct factor *norm, *d_norm;
};
void layer_norm_back(const struct back *b, struct norm_pass p);

/* The norm of queries or keys, `part` in place (rows of heads·dk entries): each entry times gain/σ, with σ of
 * its row of `whole`. Head: σ = √(mean of x² + eps) of the head's dk entries, the gain is the same for every
 * head (Henry et al. 2020; Qwen3). Wide: of all heads' together (OLMo 2). Cosine: the head's length, no gain;
 * rows of zeros stay. It is linear once σ is kept: parts that add up to `whole` add up to its norm. */
void qk_norm_part(struct mat part, const struct config *c, struct mat whole, struct factor gain);

/* Returns σ as above, of the entries that entry `col` of a row of `cols` is normed with. */
double qk_spread(const struct config *c, const double *row, int cols, int col);

/* Sets *first and *count to those entries. */
void qk_range(const struct config *c, int cols, int col, int *first, int *count);

/* From the gradient of the normed rows to those of `in` and of the gain; each is added to. */
void qk_norm_back(const struct back *b, struct norm_pass p);

struct linear {
    struct mat out, in; /* n x c, n x r */
    struct factor w, b; /* r x c, 1 x c; b absent: zero */
};

void linear_compute(const struct linear *l, struct work *work);

/* The same for the rows that t computes. */
void linear_rows(const struct linear *l, const struct trace *t);

/* d: the gradients of l's matrices. From d->out,
 *   d->in += d->out Wᵀ,   d->w += inᵀ d->out,   d->b += Σ of d->out's rows; each unless absent. */
void linear_back(const struct linear *d, const struct linear *l, struct work *work);

#endif
