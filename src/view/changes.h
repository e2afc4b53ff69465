/* What has become of a matrix: the scene on screen against another one, number by
 * number. Rows and columns that belong to words are matched by word, so that a word
 * which only moved has not changed; all others by their number. */
#ifndef VIEW_CHANGES_H
#define VIEW_CHANGES_H

#include "view/screen.h"

enum change { CHANGE_NONE, CHANGE_UP, CHANGE_DOWN, CHANGE_NEW };   /* NEW: the other has no such number */

struct changes {
    bool known;              /* false: no number has its like there (another matrix, or all zeros here): nothing has changed */
    struct mat now, other;   /* other absent: there is no such matrix */
    int rows, cols;          /* how many of the following count */
    int row[CONFIG_MAX_WORDS], col[CONFIG_MAX_WORDS];   /* where the word stands there, -1: it does not */
};

/* A stage's matrix (one head's part) in `now` and in `other`. NULL: nothing to compare with. */
struct changes changes_of_stage(const struct scene *now, const struct scene *other, int stage, int head);

/* Any matrix with the rows and columns of a stage: `a` in now, `b` in other (absent: not there). */
struct changes changes_of(const struct scene *now, const struct scene *other, int stage, struct mat a, struct mat b);

/* What the last event changed: the scene before it, NULL when it changed nothing. */
const struct scene *changes_last(const struct screen *s);

/* What became of number (r, k); differences below COMPARISON_ROUNDING of it are none. */
enum change changes_at(const struct changes *c, int r, int k);

/* True when views show differences from model_other instead of numbers ('set show delta'). */
bool changes_shown(const struct screen *s);

/* A stage's matrix as views show it: its numbers, or their differences in s->scratch; absent: there is no memory. */
struct mat changes_stage(const struct screen *s, int stage, int head);

/* Against what the differences are taken, or that there is nothing. */
void changes_title(const struct screen *s, struct text *out);

#endif
