/* Tools for authors of lessons. Each runs in place of a session, prints to standard output and returns the
 * exit status. */
#ifndef CLI_LESSON_TOOLS_H
#define CLI_LESSON_TOOLS_H

#include "cli/options.h"

int check_tool(const struct options *o);
int sync_tool(const struct options *o);
int new_lesson_tool(const struct options *o); /* o->argument: the new lesson's id */
int number_tool(const struct options *o); /* o->argument: an expression, in o->scene after the -c commands */
int export_lesson_tool(const struct options *o); /* o->argument: a lesson's name or file */
int directives_tool(const struct options *o);

#endif
