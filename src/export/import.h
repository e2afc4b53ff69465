/* The import command: reads a matrix into the state, or word vectors into the lexicon.
 * All functions return false and explain in r on failure. */
#ifndef EXPORT_IMPORT_H
#define EXPORT_IMPORT_H

#include <stddef.h>

#include "base/reply.h"
#include "session/session.h"

struct import_watch {
    struct session *session;
    bool waits; /* the path "-" means standard input (keep/file.h) */
};

/* Runs `import X|WQ|… FILE`; .npy by the file's ending, else CSV. `col` is the column of the name. */
bool import_matrix(const struct import_watch *w, const char *name, int col, const char *path,
                   struct reply *r);

/* Runs `import vectors FILE`: text of word2vec, GloVe or fastText, with or without its header. Keeps only the
 * words of the sentence and the memory. Sets d to the vectors' width. */
bool import_vectors(const struct import_watch *w, const char *path, struct reply *r);

/* Runs `import examples FILE`: one example per line, as `example` reads it; empty lines and comments are
 * skipped. They are added to those that are there. */
bool import_examples(const struct import_watch *w, const char *path, struct reply *r);

/* Parses matrices: CSV as spreadsheets write it, .npy as NumPy writes it.
 * Both functions return false and explain in r on failure. */

struct table {
    double *v; /* row-major; finite, or -inf (masks have it) */
    int rows, cols;
    bool hides; /* v contains -inf */
    int named;  /* enum table_named: what was skipped */
};

enum table_named { TABLE_NAMES_ABOVE = 1, TABLE_NAMES_LEFT = 2 };

/* Reads numbers (or -inf), one row per line, in fields as keep/fields.h cuts them; quotes and comments are
 * allowed. Skips a first line of names, and after one also names or row numbers at the left (pandas, R);
 * `named` tells. Errors, an empty field among them, name the line and column. */
bool import_csv(struct table *out, const char *bytes, size_t n, struct reply *r);

/* Reads NumPy format 1.0 to 3.0: float16, float32, float64, integers and bool of either byte order, C or
 * Fortran order, one or two dimensions. NaN, +inf and integers beyond 2^53 are errors. */
bool import_npy(struct table *out, const char *bytes, size_t n, struct reply *r);

void table_finish(struct table *t);

#endif
