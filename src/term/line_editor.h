/* A `--plain` session on a terminal. libedit edits the line and keeps the earlier lines in memory; Tab
 * completes as at the full-screen prompt. */
#ifndef TERM_LINE_EDITOR_H
#define TERM_LINE_EDITOR_H

#include "cli/options.h"

/* Runs the session and returns the exit status. If standard input or output is not a terminal, reads plain
 * lines and writes only the answers. */
int line_editor_session(const struct options *o);

#endif
