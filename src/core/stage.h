/* The pipeline as a table: one row per stage, in the order in which a learner
 * meets them. The stage view, `stage NAME`, export and the derivations walk it. */
#ifndef CORE_STAGE_H
#define CORE_STAGE_H

#include "base/pair.h"
#include "core/trace.h"

enum axis { AXIS_WORD, AXIS_MEMORY, AXIS_KEY, AXIS_DIM, AXIS_HEAD_DIM, AXIS_ALL_HEADS_DIM, AXIS_HIDDEN };

enum stage_id {
    STAGE_TOKENS, STAGE_X, STAGE_P, STAGE_SUM, STAGE_Y, STAGE_H,
    STAGE_Q, STAGE_K, STAGE_V, STAGE_QR, STAGE_KR,
    STAGE_SCORES, STAGE_SCALED, STAGE_MASKED, STAGE_WEIGHTS,
    STAGE_HEAD_OUT, STAGE_CONCAT, STAGE_OUTPUT, STAGE_RESIDUAL1, STAGE_NORM1,
    STAGE_HC, STAGE_QC, STAGE_KC, STAGE_VC,
    STAGE_SCORESC, STAGE_SCALEDC, STAGE_MASKEDC, STAGE_WEIGHTSC,
    STAGE_HEAD_OUTC, STAGE_CONCATC, STAGE_OUTPUTC, STAGE_RESIDUALC, STAGE_NORMC,
    STAGE_FFN_IN, STAGE_HIDDEN, STAGE_FFN, STAGE_RESIDUAL2, STAGE_NORM2,
    STAGE_COUNT
};

enum stage_look { LOOK_DIVERGING, LOOK_WEIGHTS };   /* which colour map fits */

struct stage_def {
    const char *name;            /* "scaled": commands and JSON */
    const char *formula;
    struct pair title;           /* few words */
    struct pair help;            /* one plain sentence: what happens here and why */
    enum axis rows, cols;
    bool per_head;
    enum stage_look look;
    bool (*present)(const struct config *c, int layer);
    /* The matrix (one head's part when per_head). */
    struct mat (*matrix)(const struct trace *t, int layer, int head);
};

extern const struct stage_def stages[STAGE_COUNT];

/* The formula and the sentence as they are under c: H is X + P only where P is
 * added, in layer 0, with no LayerNorm in front, and so on. */
const char *stage_formula(const struct config *c, int layer, int stage);
struct pair stage_help(const struct config *c, int layer, int stage);

/* -1 when there is no such stage. */
int stage_find(const char *name);

/* The next (step 1) or previous (step -1) stage that is present; the same at the ends. */
int stage_step(const struct config *c, int layer, int stage, int step);

/* The last stage that is present: its matrix is what the layer gives. */
int stage_last(const struct config *c, int layer);

#endif
