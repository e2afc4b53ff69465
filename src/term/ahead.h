/* A queue of the events that arrive while the program works. */
#ifndef TERM_AHEAD_H
#define TERM_AHEAD_H

#include <stdbool.h>

#include "app/event.h"
#include "base/text.h"

enum { AHEAD_MOST = 256 }; /* capacity; later events are lost, except EVENT_END */

struct ahead {
    struct {
        struct event event;
        struct text text;
    } v[AHEAD_MOST];
    int first, count;
    bool ends;         /* EVENT_END has arrived */
    struct text taken; /* the text of the event taken last */
};

void ahead_put(struct ahead *a, const struct event *e);
bool ahead_waits(const struct ahead *a);
/* Removes and returns the first event, EVENT_NONE if the queue is empty. Its text lives until the next
 * call. */
struct event ahead_take(struct ahead *a);
/* Drops all events except EVENT_END. */
void ahead_forget(struct ahead *a);

#endif
