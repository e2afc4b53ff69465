/* A learner's progress, as a table and as text: one line per step, fields separated by tabs, the format
 * version in the first line. Pure: the caller does file access and provides the date.
 *
 * A step is in one of three states. `done`: every question answered, right or wrong. `revealed`: an answer
 * was shown instead. `skipped`: left for a later step. Repeating a step never overwrites its first answers.
 */
#ifndef LESSON_RUN_PROGRESS_H
#define LESSON_RUN_PROGRESS_H

#include "base/text.h"
#include "lesson/read/course.h"
#include "lesson/run/run.h"

enum { PROGRESS_NAME = 64, PROGRESS_ANSWER = 120, PROGRESS_DATE = 11 };

enum progress_state { PROGRESS_SKIPPED, PROGRESS_REVEALED, PROGRESS_DONE };

struct progress_answer {
    enum ask_kind kind;
    bool first_right, right;     /* right at the first try; right in the end */
    int tries, missed;           /* tries in the last visit; wrong answers in all visits */
    int moves, par;              /* GOAL: fewest moves so far, 0: not reached; expected moves */
    char first[PROGRESS_ANSWER]; /* the first answer; "": none, or the right answer was shown first */
    int again;                   /* days on which it was right at once, since it was last wrong */
};

struct progress_step {
    char lesson[PROGRESS_NAME], step[PROGRESS_NAME], date[PROGRESS_DATE]; /* "-" without a clock */
    unsigned long long hash[LANG_COUNT]; /* of the step's text, by language; 0: unknown */
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
    struct progress_step *v; /* in the order of first visits */
    int count;
    struct progress_place *place; /* the most recent is last */
    int place_count;
};

/* Returns the i-th language of files that have a column for each: Chinese and English, as when there were
 * two, then the others. */
static inline enum lang progress_lang(int i)
{
    return (enum lang)(i < 2 ? 1 - i : i);
}

void progress_finish(struct progress *p);

/* Reads the text of progress_write into an empty table. Returns false if lines are invalid or cut off (*line
 * is the number of the first one; p contains all others, none if the first line of the file is invalid) or
 * memory runs out (*line is 0). */
bool progress_read(struct progress *p, const char *bytes, size_t n, int *line);
void progress_write(const struct progress *p, struct text *out);

/* Fills *out from a visit to a step. Returns false if a name cannot be stored. */
bool progress_of_visit(struct progress_step *out, const struct lesson *l, int step,
                       const struct lesson_visit *v);
/* Lessons that ask the steps of another one again, with other words or in another size: its id with this
 * before it, steps and questions as there. What is answered in them is answered in the other one. */
#define PROGRESS_AGAIN "again-"
/* Returns the id under which the record knows a lesson. */
const char *progress_lesson(const struct lesson *l);

/* Merges a visit into the table. A step whose text has changed starts over; otherwise the first answers and
 * the best state are kept. Returns false and leaves p unchanged when out of memory. */
bool progress_record(struct progress *p, const struct progress_step *done);
bool progress_set_place(struct progress *p, const char *lesson, const char *step);
/* Removes a lesson by its id, or all lessons if NULL; returns the number of steps removed. */
int progress_forget(struct progress *p, const char *lesson);

/* Returns the record of a step, or NULL. */
const struct progress_step *progress_find(const struct progress *p, const char *lesson, const char *step);
/* Returns the id of the step where the lesson was left, or NULL. */
const char *progress_place_of(const struct progress *p, const char *lesson);
/* Returns after how many days from the step's date a missed prediction returns: 1, 3, 7, 21. 0: never. */
int progress_returns(const struct progress_answer *a);

/* True if the step's text has changed since it was done. */
bool progress_changed(const struct progress_step *s, enum lang lang, unsigned long long hash);

/* Copies the recorded first answers and results of the lesson into a new run. */
void progress_fill(const struct progress *p, const struct lesson *l, struct lesson_run *run);

/* Three scores of one lesson or of all (NULL): predictions, steps, goals. They are never added up. */
struct progress_counts {
    int predictions, first_right; /* answered; right at the first try */
    int steps, understood;        /* visited; done with every answer right in the end */
    int goals, reached;           /* tried; reached */
    long long moves, par;         /* of reached goals with a par: moves taken, moves expected */
    int done, revealed, skipped;
};
struct progress_counts progress_count(const struct progress *p, const char *lesson);

/* The course page as shown: the lessons in order, their length, and the learner's progress in each. */
enum { CONTENTS_MAX = 128 }; /* lessons, or steps that a page lists, shown */

struct contents {
    struct course course;
    enum lang lang;
    int page;         /* enum course_list; of the others only the text is known, in aim */
    struct text only; /* what their rows must contain, in any case; "": all are shown */
    bool whole; /* false: only the lessons with steps done are read, the others have no minutes, steps, aim */
    unsigned as_of;                                 /* version of the record (progress_keep.version) */
    int count;                                      /* lessons, at most CONTENTS_MAX */
    int own;                                        /* first lesson that is on disk but not on the page */
    int minutes[CONTENTS_MAX], steps[CONTENTS_MAX]; /* steps 0: the lesson is missing or has errors */
    int done[CONTENTS_MAX], changed[CONTENTS_MAX];  /* steps done; steps whose text changed since */
    int par[CONTENTS_MAX];                          /* goals reached in their par */
    struct text aim[CONTENTS_MAX];                  /* what each lesson is about, in a sentence or two */
};

#endif
