/* A reached goal as one line for a shell, which opens the step and makes the same moves. */
#ifndef LESSON_PLAY_SHARE_H
#define LESSON_PLAY_SHARE_H

#include "session/model.h"

/* Writes "qkv --lang en --lesson challenges/find-the-dog -c 'move cat 1'" for the goal that the open lesson
 * has just reached, into the lesson's `shared`. The line is tried first: it stays empty if the history lacks
 * some of the moves (those of free play), if the moves do not fit (SHARE_MOVES), or if the lesson is not a
 * shipped one. */
void share_reached(struct model *m);

enum { SHARE_MOVES = 20 };

#endif
