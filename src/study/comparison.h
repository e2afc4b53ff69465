/* Compares two scenes at the same stage. Rows are matched by word: the k-th 猫 of one with the
 * k-th 猫 of the other, wherever they are; in a twin the words that were not swapped stay the k-th. If
 * columns are words too (scores, weights), they are matched the same way. */
#ifndef STUDY_COMPARISON_H
#define STUDY_COMPARISON_H

#include "state/scene.h"

/* Differences up to this are rounding and shown as 0. */
#define COMPARISON_ROUNDING 1e-12

struct comparison_side {
    const struct scene *scene;
    struct mat m;                       /* absent if this side lacks the stage */
    const struct sequence *rows, *cols; /* words of rows and columns; cols NULL: dimensions */
};

struct comparison {
    struct comparison_side a, b;
    int row_of[CONFIG_MAX_WORDS]; /* row of b that matches row i of a; -1: none */
    int col_of[CONFIG_MAX_WORDS]; /* the same for columns that are words */
    double size;                  /* largest |entry| of both sides, at least 1 */
    bool same_width;              /* both sides are present and their columns match */
};

/* Fills c for a stage (or COMPARE_FINAL), at the layer and head that a has in view. */
void comparison_make(struct comparison *c, const struct scene *a, const struct scene *b, int stage);

/* Returns the largest |difference| between row i of a and its match in b; -1 without a match, NaN if a
 * difference is not a number. */
double comparison_row(const struct comparison *c, int i);
/* Returns the largest comparison_row over all matched rows. */
double comparison_most(const struct comparison *c);
/* Returns the largest |difference| between the means over the rows; -1 if columns are not dimensions. */
double comparison_mean(const struct comparison *c);

/* Returns true if a difference is only rounding: at most COMPARISON_ROUNDING times c->size. */
bool comparison_rounding(const struct comparison *c, double difference);

/* Returns the position in a sequence of b that matches position t in a sequence of a, or -1. The k-th
 * occurrence of a word, in any case (he, him), matches its k-th occurrence, both counted before the
 * sequence's swap. */
int comparison_word(const struct state *a, const struct sequence *of, int t, const struct state *b,
                    const struct sequence *in);

#endif
