/* Where one was: a stack of places to return to. A place is a view and what its cursor points at. It is
 * pushed when the view changes, and by jumps inside a view: to a stage by its name, to the source of a
 * factor.
 *
 * The trail belongs to the session and not to the state: undo takes back numbers and stays where one is, and
 * a saved state is the same whatever was looked at before it. */
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

/* Pops the last place into `look`. Language, digits, panels and the like stay, and so do the cursors of other
 * views. Returns false on an empty trail. */
bool trail_pop(struct trail *t, struct look *look);

/* Returns the last place, or NULL. */
const struct look *trail_last(const struct trail *t);

#endif
