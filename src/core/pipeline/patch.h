/* Changes on the way from the words to the answer (struct patch, core/config.h): an ablation leaves a part
 * out, patching puts in what another sentence computed there (Meng et al. 2022, arxiv.org/abs/2202.05262).
 * What was computed before stays as it is, and all that follows is computed with the change: another question
 * than what a sum would be without one of its terms. */
#ifndef CORE_PIPELINE_PATCH_H
#define CORE_PIPELINE_PATCH_H

#include "base/text.h"
#include "core/pipeline/trace.h"

/* Applies the changes of a kind to the rows of a layer (of a head), from row `first` on. */
void patches_apply(const struct config *c, enum patch_kind kind, int layer, int head, struct mat rows,
                   int first);

/* Returns whether a word (-1: any of them) is read by no other one. */
bool patches_hide(const struct config *c, int word);

/* Returns whether a layer reads rows that were put in whole: they are no sum of sources. */
bool patches_break(const struct config *c, int layer);

/* Returns how many of the first `kept` layers do not depend on all words at once. */
int patches_kept(const struct config *c, int kept);

/* Returns true if both have the same changes in a layer. */
bool patches_alike(const struct config *a, const struct config *b, int layer);

/* Sets *out to the kind, layer and head of a name: attn0.h1, attn0, ffn0, layer0, weights0.h1. Returns false
 * if it is none that c has. */
bool patch_named(const struct config *c, const char *name, struct patch *out);
/* Appends that name; of PATCH_WORD: word3. */
void patch_name(const struct patch *what, struct text *out);

#endif
