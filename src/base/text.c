/* Capacity doubles, so a long text costs only a few allocations. After a failure
 * nothing more is added: a sentence with a hole would be worse than none. */
#include "base/text.h"

#include <stdio.h>
#include <string.h>

#include "base/mem.h"
#include "base/room.h"

enum { ASK = 1 << 15, NUMBER = 17 }; /* bytes between two polls of `work`; bytes of a number */

/* Makes room for n more bytes and the NUL. */
static bool make_room(struct text *t, size_t n)
{
    if (t->failed)
        return false;
    if (n >= (size_t)-1 / 2 - t->len) {
        t->failed = true;
        return false;
    }
    if (t->work && t->len - t->asked >= ASK) {
        t->failed = !work_on(t->work, TEXT_EFFORT / NUMBER * (double)(t->len - t->asked));
        t->asked = t->len;
    }
    if (t->failed)
        return false;
    if (t->len + n + 1 <= t->room)
        return true;
    size_t room = room_more(t->room, 64);
    if (room < t->len + n + 1)
        room = t->len + n + 1;
    char *s = t->arena ? arena_bytes(t->arena, room) : mem_grow(t->lent ? NULL : t->s, room, 1);
    if (!s) {
        t->failed = true;
        return false;
    }
    if ((t->lent || t->arena) && t->s)
        memcpy(s, t->s, t->len + 1);
    t->lent = false;
    t->s = s;
    t->room = room;
    return true;
}

void text_add_bytes(struct text *t, const char *s, size_t n)
{
    if (!make_room(t, n))
        return;
    if (n)
        memcpy(t->s + t->len, s, n);
    t->len += n;
    t->s[t->len] = '\0';
}

void text_add(struct text *t, const char *s)
{
    text_add_bytes(t, s, strlen(s));
}

void text_add_char(struct text *t, char c)
{
    text_add_bytes(t, &c, 1);
}

void text_add_lower(struct text *t, const char *s, size_t n)
{
    for (size_t i = 0; i < n; i++)
        text_add_char(t, s[i] >= 'A' && s[i] <= 'Z' ? (char)(s[i] - 'A' + 'a') : s[i]);
}

void text_addv(struct text *t, const char *format, va_list args)
{
    va_list again;
    va_copy(again, args);
    int n = vsnprintf(NULL, 0, format, args);
    if (n < 0)
        t->failed = true;
    else if (make_room(t, (size_t)n)) {
        vsnprintf(t->s + t->len, (size_t)n + 1, format, again);
        t->len += (size_t)n;
    }
    va_end(again);
}

void text_addf(struct text *t, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    text_addv(t, format, args);
    va_end(args);
}

void text_say(struct text *t, enum lang lang, const char *text, ...)
{
    va_list args;
    va_start(args, text);
    text_addv(t, text_in(text, lang), args);
    va_end(args);
}

const char *text_str(const struct text *t)
{
    return t->s ? t->s : "";
}

void text_clear(struct text *t)
{
    t->len = t->asked = 0;
    t->failed = false;
    if (t->s)
        t->s[0] = '\0';
}

void text_finish(struct text *t)
{
    if (!t->lent && !t->arena)
        mem_free(t->s);
    *t = (struct text){0};
}

uint64_t text_sum(uint64_t sum, const void *bytes, size_t n)
{
    for (const unsigned char *p = bytes; n > 0; n--)
        sum = (sum ^ *p++) * 1099511628211u;
    return sum;
}

void text_finish_part(struct text *part, struct text *whole)
{
    whole->failed = whole->failed || part->failed;
    text_finish(part);
}

void text_add_lines(struct text *t, const char *now, const char *before)
{
    for (size_t n; *now; now += n) {
        n = strcspn(now, "\n");
        n += now[n] == '\n';
        const char *same = before;
        while (*same && strncmp(same, now, n) != 0)
            same += strcspn(same, "\n") + (same[strcspn(same, "\n")] == '\n');
        if (!*same)
            text_add_bytes(t, now, n);
    }
}

bool text_ends(const char *s, const char *end)
{
    size_t n = strlen(s), k = strlen(end);
    return n > k && strcmp(s + n - k, end) == 0;
}
