/* The whole command table: the groups of command/, the lesson commands, and those that need the app. */
#ifndef APP_COMMANDS_H
#define APP_COMMANDS_H

#include "command/command.h"

extern const struct command cmd_help[];            /* help.c */
extern const struct command *const app_commands[]; /* ends with NULL */

#endif
