/* Plays a lesson: opens and leaves it, moves through its beats, takes answers. While a lesson is open, the
 * person's own session is set aside; it returns on leaving. Nothing moves on by itself: every move is a
 * command and so a key.
 *
 * The state of each step is computed from the file alone (replay.h), never from what the learner did before:
 * a wrong move spoils nothing that follows, every step can be opened by itself, and the checker judges
 * exactly the states that learners see. */
#ifndef LESSON_PLAY_PLAY_H
#define LESSON_PLAY_PLAY_H

#include <sys/types.h>

#include "command/command.h"
#include "lesson/play/host.h"
#include "lesson/run/run.h"

/* Time and size of a lesson's file at the last check (lesson_watch); size 0: not checked yet. */
struct lesson_seen {
    time_t seconds;
    long nanoseconds;
    off_t size;
};

struct lesson_play {
    struct lesson_session session; /* what views see: session.lesson */
    struct session own;            /* the person's session, set aside */
    struct session branch;         /* in free play: the step to return to */
    enum lang asked;               /* the last language that a file was looked up in */
    unsigned known;                /* bit i: progress_follow has seen step i closed */
    unsigned unkept;               /* bit i: the work in step i is not saved yet */
    int seen;                      /* the step at the last progress_follow */
    struct lesson_seen as_seen;
};

struct lesson_left {
    struct lesson_run run;
    char id[];
};

/* The commands of lessons, one group of the command table. Their host is a struct host. */
extern const struct command cmd_lesson[];

/* Opens a lesson by id ("01-by-hand", "01") or file (…md), optionally with "/STEP". Leaves an open lesson
 * first. If the lesson continues after its beginning, *opened becomes the command that opens it there
 * independently of the record. */
bool lesson_open(struct host *h, const char *name, struct text *opened, struct reply *r);
void lesson_leave(struct host *h);
/* Leaves the lesson without remembering the place, at the end of the program. */
void lesson_end(struct host *h);

/* Returns the step at which the lesson continues: where it was left in this session, else where the record
 * says. */
int lesson_resumes(const struct host *h, const struct lesson *l);

/* Call after every command. Follows a switched language (r says if the lesson lacks it) and notices a reached
 * goal. */
void lesson_follow(struct host *h, struct reply *r);

/* Returns the line that shows what the key that goes on or answers must not pass: the text that is not seen
 * yet, the open question, or the picture that it is answered on; else NULL. (Enter at a goal answers
 * nothing.) */
const char *lesson_before_answer(const struct host *h);

/* Returns the person's own session, with or without an open lesson: saving and quitting concern that one. */
const struct session *lesson_own(const struct host *h);

/* A self-playing lesson, for recordings, acts like a person who knows every answer: takes the next action,
 * that is selects, answers, solves or continues. Returns false if no lesson is open or it has ended. */
bool lesson_auto(struct host *h);

/* For authors: reloads the open lesson when its file changes, if h->lessons->watch is set, and stays at the
 * same step. An error in the file becomes the message, and the lesson stays unchanged. Returns whether the
 * open lesson is as the file now says, and was not at the last call. */
bool lesson_watch(struct host *h);
/* Returns the milliseconds until the next check, -1 for none. */
int lesson_watch_wait(const struct lessons *l);

/* ---- inside lesson/play/ ---- */

/* Enters beat `beat` of `step`. `walking` from the beat before keeps edits if the new beat sets no state of
 * its own; otherwise the state comes from the file. */
bool lesson_enter(struct host *h, int step, int beat, bool walking, struct reply *r);

/* Marks the current step as finished or skipped once its last beat is reached and no question is open. */
void lesson_note_finished(struct lesson_session *s);

/* Returns the step with this id or number (from 1), else -1. lesson_no_step reports the -1 in r. */
int lesson_step_named(const struct lesson *l, const char *name);
bool lesson_no_step(const struct lesson *l, const char *name, int col, struct reply *r);

/* The commands free and return. Free play starts with a copy of the scene; lesson_return ends it, and the
 * step is as it was. lesson_come_back keeps what was changed if a goal is open that allows all of it. */
bool lesson_free(struct call *c);
bool lesson_come_back(struct call *c);
void lesson_return(struct host *h);

/* Answers the open question with the text; "" submits what is selected or pointed at. */
bool lesson_answer(struct host *h, const char *text, struct reply *r);
/* Computes the right cells of the step's questions where no answer has; one that cannot be computed stays
 * unknown. */
void lesson_note_cells(struct host *h, struct work *work);
/* The command draw: chooses a word of the picture that is asked for, and sets what is drawn of it. */
bool lesson_draw(struct call *c);
/* Takes what is drawn as the hands of a class. Returns false and explains in r if there are none. */
bool lesson_count_picture(struct host *h, struct reply *r);
bool lesson_choose(struct host *h, const char *letter, int col, struct reply *r);
/* Returns the option that a line means by a letter, or -1. */
int lesson_option_meant(const struct host *h, const struct lesson_ask *q, const char *letter);
/* Has the journal keep a line that names options by their letters in the file, which hold for every class and
 * for journals from when that was the order on the screen. */
void lesson_log_options(struct call *c, const struct lesson_ask *q);
/* Returns true if the open goal has just been reached. */
bool lesson_watch_goal(struct host *h);

/* Returns whether the question on screen has an option with this letter; explains in r if not, also without a
 * lesson (NULL). */
bool lesson_has_option(const struct lesson_session *s, const char *letter, int col, struct reply *r);

/* Commands for teaching a class: class, blank, numbers, note. */
bool lesson_class(struct call *c);
bool lesson_blank(struct call *c);
bool lesson_numbers(struct call *c);
bool lesson_expressions(struct call *c);
bool lesson_note(struct call *c);

/* Writes "qkv --lang en --lesson challenges/find-the-dog -c 'move cat 1'" for the goal that the open lesson
 * has just reached, into the lesson's `shared`: a line for a shell, which opens the step and makes the same
 * moves. The line is tried first: it stays empty if the history lacks some of the moves (those of free play),
 * if the moves do not fit (SHARE_MOVES), or if the lesson is not a shipped one. */
void share_reached(struct session *m);
enum { SHARE_MOVES = 20 };

#endif
