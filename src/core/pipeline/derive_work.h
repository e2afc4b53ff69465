/* What derive.c and derive_back.c share: reading numbers with the cells that they are in,
 * and emitting steps. */
#ifndef CORE_PIPELINE_DERIVE_WORK_H
#define CORE_PIPELINE_DERIVE_WORK_H

#include "core/pipeline/attention.h"
#include "core/pipeline/derive.h"
#include "core/pipeline/stage.h"

struct derive_work {
    const struct trace *t;
    const struct config *c;
    const struct grad *g; /* NULL in derivations of the trace */
    struct derive_cell at;
    int layer, head; /* of the stages that are read */
    double sum;      /* so far */
    derive_emit *emit;
    void *to;
};

/* Returns a number that is not a cell. */
struct derive_operand derive_plain(double x);

/* Return an entry with its cell: of a stage, of the gradient with respect to it, of a weight (or matrix
 * weight - WEIGHT_COUNT of the encoding). */
struct derive_operand derive_entry(const struct derive_work *w, int stage, int row, int col);
struct derive_operand derive_gradient(const struct derive_work *w, int stage, int row, int col);
struct derive_operand derive_weight(const struct derive_work *w, int weight, int row, int col);

bool derive_has_weight(const struct derive_work *w, int weight);

/* Emit a step and return its value: number `index` of its kind, with a third number (step.sum), without
 * operands. */
double derive_say(const struct derive_work *w, enum derive_kind kind, int index, struct derive_operand a,
                  struct derive_operand b, double value);
double derive_say_with(const struct derive_work *w, enum derive_kind kind, struct derive_operand a,
                       struct derive_operand b, double value, double third);
double derive_say_alone(const struct derive_work *w, enum derive_kind kind, double value);

/* Emit part `index` of w->sum, to which it is added: value; a·b; a. */
void derive_add(struct derive_work *w, enum derive_kind kind, int index, struct derive_operand a,
                struct derive_operand b, double value);
void derive_multiply(struct derive_work *w, int index, struct derive_operand a, struct derive_operand b);
void derive_add_entry(struct derive_work *w, int index, struct derive_operand a);

/* The entries of a row that are normed together, and how. */
struct derive_range {
    int first, count;
    bool centred; /* less their mean */
    bool length;  /* divided by their length, not by the root of a mean */
};

/* Returns the range that a stage of this op norms the cell's column with, among `cols` columns. */
struct derive_range derive_range(const struct derive_work *w, enum stage_op op, int cols);

/* Emits mean (spread[0]) and σ (spread[1]) of a range of the cell's row in a stage, entry by entry in the
 * order of norm_of_row (rms_of_row). */
void derive_spread(struct derive_work *w, int stage, struct derive_range range, double spread[2]);

/* Emits the products of a rotation: the cell from its row in a stage, or (gradient) the gradient with respect
 * to the cell from that of the rotated row. */
void derive_turned(struct derive_work *w, int stage, bool gradient);

/* Returns the role of the attention that a stage belongs to. */
struct attention_role derive_role(const struct derive_work *w, int stage);

#endif
