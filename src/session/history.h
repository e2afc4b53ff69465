/* Undo and redo: a list of states that share their common data. Only unshared bytes count;
 * beyond HISTORY_BYTES the oldest states are dropped. */
#ifndef SESSION_HISTORY_H
#define SESSION_HISTORY_H

#include "state/state.h"

enum {
    HISTORY_BYTES = 256000000, /* limit for all states; the latest undo step is kept whatever its size */
    HISTORY_LINE = 512         /* bytes kept of each command, to show in messages */
};

struct history_entry {
    struct state state;
    char *line;   /* the command that replaced this state, truncated to HISTORY_LINE bytes */
    double bytes; /* not shared with the neighbouring state on the side of the present */
};

struct history {
    struct history_entry *v; /* from `first`: past states, then undone ones */
    int first, count, room;
    int at;          /* entries before this index are in the past */
    int dropped;     /* number of older states already dropped */
    double bytes;    /* sum over all entries */
    char *next_line; /* command of the entry that history_reserve made room for */
};

/* Reserves memory for one history_push and stores its command, before anything is changed.
 * Returns false without memory. */
bool history_reserve(struct history *h, const char *line);
/* Pushes `past` (taken over) as the state before the reserved command, which led to `present`.
 * The redo entries are dropped. */
void history_push(struct history *h, struct state *past, const struct state *present);
/* Swap *present with the state one step back (forward). Return false if there is none. */
bool history_back(struct history *h, struct state *present);
bool history_forward(struct history *h, struct state *present);
/* Returns the number of changes made so far, undone ones excluded. */
int history_steps(const struct history *h);
void history_finish(struct history *h);

#endif
