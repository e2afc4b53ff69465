/* What the program does for authors of lessons instead of a session: each prints to
 * standard output and returns the exit status. */
#ifndef APP_LESSON_TOOLS_H
#define APP_LESSON_TOOLS_H

#include "app/options.h"

int check_tool(const struct options *o);
int sync_tool(const struct options *o);

#endif
