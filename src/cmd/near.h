/* "did you mean": the known name that is nearest to a mistyped one. */
#ifndef CMD_NEAR_H
#define CMD_NEAR_H

#include "cmd/cmd.h"

/* Letters to insert, drop, change or swap to get from a to b (Damerau's
 * restricted distance), at most `limit` + 1. */
int near_distance(const char *a, const char *b, int limit);

/* The failure for an unknown command name, with the nearest one. */
bool near_fail(struct call *c, const char *name);

#endif
