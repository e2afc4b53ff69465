/* The way that was taken through the arithmetic, from a cell to one it was
 * computed from and on: the places that were left, to come back to. */
#ifndef SESSION_TRAIL_H
#define SESSION_TRAIL_H

#include "state/state.h"

enum { TRAIL_MAX = 32 };

struct trail {
    struct look v[TRAIL_MAX];    /* oldest first */
    int count;
};

/* Remembers where `at` looks; with TRAIL_MAX places the oldest is given up. */
void trail_push(struct trail *t, const struct look *at);

/* Moves `look` to the last place and forgets that; language, digits, layout and
 * the like stay as they are. false: there is none. */
bool trail_pop(struct trail *t, struct look *look);

/* The last place; NULL: none. */
const struct look *trail_last(const struct trail *t);

#endif
