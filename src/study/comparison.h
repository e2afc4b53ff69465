/* Two scenes at the same stage, rows matched by word: the k-th 猫 of one with the
 * k-th 猫 of the other, wherever they stand. Where columns are words too (scores,
 * weights) they are matched as well. */
#ifndef STUDY_COMPARISON_H
#define STUDY_COMPARISON_H

#include "state/scene.h"

/* Differences below this are rounding and shown as 0. */
#define COMPARISON_ROUNDING 1e-12

struct comparison_side {
    const struct scene *scene;
    struct mat m;                          /* absent: this side has no such stage */
    const struct sequence *rows, *cols;    /* what rows and columns are; cols NULL: dimensions */
};

struct comparison {
    struct comparison_side a, b;
    int row_of[CONFIG_MAX_WORDS];          /* row of b that belongs to row i of a, -1: none */
    int col_of[CONFIG_MAX_WORDS];          /* likewise, where columns are words */
    double size;                           /* the largest |entry| of both, at least 1 */
    bool same_width;                       /* both sides are there and have columns that belong together */
};

/* Both sides at a stage (or COMPARE_FINAL) of a layer and head. */
void comparison_make(struct comparison *c, const struct scene *a, const struct scene *b, int stage);

/* Largest |difference| of row i of a and its row of b; -1: it has none; NaN where a number is not finite. */
double comparison_row(const struct comparison *c, int i);
/* The largest of comparison_row over the rows that have a partner. */
double comparison_most(const struct comparison *c);
/* Largest |difference| of the means over the rows; needs columns that are dimensions. */
double comparison_mean(const struct comparison *c);

/* True when a difference is nothing but rounding: below COMPARISON_ROUNDING, or that share of
 * the largest entry of both sides where it is above 1. */
bool comparison_rounding(const struct comparison *c, double difference);

/* Where the word at position t of a sequence of a stands in one of b (its k-th
 * occurrence there for the k-th here), -1: it does not. */
int comparison_word(const struct state *a, const struct sequence *of, int t, const struct state *b, const struct sequence *in);

#endif
