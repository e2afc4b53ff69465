/* What a person did in lessons, as a table and as the text that is kept of it: a
 * line a step, its fields parted by tabs, the format's version in the first line.
 * Pure: who reads and writes the file, and what day it is, is said from outside.
 *
 * Three states, never mixed up: `done`, every question answered, rightly or not;
 * `revealed`, an answer was shown instead of given; `skipped`, left for a later step.
 * What was answered first stays what it was, however often a step is done again. */
#ifndef LESSON_RUN_PROGRESS_H
#define LESSON_RUN_PROGRESS_H

#include "base/text.h"
#include "lesson/run/run.h"

enum { PROGRESS_NAME = 64, PROGRESS_ANSWER = 120, PROGRESS_DATE = 11 };

enum progress_state { PROGRESS_SKIPPED, PROGRESS_REVEALED, PROGRESS_DONE };

struct progress_answer {
    enum ask_kind kind;
    bool first_right, right;         /* at the first try; in the end */
    int tries, missed;               /* the last time; wrong ones of all times */
    int moves, par;                  /* GOAL: fewest moves so far, 0: not reached; what is expected */
    char first[PROGRESS_ANSWER];     /* the first answer ever; "": none, or the right one had been shown before */
};

struct progress_step {
    char lesson[PROGRESS_NAME], step[PROGRESS_NAME], date[PROGRESS_DATE];    /* 2026-11-21, "-" without a clock */
    unsigned long long hash[2];      /* of the step's text, by language; 0: not known */
    enum progress_state state;
    int hints;
    struct progress_answer ask[LESSON_MAX_QUESTIONS];
    int ask_count;
};

/* Where a lesson was left. */
struct progress_place {
    char lesson[PROGRESS_NAME], step[PROGRESS_NAME];
};

struct progress {
    struct progress_step *v;         /* in the order in which they were first met */
    int count;
    struct progress_place *place;    /* the one set last at the end */
    int place_count;
};

void progress_finish(struct progress *p);

/* Reads the text of progress_write into an empty table. false: memory ran out (*line 0), or that line is no such text;
 * what came before it is in p. */
bool progress_read(struct progress *p, const char *bytes, size_t n, int *line);
void progress_write(const struct progress *p, struct text *out);

/* A name that can be kept: not too long, no blanks and control characters in it. */
bool progress_is_name(const char *s);
/* A step of a lesson as a visit left it. false: a name cannot be kept. */
bool progress_of_visit(struct progress_step *out, const struct lesson *l, int step, const struct lesson_visit *v);
/* Adds what was done to what is known. A step whose text has changed since counts anew; else the first answers stay,
 * and the best state. false: no memory, p as it was. */
bool progress_record(struct progress *p, const struct progress_step *done);
bool progress_set_place(struct progress *p, const char *lesson, const char *step);
/* Forgets a lesson by its id, all of them with NULL; returns how many steps that were. */
int progress_forget(struct progress *p, const char *lesson);

/* NULL: nothing is known of it. */
const struct progress_step *progress_find(const struct progress *p, const char *lesson, const char *step);
/* The step where a lesson was left, NULL: none. */
const char *progress_place_of(const struct progress *p, const char *lesson);
/* The step's text is another one than when it was done. */
bool progress_changed(const struct progress_step *s, enum lang lang, unsigned long long hash);

/* What is known of the lesson's steps goes into a run that begins: first answers, what was done and right. */
void progress_fill(const struct progress *p, const struct lesson *l, struct lesson_run *run);

/* Three counts that are never added up, of one lesson or all (NULL). */
struct progress_counts {
    int predictions, first_right;        /* that were answered; rightly at the first try */
    int steps, understood;               /* met; done with every answer right in the end */
    int goals, reached;                  /* tried; reached */
    long long moves, par;                /* with so many moves where so many are expected */
    int done, revealed, skipped;
};
struct progress_counts progress_count(const struct progress *p, const char *lesson);

/* "done", "revealed", "skipped" */
const char *progress_state_name(enum progress_state s);

#endif
