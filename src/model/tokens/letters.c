#include "model/tokens/letters.h"

#include <string.h>

#include "base/mem.h"
#include "base/room.h"
#include "base/utf8.h"
#include "model/tokens/unicode.h"

void letters_add(struct letters *out, struct letter l)
{
    if (out->count == out->room) {
        size_t room = room_more(out->room, 64);
        struct letter *v = out->failed ? NULL : mem_grow(out->v, room, sizeof *v);
        out->failed = !v;
        if (!v)
            return;
        out->v = v;
        out->room = room;
    }
    out->v[out->count++] = l;
}

void letters_add_text(struct letters *out, const char *s, size_t n, size_t begin)
{
    for (size_t at = 0; at < n && !out->failed;) {
        uint32_t ch = 0;
        size_t len = utf8_decode(s + at, n - at, &ch);
        letters_add(out, (struct letter){ch, (uint32_t)(begin + at), (uint32_t)(begin + at + len)});
        at += len;
    }
}

void letters_finish(struct letters *out)
{
    mem_free(out->v);
    *out = (struct letters){0};
}

/* Makes room for the origins of `n` more bytes. */
static bool make_room(struct aligned *a, size_t n)
{
    size_t room = a->room;
    while (room < a->bytes.len + n)
        room = room_more(room, 256);
    if (room == a->room || a->bytes.failed)
        return !a->bytes.failed;
    uint32_t *from = mem_grow(a->from, room, sizeof *from);
    a->from = from ? from : a->from;
    uint32_t *to = from ? mem_grow(a->to, room, sizeof *to) : NULL;
    a->to = to ? to : a->to;
    a->bytes.failed = !to;
    a->room = to ? room : a->room;
    return to != NULL;
}

void aligned_add_letters(struct aligned *out, const struct letters *in)
{
    out->bytes.failed = out->bytes.failed || in->failed;
    for (size_t i = 0; i < in->count; i++) {
        const struct letter *l = &in->v[i];
        char s[4];
        size_t n = utf8_encode(l->ch, s);
        if (!make_room(out, n))
            return;
        for (size_t k = 0; k < n; k++) {
            bool apart = l->to - l->from == n;
            out->from[out->bytes.len + k] = apart ? l->from + (uint32_t)k : l->from;
            out->to[out->bytes.len + k] = apart ? l->from + (uint32_t)k + 1 : l->to;
        }
        text_add_bytes(&out->bytes, s, n);
    }
}

void aligned_add_part(struct aligned *out, const struct aligned *in, size_t begin, size_t n)
{
    if (!make_room(out, n))
        return;
    for (size_t k = 0; k < n; k++) {
        out->from[out->bytes.len + k] = in->from[begin + k];
        out->to[out->bytes.len + k] = in->to[begin + k];
    }
    text_add_bytes(&out->bytes, in->bytes.s + begin, n);
}

void aligned_add_sign(struct aligned *out, const char *sign, uint32_t from, uint32_t to)
{
    size_t n = strlen(sign);
    if (!make_room(out, n))
        return;
    for (size_t k = 0; k < n; k++) {
        out->from[out->bytes.len + k] = from;
        out->to[out->bytes.len + k] = to;
    }
    text_add_bytes(&out->bytes, sign, n);
}

void aligned_finish(struct aligned *out)
{
    text_finish(&out->bytes);
    mem_free(out->from);
    mem_free(out->to);
    *out = (struct aligned){0};
}

bool letter_is_space(uint32_t ch)
{
    return (ch >= '\t' && ch <= '\r') || ch == 0x85 || unicode_is(ch, UNICODE_Z);
}

bool letter_is_word(uint32_t ch)
{
    bool ringed = (ch >= 0x24b6 && ch <= 0x24e9) || (ch >= 0x1f130 && ch <= 0x1f149) ||
                  (ch >= 0x1f150 && ch <= 0x1f169) || (ch >= 0x1f170 && ch <= 0x1f189);
    return ch == 0x200c || ch == 0x200d || ringed ||
           unicode_is(ch, UNICODE_L | UNICODE_M | UNICODE_ND_NL | UNICODE_PC);
}

bool letter_is_mark(uint32_t ch)
{
    return unicode_is(ch, UNICODE_MN | UNICODE_ME);
}

bool letter_is_sign(uint32_t ch)
{
    return (ch > ' ' && ch < 0x7f && !unicode_is(ch, UNICODE_L | UNICODE_N)) || unicode_was(ch, UNICODE_P);
}
