/* Events that came while the program was at work, in their order. */
#ifndef TERM_AHEAD_H
#define TERM_AHEAD_H

#include <stdbool.h>

#include "app/event.h"
#include "base/text.h"

enum { AHEAD_MOST = 256 };       /* events that are kept; later ones are lost, but for EVENT_END */

struct ahead {
    struct { struct event event; struct text text; } v[AHEAD_MOST];
    int first, count;
    bool ends;               /* EVENT_END came */
    struct text taken;       /* of the event that was taken last */
};

void ahead_put(struct ahead *a, const struct event *e);
bool ahead_waits(const struct ahead *a);
/* The first of them; its text lives until the next call. EVENT_NONE: there is none. */
struct event ahead_take(struct ahead *a);
/* Forgets all but EVENT_END. */
void ahead_forget(struct ahead *a);

#endif
