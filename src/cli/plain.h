/* A session without a screen: a prompt, a command, its answer, and its effect in words. */
#ifndef CLI_PLAIN_H
#define CLI_PLAIN_H

#include "app/app.h"
#include "cli/options.h"

#define PLAIN_PROMPT "qkv> "

/* The source of the lines. */
struct plain_input {
    /* Shows the prompt and reads the next line, without its end. Returns false at the end of the input. */
    bool (*read)(struct plain_input *in, struct app *a, struct text *line);
};

/* Runs commands until the input ends; `in` NULL: standard input. An empty line (or "look") describes the
 * whole view. After a command that fails the session goes on. Returns the exit status. */
int plain_run(const struct options *o, struct plain_input *in);

#endif
