/* The derivation of one cell as text, with its numbers put in; scrolls when it
 * is long, and follows the walk piece by piece. */
#ifndef VIEW_STAGES_ARITHMETIC_H
#define VIEW_STAGES_ARITHMETIC_H

#include "study/derivation.h"
#include "view/screen.h"

/* Rows that the whole of it takes in a panel as wide as c. */
int arithmetic_rows(struct canvas c, const struct screen *s, const struct derivation *d);

/* Draws it. Too long for c: the begin and the end, or, with the cursor in it, what is around. */
void arithmetic_draw(struct canvas c, const struct screen *s, const struct derivation *d);

#endif
