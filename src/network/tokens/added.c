/* The rules are those of the tokenizers library (tokenizer/added_vocabulary.rs): the leftmost token, of those
 * that begin there the longest. */
#include "network/tokens/added.h"

#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "base/room.h"
#include "base/utf8.h"

bool added_add(struct added *a, struct added_token token, const char *path, struct reply *r)
{
    bool ok =
        a->count < ADDED_MAX || reply_fail(r, 0, TEXT("%s: more than %d added tokens"), path, (int)ADDED_MAX);
    ok = ok && (!token.content.failed || reply_no_memory(r));
    if (ok && a->count == a->room) {
        size_t room = room_more((size_t)a->room, 16);
        struct added_token *v = mem_grow(a->v, room, sizeof *v);
        a->v = v ? v : a->v;
        a->room = v ? (int)room : a->room;
        ok = v || reply_no_memory(r);
    }
    if (ok)
        a->v[a->count++] = token;
    else
        text_finish(&token.content);
    return ok;
}

static unsigned first_byte(const struct added_token *t)
{
    return (unsigned char)text_str(&t->content)[0];
}

static int by_first_and_length(const void *left, const void *right)
{
    const struct added_token *a = left, *b = right;
    if (a->normalized != b->normalized)
        return a->normalized - b->normalized;
    if (first_byte(a) != first_byte(b))
        return first_byte(a) < first_byte(b) ? -1 : 1;
    if (a->content.len != b->content.len)
        return a->content.len > b->content.len ? -1 : 1;
    return a->id - b->id;
}

bool added_index(struct added *a, int ids, struct reply *r)
{
    a->kind = mem_new((size_t)ids, sizeof *a->kind);
    if (!a->kind)
        return reply_no_memory(r);
    a->ids = ids;
    if (a->count > 0)
        qsort(a->v, (size_t)a->count, sizeof *a->v, by_first_and_length);
    for (int normalized = 0, at = 0; normalized < 2; normalized++)
        for (unsigned byte = 0; byte <= 256; byte++) {
            while (at < a->count && (a->v[at].normalized < normalized ||
                                     (a->v[at].normalized == normalized && first_byte(&a->v[at]) < byte)))
                at++;
            a->start[normalized][byte] = at;
        }
    for (int i = 0; i < a->count; i++)
        a->kind[a->v[i].id] = a->v[i].special ? ADDED_SPECIAL : ADDED_PLAIN;
    return true;
}

bool added_has(const struct added *a, int id)
{
    return id >= 0 && id < a->ids && a->kind[id] != ADDED_NOT;
}

bool added_is_special(const struct added *a, int id)
{
    return id >= 0 && id < a->ids && a->kind[id] == ADDED_SPECIAL;
}

static bool word_before(const char *s, size_t at)
{
    size_t from = at;
    uint32_t ch = 0;
    while (from > 0 && ((unsigned char)s[--from] & 0xc0) == 0x80)
        ;
    return from < at && utf8_decode(s + from, at - from, &ch) > 0 && letter_is_word(ch);
}

static bool word_after(const char *s, size_t n)
{
    uint32_t ch = 0;
    return n > 0 && utf8_decode(s, n, &ch) > 0 && letter_is_word(ch);
}

/* Where the blanks that end at byte `at` begin, not before `first`. */
static size_t blanks_before(const char *s, size_t first, size_t at)
{
    size_t begin = first;
    for (size_t i = first; i < at;) {
        uint32_t ch = 0;
        i += utf8_decode(s + i, at - i, &ch);
        begin = letter_is_space(ch) ? begin : i;
    }
    return begin;
}

static size_t blanks_after(const char *s, size_t at, size_t end)
{
    while (at < end) {
        uint32_t ch = 0;
        size_t n = utf8_decode(s + at, end - at, &ch);
        if (!letter_is_space(ch))
            break;
        at += n;
    }
    return at;
}

/* The longest token at s, or NULL. */
static const struct added_token *at_front(const struct added *a, bool normalized, const char *s, size_t n)
{
    const int *start = &a->start[normalized][(unsigned char)*s];
    for (int i = start[0]; i < start[1]; i++) {
        const struct text *content = &a->v[i].content;
        if (content->len > 0 && content->len <= n && memcmp(s, content->s, content->len) == 0)
            return &a->v[i];
    }
    return NULL;
}

void added_cut(const struct added *a, bool normalized, const char *s, struct range range, struct ranges *out)
{
    const char *whole = s + range.begin;
    size_t n = range.end - range.begin, done = 0;
    for (size_t at = 0; at < n;) {
        const struct added_token *t = at_front(a, normalized, whole + at, n - at);
        size_t end = t ? at + t->content.len : at + 1;
        if (t && !(t->single_word && (word_before(whole, at) || word_after(whole + end, n - end)))) {
            size_t begin = t->lstrip ? blanks_before(whole, done, at) : at;
            end = t->rstrip ? blanks_after(whole, end, n) : end;
            ranges_add(out, (struct range){range.begin + done, range.begin + begin, -1});
            ranges_add(out, (struct range){range.begin + begin, range.begin + end, t->id});
            done = end;
        }
        at = end;
    }
    ranges_add(out, (struct range){range.begin + done, range.end, -1});
}

void added_finish(struct added *a)
{
    for (int i = 0; i < a->count; i++)
        text_finish(&a->v[i].content);
    mem_free(a->v);
    mem_free(a->kind);
    *a = (struct added){0};
}
