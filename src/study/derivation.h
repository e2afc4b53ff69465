/* The derivation of a cell as an array of steps. The arithmetic panel draws it, the marks in other matrices
 * come from it, and a factor leads through it to its source. Learners walk through it segment by segment. */
#ifndef STUDY_DERIVATION_H
#define STUDY_DERIVATION_H

#include "core/pipeline/derive.h"
#include "state/matrices.h"
#include "state/scene.h"

/* A step, with the segments (from 1) in which it and its running sum appear. */
struct derivation_step {
    struct derive_step is;
    int shown, summed;
};

struct derivation {
    struct derive_cell cell;
    struct derivation_step *v;
    int count, segments;
};

/* Sets the cell that the focus of `look` points at: of a stage, or of its gradient if `look` shows that; in
 * the editor of the gradient with respect to its matrix. Returns false if there is no such cell in `now`. */
bool derivation_cell_of(const struct scene *now, const struct look *look, struct derive_cell *cell);
/* Return the cell that the focus of `now` points at, and the number of its steps. */
struct derive_cell derivation_cell(const struct scene *now);
int derivation_count(const struct scene *now);

/* Fills d with all steps of `cell`, allocated from `room`. Returns false and leaves d without steps if `room`
 * is out of memory. */
bool derivation_of(struct derivation *d, const struct scene *now, struct derive_cell cell,
                   struct arena *room);

/* Returns which exponential the share in view is of: that of its key; behind the keys, that of the sink. */
int derivation_exp(const struct derivation *d);

/* Returns the number of segments shown for `walk` (look.walk): all of them if it is 0. */
int derivation_walked(const struct derivation *d, int walk);

/* Returns the cell that the first (0) or second (1) factor of a step was read from. If only one
 * factor was read from a matrix, returns that one; NULL if neither was. */
const struct derive_from *derivation_factor(const struct derivation *d, int step, int factor);

/* Lists the matrices that cells were read from, in order of reading, and returns how many. row and col
 * are those of the first cell read. */
enum { DERIVATION_SOURCES = 6 };
int derivation_sources(const struct derivation *d, struct derive_from out[DERIVATION_SOURCES]);

/* Returns the cell as one that numbers are read from, for its name. */
struct derive_from derivation_here(const struct derive_cell *cell);

/* Returns the weight by which derivations name a matrix (struct derive_from), -1 for those that are none. */
int derivation_weight(struct matrix_ref ref);

/* Finds a number to edit that the cell in focus comes from: a weight or an encoding's number that its
 * arithmetic reads, else an entry of the embedding of its word. Sets the matrix as its index in
 * matrices_list, and the cell. Returns false if out of memory. */
bool derivation_origin(const struct scene *now, int *matrix, int *row, int *col);

/* Returns the whole matrix that a cell was read from. */
struct factor derivation_matrix(const struct scene *now, const struct derive_from *from);

/* Returns true if a step up to `segment` read (row, col) of the matrix of `from`. */
bool derivation_reads(const struct derivation *d, int segment, const struct derive_from *from, int row,
                      int col);

#endif
