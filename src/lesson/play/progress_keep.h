/* Saves progress in lessons: a step is on disk as soon as it is closed. The file is read again before each
 * write, so two programs can add to one record. Off until progress_begin: batch and replayed journals leave
 * no traces. */
#ifndef LESSON_PLAY_PROGRESS_KEEP_H
#define LESSON_PLAY_PROGRESS_KEEP_H

#include <time.h>

#include "base/reply.h"
#include "lesson/run/progress.h"

struct host;

/* The path of the course page that is played: its number, 0 for none; the index of its current place.
 * PATH_REVIEW: the steps that are due (progress_due). */
enum { PATH_REVIEW = -1 };
struct lesson_path {
    int number, at;
};

struct progress_keep {
    bool on;
    bool failing;          /* the last write failed */
    time_t (*clock)(void); /* NULL: steps have no date */
    struct progress table; /* as last read from the file */
    unsigned version;      /* how often the table has changed */
};

/* Starts saving. A problem with the file becomes the message. */
void progress_begin(struct host *h, time_t (*clock)(void));
void progress_end(struct host *h);

/* Call after every event and before a lesson is left. Saves the steps closed or passed over since the last
 * call. A failure becomes the message, once. After a failed write the next event tries again; after a failed
 * read saving ends. */
void progress_follow(struct host *h);
/* Saves where a lesson is left. */
void progress_leave(struct host *h);
/* Treats the closed steps of the open lesson as already saved. */
void progress_known(struct host *h);

/* The record as a file of the learner's: to another machine or browser, or to a teacher. */
/* Writes today's date; without a clock nothing. */
void progress_today(const struct progress_keep *keep, char date[PROGRESS_DATE]);
/* Writes the whole record. Returns false and explains in r on failure. */
bool progress_export(struct host *h, const char *path, struct reply *r);
/* Adds the steps of such a file to the record and saves it: first answers stay, better results are taken.
 * Returns false and explains in r if the file is not a record or saving fails; the record is then as before.
 */
bool progress_import(struct host *h, const char *path, struct reply *r);

/* Returns the id of the lesson left last, or NULL. */
const char *progress_latest(const struct host *h);
/* Returns the path that was left last and where it goes on; number 0 if it is over, or a lesson was left
 * after it. */
struct lesson_path progress_path(const struct host *h);
/* Returns whether every step of the lesson is closed and it was left at its end. */
bool progress_over(const struct host *h, const struct lesson *l);
/* Returns the step at which the record continues the lesson; 0 is its beginning. */
int progress_resume(const struct host *h, const struct lesson *l);

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
