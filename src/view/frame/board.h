/* Several views at once, where the terminal has room for them. */
#ifndef VIEW_FRAME_BOARD_H
#define VIEW_FRAME_BOARD_H

#include "view/screen.h"

/* Returns whether the view in sight is drawn as a board on a frame of this size. */
bool board_fits(const struct screen *s, int rows, int cols);

/* Draws the view at the left. Around it are the heads' weights and the views that it names as its companions,
 * all of the same scene and with the same cursor, each drawn by its own code. */
void board_draw(struct canvas c, const struct screen *s);

#endif
