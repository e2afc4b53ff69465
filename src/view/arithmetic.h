/* The derivation of one cell as lines of text, with its numbers put in. */
#ifndef VIEW_ARITHMETIC_H
#define VIEW_ARITHMETIC_H

#include "core/derive.h"
#include "view/screen.h"

/* Draws the arithmetic of the cell under the focus of the stage view. */
void arithmetic_draw(struct canvas c, const struct screen *s, struct derive_cell cell);

#endif
