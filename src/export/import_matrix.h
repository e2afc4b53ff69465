/* Matrices from files: .csv as spreadsheets write it, .npy as numpy does. */
#ifndef EXPORT_IMPORT_MATRIX_H
#define EXPORT_IMPORT_MATRIX_H

#include <stddef.h>

#include "base/reply.h"

struct table {
    double *v;               /* row-major; finite, or -inf as a mask has it */
    int rows, cols;
    bool hides;              /* there is a -inf */
};

/* Numbers (or -inf) separated by comma, semicolon, tab or blanks, a line a row. The
 * failure names line and column. */
bool import_csv(struct table *out, const char *bytes, size_t n, struct reply *r);

/* NumPy format 1.0 and 2.0: little-endian float32 or float64, C order, one or two
 * dimensions, neither NaN nor +inf. Anything else is refused with its reason. */
bool import_npy(struct table *out, const char *bytes, size_t n, struct reply *r);

void table_finish(struct table *t);

#endif
