/* What is shown, as sentences and tables for people who listen: every view in words,
 * without a picture. Screen readers, braille displays and terminals that cannot draw. */
#ifndef VIEW_FRAME_DESCRIBE_H
#define VIEW_FRAME_DESCRIBE_H

#include "base/text.h"
#include "session/model.h"

/* All of the view in m, behind the text of the lesson that is open. What a question hides is
 * not told. The model has computed what the view shows (model_compute). */
void describe(const struct model *m, struct text *out);

/* Where one is, in a few lines; in a lesson its text in front of them. */
void describe_briefly(const struct model *m, struct text *out);

#endif
