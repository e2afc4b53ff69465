/* The derivation of one cell as text with its numbers. It scrolls if it is long and follows the
 * walk segment by segment. */
#ifndef VIEW_STAGES_ARITHMETIC_H
#define VIEW_STAGES_ARITHMETIC_H

#include "study/derivation.h"
#include "view/screen.h"

/* Returns the rows of the whole derivation in a panel as wide as c. */
int arithmetic_rows(struct canvas c, const struct screen *s, const struct derivation *d);

/* Draws the derivation. If too long for c: the first and last steps or, if the cursor is in it,
 * the steps around the cursor. */
void arithmetic_draw(struct canvas c, const struct screen *s, const struct derivation *d);

#endif
