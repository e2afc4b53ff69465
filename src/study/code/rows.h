/* The pieces of code, one or two in a file, and what their lines share. */
#ifndef STUDY_CODE_ROWS_H
#define STUDY_CODE_ROWS_H

#include "study/code/snippet.h"

extern const struct snippet snippet_positions, snippet_exp_log, snippet_attention, snippet_shift, snippet_dot,
    snippet_fourier;

/* Returns a matrix for a result, uninitialized; absent if memory runs out. */
struct mat snippet_room(const struct snippet_run *run, int rows, int cols);

/* Return the rows of the table of positions, and its pairs of columns (with odd d the last is half). */
int snippet_table_rows(const struct config *c);
int snippet_pairs(const struct config *c);

/* An omission: d is odd. */
bool snippet_odd(const struct snippet_run *run);

#endif
