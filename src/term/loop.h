/* The full-screen program: draw, wait for an event, act, repeat.
 *
 * Only this room knows a terminal. A slow line must not make the program slow, so cells are compared and only
 * what differs is sent, in few bytes; a terminal that is killed, suspended or lies about itself must get back
 * its modes, so everything that a signal needs is prepared before the first picture. The picture itself is
 * made elsewhere. */
#ifndef TERM_LOOP_H
#define TERM_LOOP_H

#include "cli/options.h"

/* Runs the program and returns the exit status. */
int loop_run(const struct options *o);

/* `qkv --notes`: shows the notes of the lesson that runs in another terminal, until q. Returns the exit
 * status. */
int notes_run(const struct options *o);

/* A `--plain` session on a terminal. libedit edits the line and keeps the earlier lines in memory; Tab
 * completes as at the full-screen prompt. */

/* Runs the session and returns the exit status. If standard input or output is not a terminal, reads plain
 * lines and writes only the answers. */
int line_editor_session(const struct options *o);

#endif
