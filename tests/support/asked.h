/* A session that is asked for values by expressions, for tests of the model. */
#ifndef SUPPORT_ASKED_H
#define SUPPORT_ASKED_H

#include "expr/expr.h"
#include "session/model.h"

bool asked(struct model *m, const char *s, struct expr_value *out, struct reply *r);

/* The number that s is; the test fails when it is none. */
double asked_number(struct model *m, const char *s);

/* s is this row, to 1e-12. */
void asked_row(struct model *m, const char *s, const double *want, int count);

/* s has no value: said at column col (0: anywhere), with `part` in the message. */
void asked_error(struct model *m, const char *s, int col, const char *part);

/* Commits the present state as `edit` leaves it. */
void asked_change(struct model *m, void (*edit)(struct state *));

void asked_pin(struct model *m, const char *name);

/* Edits: two heads; 猫 狗 and two more words to read. */
void asked_two_heads(struct state *s);
void asked_memory(struct state *s);

/* begin, `count` times part, end; the caller frees. */
char *asked_repeated(const char *begin, const char *part, int count, const char *end);

#endif
