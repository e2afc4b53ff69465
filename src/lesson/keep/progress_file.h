/* The progress file: `progress` in the state folder, read and written as a whole. A damaged file is set
 * aside, never overwritten or deleted. */
#ifndef LESSON_KEEP_PROGRESS_FILE_H
#define LESSON_KEEP_PROGRESS_FILE_H

#include "base/reply.h"
#include "lesson/run/progress.h"

/* Replaces *p with the file's contents; empty without a file or a home. A damaged file is renamed, which r
 * says; its intact lines are in p and are written back at once. Returns false with p empty and explains in r
 * if the file can neither be read nor set aside. */
bool progress_load(struct progress *p, struct reply *r);

/* Writes all of p. Without a home nothing is saved, and that is not an error. Returns false and explains in r
 * on failure. */
bool progress_save(const struct progress *p, struct reply *r);

#endif
