/* The notes of the open lesson, in a small file in the runtime folder. `qkv --notes` reads it in another
 * terminal. The program that shows the lesson rewrites it at every step. */
#ifndef LESSON_PLAY_NOTES_FILE_H
#define LESSON_PLAY_NOTES_FILE_H

#include <sys/types.h>
#include <time.h>

#include "lesson/run/notes.h"

struct host;

struct notes_keep {
    bool on;
    bool failing; /* the last write failed */
    time_t (*clock)(void);
    int step;       /* the step written last, from 1; 0: none */
    const void *of; /* the lesson of that step */
    struct notes notes;
    struct text written; /* as bytes */
};

/* Starts writing notes. */
void notes_begin(struct host *h, time_t (*clock)(void));
/* Call after every event. Writes the notes when they say something else; deletes the file when the lesson is
 * left. If writing fails, there are no notes and the message says so once. */
void notes_follow(struct host *h);
void notes_end(struct host *h);

/* Reads the notes that another program wrote, while that program runs. *seen is the modification time of the
 * last file read; the file is read only if it changed. Returns false with *n empty if there are no notes. */
bool notes_poll(struct notes *n, struct timespec *seen);

#endif
