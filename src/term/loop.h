/* The full-screen program: draw, wait for an event, act, repeat. */
#ifndef TERM_LOOP_H
#define TERM_LOOP_H

#include "cli/options.h"

/* Runs the program and returns the exit status. */
int loop_run(const struct options *o);

#endif
