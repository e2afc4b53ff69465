/* One attention, computed with everything kept (Vaswani et al. 2017, 3.2). */
#ifndef CORE_PIPELINE_ATTENTION_H
#define CORE_PIPELINE_ATTENTION_H

#include "core/pipeline/trace.h"

/* How the attentions of a layer differ. */
struct attention_role {
    bool cross;          /* uses W_QC …, reads the memory, no encoding, no causal mask */
    bool causal;         /* a decoder's own: always causal */
    bool encoded;        /* the encoding's hooks act (self-attention) */
};

/* The role of a layer's first attention. */
struct attention_role attention_first(const struct config *c);

/* True when the encoding rotates queries and keys. */
bool attention_rotates(const struct config *c, struct attention_role role);

/* About how many multiplications attention_compute makes. */
double attention_effort(const struct config *c, struct attention_role role);

/* Takes the matrices of one attention from t's arena. a->H, a->S are set: what the
 * queries, and what keys and values read. */
void attention_lay_out(struct attention *a, const struct config *c, struct trace *t, int layer,
                       struct attention_role role);

/* Fills them: Q = H W_Q + b_Q, K = S W_K + b_K, V = S W_V + b_V;
 * scores = q_i·k_j (rotated, plus the encoding's terms and bias), or the sum of
 * the terms that are not knocked out; scaled = scores / divisor; masked = scaled
 * + mask; weights = softmax(masked); head_out = weights V; output = concat W_O + b_O. */
void attention_compute(struct attention *a, const struct config *c, struct trace *t, int layer,
                       struct attention_role role);

/* What the raw scores are made of. */
enum score_source {
    SCORES_PRODUCT,      /* q·k (rotated), plus what the encoding adds */
    SCORES_TERMS,        /* the sum of the terms that are not knocked out */
    SCORES_GIVEN         /* c->scores_given */
};

enum score_source attention_source(const struct config *c, struct attention_role role);

/* scores / this = scaled */
double attention_divisor(const struct config *c, struct attention_role role);

/* What the encoding's bias hook adds to the raw score: bias(i, j)·divisor. */
double attention_bias(const struct config *c, int head, int query, int key);

/* The entry of the mask that is added to the scaled score (0 or -inf, or as given).
 * A decoder's first attention is always causal, whatever c->mask says. Over the keys of
 * a memory (block attention), causal also means key j <= query i. Padding is the
 * last c->pad keys: of the memory if the block reads one, else of the sentence, also in
 * a decoder. A given mask applies to the first attention of a block that is not a decoder. */
double attention_mask(const struct config *c, struct attention_role role, int query, int key);

/* scaled + mask, where -inf hides a key even if its score has overflowed. */
double attention_masked(double scaled, double mask);

#endif
