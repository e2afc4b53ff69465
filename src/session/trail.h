/* The path followed through the arithmetic, from a cell to a cell it was computed from, and so on:
 * a stack of places to return to. */
#ifndef SESSION_TRAIL_H
#define SESSION_TRAIL_H

#include "state/state.h"

enum { TRAIL_MAX = 32 };

struct trail {
    struct look v[TRAIL_MAX]; /* oldest first */
    int count;
};

/* Pushes the place of `at`; a full trail drops its oldest place. */
void trail_push(struct trail *t, const struct look *at);

/* Pops the last place into `look`; language, digits, layout and the like stay. Returns false on an
 * empty trail. */
bool trail_pop(struct trail *t, struct look *look);

/* Returns the last place, or NULL. */
const struct look *trail_last(const struct trail *t);

#endif
