/* What the program does for authors of lessons instead of a session: each prints to
 * standard output and returns the exit status. */
#ifndef CLI_LESSON_TOOLS_H
#define CLI_LESSON_TOOLS_H

#include "cli/options.h"

int check_tool(const struct options *o);
int sync_tool(const struct options *o);
/* o->argument: the id of a new lesson; an expression (in o->scene, after the -c commands); a lesson's file. */
int new_lesson_tool(const struct options *o);
int number_tool(const struct options *o);
int export_lesson_tool(const struct options *o);
int directives_tool(const struct options *o);

#endif
