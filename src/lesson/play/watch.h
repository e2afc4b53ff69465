/* For authors: reloads the open lesson when its file changes and stays at the same step. */
#ifndef LESSON_PLAY_WATCH_H
#define LESSON_PLAY_WATCH_H

#include "lesson/play/host.h"

/* Checks the open lesson's file if h->lessons->watch is set. An error in the file becomes the message, and
 * the lesson stays unchanged. Returns whether the open lesson is as the file now says, and was not at the
 * last call. */
bool lesson_watch(struct host *h);
/* Returns the milliseconds until the next check, -1 for none. */
int lesson_watch_wait(const struct lessons *l);

#endif
