/* One layer: attention, perhaps cross-attention, feed-forward network; around each sublayer a residual
 * and a LayerNorm if they are on. Forward and backward. */
#ifndef CORE_PIPELINE_BLOCK_H
#define CORE_PIPELINE_BLOCK_H

#include "core/pipeline/back.h"

/* Fills the matrices of layer l from its input. */
void layer_compute(struct trace *t, const struct config *c, int l);

/* From the gradient of the layer's last rows (layer_rows), that of everything in it and of its input. */
void layer_back(const struct back *b, int l);

/* Returns the layer's rows before any LayerNorm after the last layer. */
struct mat layer_rows(const struct trace *t, const struct config *c, int l);

/* Returns what a change is about in a trace: n rows, of one head if it has one. */
struct mat patch_rows(const struct trace *t, const struct config *c, const struct patch *what);

/* Returns whether a matrix of a layer of t has a row that was not computed, but left out or put in. */
bool patches_meet(const struct trace *t, const struct config *c, int layer, struct mat m, int row);

#endif
