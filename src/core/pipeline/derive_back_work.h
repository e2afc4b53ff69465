/* What the rules of derive_back.c and derive_weight.c share. */
#ifndef CORE_PIPELINE_DERIVE_BACK_WORK_H
#define CORE_PIPELINE_DERIVE_BACK_WORK_H

#include "core/pipeline/derive_back.h"

/* One attention of one layer. */
struct pass {
    int layer;
    bool cross;
};

struct back_work {
    const struct derive_source *s;
    const struct config *c;
    struct derive_cell at;
    struct pass pass; /* of the cell */
    double sum;       /* so far */
    derive_emit *emit;
    void *to;
};

/* A LayerNorm: the stage of its results, its gain, and its input with its stage. */
struct norm {
    int layer, stage, gain, from;
    struct mat in;
};

/* Emits the steps of a gradient with respect to a weight, or by a matrix of the encoding. */
void back_weight_rule(struct back_work *w);

/* Return the stage of a table row in this pass, the one before a stage, and what queries are computed from.
 */
int back_stage(struct pass p, int row);
int back_before(const struct back_work *w, int layer, int stage);
int back_queried(const struct back_work *w, struct pass p);

bool back_reads_memory(const struct back_work *w, struct pass p);
int back_last_layer(const struct back_work *w);

/* Returns the LayerNorm whose results are the stage of a layer. */
struct norm back_norm(const struct back_work *w, int layer, int stage, int gain);

/* Return the number in a cell, the second with the cell: of the trace, of the gradient, of a weight. */
double back_read(const struct back_work *w, struct derive_from from);
struct derive_operand back_at(const struct back_work *w, struct derive_from from);

/* Emit steps. A sum goes on in w->sum. */
void back_unread(const struct back_work *w);
void back_multiply(struct back_work *w, int index, struct derive_operand a, struct derive_operand b);
void back_add_entry(struct back_work *w, int index, struct derive_operand a);
double back_combine(const struct back_work *w, enum derive_kind kind, struct derive_operand a,
                    struct derive_operand b);
/* Emits (x - mean)/σ of the cell x, spread: mean and σ of its row. Returns it. */
double back_norm_entry(const struct back_work *w, struct derive_from x, const double spread[2]);
/* The gradient with respect to entry j of the inner layer before the activation; back_before_activation only
 * returns it.
 */
double back_slope(const struct back_work *w, int layer, int row, int j);
double back_before_activation(const struct back_work *w, int layer, int row, int j);

#endif
