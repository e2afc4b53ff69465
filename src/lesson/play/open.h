/* From a name or a path to a lesson that is read: its file, and its counterpart in
 * the other language. */
#ifndef LESSON_PLAY_OPEN_H
#define LESSON_PLAY_OPEN_H

#include "base/reply.h"
#include "lesson/read/lesson.h"

/* Reads a lesson by id ("01-by-hand"), by the beginning of one ("01", "1") or by its path
 * (…md). Behind a slash a step may be named; *step points at it in `name`, "" when there is
 * none. false: there is no such lesson or it has errors, the first said in r; nothing to finish. */
bool lesson_load(const char *name, enum lang lang, struct lesson *out, const char **step, struct reply *r);

/* The same lesson in another language. false: there is none that can be read. */
bool lesson_load_counterpart(const struct lesson *l, enum lang lang, struct lesson *out);

#endif
