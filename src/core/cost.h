/* The cost of RNN, CNN and attention layers as exact counts (Vaswani et al.
 * 2017, table 1): scalar multiplications per layer, sequential steps, and the
 * longest path between two words. Values above 2^63-1 saturate to INT64_MAX. */
#ifndef CORE_COST_H
#define CORE_COST_H

#include <stdbool.h>
#include <stdint.h>

#include "base/lang.h"

enum cost_arch {
    COST_ATTN,    /* n²d: the scores (the count of table 1) */
    COST_RNN,     /* n d² */
    COST_CNN,     /* k n d² */
    COST_DILATED, /* CNN whose dilation grows k-fold per layer */
    COST_PROJ,    /* the four projections of attention: 4 n d² */
    COST_CORE,    /* scores and weighted sums: 2 n² d */
    COST_FULL,    /* COST_PROJ + COST_CORE */
    COST_ARCHS
};

/* Returns the index of a name (attn rnn cnn dilated proj core full), -1: none. */
int cost_find(const char *name);
/* Multiplications of one layer; d is the width, k the kernel (CNNs only). */
int64_t cost_mul(enum cost_arch a, int64_t n, int64_t d, int64_t k);
/* Sequential steps of one layer: n for the RNN, 1 for the rest. */
int64_t cost_serial(enum cost_arch a, int64_t n);
/* Steps or layers until word 0 can influence word n-1 (kernel width k). INT64_MAX: never
 * (COST_PROJ treats each word separately, as does a kernel of width 1). */
int64_t cost_path(enum cost_arch a, int64_t n, int64_t k);
/* CNN layers, ⌈(n-1)/(k-1)⌉: each reaches k-1 words further */
int64_t cost_layers(int64_t n, int64_t k);
/* The same with dilation 1, k, k², …: ⌈log_k n⌉, since L layers reach k^L - 1 words */
int64_t cost_dilated(int64_t n, int64_t k);
int64_t cost_pairs(int64_t n);             /* n² */
int64_t cost_blocks(int64_t n, int64_t b); /* pairs inside blocks of b; the last block may be shorter */
int64_t cost_window(int64_t n, int64_t w); /* pairs with |i-j| <= w */
/* W_Q W_K W_V W_O of a layer: 4 d², for any number of heads of width d/heads (without biases) */
int64_t cost_params(int64_t heads, int64_t d);
double cost_weight_megabytes(int64_t n, int64_t heads); /* 10^6 bytes of float32 weights, 4 n² heads */

/* Writes the words on the path from word i to word j, i first and j last, to `stop` (at most `room`).
 * There is one stop per step or layer; a dilated layer may stay in place. Returns the number of stops,
 * cost_path + 1 for this distance, or 0 if j is unreachable. A backward path is the mirror image. */
int cost_route(enum cost_arch a, int i, int j, int k, int *stop, int room);

/* ---- what a single state keeps ------------------------------------------------- */

/* A state that reads one word after the other and keeps a share z of itself each time:
 *
 *     h_0 = x_0,   h_t = z h_{t-1} + (1 - z) x_t
 *
 * the update of a GRU (Cho et al. 2014, equation 7) with its gate held at z, the word itself as the
 * candidate. It is linear, so what is left of every word is known exactly: h_t = Σ_k share_k x_k with
 *
 *     share_k = (1 - z) z^(t-k) for k > 0,   share_0 = z^t
 *
 * The shares add up to 1. share_k is also the factor ∂h_t/∂x_k with which a gradient gets back to word k. */

/* Sets share[k], k = 0 … t, to what is left of word k in h_t; z from 0 to 1. */
void recurrence_shares(double z, int t, double *share);

#endif
