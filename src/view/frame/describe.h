/* Describes any view in sentences and tables, for screen readers, braille displays and terminals that
 * cannot draw. */
#ifndef VIEW_FRAME_DESCRIBE_H
#define VIEW_FRAME_DESCRIBE_H

#include "base/text.h"
#include "session/session.h"

/* Writes the text of the open lesson, if any, then the whole view. Omits what a question hides. The model
 * must have computed what the view shows (session_compute). */
void describe(const struct session *m, struct text *out);

/* Writes the place of the cursor in a few lines, in a lesson after its text. */
void describe_briefly(const struct session *m, struct text *out);

#endif
