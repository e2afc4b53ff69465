/* The cost of architectures as curves. */
#ifndef VIEW_COST_CURVES_H
#define VIEW_COST_CURVES_H

#include "core/cost.h"
#include "view/screen.h"

/* Draws the multiplications of each architecture over the number of words, on two logarithmic axes, with the
 * current n and the crossing of attention's scores and the RNN (n = d) marked; not the crossing while a
 * lesson asks. */
void cost_curves_draw(struct canvas c, const struct screen *s);

/* The hue of an architecture's curve. */
uint16_t cost_ink(enum cost_arch arch);

#endif
