/* A matrix as a sheet: taken out of the state whole, changed, checked as a whole and
 * put back in one step. Every command that changes given numbers works this way. */
#ifndef COMMAND_SHEET_H
#define COMMAND_SHEET_H

#include "command/assign.h"

struct sheet {
    struct state next;       /* the state it goes back into */
    struct target at;        /* which matrix, or which head's part of it */
    struct mat m;            /* the numbers of `at`, to be changed */
    int row, col;            /* the cursor within m */
    bool here;               /* it was opened under the cursor, which the command does not name */
    struct mat all, before;  /* the whole matrix, and as it was */
    struct arena room;
};

/* The matrix under the cursor. false: said (what stands there is computed). */
bool sheet_open(struct call *c, struct sheet *s);
/* The matrix (or head's part) that word i names, under the cursor where there is no word i. */
bool sheet_open_named(struct call *c, int i, struct sheet *s);

/* Rows that belong to one word become the same: those of its first place. */
void sheet_join_words(struct sheet *s);

/* Puts back what changed, as one step of the history, and finishes s. false: a number
 * is not finite (the mask may hold -inf), a word was given two embeddings, or what
 * call_commit says. */
bool sheet_close(struct call *c, struct sheet *s);
void sheet_finish(struct sheet *s);

#endif
