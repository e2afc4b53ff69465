/* Two other ways to the output of a head: softmax tile by tile, which never has a whole row of weights
 * (Milakov, Gimelshein 2018; Dao et al. 2022), and attention without softmax, which keeps one matrix in place
 * of all keys (Katharopoulos et al. 2020). */
#ifndef CORE_PIPELINE_STREAMED_H
#define CORE_PIPELINE_STREAMED_H

#include "core/pipeline/attention.h"

/* What of an attention is meant. */
struct streamed {
    const struct attention *a;
    const struct config *c;
    int head;
};

/* Sets *most and *sum to the largest masked score of a query in the first `keys` keys and to Σ exp(score -
 * most), and out (dv numbers, NULL: not wanted) to the average of their values, read `tile` at a time: after
 * each tile what was summed before is multiplied by exp(most before - most now). Hidden keys add nothing; if
 * all are hidden: -inf, 0, zeros. */
void streamed_softmax(double *most, double *sum, double *out, const struct streamed *of, int query, int tile,
                      int keys);

/* φ(x) = elu(x) + 1: x + 1 above 0, else exp(x). */
double linear_feature(double x);

/* Sets S (dk x dv) and z (1 x dk) to Σ φ(k_s)ᵀ v_s and Σ φ(k_s) over the keys s <= query. */
void linear_state(struct mat S, struct mat z, const struct streamed *of, int query);

/* Sets out (dv numbers) to φ(q)·S / (φ(q)·z). `room`: dk·dv + dk numbers. */
void linear_output(double *out, const struct streamed *of, int query, double *room);

/* Sets share (one number per key) to what each key has in it: φ(q)·φ(k_s) / (φ(q)·z), 0 behind the query. */
void linear_shares(double *share, const struct streamed *of, int query);

#endif
