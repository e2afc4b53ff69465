/* Draws a session in this process, for comparison with a terminal. */
#ifndef SUPPORT_DRAWN_H
#define SUPPORT_DRAWN_H

#include "base/lang.h"
#include "base/text.h"

/* Writes the text of the screen after running `line`. */
void drawn(const char *line, enum lang lang, int rows, int cols, struct text *out);
/* The same, without colours. */
void draw_as(const char *line, enum lang lang, int rows, int cols, bool mono, struct text *out);

#endif
