/* Undo and redo without a limit: a list of states, which share what they have
 * in common. */
#ifndef MODEL_HISTORY_H
#define MODEL_HISTORY_H

#include "model/state.h"

struct history_entry {
    struct state state;
    char *line;              /* the command that led away from this state */
};

struct history {
    struct history_entry *v; /* states before the present one, then those undone */
    int count, room;
    int at;                  /* entries before this lie in the past */
};

/* Remembers `past` (copied) as the state before the command `line`; what was undone is forgotten. */
bool history_push(struct history *h, const struct state *past, const char *line);
/* Swaps *present with the state one step back (forward); false: there is none. */
bool history_back(struct history *h, struct state *present);
bool history_forward(struct history *h, struct state *present);
void history_finish(struct history *h);

#endif
