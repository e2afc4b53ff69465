/* The program with a terminal: draw, wait, act, again. */
#ifndef TERM_LOOP_H
#define TERM_LOOP_H

#include "cli/options.h"

/* Returns the exit status. */
int loop_run(const struct options *o);

#endif
