/* The whole screen: title, view, footer with the keys, and the prompt. */
#ifndef VIEW_FRAME_FRAME_H
#define VIEW_FRAME_FRAME_H

#include "view/screen.h"

enum { FRAME_MIN_ROWS = 15, FRAME_MIN_COLS = 40 };

/* Returns false if memory was exhausted and something is missing; the picture says so too. */
bool frame_draw(struct canvas c, const struct screen *s);

/* Sets the terminal's cursor position while a prompt is open; -1 if there is none. */
void frame_cursor(struct canvas c, const struct session *m, int *row, int *col);

/* Draws a long answer over the view (help, lists, the glossary): the pager's text from its first line in
 * sight, in as many columns as its lines fit. */
void pages_draw(struct canvas c, const struct screen *s);

/* Returns whether the current view is drawn as a board, several views at once, on a frame of this size. */
bool board_fits(const struct screen *s, int rows, int cols);
/* Draws the current view on the left; beside it the weights of all heads and the view's companions. All
 * show the same scene and cursor, and each is drawn by its own code. */
void board_draw(struct canvas c, const struct screen *s);

#endif
