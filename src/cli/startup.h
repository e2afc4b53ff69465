/* How a session in a terminal begins: the start-up file of a person, then the command line. */
#ifndef CLI_STARTUP_H
#define CLI_STARTUP_H

#include "base/reply.h"
#include "cli/options.h"

struct app;

/* Runs start.qkv of the config folder, when it is there; every line that fails is
 * left out and the first failure becomes the message. */
void startup_run(struct app *a);

/* A session from its first moment: autosave, the start-up file, what the command line says.
 * false: something of the command line failed, said in r. */
bool startup_session(struct app *a, const struct options *o, struct reply *r);

/* A tool of the command line: prints a start-up file with everything explained. */
int startup_tool(const struct options *o);

#endif
