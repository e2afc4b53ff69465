/* An open hash table, at most half full. */
#include "state/word_index.h"

#include "base/mem.h"
#include "base/room.h"

struct entry {
    uint32_t hash;
    int place; /* from 1; 0: free */
};

struct word_index {
    int refs;
    size_t count, room; /* room: a power of 2, or 0 */
    struct entry *v;
};

enum { FIRST = ROOM(1024, 2) };

struct word_index *word_index_new(void)
{
    struct word_index *x = mem_new(1, sizeof *x);
    if (x)
        x->refs = 1;
    return x;
}

struct word_index *word_index_share(struct word_index *x)
{
    x->refs++;
    return x;
}

void word_index_drop(struct word_index *x)
{
    if (!x || --x->refs > 0)
        return;
    mem_free(x->v);
    mem_free(x);
}

uint32_t word_index_hash(uint32_t hash, const char *s, size_t n)
{
    for (size_t i = 0; i < n; i++)
        hash = (hash ^ (unsigned char)s[i]) * 16777619u;
    return hash;
}

static void put_entry(struct entry *v, size_t room, struct entry e)
{
    size_t i = e.hash & (room - 1);
    while (v[i].place)
        i = (i + 1) & (room - 1);
    v[i] = e;
}

static bool grow_index(struct word_index *x)
{
    size_t room = x->room ? 2 * x->room : FIRST;
    struct entry *v = mem_new(room, sizeof *v);
    if (!v)
        return false;
    for (size_t i = 0; i < x->room; i++)
        if (x->v[i].place)
            put_entry(v, room, x->v[i]);
    mem_free(x->v);
    x->v = v;
    x->room = room;
    return true;
}

int word_index_next(const struct word_index *x, uint32_t hash, size_t *at)
{
    for (; x->room > 0; ++*at) {
        const struct entry *e = &x->v[(hash + *at) & (x->room - 1)];
        if (!e->place)
            break;
        if (e->hash == hash) {
            ++*at;
            return e->place - 1;
        }
    }
    return -1;
}

bool word_index_add(struct word_index *x, uint32_t hash, int place)
{
    size_t at = 0;
    int noted;
    while ((noted = word_index_next(x, hash, &at)) >= 0)
        if (noted == place)
            return true;
    if (2 * (x->count + 1) > x->room && !grow_index(x))
        return false;
    put_entry(x->v, x->room, (struct entry){hash, place + 1});
    x->count++;
    return true;
}
