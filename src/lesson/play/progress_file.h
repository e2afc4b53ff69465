/* The file in which progress is kept: `progress` in the state folder, read whole and
 * written whole. A damaged one is set aside, never overwritten and never deleted. */
#ifndef LESSON_PLAY_PROGRESS_FILE_H
#define LESSON_PLAY_PROGRESS_FILE_H

#include "base/reply.h"
#include "lesson/run/progress.h"

/* What is kept takes the place of *p: nothing without a file or a home. A damaged file gets another name, which is
 * said in r, and what came before the damage is in p. false: it can neither be read nor set aside; said in r, p is empty. */
bool progress_load(struct progress *p, struct reply *r);

/* Writes all of p. Without a home nothing is kept, and that is no failure. false: said in r. */
bool progress_save(const struct progress *p, struct reply *r);

#endif
