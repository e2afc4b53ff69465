/* Exports a model's numbers for other programs: the safetensors format with GPT-2's names and shapes. */
#ifndef EXPORT_SAFETENSORS_H
#define EXPORT_SAFETENSORS_H

#include "base/reply.h"
#include "base/text.h"
#include "state/scene.h"

/* Writes the numbers that the scene is computed from, float64: wte.weight (the task's words, else those of
 * the sentence, one row per word), wpe.weight (a learned table), h.L.attn.c_attn.weight (W_Q, W_K, W_V side
 * by side) and .bias, h.L.attn.c_proj, h.L.ln_1, h.L.mlp.c_fc, h.L.mlp.c_proj, h.L.ln_2, ln_f, lm_head.weight
 * (Uᵀ, one row per class). What a model does not have is left out. The words and classes are in the metadata,
 * separated by blanks. Returns false and explains in r if the task's words cannot be read. */
bool export_safetensors(const struct scene *s, struct text *out, struct reply *r);

#endif
