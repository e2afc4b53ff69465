/* The whole table of commands: the groups of command/, those of lessons, and those that need the app itself. */
#ifndef APP_COMMANDS_H
#define APP_COMMANDS_H

#include "command/command.h"

extern const struct command *const app_commands[];   /* ends with NULL */

#endif
