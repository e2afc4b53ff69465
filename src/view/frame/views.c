/* The rows of all views, one from each folder. */
#include "state/view.h"

#define VIEW_ROW(id, row) extern const struct view view_##row;
VIEWS(VIEW_ROW)
#undef VIEW_ROW

#define VIEW_ROW(id, row) [VIEW_##id] = &view_##row,
const struct view *const views[VIEW_COUNT] = {VIEWS(VIEW_ROW)};
