#include "lesson/read/store.h"

#include <string.h>

#include "base/mem.h"
#include "base/room.h"

enum { ALIGN = sizeof(max_align_t) };

struct store_block {
    struct store_block *next;
    size_t used, room;
    max_align_t bytes[];
};

struct lesson_store *lesson_store_new(void)
{
    return mem_new(1, sizeof(struct lesson_store));
}

void lesson_store_drop(struct lesson_store *s)
{
    struct store_block *next;
    for (struct store_block *b = s ? s->first : NULL; b; b = next) {
        next = b->next;
        mem_free(b);
    }
    mem_free(s);
}

void *lesson_store_room(struct lesson_store *s, size_t count, size_t size)
{
    s->spent = s->spent || (size && count > LESSON_STORE_MOST / size);
    if (s->spent)
        return NULL;
    size_t n = (count * size + ALIGN - 1) / ALIGN * ALIGN;
    if (!s->first || s->first->room - s->first->used < n) { /* another block */
        size_t room = n > ROOM_STORE ? n : ROOM_STORE;
        struct store_block *b = s->taken + room <= LESSON_STORE_MOST ? mem_new(1, sizeof *b + room) : NULL;
        s->spent = !b;
        if (!b)
            return NULL;
        *b = (struct store_block){.next = s->first, .room = room};
        s->first = b;
        s->taken += room;
    }
    void *p = (char *)s->first->bytes + s->first->used;
    s->first->used += n;
    return p;
}

const char *lesson_store_text(struct lesson_store *s, const char *bytes, size_t n)
{
    char *copy = lesson_store_room(s, n + 1, 1);
    if (!copy)
        return "";
    memcpy(copy, bytes, n);
    return copy;
}

const char *lesson_store_keep(struct lesson_store *s, struct text *t)
{
    s->spent = s->spent || t->failed;
    const char *kept = lesson_store_text(s, text_str(t), t->len);
    text_finish(t);
    return kept;
}

void *lesson_store_more(struct lesson_store *s, void *old, int count, size_t size)
{
    bool full = count == 0 || (count >= 4 && (count & (count - 1)) == 0);
    if (!full)
        return old;
    void *more = lesson_store_room(s, count ? 2 * (size_t)count : 4, size);
    if (more && count)
        memcpy(more, old, (size_t)count * size);
    return more;
}

void lesson_store_add(struct lesson_store *s, void *v, int *count, const void *item, size_t size)
{
    char *old;
    memcpy(&old, v, sizeof old);
    char *more = lesson_store_more(s, old, *count, size);
    if (!more)
        return;
    memcpy(more + (size_t)(*count)++ * size, item, size);
    memcpy(v, &more, sizeof more);
}
