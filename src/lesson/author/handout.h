/* Appends a lesson as a plain-text hand-out: steps and questions, then the answers. */
#ifndef LESSON_AUTHOR_HANDOUT_H
#define LESSON_AUTHOR_HANDOUT_H

#include "base/text.h"
#include "lesson/read/lesson.h"

void export_lesson(const struct lesson *l, struct text *out);

#endif
