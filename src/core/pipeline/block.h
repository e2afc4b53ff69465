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

#endif
