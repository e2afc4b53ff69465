/* One attention with all intermediate results kept (Vaswani et al. 2017, 3.2). */
#ifndef CORE_PIPELINE_ATTENTION_H
#define CORE_PIPELINE_ATTENTION_H

#include "core/pipeline/back.h"

/* The differences between the attentions of a layer. */
struct attention_role {
    bool cross;   /* uses W_QC …, reads the memory, no encoding, no causal mask */
    bool causal;  /* a decoder's self-attention: always causal */
    bool encoded; /* the encoding's hooks act (self-attention) */
};

/* Returns the role of a layer's first attention. */
struct attention_role attention_first(const struct config *c);

/* Returns true if the encoding rotates queries and keys. */
bool attention_rotates(const struct config *c, struct attention_role role);

/* Return whether queries and keys are normed, and whether a key without a value takes its share. */
bool attention_norms(const struct config *c, struct attention_role role);
bool attention_sinks(const struct config *c, struct attention_role role);

/* Returns the logit of that key: it joins a row's softmax, neither divided nor masked. */
double attention_sink(const struct config *c, int layer, int head);

/* Returns the approximate number of multiplications of attention_compute. */
double attention_effort(const struct config *c, struct attention_role role);

/* Takes the matrices of one attention from t's arena. The caller must have set a->H (read by
 * the queries) and a->S (read by keys and values). */
void attention_lay_out(struct attention *a, const struct config *c, struct trace *t, int layer,
                       struct attention_role role);

/* Fills them: Q = H W_Q + b_Q, K = S W_K + b_K, V = S W_V + b_V;
 * scores = q_i·k_j (normed, rotated, plus the encoding's terms and bias), or the sum of
 * the terms that are not knocked out; scaled = scores / divisor, capped; masked = scaled
 * + mask; weights = softmax(masked, with the sink); head_out = weights V; output = concat W_O + b_O. */
void attention_compute(struct attention *a, const struct config *c, struct trace *t, int layer,
                       struct attention_role role);

/* From the gradient of the output and the targets that ask this layer's heads: the gradients of everything
 * up to H and S, of the weights and biases. Scores that are given stay as
 * they are; those that are sums of terms must not occur (see grad_possible). */
void attention_back(const struct back *b, int layer, struct attention_role role);

/* Adds to the gradients of the encoding's matrices what the scores of all layers bring, sentence by sentence.
 */
void attention_bias_back(const struct back *b);

/* Returns the queries (or keys) before any rotation: normed, if they are. */
struct mat attention_plain(const struct attention *a, bool keys);

/* Returns the keys of all heads as scores multiply them: normed and rotated, if they are. */
struct mat attention_keys_read(const struct attention *a);

/* Return a head's columns of the queries and keys as the score multiplies them (rotated). */
struct mat attention_head_queries(const struct attention *a, const struct config *c, int head);
struct mat attention_head_keys(const struct attention *a, const struct config *c, int head);

/* out = q kᵀ (n x keys) where t computes it: in whole rows, and in a row that was kept for the new keys. */
void attention_products(struct mat out, struct mat q, struct mat k, const struct trace *t);

/* How the raw scores are computed. */
enum score_source {
    SCORES_PRODUCT, /* q·k (rotated), plus the encoding's terms and bias */
    SCORES_TERMS,   /* the sum of the terms that are not knocked out */
    SCORES_GIVEN    /* c->scores_given */
};

enum score_source attention_source(const struct config *c, int layer, struct attention_role role);

/* scaled = scores / divisor. Returns the divisor, including the encoding's factor. */
double attention_divisor(const struct config *c, struct attention_role role);

/* Returns the encoding's contribution to the raw score: bias(i, j)·divisor. */
double attention_bias(const struct config *c, int head, int query, int key);

/* Returns the mask's entry for the scaled score (0 or -inf, or as given), the window of the layer in it.
 * A decoder's first attention is always causal, whatever c->mask is. Over the keys of
 * a memory (block attention), causal still means key j <= query i. Padding hides the
 * last c->pad keys: of the memory if the block (also a decoder) reads one, else of the
 * sentence. A given mask applies only to the first attention of a block other than a decoder. */
double attention_mask(const struct config *c, int layer, struct attention_role role, int query, int key);

/* Returns scaled + mask. A mask of -inf hides the key even if its score has overflowed. */
double attention_masked(double scaled, double mask);

#endif
