/* Creates a lesson in both languages from a template that passes the checker. */
#ifndef LESSON_AUTHOR_NEW_LESSON_H
#define LESSON_AUTHOR_NEW_LESSON_H

#include "base/reply.h"

/* Writes zh/ID.md and en/ID.md into the lessons folder (QKV_LESSONS, ./lessons, else the user's own, which it
 * creates) and lists the files in r. Returns false and explains in r if the id is invalid, a file already
 * exists or writing fails; a file written before a failure stays. */
bool new_lesson(const char *id, struct reply *r);

#endif
