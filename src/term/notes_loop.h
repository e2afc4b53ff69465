/* `qkv --notes`: shows the notes of the lesson that runs in another terminal, until q. */
#ifndef TERM_NOTES_LOOP_H
#define TERM_NOTES_LOOP_H

#include "cli/options.h"

/* Runs it and returns the exit status. */
int notes_run(const struct options *o);

#endif
