/* The start-up file of a person: commands that run before anything else. */
#ifndef APP_STARTUP_H
#define APP_STARTUP_H

#include "app/options.h"

struct app;

/* Runs start.qkv of the config folder, when it is there; every line that fails is
 * left out and the first failure becomes the message. */
void startup_run(struct app *a);

/* A tool of the command line: prints a start-up file with everything explained. */
int startup_tool(const struct options *o);

#endif
