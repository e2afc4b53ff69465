/* A self-playing lesson, for recordings: acts like a person who knows every answer. */
#ifndef LESSON_PLAY_AUTO_H
#define LESSON_PLAY_AUTO_H

#include "lesson/play/host.h"

/* Takes the next action: selects, answers, solves or continues. Returns false if no lesson is open or it has
 * ended. */
bool lesson_auto(struct host *h);

#endif
