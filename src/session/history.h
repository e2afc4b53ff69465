/* Undo and redo: a list of states, which share what they have in common. What they
 * do not share is counted; beyond HISTORY_BYTES the oldest states are dropped. */
#ifndef SESSION_HISTORY_H
#define SESSION_HISTORY_H

#include "state/state.h"

enum {
    HISTORY_BYTES = 256000000,   /* that the states may take; the last step back is kept whatever it takes */
    HISTORY_LINE = 512           /* bytes of a command that are kept to tell of it */
};

struct history_entry {
    struct state state;
    char *line;              /* the command that led away from this state, its first HISTORY_LINE bytes */
    double bytes;            /* what it does not share with the state next to it on the way to the present */
};

struct history {
    struct history_entry *v; /* from `first`: states before the present one, then those undone */
    int first, count, room;
    int at;                  /* entries before this lie in the past */
    int dropped;             /* older states that are not there any more */
    double bytes;            /* of all entries */
    char *next_line;         /* of the entry that history_reserve made room for */
};

/* Makes sure that one history_push can follow and keeps the command `line` for it,
 * so that memory is asked for before anything is changed. false: there is none. */
bool history_reserve(struct history *h, const char *line);
/* Remembers `past` (taken over) as the state before the reserved command, which led to `present`; what was undone is forgotten. */
void history_push(struct history *h, struct state *past, const struct state *present);
/* Swaps *present with the state one step back (forward); false: there is none. */
bool history_back(struct history *h, struct state *present);
bool history_forward(struct history *h, struct state *present);
/* Changes made so far, those taken back not counted. */
int history_steps(const struct history *h);
void history_finish(struct history *h);

#endif
