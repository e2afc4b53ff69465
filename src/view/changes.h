/* Compares a matrix of the scene on screen with the same matrix of another scene, number by
 * number. Rows and columns that belong to words are matched by word, so a word that only moved
 * has not changed. All others are matched by index. */
#ifndef VIEW_CHANGES_H
#define VIEW_CHANGES_H

#include "view/screen.h"

enum change { CHANGE_NONE, CHANGE_UP, CHANGE_DOWN, CHANGE_NEW }; /* NEW: not in the other scene */

struct changes {
    bool known;            /* false: not comparable (another matrix, or all zeros here): no changes */
    struct mat now, other; /* other absent: the other scene has no such matrix */
    int rows, cols;        /* lengths of row and col in use */
    int row[CONFIG_MAX_WORDS], col[CONFIG_MAX_WORDS]; /* index in the other scene, -1: not there */
};

/* Compares a stage's matrix (one head's part) in `now` and `other`. NULL: nothing to compare with. */
struct changes changes_of_stage(const struct scene *now, const struct scene *other, int stage, int head);

/* Compares any matrix with the rows and columns of a stage: `a` in now, `b` in other (may be absent). */
struct changes changes_of(const struct scene *now, const struct scene *other, int stage, struct mat a,
                          struct mat b);

/* Returns the scene before the last event, or NULL if that event changed nothing. */
const struct scene *changes_last(const struct screen *s);

/* Sets x to the number that (r, k) is compared with; returns false if there is none. */
bool changes_was(const struct changes *c, int r, int k, double *x);

/* Returns how number (r, k) changed; ignores differences below COMPARISON_ROUNDING. */
enum change changes_at(const struct changes *c, int r, int k);

/* Returns what views show of a matrix ('set show'): its numbers also where there is nothing to compare with,
 * and where there is no gradient. */
enum show_kind changes_shown(const struct screen *s);

/* Returns a stage's matrix as views show it: its numbers, their differences in s->scratch, or the gradient by
 * it. Absent if memory is exhausted. */
struct mat changes_stage(const struct screen *s, int stage, int head);

/* Returns the decimals that a matrix of gradients needs: those of the look, and more where all of it is
 * small. */
int changes_digits(const struct screen *s, double most);

/* Writes what the differences are taken from or what the gradient means, or why there is none. */
void changes_title(const struct screen *s, struct text *out);

#endif
