/* Numbers of many kinds in one spreadsheet: a line a number, five columns that say
 * what it is: part, name, row, column, value. */
#ifndef EXPORT_ROWS_H
#define EXPORT_ROWS_H

#include "base/text.h"
#include "state/scene.h"

/* The first line of such a file. */
void rows_header(struct text *out);
/* One number; names are quoted where they must be. */
void rows_number(struct text *out, const char *part, const char *name, const char *row, const char *col, double value);
/* All of m; what rows and columns are called. */
struct rows_labels {
    const struct state *state;
    const struct sequence *rows, *cols;     /* cols NULL: numbered from 0 */
};
void rows_matrix(struct text *out, const char *part, const char *name, struct mat m, const struct rows_labels *labels);

/* The word at t by its name, the same in every language; "the#2" when it occurs more than once. */
void rows_word(struct text *out, const struct state *s, const struct sequence *q, int t);

#endif
