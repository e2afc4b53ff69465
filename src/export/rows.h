/* CSV for numbers of many kinds: one number per line, five columns (part, name, row, column, value). */
#ifndef EXPORT_ROWS_H
#define EXPORT_ROWS_H

#include "base/text.h"
#include "state/scene.h"

/* Writes the header line. */
void rows_header(struct text *out);
/* Writes one number; names are quoted where CSV requires it. */
void rows_number(struct text *out, const char *part, const char *name, const char *row, const char *col,
                 double value);
/* The names of a matrix's rows and columns. */
struct rows_labels {
    const struct state *state;
    const struct sequence *rows, *cols; /* cols NULL: numbered from 0 */
};
/* Writes every number of m. */
void rows_matrix(struct text *out, const char *part, const char *name, struct mat m,
                 const struct rows_labels *labels);

/* Writes the name of the word at t, the same in every language; "the#2" if the word occurs more than once. */
void rows_word(struct text *out, const struct state *s, const struct sequence *q, int t);

#endif
