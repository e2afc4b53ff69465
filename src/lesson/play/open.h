/* Loads a lesson by its name or path, or its counterpart in the other language. */
#ifndef LESSON_PLAY_OPEN_H
#define LESSON_PLAY_OPEN_H

#include "base/reply.h"
#include "lesson/read/lesson.h"

/* Reads a lesson by its id ("01-by-hand"), a prefix of it ("01", "1") or its path (…md). A step may follow
 * after a slash; *step points at it in `name`, or is "". Returns false with the first error in r if there is
 * no such lesson or it has errors; then there is nothing to finish. */
bool lesson_load(const char *name, enum lang lang, struct lesson *out, const char **step, struct reply *r);

/* Reads the same lesson in another language. Returns false if it does not exist or cannot be read. */
bool lesson_load_counterpart(const struct lesson *l, enum lang lang, struct lesson *out);

#endif
