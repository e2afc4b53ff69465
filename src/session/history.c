/* One list with a mark in it. Stepping over an entry swaps its state with the present one; the
 * entry then holds the way back. */
#include "session/history.h"

#include <string.h>

#include "base/mem.h"
#include "base/room.h"
#include "state/training.h"

static void drop_entry(struct history *h, struct history_entry *e)
{
    h->bytes -= e->bytes;
    state_finish(&e->state);
    mem_free(e->line);
    *e = (struct history_entry){0};
}

/* Makes room for one more entry: reuses dropped space at the front if it is at least half, else grows. */
static bool history_room(struct history *h)
{
    if (h->at < h->room)
        return true;
    if (h->first > 0 && h->first >= h->room / 2) {
        memmove(h->v, h->v + h->first, (size_t)(h->count - h->first) * sizeof *h->v);
        h->count -= h->first;
        h->at -= h->first;
        h->first = 0;
        return true;
    }
    int room = (int)room_more((size_t)h->room, 64);
    struct history_entry *v = mem_grow(h->v, (size_t)room, sizeof *v);
    if (!v)
        return false;
    h->v = v;
    h->room = room;
    return true;
}

bool history_reserve(struct history *h, const char *line)
{
    size_t n = strlen(line);
    char *copy = history_room(h) ? mem_copy_text(line, n < HISTORY_LINE ? n : HISTORY_LINE) : NULL;
    if (!copy)
        return false;
    mem_free(h->next_line);
    h->next_line = copy;
    return true;
}

/* Recounts the bytes of an entry whose neighbour is now `next`. */
static void count_bytes(struct history *h, struct history_entry *e, const struct state *next)
{
    h->bytes -= e->bytes;
    e->bytes = (double)sizeof *e + state_bytes(&e->state, next);
    h->bytes += e->bytes;
}

void history_push(struct history *h, struct state *past, const struct state *present)
{
    for (int i = h->at; i < h->count; i++)
        drop_entry(h, &h->v[i]);
    struct history_entry *e = &h->v[h->at++];
    training_forget(past);
    *e = (struct history_entry){*past, h->next_line, 0};
    h->count = h->at;
    h->next_line = NULL;
    *past = (struct state){0};
    count_bytes(h, e, present);
    for (; h->bytes > HISTORY_BYTES && h->at - h->first > 1; h->first++, h->dropped++)
        drop_entry(h, &h->v[h->first]);
}

/* Swaps the present state with that of an entry, whose place in the list becomes `at`. What was computed for
 * the present state stays with the present. */
static bool swap_states(struct history *h, struct history_entry *e, int at, struct state *present)
{
    struct state past = e->state;
    e->state = *present;
    *present = past;
    present->training = e->state.training;
    e->state.training = NULL;
    h->at = at;
    count_bytes(h, e, present);
    return true;
}

bool history_back(struct history *h, struct state *present)
{
    return h->at > h->first && swap_states(h, &h->v[h->at - 1], h->at - 1, present);
}

bool history_forward(struct history *h, struct state *present)
{
    return h->at < h->count && swap_states(h, &h->v[h->at], h->at + 1, present);
}

int history_steps(const struct history *h)
{
    return h->dropped + h->at - h->first;
}

void history_finish(struct history *h)
{
    for (int i = h->first; i < h->count; i++)
        drop_entry(h, &h->v[i]);
    mem_free(h->v);
    mem_free(h->next_line);
    *h = (struct history){0};
}
