#include "model/history.h"

#include <string.h>

#include "base/mem.h"

static void entry_finish(struct history_entry *e)
{
    state_finish(&e->state);
    mem_free(e->line);
    *e = (struct history_entry){0};
}

bool history_push(struct history *h, const struct state *past, const char *line)
{
    if (h->at == h->room) {
        int room = h->room ? 2 * h->room : 64;
        struct history_entry *v = mem_grow(h->v, (size_t)room, sizeof *v);
        if (!v)
            return false;
        h->v = v;
        h->room = room;
    }
    struct history_entry fresh = {.line = mem_copy_text(line, strlen(line))};
    if (!fresh.line)
        return false;
    state_copy(&fresh.state, past);
    for (int i = h->at; i < h->count; i++)
        entry_finish(&h->v[i]);
    h->v[h->at++] = fresh;
    h->count = h->at;
    return true;
}

static void swap(struct state *a, struct state *b)
{
    struct state t = *a;
    *a = *b;
    *b = t;
}

bool history_back(struct history *h, struct state *present)
{
    if (h->at == 0)
        return false;
    swap(&h->v[--h->at].state, present);
    return true;
}

bool history_forward(struct history *h, struct state *present)
{
    if (h->at == h->count)
        return false;
    swap(&h->v[h->at++].state, present);
    return true;
}

void history_finish(struct history *h)
{
    for (int i = 0; i < h->count; i++)
        entry_finish(&h->v[i]);
    mem_free(h->v);
    *h = (struct history){0};
}
