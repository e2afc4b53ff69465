/* The sources of a row: what was added up to make it. A layer reads
 *
 *     token + position + type + attn0 + ffn0 + attn1 + … + bias
 *
 * token the embedding, position the encoding that is added, type what the type of a word adds, attnL, crossL
 * and ffnL the outputs of layer L's attention, cross-attention and feed-forward network (with their own
 * biases), bias the shifts of LayerNorm and the biases of the queries or keys. Without residual connections a
 * sublayer's output replaces the sum.
 *
 * With more than SOURCE_LAYERS layers, all attentions below are one source, attn, and so are all feed-forward
 * networks, ffn.
 *
 * A source is a number, a set of them a mask. Several sources can be read as one: attn is the sum of all
 * attentions below, ffn that of all feed-forward networks. */
#ifndef CORE_PIPELINE_SOURCE_H
#define CORE_PIPELINE_SOURCE_H

#include "base/text.h"
#include "core/pipeline/trace.h"

enum source_writer { WRITES_ATTENTION, WRITES_CROSS, WRITES_FFN, SOURCE_WRITERS };
enum { SOURCE_LIST_MOST = 5 }; /* more than these are listed in groups */

#define SOURCE_BIT(source) ((uint32_t)1 << (source))
#define SOURCES_PLAIN (SOURCE_BIT(SOURCE_WRITTEN) - 1) /* those that no layer has written */

/* Returns the source that a sublayer of layer `layer` writes. */
int source_written(const struct config *c, int layer, enum source_writer writer);

/* Returns the sources of what layer `layer`'s first attention reads, before its own LayerNorm and biases:
 * the bias is among them only if a LayerNorm after a sublayer has put it there. Those that are left out are
 * missing, unless nothing else is left. */
uint32_t sources_of(const struct config *c, int layer);

/* Returns all sources that c can leave out: every one but the bias. */
uint32_t sources_all(const struct config *c);

/* Returns what a sublayer adds to the rows, normed if it is: n x d. */
struct mat source_output(const struct layer_trace *l, enum source_writer writer);

/* Sets *whole to the rows (n x d) that the LayerNorm after a layer's sublayer normalizes; returns its gain
 * and shift, NULL if the layer has no such sublayer. */
const struct factor *source_norm_after(struct mat *whole, const struct config *c, const struct trace *t,
                                       int layer, enum source_writer writer);

/* Returns what a word, its place or its type adds to the rows: n x d, absent if nothing; then the same as the
 * first layer gets it, after the LayerNorm before it. */
struct mat source_plain(const struct trace *t, int source);
struct mat source_in_words(const struct trace *t, int source);

/* Returns the place of a source (its number) or of a group (that of what all layers write together) in lists.
 */
int source_entry(uint32_t mask);

/* Returns the first source of a mask. */
int source_first(uint32_t mask);

/* Returns the sources of `all` that are listed together with `source` when they are grouped. */
uint32_t source_group(uint32_t all, int source);

/* Returns the mask of a name: "token", "attn0", "attn" (0: unknown); also by the words on screen, 词,
 * 注意力0. `end`: where the name ends. */
uint32_t source_named(const char *name, const char *end);

/* Returns the name of a source or a group in commands and JSON. */
const char *source_name(uint32_t mask);
/* Appends its name on screen: place, attn0. */
void source_title(uint32_t mask, enum lang lang, struct text *out);
/* Appends the question of a product: does this place look for what attn0 wrote there? */
void source_asks(uint32_t query, uint32_t key, enum lang lang, struct text *out);

#endif
