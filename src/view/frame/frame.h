/* The whole screen: title, view, footer with the keys, and the prompt. */
#ifndef VIEW_FRAME_FRAME_H
#define VIEW_FRAME_FRAME_H

#include "view/screen.h"

enum { FRAME_MIN_ROWS = 18, FRAME_MIN_COLS = 40 };

/* Returns false if memory was exhausted and something is missing; the picture says so too. */
bool frame_draw(struct canvas c, const struct screen *s);

/* Sets the terminal's cursor position while a prompt is open; -1 if there is none. */
void frame_cursor(struct canvas c, const struct model *m, int *row, int *col);

#endif
