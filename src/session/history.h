/* Undo and redo without a limit: a list of states, which share what they have
 * in common. */
#ifndef SESSION_HISTORY_H
#define SESSION_HISTORY_H

#include "state/state.h"

struct history_entry {
    struct state state;
    char *line;              /* the command that led away from this state */
};

struct history {
    struct history_entry *v; /* states before the present one, then those undone */
    int count, room;
    int at;                  /* entries before this lie in the past */
    char *next_line;         /* of the entry that history_reserve made room for */
};

/* Makes sure that one history_push can follow and keeps the command `line` for it,
 * so that memory is asked for before anything is changed. false: there is none. */
bool history_reserve(struct history *h, const char *line);
/* Remembers `past` (taken over) as the state before the reserved command; what was undone is forgotten. */
void history_push(struct history *h, struct state *past);
/* Swaps *present with the state one step back (forward); false: there is none. */
bool history_back(struct history *h, struct state *present);
bool history_forward(struct history *h, struct state *present);
void history_finish(struct history *h);

#endif
