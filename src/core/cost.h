/* What RNN, CNN and attention layers cost, as exact counts (Vaswani et al.
 * 2017, table 1): scalar multiplications per layer, steps that must wait for
 * each other, and the longest path between two words. Values beyond 2^63-1
 * saturate to INT64_MAX. */
#ifndef CORE_COST_H
#define CORE_COST_H

#include <stdbool.h>
#include <stdint.h>

#include "base/pair.h"

enum cost_arch {
    COST_ATTN,      /* n²d: the scores (the count of table 1) */
    COST_RNN,       /* n d² */
    COST_CNN,       /* k n d² */
    COST_DILATED,   /* as CNN, with dilation growing k-fold per layer */
    COST_PROJ,      /* the four projections of attention: 4 n d² */
    COST_CORE,      /* scores and weighted sums: 2 n² d */
    COST_FULL,      /* COST_PROJ + COST_CORE */
    COST_ARCHS
};

/* Index by name (attn rnn cnn dilated proj core full), -1: none. */
int     cost_find(const char *name);
/* What people call it. */
struct pair cost_title(enum cost_arch a);
/* Multiplications of one layer; d is the width, k the kernel (CNNs only). */
int64_t cost_mul(enum cost_arch a, int64_t n, int64_t d, int64_t k);
/* Steps of one layer that must wait for each other: n for the RNN, 1 for the rest. */
int64_t cost_serial(enum cost_arch a, int64_t n);
/* Steps or layers until word 0 can influence word n-1 (kernel width k); INT64_MAX: never
 * (COST_PROJ treats every word by itself, and so does a kernel of width 1). */
int64_t cost_path(enum cost_arch a, int64_t n, int64_t k);
/* CNN layers, ⌈(n-1)/(k-1)⌉: each reaches k-1 words further */
int64_t cost_layers(int64_t n, int64_t k);
/* The same with dilation 1, k, k², …: ⌈log_k n⌉, since L layers reach k^L - 1 words */
int64_t cost_dilated(int64_t n, int64_t k);
int64_t cost_pairs(int64_t n);                   /* n² */
int64_t cost_blocks(int64_t n, int64_t b);       /* pairs inside blocks of b, the last one may be shorter */
int64_t cost_window(int64_t n, int64_t w);       /* pairs with |i-j| <= w */
/* W_Q W_K W_V W_O of a layer: 4 d², for every number of heads of width d/heads (biases not counted) */
int64_t cost_params(int64_t heads, int64_t d);
double  cost_weight_megabytes(int64_t n, int64_t heads);   /* 10^6 bytes of float32 weights, 4 n² heads */

/* The words through which word i reaches word j, one stop per step or layer
 * (a dilated layer that is not needed stays where it is): at most `room` stops
 * written to stop (i first, j last); returns how many there are, cost_path + 1
 * of the distance; 0: unreachable. Backwards the same way is mirrored. */
int     cost_route(enum cost_arch a, int i, int j, int k, int *stop, int room);

#endif
