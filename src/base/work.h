/* Long work: how far it is, and whether whoever waits for it wants it to go on. What works says how much it
 * has done, in multiplications or what takes about as long; who waits is asked every few milliseconds of
 * work and has the clock. NULL stands for nobody who waits. */
#ifndef BASE_WORK_H
#define BASE_WORK_H

#include <stdbool.h>

#include "base/pair.h"
#include "base/room.h"

/* What is being done, as a person is told. */
struct work_task {
    struct pair what;        /* "computing" */
    const char *name;        /* of what: a file, or NULL */
    double done, total;      /* total 0: there is no task */
    bool held;               /* a part of it is under way that does not count */
};

struct work {
    bool (*goes_on)(struct work *w);     /* false: it is to stop */
    void *whose;
    struct work_task task;
    double since;            /* work since goes_on was asked last */
    bool stopped;            /* it said so; from then on nothing goes on */
};

#define WORK_LONG 2e8        /* what takes as much is told by itself although it is a part of something longer */

/* Begins a task; what it returns goes to work_end. A short task inside another one is not told. */
struct work_task work_begin(struct work *w, struct work_task task);
void work_end(struct work *w, struct work_task outer);

enum { WORK_LINE = 50000 };      /* a line of commands, its computing apart */
/* The task of running the lines of a file's text. */
struct work_task work_running(const char *file, const char *text);

/* As the two below where somebody waits. */
bool work_count(struct work *w, double amount);
bool work_ask(struct work *w, double amount);

/* `amount` more is done. false: stop. */
static inline bool work_on(struct work *w, double amount)
{
    return !w || work_count(w, amount);
}

/* The same after something that adds nothing to how far the task is. */
static inline bool work_aside(struct work *w, double amount)
{
    return !w || work_ask(w, amount);
}

static inline bool work_stopped(const struct work *w)
{
    return w && w->stopped;
}

#endif
