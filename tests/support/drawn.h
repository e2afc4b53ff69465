/* What a session draws in this process, for comparison with what a terminal shows. */
#ifndef SUPPORT_DRAWN_H
#define SUPPORT_DRAWN_H

#include "base/pair.h"
#include "base/text.h"

/* The text of the screen once `line` was run. */
void drawn(const char *line, enum lang lang, int rows, int cols, struct text *out);
/* The same, without colours. */
void draw_as(const char *line, enum lang lang, int rows, int cols, bool mono, struct text *out);

#endif
