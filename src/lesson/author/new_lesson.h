/* A new lesson from a template that passes the checker, in both languages. */
#ifndef LESSON_AUTHOR_NEW_LESSON_H
#define LESSON_AUTHOR_NEW_LESSON_H

#include "base/reply.h"

/* Writes zh/ID.md and en/ID.md into the lessons folder (QKV_LESSONS, ./lessons, else the
 * user's own, which is made) and says where. Refuses a name that is no id and files that
 * exist. false: said in r; what was written before a failure stays. */
bool new_lesson(const char *id, struct reply *r);

#endif
