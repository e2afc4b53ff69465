/* Several views at once, if the terminal is large enough. */
#ifndef VIEW_FRAME_BOARD_H
#define VIEW_FRAME_BOARD_H

#include "view/screen.h"

/* Returns whether the current view is drawn as a board on a frame of this size. */
bool board_fits(const struct screen *s, int rows, int cols);

/* Draws the current view on the left; beside it the weights of all heads and the view's companions. All
 * show the same scene and cursor, and each is drawn by its own code. */
void board_draw(struct canvas c, const struct screen *s);

#endif
