/* The record of progress as a file of the learner's: to another machine or browser, or to a teacher. */
#ifndef LESSON_PLAY_PROGRESS_MOVE_H
#define LESSON_PLAY_PROGRESS_MOVE_H

#include "base/reply.h"

struct host;

/* Writes the whole record. Returns false and explains in r on failure. */
bool progress_give(struct host *h, const char *path, struct reply *r);
/* Adds the steps of such a file to the record and saves it: first answers stay, better results are taken.
 * Returns false and explains in r if the file is no record or saving fails; the record is then as before. */
bool progress_take(struct host *h, const char *path, struct reply *r);

#endif
