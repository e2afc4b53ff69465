/* The presenter's screen: what to say and ask in this step, the answer, what comes next, the time. */
#ifndef VIEW_NOTES_NOTES_H
#define VIEW_NOTES_NOTES_H

#include "lesson/run/notes.h"
#include "view/canvas.h"

/* n NULL: no lesson is open; `now`: seconds of the clock; lang: while there is no lesson. */
void view_notes_draw(struct canvas c, const struct notes *n, long long now, enum lang lang, bool ascii);

#endif
