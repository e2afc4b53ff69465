/* A long answer, shown over the view: help, lists, the glossary. */
#ifndef VIEW_FRAME_PAGES_H
#define VIEW_FRAME_PAGES_H

#include "view/screen.h"

/* Draws the pager's text from its first line in sight, in as many columns as its lines fit. */
void pages_draw(struct canvas c, const struct screen *s);

#endif
