/* The full-screen program: draw, wait for an event, act, repeat. */
#ifndef TERM_LOOP_H
#define TERM_LOOP_H

#include "cli/options.h"

/* Runs the program and returns the exit status. */
int loop_run(const struct options *o);

/* `qkv --notes`: shows the notes of the lesson that runs in another terminal, until q. */

/* Runs it and returns the exit status. */
int notes_run(const struct options *o);

/* A `--plain` session on a terminal. libedit edits the line and keeps the earlier lines in memory; Tab
 * completes as at the full-screen prompt. */

/* Runs the session and returns the exit status. If standard input or output is not a terminal, reads plain
 * lines and writes only the answers. */
int line_editor_session(const struct options *o);

#endif
