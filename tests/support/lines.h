/* Command lines run on a model, for tests of commands. */
#ifndef SUPPORT_LINES_H
#define SUPPORT_LINES_H

#include "session/model.h"

/* Runs the commands of a line, up to the first that fails (false). `said` (may be NULL) holds the line's answer alone. */
bool run_line(struct model *m, const char *line, struct reply *said);
/* The same for a line that stands in a lesson. */
bool run_lesson_line(struct model *m, const char *line, struct reply *said);
/* A line that fails fails the test, with its words. */
void must_run(struct model *m, const char *line);

/* A fresh model once the line was run. */
struct model model_after(const char *line);

#endif
