/* A lesson that plays itself, for recordings: the next thing that a person would do who knows every answer. */
#ifndef LESSON_PLAY_AUTO_H
#define LESSON_PLAY_AUTO_H

#include "lesson/play/host.h"

/* Does it: chooses, answers, solves, goes on. false: no lesson is open, or it is at its end. */
bool lesson_auto(struct host *h);

#endif
