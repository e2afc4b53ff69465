/* Reports on saved progress: counts, and predictions worth repeating. */
#ifndef LESSON_PLAY_PROGRESS_PAGES_H
#define LESSON_PLAY_PROGRESS_PAGES_H

#include "lesson/play/host.h"

/* Shows three overall counts, then one line per lesson. */
bool progress_show(struct reply *r);
/* Forgets a lesson (id or number) or, for "", all lessons. Returns false and explains in r if it has no
 * record. */
bool progress_reset(struct host *h, const char *lesson, int col, struct reply *r);
/* Lists the predictions missed most often: their lesson, the day they return on, the belief behind the first
 * answer. */
bool progress_review(const struct progress_keep *keep, struct reply *r);
/* Returns the first step after `after` (NULL: of all) with a missed prediction that returns today or should
 * have returned before, or NULL. */
const struct progress_step *progress_due(const struct progress_keep *keep, const struct progress_step *after);
/* Writes the first three of them: "05-numbering/gap, …". */
void progress_missed(const struct progress_keep *keep, struct text *out);

#endif
