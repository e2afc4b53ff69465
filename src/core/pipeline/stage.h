/* The pipeline as a table with one row per stage, in teaching order. The stage view, `stage NAME`,
 * export and the derivations walk it. A decoder's cross-attention reuses its rows for a
 * second pass after the first attention.
 *
 * The computation is said here once, as data: a row has a stage's op, its operands, its weight and its
 * formula. The arithmetic of one cell (derive.c), its gradient (derive_back.c), the weight that enters a
 * stage, what reads what, are questions to this table, so a new stage cannot be drawn and not explained, or
 * explained otherwise than it is computed. The kernels that fill the matrices (attention.c, block.c,
 * readout.c) stay loops: they are to be fast, and the tests hold both against each other, cell by cell.
 *
 * A stage is a number from 0 in walking order. Stages of the second pass have no
 * names in the enum: stage_again(STAGE_Q) is Qc. */
#ifndef CORE_PIPELINE_STAGE_H
#define CORE_PIPELINE_STAGE_H

#include "base/lang.h"
#include "core/pipeline/trace.h"

/* The meaning of a row or column. */
enum axis {
    AXIS_WORD,            /* a word of the sentence */
    AXIS_QUERY,           /* the same word, as a query */
    AXIS_KEY,             /* a key: a word of the memory if the attention reads it, else of the sentence */
    AXIS_MEMORY,          /* a word of the memory */
    AXIS_TEXT,            /* the word itself: one column, not a number */
    AXIS_DIM,             /* of d */
    AXIS_MEMORY_DIM,      /* of dsrc */
    AXIS_HEAD_DIM,        /* of dv */
    AXIS_HEADS_KEY_DIM,   /* of heads·dk */
    AXIS_HEADS_VALUE_DIM, /* of heads·dv */
    AXIS_HIDDEN,          /* of dff */
    AXIS_CLASS,           /* a class of the readout */
    AXIS_SINK,            /* one column: the key without a value */
    AXIS_COUNT
};

/* clang-format off */
enum stage_id {
    STAGE_TOKENS, STAGE_X, STAGE_P, STAGE_TYPES, STAGE_EMBEDDED, STAGE_SUM, STAGE_Y,
    STAGE_H, STAGE_Q, STAGE_K, STAGE_V, STAGE_QN, STAGE_KN, STAGE_QR, STAGE_KR,
    STAGE_SCORES, STAGE_SCALED, STAGE_CAPPED, STAGE_MASKED, STAGE_WEIGHTS, STAGE_SINK, STAGE_HEAD_OUT,
    STAGE_CONCAT, STAGE_OUTPUT, STAGE_OUTPUT_NORM, STAGE_RESIDUAL1, STAGE_NORM1,
    STAGE_CROSS, /* the second pass: the rows from H on that have a name in it */
    STAGE_FFN_IN = STAGE_CROSS + (STAGE_CROSS - STAGE_H) - 6,
    STAGE_GATE, STAGE_UP, STAGE_HIDDEN, STAGE_FFN, STAGE_FFN_NORM, STAGE_RESIDUAL2, STAGE_NORM2,
    STAGE_TRANSFORM, /* the last layer only, from here on */
    STAGE_FINAL, STAGE_LOGITS, STAGE_PROBS,
    STAGE_COUNT
};
/* clang-format on */

/* How the heads divide a stage's matrix. */
enum stage_heads {
    HEADS_TOGETHER, /* shared by all heads */
    HEADS_COLUMNS,  /* each head has its own columns, side by side */
    HEADS_APART     /* each head has its own matrix */
};

/* The kind of a stage's contents. */
enum stage_role {
    ROLE_COMPUTED,
    ROLE_WORDS,     /* words, not numbers */
    ROLE_GIVEN,     /* can be edited */
    ROLE_POSITIONS, /* a row belongs to a position, whatever word is there */
    ROLE_WEIGHTS    /* shares between 0 and 1 */
};

/* The struct that contains the matrix of a stage. */
enum stage_holder { IN_TRACE, IN_LAYER, IN_ATTENTION };

/* How a stage is computed from its operands a, b … and its weight: see derive.c, backwards derive_back.c. */
enum stage_op {
    OP_GIVEN,    /* an input */
    OP_ENCODING, /* pescale·(the encoding of its position) */
    OP_ADD,      /* a + b …; a alone: a copy */
    OP_NORM,     /* gain·(a - mean)/σ + shift, by row */
    OP_LINEAR,   /* a W + b */
    OP_ACTIVATE, /* activation(a W + b) */
    OP_UNIT,     /* gain·a/σ, each head's part, or the row, by itself: see qk_norm_part */
    OP_TURN,     /* a, each head's part turned by its position */
    OP_SCORES,   /* a_i·b_j by head, plus what the encoding adds */
    OP_TERMS,    /* the sum of the terms that are on */
    OP_DIVIDE,   /* a / divisor */
    OP_CAP,      /* cap·tanh(a / cap) */
    OP_MASK,     /* a + mask */
    OP_SHARE,    /* softmax(a), by row */
    OP_SINK,     /* the sink's share of it */
    OP_MIX,      /* a b by head, plus a times the encoding's vectors */
    OP_JOIN,     /* the heads of a, side by side */
    OP_TIMES     /* a·b, entry by entry */
};

enum { STAGE_OPERANDS = 3 };

struct stage_made {
    enum stage_op op;
    int of[STAGE_OPERANDS]; /* stages; 0: no more (nothing is computed from the words' names) */
    int weight;             /* enum weight of LINEAR, ACTIVATE, NORM; its bias or shift: stage_bias */
    int layer;              /* of the operands: the layer below for what a layer begins with */
};

/* A stage in one pass. */
struct stage_pass {
    const char *name;  /* "scaled", "scaledc": commands and JSON */
    const char *label; /* the name as a word on screen, 缩放后; the letter of a formula stays a letter */
    const char *formula;
    const char *title; /* a few words */
    unsigned needs;    /* bits: requirements on the config (see stage.c) */
    const char *help;  /* one plain sentence: what happens here and why */
};

struct stage_row {
    struct stage_pass pass[2]; /* first attention (and all else), cross-attention (name NULL: none) */
    enum stage_role role;
    enum axis rows, cols;
    enum stage_heads heads;
    enum stage_holder in;
    size_t at;              /* offset in its holder */
    struct stage_made made; /* in the first pass; stage_made says it of a stage under a config */
};

const struct stage_row *stage_row(int stage);
const struct stage_pass *stage_pass(int stage);

/* Returns entry i of the list of all stage names, NULL after the last. */
const char *stage_name(int stage);
const char *stage_title(int stage);

/* The matrix of a stage as a word on screen: scaled, 缩放后. In English that is stage_name. */
const char *stage_label(int stage);

/* Returns what commands may call a stage: its name, then those on screens in other languages; NULL after the
 * last. */
const char *stage_called(int stage, int i);

bool stage_present(const struct config *c, int layer, int stage);

/* Returns what a stage that is present is computed from: stages that are present too. */
struct stage_made stage_made(const struct config *c, int layer, int stage);

/* Returns the bias (or shift) beside a stage's weight (or gain). */
int stage_bias(int weight);

/* Returns the stage that a weight, bias, gain or shift of a layer enters; -1: none that is present. */
int stage_with(const struct config *c, int layer, int weight);

/* Returns the matrix of a stage that is present (with HEADS_APART the head's own). */
struct mat stage_matrix(const struct trace *t, int layer, int stage, int head);

/* Returns which part of a stage's columns a head reads (HEADS_COLUMNS): several heads can share one. */
int stage_head(const struct config *c, int stage, int head);

/* Returns true for a stage of a decoder's cross-attention. */
bool stage_crosses(int stage);

/* Returns the attention that a stage belongs to. */
const struct attention *stage_attention(const struct layer_trace *l, int stage);

/* Return the same row's stage in the first pass, and in the cross-attention (where it must exist). */
int stage_first(int stage);
int stage_again(int stage);

/* Returns the weights of the attention that a stage belongs to, as a stage. */
int stage_weights_of(int stage);

/* The formula and the help sentence under c. For example, H is X + P only if P is added, in
 * layer 0, without LayerNorm before the sublayers. */
const char *stage_formula(const struct config *c, int layer, int stage);
const char *stage_help(const struct config *c, int layer, int stage);

/* The formula of the loss's gradient with respect to the stage: from those one step closer to the loss. */
const char *stage_gradient(const struct config *c, int stage);

/* Sets the rows and columns of the matrix (with HEADS_APART of each head's). */
void stage_shape(const struct config *c, int stage, int *rows, int *cols);

/* Returns false for the words themselves. */
bool stage_has_numbers(int stage);

/* Returns the meaning of the rows (or columns) under c; for words, AXIS_WORD or AXIS_MEMORY. */
enum axis stage_axis(const struct config *c, int stage, bool column);

/* Returns the stage with this name, or -1. */
int stage_find(const char *name);

/* Returns the next (step 1) or previous (step -1) stage that is present; `stage` itself at the ends. */
int stage_step(const struct config *c, int layer, int stage, int step);

/* Return the last stage that is present, and the last one before the readout: its matrix is the output of the
 * layer. */
int stage_last(const struct config *c, int layer);
int stage_output(const struct config *c, int layer);

#endif
