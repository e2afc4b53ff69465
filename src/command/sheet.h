/* A matrix as a sheet: copied out of the state, changed, checked as a whole and written back in one
 * step. The commands of the editor work this way.
 * Functions that return bool return false on failure and explain in the call's reply. */
#ifndef COMMAND_SHEET_H
#define COMMAND_SHEET_H

#include "command/assign.h"

struct sheet {
    struct state next;      /* the state to write it back into */
    struct assignee at;     /* which matrix, or which head's part of it */
    struct mat m;           /* the numbers of `at`, a view into `all` */
    int row, col;           /* the cursor within m */
    bool here;              /* opened at the cursor, not by name */
    struct mat all, before; /* the whole matrix: as changed, as it was */
    struct arena room;
};

/* Opens the matrix under the cursor. Fails if its numbers are computed. */
bool sheet_open(struct call *c, struct sheet *s);
/* Opens the matrix (or head's part) named by word i; without a word i, the one under the cursor.
 * Fails if there is none: the numbers there are computed. */
bool sheet_open_named(struct call *c, int i, struct sheet *s);

/* Copies the row of a word's first position to its other positions. */
void sheet_join_words(struct sheet *s);

/* Writes back the changes as one step of the history, and finishes s. Fails if a number is not finite
 * (the mask may hold -inf), if a word would get two embeddings, or if call_commit fails. */
bool sheet_close(struct call *c, struct sheet *s);
void sheet_finish(struct sheet *s);

#endif
