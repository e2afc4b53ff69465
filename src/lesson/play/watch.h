/* A lesson that is being written: whenever its file has changed it is read again, and the person stays where they are. */
#ifndef LESSON_PLAY_WATCH_H
#define LESSON_PLAY_WATCH_H

#include "lesson/play/host.h"

/* Looks at the open lesson's file, if that was asked for (h->lessons->watch). What is wrong with it becomes the message, and the
 * lesson stays as it was. */
void lesson_watch(struct host *h);
/* Milliseconds until the next look, -1 when none is wanted. */
int lesson_watch_wait(const struct lessons *l);

#endif
