/* How a session begins: the user's start-up file, then the command line. */
#ifndef CLI_STARTUP_H
#define CLI_STARTUP_H

#include "base/reply.h"
#include "cli/options.h"

struct app;

/* Runs start.qkv from the config folder if it exists. Lines that fail are skipped; the first failure becomes
 * the message. */
void startup_run(struct app *a);

/* Starts a session: autosave, the start-up file, the command line. Returns false with the reason in r if part
 * of the command line failed. */
bool startup_session(struct app *a, const struct options *o, struct reply *r);

/* A tool of the command line: prints a start-up file with comments. */
int startup_tool(const struct options *o);

#endif
