/* Shared by the rules of derive.c and derive_attention.c. */
#ifndef CORE_PIPELINE_DERIVE_WORK_H
#define CORE_PIPELINE_DERIVE_WORK_H

#include "core/pipeline/derive.h"

struct derive_work {
    const struct trace *t;
    const struct config *c;
    const struct layer_trace *l; /* the layer of the cell */
    struct derive_cell at;
    bool cross; /* the cell belongs to the cross-attention */
    derive_emit *emit;
    void *to;
};

/* An operand that is not a cell. */
extern const struct derive_from derive_nowhere;

struct derive_from derive_stage(const struct derive_work *w, int stage, int head, int row, int col);

void derive_say(const struct derive_work *w, struct derive_step step);

/* Returns the stage of a table row in the pass of the cell (first or cross-attention). */
int derive_own(const struct derive_work *w, int row);

/* Returns the stage of the rows that the cell's attention reads, before any LayerNorm. */
int derive_attended(const struct derive_work *w);

/* Emits value = the cell of another stage. */
void derive_copy(const struct derive_work *w, struct derive_from from);

/* Emits Σ_k in[row,k]·W[k,col] (+ b[col]) for the cell of w; returns the sum. `stage` is in's stage. */
double derive_product(const struct derive_work *w, struct mat in, int stage, int weight);

/* The rules of one attention (derive_attention.c). */
void derive_query(const struct derive_work *w);
void derive_key(const struct derive_work *w);
void derive_value(const struct derive_work *w);
void derive_rotated_query(const struct derive_work *w);
void derive_rotated_key(const struct derive_work *w);
void derive_scores(const struct derive_work *w);
void derive_scaled(const struct derive_work *w);
void derive_masked(const struct derive_work *w);
void derive_weights(const struct derive_work *w);
void derive_head_out(const struct derive_work *w);
void derive_concat(const struct derive_work *w);
void derive_output(const struct derive_work *w);

#endif
