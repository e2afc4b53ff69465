/* The pipeline as a table: one row per stage, in the order in which a learner
 * meets them. The stage view, `stage NAME`, export and the derivations walk it. After
 * the first attention, a decoder's cross-attention walks the same rows a second time.
 *
 * A stage is a number from 0 in walking order; those of the second pass have no
 * names in the enum: stage_again(STAGE_Q) is Qc. */
#ifndef CORE_PIPELINE_STAGE_H
#define CORE_PIPELINE_STAGE_H

#include "base/pair.h"
#include "core/pipeline/trace.h"

/* What a row or column is. */
enum axis {
    AXIS_WORD,               /* a word of the sentence */
    AXIS_QUERY,              /* the same, as a query */
    AXIS_KEY,                /* a key: a word of the memory where the attention reads it, else of the sentence */
    AXIS_MEMORY,             /* a word of the memory */
    AXIS_TEXT,               /* the word itself: one column, which is not a number */
    AXIS_DIM,                /* of d */
    AXIS_MEMORY_DIM,         /* of dsrc */
    AXIS_HEAD_DIM,           /* of dv */
    AXIS_HEADS_KEY_DIM,      /* of heads·dk */
    AXIS_HEADS_VALUE_DIM,    /* of heads·dv */
    AXIS_HIDDEN,             /* of dff */
    AXIS_COUNT
};

enum stage_id {
    STAGE_TOKENS, STAGE_X, STAGE_P, STAGE_SUM, STAGE_Y, STAGE_H,
    STAGE_Q, STAGE_K, STAGE_V, STAGE_QR, STAGE_KR,
    STAGE_SCORES, STAGE_SCALED, STAGE_MASKED, STAGE_WEIGHTS,
    STAGE_HEAD_OUT, STAGE_CONCAT, STAGE_OUTPUT, STAGE_RESIDUAL1, STAGE_NORM1,
    STAGE_CROSS,     /* the rows from H on once more, but for the two rotations */
    STAGE_FFN_IN = STAGE_CROSS + (STAGE_CROSS - STAGE_H) - 2, STAGE_HIDDEN, STAGE_FFN, STAGE_RESIDUAL2, STAGE_NORM2,
    STAGE_COUNT
};

/* What the heads share of a stage's matrix. */
enum stage_heads {
    HEADS_TOGETHER,          /* all of it */
    HEADS_COLUMNS,           /* each head reads columns of its own, side by side */
    HEADS_APART              /* each head has a matrix of its own */
};

/* Stages whose numbers differ in kind from the rest. */
enum stage_role {
    ROLE_COMPUTED,
    ROLE_WORDS,              /* words, not numbers */
    ROLE_GIVEN,              /* can be edited */
    ROLE_POSITIONS,          /* a row belongs to a position, whichever word is there */
    ROLE_WEIGHTS             /* shares between 0 and 1 */
};

/* The struct that the matrix of a stage is in. */
enum stage_holder { IN_TRACE, IN_LAYER, IN_ATTENTION };

/* A row in one pass. */
struct stage_pass {
    const char *name;            /* "scaled", "scaledc": commands and JSON */
    const char *formula;
    struct pair title;           /* few words */
    int needs;                   /* bits: what the config must have (see stage.c) */
    struct pair help;            /* one plain sentence: what happens here and why */
};

struct stage_row {
    struct stage_pass pass[2];   /* the first attention (and everything else), the cross-attention (name NULL: none) */
    enum stage_role role;
    enum axis rows, cols;
    enum stage_heads heads;
    enum stage_holder in;
    size_t at;                   /* offset in its holder */
};

const struct stage_row *stage_row(int stage);
const struct stage_pass *stage_pass(int stage);

/* Entry i of the names of all stages, NULL after the last. */
const char *stage_name(int stage);
struct pair stage_title(int stage);

bool stage_present(const struct config *c, int layer, int stage);

/* The matrix of a stage that is present (with HEADS_APART the head's own). */
struct mat stage_matrix(const struct trace *t, int layer, int stage, int head);

/* True for a stage of a decoder's cross-attention. */
bool stage_crosses(int stage);

/* The attention that a stage is part of. */
const struct attention *stage_attention(const struct layer_trace *l, int stage);

/* The same row in the first pass, and in the cross-attention (which has it). */
int stage_first(int stage);
int stage_again(int stage);

/* The formula and the sentence under c: H is X + P only where P is added, in
 * layer 0, with no LayerNorm before the sublayers, and so on. */
const char *stage_formula(const struct config *c, int layer, int stage);
struct pair stage_help(const struct config *c, int layer, int stage);

/* Rows and columns of the matrix (with HEADS_APART of each head's). */
void stage_shape(const struct config *c, int stage, int *rows, int *cols);

/* False for the words themselves. */
bool stage_has_numbers(int stage);

/* What the rows (or columns) are under c: of words, AXIS_WORD or AXIS_MEMORY. */
enum axis stage_axis(const struct config *c, int stage, bool column);

/* Returns -1 if there is no such stage. */
int stage_find(const char *name);

/* The next (step 1) or previous (step -1) stage that is present; `stage` itself at the ends. */
int stage_step(const struct config *c, int layer, int stage, int step);

/* The last stage that is present: its matrix is the output of the layer. */
int stage_last(const struct config *c, int layer);

#endif
