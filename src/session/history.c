/* One list with a mark in it. Stepping over an entry swaps its state with the
 * present one, so that the entry is then what leads back. */
#include "session/history.h"

#include <string.h>

#include "base/mem.h"
#include "base/room.h"

static void entry_finish(struct history_entry *e)
{
    state_finish(&e->state);
    mem_free(e->line);
    *e = (struct history_entry){0};
}

bool history_reserve(struct history *h, const char *line)
{
    if (h->at == h->room) {
        int room = (int)room_more((size_t)h->room, 64);
        struct history_entry *v = mem_grow(h->v, (size_t)room, sizeof *v);
        if (!v)
            return false;
        h->v = v;
        h->room = room;
    }
    char *copy = mem_copy_text(line, strlen(line));
    if (!copy)
        return false;
    mem_free(h->next_line);
    h->next_line = copy;
    return true;
}

void history_push(struct history *h, struct state *past)
{
    for (int i = h->at; i < h->count; i++)
        entry_finish(&h->v[i]);
    h->v[h->at++] = (struct history_entry){*past, h->next_line};
    h->count = h->at;
    h->next_line = NULL;
    *past = (struct state){0};
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
    mem_free(h->next_line);
    *h = (struct history){0};
}
