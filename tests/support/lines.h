/* Runs command lines in a session, for tests of commands. */
#ifndef SUPPORT_LINES_H
#define SUPPORT_LINES_H

#include "session/session.h"

/* Runs the commands of a line and returns false at the first that fails. `said` (may be NULL) gets only this
 * line's answer. */
bool run_line(struct session *m, const char *line, struct reply *said);
/* The same for a line of a lesson. */
bool run_lesson_line(struct session *m, const char *line, struct reply *said);
/* Runs a line; if it fails, fails the test with its message. */
void must_run(struct session *m, const char *line);

/* Runs a line that must fail with this in its message and change no number. Returns the column at fault. */
int refused(struct session *m, const char *line, const char *why);
/* If a condition does not hold, fails the test and says why. */
void holds(const struct session *m, const char *condition);

/* Returns a fresh session after running the line. */
struct session model_after(const char *line);

/* Returns a fresh session after running what a saved state of m says. */
struct session model_loaded(const struct session *m);

#endif
