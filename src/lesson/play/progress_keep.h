/* Remembers what is done in lessons: a step is on the disk as soon as it is closed.
 * The file is read again before each write, so that two programs add to one record. Off until
 * progress_begin: neither batch nor a replayed journal leaves traces in it. */
#ifndef LESSON_PLAY_PROGRESS_KEEP_H
#define LESSON_PLAY_PROGRESS_KEEP_H

#include <time.h>

#include "lesson/run/progress.h"

struct host;

struct progress_keep {
    bool on;
    bool failing;                /* the file could not be written the last time */
    time_t (*clock)(void);       /* NULL: steps bear no date */
    struct progress table;       /* as of the last look at the file */
    unsigned looks;              /* how often the table came anew */
};

/* From now on it is remembered. What is wrong with the file becomes the message. */
void progress_begin(struct host *h, time_t (*clock)(void));
void progress_end(struct host *h);

/* After every event, and before a lesson is left: steps that were closed or passed over since. A failure becomes the
 * message, once. Where the file cannot be written the next event tries again; where it cannot be read nothing is remembered any more. */
void progress_follow(struct host *h);
/* A lesson is left: where. */
void progress_leave(struct host *h);
/* What is closed in the open lesson is known already. */
void progress_known(struct host *h);

/* The date so many days from now, as it is kept. false: there is no clock. */
bool progress_day(const struct progress_keep *keep, int days, char date[PROGRESS_DATE]);

/* The id of the lesson that was left last, NULL: none is known. */
const char *progress_latest(const struct host *h);
/* The step where the lesson goes on, 0: at its beginning. */
int progress_resume(const struct host *h, const struct lesson *l);

#endif
