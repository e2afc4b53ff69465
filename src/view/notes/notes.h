/* The presenter's screen: what to say and ask in this step, the answer, the next step, the time. */
#ifndef VIEW_NOTES_NOTES_H
#define VIEW_NOTES_NOTES_H

#include "lesson/run/notes.h"
#include "view/canvas.h"

/* Draws the notes. n NULL: no lesson is open; *top: the first row of the text that is shown, kept within it;
 * `now`: clock in seconds; lang: used without a lesson. */
void view_notes_draw(struct canvas c, const struct notes *n, int *top, long long now, enum lang lang);

#endif
