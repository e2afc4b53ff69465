/* A session without a screen: a prompt, a command, its answer and what it changed, in words. */
#ifndef APP_PLAIN_H
#define APP_PLAIN_H

#include "app/options.h"

/* Reads commands from standard input until it ends; an empty line (or "look") tells all of the
 * view. A command that fails is said and the session goes on. Returns the exit status. */
int plain_run(const struct options *o);

#endif
