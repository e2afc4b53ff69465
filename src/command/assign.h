/* Giving numbers to matrices: `x 猫 = 1 0 …`, `WQ = r0 ; r1`, `h2.WK 1 0 = -2`,
 * `set WQ I J = V`. */
#ifndef COMMAND_ASSIGN_H
#define COMMAND_ASSIGN_H

#include "command/command.h"
#include "state/matrices.h"

/* A matrix, or the columns (rows of WO) that one head owns in it. */
struct target {
    struct matrix_ref ref;
    int head;                /* -1: the whole matrix */
    int word;                /* index into the lexicon for one word's embedding, else -1 */
    int row0, col0, rows, cols;
};

/* Numbers as they were written, row by row; v is the reader's to mem_free. */
struct rows {
    double *v;
    int count, room;
    int rows, cols;          /* cols of the first row */
    int bad_row;             /* first row of another length, -1: none */
};

/* True when name is a matrix (or hN. before one) that can stand left of `=`. */
bool assign_is_target(const struct state *s, const char *name);

/* TARGET [WORD] = numbers, rows separated by `;`. */
bool assign_all(struct call *c);

/* set TARGET I J = V (from word `first`). */
bool assign_entry(struct call *c, int first);

/* Reads word i as a finite number; for an entry of `ref`, of which the mask may hold -inf. */
bool assign_number(const struct call *c, int i, double *x);
bool assign_value(const struct call *c, struct matrix_ref ref, int i, double *x);

/* Reads word `at` as a matrix of s or a head's part of one: WQ, h2.WQ. false: said. */
bool assign_target(struct call *c, const struct state *s, int at, struct target *t);

/* Reads all words from `first` on as numbers in rows that `;` separates, all of one
 * length. false: said; v is to be freed either way. */
bool assign_rows(struct call *c, struct matrix_ref ref, int first, struct rows *out);

#endif
