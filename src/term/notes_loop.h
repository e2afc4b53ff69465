/* `qkv --notes`: the notes of the lesson in another terminal, followed until q. */
#ifndef TERM_NOTES_LOOP_H
#define TERM_NOTES_LOOP_H

#include "cli/options.h"

/* Returns the exit status. */
int notes_run(const struct options *o);

#endif
