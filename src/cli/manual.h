/* Help texts made from the program's own tables: --help, the manual page, shell completions. Each function
 * is a tool of the command line and returns the exit status. */
#ifndef CLI_MANUAL_H
#define CLI_MANUAL_H

#include "cli/options.h"

/* The environment variables that the program reads, and its exit statuses; both end with a NULL tag. */
struct manual_row {
    struct pair tag, text;
};
extern const struct manual_row manual_environment[], manual_statuses[];

int help_tool(const struct options *o);
int version_tool(const struct options *o);

/* The manual page in groff's man macros, in o->lang. */
int manual_tool(const struct options *o);

/* Completions for the shell in o->argument: bash, zsh or fish. */
int completion_tool(const struct options *o);

#endif
