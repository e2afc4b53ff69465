/* What is told of the progress that is kept: counts, and what is worth doing again. */
#ifndef LESSON_PLAY_PROGRESS_PAGES_H
#define LESSON_PLAY_PROGRESS_PAGES_H

#include "lesson/play/host.h"

/* Three counts that stand apart, then a line a lesson. */
bool progress_show(struct reply *r);
/* Forgets a lesson (its id or number), "": all of them. false: nothing is known of it, said in r. */
bool progress_reset(struct host *h, const char *lesson, int col, struct reply *r);
/* The predictions that were missed most often, with where they are asked and what was believed. */
bool progress_review(struct reply *r);
/* The three of them that were missed most often, of those last done some days ago: "05-numbering/gap, …". */
void progress_missed(const struct progress_keep *keep, struct text *out);

#endif
