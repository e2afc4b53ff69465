/* Progress and cancellation of long work. The worker reports its progress, in multiplications or
 * operations of similar cost. Every few milliseconds of work, goes_on is polled: it has the clock
 * and decides whether to continue. A NULL work means that nobody watches. */
#ifndef BASE_WORK_H
#define BASE_WORK_H

#include <stdbool.h>

#include "base/lang.h"
#include "base/room.h"

/* The current task, as shown to the user. */
struct work_task {
    const char *what;   /* "computing" */
    const char *name;   /* its object: a file, or NULL */
    double done, total; /* total 0: no task */
    bool held;          /* a subtask is running whose work does not count as progress */
};

struct work {
    bool (*goes_on)(struct work *w); /* returns false to stop the work */
    void *whose;
    struct work_task task;
    int part, parts; /* of the task: the part at work, from 1 (0: none yet), and how many; 0: undivided */
    double since;    /* work since the last poll of goes_on */
    bool stopped;    /* goes_on returned false; every later call fails */
};

#define WORK_LONG 2e8 /* a subtask of this size is shown as a task of its own */

/* Begins a task; returns the outer one for work_end. A short subtask is not shown. */
struct work_task work_begin(struct work *w, struct work_task task);
void work_end(struct work *w, struct work_task outer);

/* Divides the task begun last into parts, counted as the user sees them (layer 5 of 12). A task that is not
 * shown stays undivided. */
void work_divide(struct work *w, int parts);
/* Sets the current part. */
void work_part(struct work *w, int part);

enum { WORK_LINE = 50000 }; /* cost of a command line, without its computation */
/* Returns the task of running the lines of a file's text. */
struct work_task work_running(const char *file, const char *text);

/* As work_on and work_aside, for a w that is not NULL. */
bool work_count(struct work *w, double amount);
bool work_ask(struct work *w, double amount);

/* Reports `amount` more work done; returns false if the work must stop. */
static inline bool work_on(struct work *w, double amount)
{
    return !w || work_count(w, amount);
}

/* The same for work that does not count as progress. */
static inline bool work_aside(struct work *w, double amount)
{
    return !w || work_ask(w, amount);
}

static inline bool work_stopped(const struct work *w)
{
    return w && w->stopped;
}

#endif
