/* A place is stored as a whole look; only the fields that locate it are restored. */
#include "session/trail.h"

#include <string.h>

void trail_push(struct trail *t, const struct look *at)
{
    if (t->count == TRAIL_MAX)
        memmove(t->v, t->v + 1, (size_t)--t->count * sizeof t->v[0]);
    t->v[t->count++] = *at;
}

bool trail_pop(struct trail *t, struct look *look)
{
    if (t->count == 0)
        return false;
    const struct look *at = &t->v[--t->count];
    look->view = at->view;
    look->stage = at->stage;
    look->layer = at->layer;
    look->head = at->head;
    look->query = at->query;
    look->key = at->key;
    look->dim = at->dim;
    look->edit = at->edit;
    look->row = at->row;
    look->col = at->col;
    look->pane = at->pane;
    look->line = at->line;
    look->factor = at->factor;
    look->walk = at->walk;
    look->beside = at->beside;
    return true;
}

const struct look *trail_last(const struct trail *t)
{
    return t->count > 0 ? &t->v[t->count - 1] : NULL;
}
