/* Playing a lesson: opens and leaves it, moves through its beats, takes answers. What
 * the person had is put aside while a lesson is open and comes back on leaving. Nothing
 * here moves on by itself: every step is a command, and so a key. */
#ifndef LESSON_PLAY_PLAY_H
#define LESSON_PLAY_PLAY_H

#include <sys/types.h>

#include "command/command.h"
#include "lesson/play/host.h"
#include "lesson/run/run.h"

/* A lesson's file as it was when it was looked at last (watch.h); size 0: not yet. */
struct lesson_seen {
    time_t seconds;
    long nanoseconds;
    off_t size;
};

struct lesson_play {
    struct lesson_session session;   /* what views see: model.lesson */
    struct model own;                /* the person's */
    struct model branch;             /* in free play: the step as it was left */
    enum lang asked;                 /* language that was last looked for a file in */
    unsigned known;                  /* bit i: step i is closed, and that was seen (progress_follow) */
    unsigned unkept;                 /* bit i: what was done in step i is not in the file yet */
    int seen;                        /* the step that was seen last */
    struct lesson_seen as_seen;
};

struct lesson_left {
    char *id;
    struct lesson_run run;
};

/* The commands of lessons, a group of the table; their host is a struct host. */
extern const struct command cmd_lesson[];

/* Opens a lesson by id ("01-by-hand", "01"), or a file (…md), perhaps with "/STEP".
 * A lesson that is open is left first. Where it goes on after its beginning, *opened becomes the command
 * that opens it there without remembering anything. */
bool lesson_open(struct host *h, const char *name, struct text *opened, struct reply *r);
void lesson_leave(struct host *h);
/* Leaves, and forgets where; for the end of the program. */
void lesson_end(struct host *h);

/* The step with which the lesson goes on when it is opened again: where it was left in this session, else where the
 * record says. */
int lesson_resumes(const struct host *h, const struct lesson *l);

/* Whether its scenes up to a step can be set, tried in a session like m before anything is left for it. */
bool lesson_plays(const struct model *m, const struct lesson *l, int step, struct reply *r);

/* After every command: the language may have been switched (said where the lesson is not there in it), a goal reached. */
void lesson_follow(struct host *h, struct reply *r);

/* The person's own session, whether a lesson is open or not: what is saved, what quitting asks about. */
const struct model *lesson_own(const struct host *h);

/* ---- for the parts of playing ---- */

/* Makes beat `beat` of `step` the present one. `walking` from the beat before, edits stay
 * where the next beat builds on no state of its own; else the state is the file's. */
bool lesson_enter(struct host *h, int step, int beat, bool walking, struct reply *r);

/* Marks the present step as finished (or skipped) once its last beat is there and nothing is open. */
void lesson_note_finished(struct lesson_session *s);

/* A step by its id or its number from 1, -1: none, which lesson_no_step says in r. */
int lesson_step_named(const struct lesson *l, const char *name);
bool lesson_no_step(const struct lesson *l, const char *name, int col, struct reply *r);

/* Free play with a copy of what is shown; and back. */
bool lesson_free(struct host *h, struct reply *r);
void lesson_return(struct host *h);

/* An answer to the open question: its text, "" takes what is chosen or pointed at. */
bool lesson_answer(struct host *h, const char *text, struct reply *r);
bool lesson_choose(struct host *h, const char *letter, int col, struct reply *r);
/* True when the goal that is open has been reached now. */
bool lesson_watch_goal(struct host *h);

/* Commands in front of a class: class, blank, numbers, note. */
bool lesson_class(struct call *c);
bool lesson_blank(struct call *c);
bool lesson_numbers(struct call *c);
bool lesson_note(struct call *c);

#endif
