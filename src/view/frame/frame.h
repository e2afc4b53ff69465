/* The whole picture: what am I looking at (title), the view, what can I do
 * (footer), and the line where a person types. */
#ifndef VIEW_FRAME_FRAME_H
#define VIEW_FRAME_FRAME_H

#include "view/screen.h"

enum { FRAME_MIN_ROWS = 18, FRAME_MIN_COLS = 60 };

/* false: memory ran out and something was left out, which stands in the picture too. */
bool frame_draw(struct canvas c, const struct screen *s);

/* Where the terminal's cursor belongs while a prompt is open; -1 when nowhere. */
void frame_cursor(struct canvas c, const struct model *m, int *row, int *col);

#endif
