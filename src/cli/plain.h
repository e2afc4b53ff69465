/* A session without a screen: a prompt, a command, its answer and what it changed, in words. */
#ifndef CLI_PLAIN_H
#define CLI_PLAIN_H

#include "cli/options.h"

/* Reads commands from standard input until it ends; an empty line (or "look") tells all of the
 * view. A command that fails is said and the session goes on. Returns the exit status. */
int plain_run(const struct options *o);

#endif
