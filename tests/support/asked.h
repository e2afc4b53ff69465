/* Evaluates expressions in a session, for tests of the model. */
#ifndef SUPPORT_ASKED_H
#define SUPPORT_ASKED_H

#include "expr/expr.h"
#include "session/session.h"

bool asked(struct session *m, const char *s, struct expr_value *out, struct reply *r);

/* Returns the value of s; fails the test if it is not a number. */
double asked_number(struct session *m, const char *s);

/* Asserts that s is this row, to 1e-12. */
void asked_row(struct session *m, const char *s, const double *want, int count);

/* Asserts that s fails at column col (0: anywhere) with `part` in the message. */
void asked_error(struct session *m, const char *s, int col, const char *part);

/* Commits the current state after `edit`. */
void asked_change(struct session *m, void (*edit)(struct state *));

void asked_pin(struct session *m, const char *name);

/* Edits for asked_change: two heads; a memory of 猫 狗 and two more words. */
void asked_two_heads(struct state *s);
void asked_memory(struct state *s);

/* Returns begin, `count` times part, end. The caller frees it. */
char *asked_repeated(const char *begin, const char *part, int count, const char *end);

#endif
