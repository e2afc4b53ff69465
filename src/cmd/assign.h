/* Giving numbers to matrices: `x 猫 = 1 0 …`, `WQ = r0 ; r1`, `h2.WK 1 0 = -2`,
 * `set WQ I J = V`. */
#ifndef CMD_ASSIGN_H
#define CMD_ASSIGN_H

#include "cmd/cmd.h"

/* True when name is a matrix (or hN. before one) that can stand left of `=`. */
bool assign_is_target(const struct state *s, const char *name);

/* TARGET [WORD] = numbers, rows separated by `;`. */
bool assign_all(struct call *c);

/* set TARGET I J = V (from word `first`). */
bool assign_entry(struct call *c, int first);

/* Reads word i as a finite number. */
bool assign_number(const struct call *c, int i, double *x);

#endif
