/* A lesson as plain text, for hand-outs: steps and questions, then the answers. */
#ifndef APP_EXPORT_LESSON_H
#define APP_EXPORT_LESSON_H

#include "base/text.h"
#include "model/lesson.h"

void export_lesson(const struct lesson *l, struct text *out);

#endif
