/* A place is stored as a whole look; only the fields that locate it are restored. */
#include "session/trail.h"

#include <stddef.h>
#include <string.h>

void trail_push(struct trail *t, const struct look *at)
{
    if (t->count == TRAIL_MAX)
        memmove(t->v, t->v + 1, (size_t)--t->count * sizeof t->v[0]);
    t->v[t->count++] = *at;
}

/* The fields that make a place. The cursors of the editor and of the encoding view are their own: nothing but
 * following a factor moves them from elsewhere. */
static const struct {
    size_t field;
    int view; /* the only view that it belongs to; VIEW_COUNT: all share it */
} places[] = {
    {offsetof(struct look, stage), VIEW_COUNT},
    {offsetof(struct look, layer), VIEW_COUNT},
    {offsetof(struct look, head), VIEW_COUNT},
    {offsetof(struct look, query), VIEW_COUNT},
    {offsetof(struct look, key), VIEW_COUNT},
    {offsetof(struct look, dim), VIEW_COUNT},
    {offsetof(struct look, stages.pane), VIEW_COUNT},
    {offsetof(struct look, stages.line), VIEW_COUNT},
    {offsetof(struct look, stages.factor), VIEW_COUNT},
    {offsetof(struct look, stages.walk), VIEW_COUNT},
    {offsetof(struct look, stages.beside), VIEW_COUNT},
    {offsetof(struct look, show), VIEW_COUNT},
    {offsetof(struct look, sheet.matrix), VIEW_EDIT},
    {offsetof(struct look, sheet.row), VIEW_EDIT},
    {offsetof(struct look, sheet.col), VIEW_EDIT},
    {offsetof(struct look, encoding.pos), VIEW_ENCODING},
    {offsetof(struct look, encoding.column), VIEW_ENCODING},
};

bool trail_pop(struct trail *t, struct look *look)
{
    if (t->count == 0)
        return false;
    const struct look *at = &t->v[--t->count];
    look->view = at->view;
    for (size_t i = 0; i < sizeof places / sizeof *places; i++)
        if (places[i].view == VIEW_COUNT || places[i].view == at->view)
            memcpy((char *)look + places[i].field, (const char *)at + places[i].field, sizeof(int));
    return true;
}

const struct look *trail_last(const struct trail *t)
{
    return t->count > 0 ? &t->v[t->count - 1] : NULL;
}
