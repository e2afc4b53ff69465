/* A long answer, read over the view. */
#ifndef VIEW_FRAME_PAGER_H
#define VIEW_FRAME_PAGER_H

#include "view/screen.h"

void view_pager_draw(struct canvas c, const struct screen *s);

#endif
