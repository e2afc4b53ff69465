/* What the rules of derive.c and derive_attention.c share. */
#ifndef CORE_DERIVE_WORK_H
#define CORE_DERIVE_WORK_H

#include "core/derive.h"

struct derive_work {
    const struct trace *t;
    const struct config *c;
    const struct layer_trace *l;   /* the layer of the cell */
    struct derive_cell at;
    derive_emit *emit;
    void *to;
};

/* Operands that are no cell. */
extern const struct derive_from derive_nowhere;

struct derive_from derive_stage(const struct derive_work *w, int stage, int head, int row, int col);

void derive_say(const struct derive_work *w, struct derive_step step);

/* value = the cell of another stage */
void derive_copy(const struct derive_work *w, struct derive_from from);

/* Σ_k in[row,k]·W[k,col] (+ b[col]) for the cell of w; returns the sum. `stage` shows the matrix in. */
double derive_product(const struct derive_work *w, struct mat in, int stage, int weight);

/* The rows in front of the cross-attention, or of the feed-forward network, and their stage. */
struct mat derive_rows(const struct derive_work *w, bool ffn, int *stage);

/* The rules of one attention (derive_attention.c). */
void derive_query(const struct derive_work *w);
void derive_key(const struct derive_work *w);
void derive_value(const struct derive_work *w);
void derive_rotated(const struct derive_work *w);
void derive_scores(const struct derive_work *w);
void derive_scaled(const struct derive_work *w);
void derive_masked(const struct derive_work *w);
void derive_weights(const struct derive_work *w);
void derive_head_out(const struct derive_work *w);
void derive_concat(const struct derive_work *w);
void derive_output(const struct derive_work *w);

#endif
