/* Assigning numbers to matrices: `x 猫 = 1 0 …`, `WQ = r0 ; r1`, `h2.WK = …`, `set WQ I J = V`.
 * Functions that return bool and take a call return false on failure and explain in its reply. */
#ifndef COMMAND_ASSIGN_H
#define COMMAND_ASSIGN_H

#include "command/command.h"
#include "state/matrices.h"

/* A matrix, or the columns (rows of WO) that one head owns in it. */
struct assignee {
    struct matrix_ref ref;
    int head; /* -1: the whole matrix */
    int word; /* index into the lexicon for one word's embedding, else -1 */
    int row0, col0, rows, cols;
};

/* Numbers as written, row by row; the caller frees v with mem_free. */
struct rows {
    double *v;
    int count, room;
    int rows, cols; /* cols of the first row */
    int bad_row;    /* first row whose length differs, -1: none */
};

/* Returns whether name is a matrix (optionally prefixed by hN.) that can be assigned to. */
bool assign_is_target(const struct state *s, const char *name);

/* Edits by TARGET [WORD] = numbers, with rows separated by `;`. */
bool assign_all(struct call *c, struct state *next);

/* Edits by set TARGET I J = V, where TARGET is word `first`. */
bool assign_entry(struct call *c, int first, struct state *next);

/* Read word i as a finite number; assign_value also accepts -inf if `ref` is the mask. */
bool assign_number(const struct call *c, int i, double *x);
bool assign_value(const struct call *c, struct matrix_ref ref, int i, double *x);

/* Reads word `at` as a matrix of s or a head's part of one: WQ, h2.WQ. */
bool assign_target(struct call *c, const struct state *s, int at, struct assignee *t);

/* Reads all words from `first` on as rows of numbers separated by `;`, all of one length. The caller
 * frees out->v in either case. */
bool assign_rows(struct call *c, struct matrix_ref ref, int first, struct rows *out);

#endif
