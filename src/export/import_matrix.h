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
    int named;  /* enum table_named: what was skipped */
};

enum table_named { TABLE_NAMES_ABOVE = 1, TABLE_NAMES_LEFT = 2 };

/* Reads numbers (or -inf), one row per line, in fields as export/fields.h cuts them; quotes and comments are
 * allowed. Skips a first line of names, and after one also names or row numbers at the left (pandas, R);
 * `named` tells. Errors, an empty field among them, name the line and column. */
bool import_csv(struct table *out, const char *bytes, size_t n, struct reply *r);

/* Reads NumPy format 1.0 to 3.0: float16, float32, float64, integers and bool of either byte order, C or
 * Fortran order, one or two dimensions. NaN, +inf and integers beyond 2^53 are errors. */
bool import_npy(struct table *out, const char *bytes, size_t n, struct reply *r);

void table_finish(struct table *t);

#endif
