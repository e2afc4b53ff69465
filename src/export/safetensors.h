/* The numbers of a model as bytes of a file: the safetensors format, float64. */
#ifndef EXPORT_SAFETENSORS_H
#define EXPORT_SAFETENSORS_H

#include "base/text.h"
#include "core/config.h"

/* Appends the numbers that a config is computed from, under the names and in the shapes of family_own_names,
 * which are GPT-2's: wte.weight (`words`, a row for each), wpe.weight (a learned table) or encoding.I (matrix
 * I of another encoding), h.L.attn.c_attn.weight (W_Q, W_K, W_V side by side) …, and lm_head.weight (Uᵀ, a
 * row for each class). What is absent, and so 0, is left out, as are the gains of a LayerNorm that is off. */
void export_safetensors(const struct config *c, struct mat words, struct text *out);

#endif
