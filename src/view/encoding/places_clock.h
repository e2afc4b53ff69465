/* A table of positions as one clock. */
#ifndef VIEW_ENCODING_PLACES_CLOCK_H
#define VIEW_ENCODING_PLACES_CLOCK_H

#include "view/screen.h"

/* Draws each row of P (a position) where its vector points in the plane in which the rows differ most: their
 * first two principal components. With hours (a distance at which rows are alike; 0: none) those of the same
 * hour have the same hue. Nothing if memory is short or P is too large for principal components. */
void places_clock_draw(struct canvas c, const struct screen *s, struct mat P, int hours);

#endif
