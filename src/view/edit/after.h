/* What follows from an edit: the later stages under the sheet, as many as there is room for. */
#ifndef VIEW_EDIT_AFTER_H
#define VIEW_EDIT_AFTER_H

#include "view/screen.h"

void edit_after_draw(struct canvas c, const struct screen *s);

#endif
