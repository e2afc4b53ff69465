/* Parses matrices: CSV as spreadsheets write it, .npy as NumPy writes it.
 * Both functions return false and explain in r on failure. */
#ifndef EXPORT_IMPORT_MATRIX_H
#define EXPORT_IMPORT_MATRIX_H

#include <stddef.h>

#include "base/reply.h"

struct table {
    double *v; /* row-major; finite, or -inf (masks have it) */
    int rows, cols;
    bool hides; /* v contains -inf */
};

/* Reads numbers (or -inf) separated by commas, semicolons, tabs or blanks, one row per line. Errors name the
 * line and column. */
bool import_csv(struct table *out, const char *bytes, size_t n, struct reply *r);

/* Reads NumPy format 1.0 or 2.0: little-endian float32 or float64, C order, one or two dimensions. NaN and
 * +inf are errors. */
bool import_npy(struct table *out, const char *bytes, size_t n, struct reply *r);

void table_finish(struct table *t);

#endif
