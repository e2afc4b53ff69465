/* Sentences of a batch as rows of one trace: one below the other, without padding, so that each product of
 * rows with weights is done once for all of them. Only the attention goes sentence by sentence. Every sum
 * still runs over the words from the first to the last: the gradients are those of one sentence after the
 * other, to the bit. Nobody looks at such a trace: it has what a gradient needs. */
#ifndef CORE_PIPELINE_ROWS_H
#define CORE_PIPELINE_ROWS_H

#include "core/pipeline/back.h"

/* One sentence of a batch: its words as rows of the words' vectors, and what it is asked. */
struct example {
    int n, target_count;
    const int *word;
    const struct target *target;
    bool simple; /* its words need not hear each other below the last layer: see struct batch */
};

struct batch_sentence {
    const struct example *of;
    int first;    /* row */
    bool bare;    /* the last layer reads word + position; the layers below and the readout do not count */
    double share; /* of the loss, each time that one of its targets counts */
    double hush; /* 0, or the sentence before is this one, bare: times the square of what each score / divisor
                    of the last layer has more than there */
};

/* What config.rows is for a batch. A row of the maps has the keys of its own sentence; `wide` is a multiple
 * of 8.
 */
struct batch_rows {
    int count;
    struct batch_sentence *of;
    int wide, longest; /* longest: words of a sentence */
    int *place;        /* of each row in its sentence */
    int asked;         /* rows that the readout reads: */
    int *read;         /* which of them each row is, -1: it is not asked */
};

/* Returns true if nothing reads what this layer writes: in a batch, its heads alone are asked. */
static inline bool rows_end_in_weights(const struct config *c, int layer)
{
    return c->rows && c->classes == 0 && layer == c->layers - 1;
}

#endif
