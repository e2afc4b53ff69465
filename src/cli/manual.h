/* What other programs want to know of this one, printed from its own tables:
 * a page for man, completions for three shells. Tools of the command line. */
#ifndef CLI_MANUAL_H
#define CLI_MANUAL_H

#include "cli/options.h"

/* The environment that the program reads, and what its exit status means; end with a tag of NULL. */
struct manual_row {
    struct pair tag, text;
};
extern const struct manual_row manual_environment[], manual_statuses[];

/* The manual page in groff's man macros, in o->lang. Returns the exit status. */
int manual_tool(const struct options *o);

/* What a shell needs to complete the command line; o->argument is bash, zsh or fish. */
int completion_tool(const struct options *o);

#endif
