/* A `--plain` session on a terminal. libedit edits the line as it is typed and keeps the earlier lines in memory;
 * Tab completes as it does in the prompt of the screens. */
#ifndef TERM_LINE_EDITOR_H
#define TERM_LINE_EDITOR_H

#include "cli/options.h"

/* Runs the session and returns the exit status. Where standard input or output is not a terminal, lines are
 * read as they come and nothing but the answers is written. */
int line_editor_session(const struct options *o);

#endif
