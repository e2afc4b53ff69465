/* The derivation of the cell in focus as an array: what the arithmetic panel
 * draws, what the marks in other matrices are read from, and what a factor is
 * followed by. Its pieces (segments) are what a learner walks through. */
#ifndef STUDY_DERIVATION_H
#define STUDY_DERIVATION_H

#include "core/pipeline/derive.h"
#include "state/scene.h"

/* A step, the segment (from 1) in which it appears, and the one in which its running sum does. */
struct derivation_step {
    struct derive_step is;
    int shown, summed;
};

struct derivation {
    struct derive_cell cell;
    struct derivation_step *v;
    int count, segments;
};

/* The cell that the focus of `look` points at; false: its stage is not there under `now`. */
bool derivation_cell_of(const struct scene *now, const struct look *look, struct derive_cell *cell);
/* The cell of the stage in view that the focus points at, and how many steps it has. */
struct derive_cell derivation_cell(const struct scene *now);
int derivation_count(const struct scene *now);

/* All steps of `cell`, in memory of `room`; false: there is none, d is empty then. */
bool derivation_of(struct derivation *d, const struct scene *now, struct derive_cell cell, struct arena *room);

/* The segments up to which `walk` (look.walk) shows d: all of them when it is 0. */
int derivation_walked(const struct derivation *d, int walk);

/* The cell that the first (0) or second (1) factor of a step was read from; when it
 * has only one, that; NULL: neither was read from a matrix. */
const struct derive_from *derivation_factor(const struct derivation *d, int step, int factor);

/* A matrix that cells were read from (row and col: the first), in the order of reading. */
enum { DERIVATION_SOURCES = 6 };
int derivation_sources(const struct derivation *d, struct derive_from out[DERIVATION_SOURCES]);

/* The whole matrix that a cell was read from. */
struct mat derivation_matrix(const struct scene *now, const struct derive_from *from);

/* True when a step up to `segment` read (row, col) of the matrix that `from` is in. */
bool derivation_reads(const struct derivation *d, int segment, const struct derive_from *from, int row, int col);

#endif
