/* "did you mean" for commands. */
#ifndef CMD_NEAR_H
#define CMD_NEAR_H

#include "cmd/cmd.h"

/* The failure for an unknown command name, with the nearest one. */
bool near_fail(struct call *c, const char *name);

#endif
