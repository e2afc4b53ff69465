/* The notes of the lesson that is open, in a small file of the runtime folder: `qkv --notes` in
 * another terminal reads it. The program that shows the lesson writes it anew with every step. */
#ifndef LESSON_PLAY_NOTES_FILE_H
#define LESSON_PLAY_NOTES_FILE_H

#include <sys/types.h>
#include <time.h>

#include "lesson/run/notes.h"

struct host;

struct notes_keep {
    bool on;
    bool failing;                /* the file could not be written the last time */
    time_t (*clock)(void);
    int step;                    /* that was written last, from 1; 0: none */
    const void *of;              /* the lesson that it belongs to */
    enum lang lang;
    struct notes notes;
};

/* From now on notes are written. */
void notes_begin(struct host *h, time_t (*clock)(void));
/* After every event: writes them when another step is shown, takes the file away when the lesson is left. Where it
 * cannot be written there are no notes, and the message says so once. */
void notes_follow(struct host *h);
void notes_end(struct host *h);

/* What another program wrote, as long as that program runs. *seen: when the file was written that was read last;
 * it is only read when that changed. false: there is none; *n is empty. */
bool notes_look(struct notes *n, struct timespec *seen);

#endif
