#include "base/work.h"

#include <stddef.h>
#include <string.h>

struct work_task work_begin(struct work *w, struct work_task task)
{
    if (!w)
        return (struct work_task){.name = NULL};
    struct work_task outer = w->task;
    w->part = w->parts = 0;
    if (outer.total > 0 && task.total < WORK_LONG)
        w->task.held = true;
    else
        w->task = task;
    return outer;
}

void work_end(struct work *w, struct work_task outer)
{
    if (!w)
        return;
    w->task = outer;
    w->part = w->parts = 0;
}

void work_divide(struct work *w, int parts)
{
    if (w && !w->task.held)
        w->parts = parts;
}

void work_part(struct work *w, int part)
{
    if (w && w->parts > 0)
        w->part = part;
}

struct work_task work_running(const char *file, const char *text)
{
    double lines = 1;
    while ((text = strchr(text, '\n'))) {
        lines++;
        text++;
    }
    return (struct work_task){TEXT("running"), file, 0, WORK_LINE * lines, false};
}

bool work_count(struct work *w, double amount)
{
    if (!w->task.held)
        w->task.done += amount;
    return work_ask(w, amount);
}

bool work_ask(struct work *w, double amount)
{
    if (w->stopped)
        return false;
    w->since += amount;
    if (w->since < ROOM_WORK)
        return true;
    w->stopped = !w->goes_on(w);
    w->since = 0;
    return !w->stopped;
}
