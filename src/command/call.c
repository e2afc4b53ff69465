/* Helpers of all commands: read the words of a call, begin and commit a change. They have a file of their
 * own because command.c depends on the groups, and the groups depend on these functions. */
#include "command/command.h"
#include "lesson/run/bounds.h"

const char *call_word(const struct call *c, int i)
{
    return i < c->w->count ? c->w->v[i].s : "";
}

int call_col(const struct call *c, int i)
{
    return c->w->count == 0 ? 1 : c->w->v[i < c->w->count ? i : c->w->count - 1].col;
}

void call_edit(struct call *c, struct state *next)
{
    state_copy(next, &c->m->now.state);
}

bool call_commit(struct call *c, struct state *next)
{
    bool within = !(c->origin & LINE_LESSON) || lesson_bounds(next, c->r);
    if (!within)
        state_finish(next);
    if (within && model_commit(c->m, next, c->line, c->r))
        return true;
    if (c->r->col == 0)
        c->r->col = call_col(c, 0);
    return false;
}
