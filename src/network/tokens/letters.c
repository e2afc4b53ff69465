#include "network/tokens/letters.h"

#include <stddef.h>
#include <string.h>

#include "base/mem.h"
#include "base/room.h"
#include "base/utf8.h"

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
static bool make_aligned_room(struct aligned *a, size_t n)
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
        if (!make_aligned_room(out, n))
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
    if (!make_aligned_room(out, n))
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
    if (!make_aligned_room(out, n))
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

/* ---- versions of Unicode ------------------------------------------------------------- */

static const struct unicode_run *run_of(uint32_t ch)
{
    size_t low = unicode_pages[ch >> 8], high = unicode_pages[(ch >> 8) + 1];
    while (low < high) { /* the last run that begins at ch or before */
        size_t mid = (low + high + 1) / 2;
        if (unicode_runs[mid].first <= ch)
            low = mid;
        else
            high = mid - 1;
    }
    return &unicode_runs[low];
}

bool unicode_is(uint32_t ch, uint32_t categories)
{
    return categories >> run_of(ch)->category & 1;
}

bool unicode_is_young(uint32_t ch)
{
    return ch >= 0x80 && run_of(ch)->young;
}

bool unicode_was(uint32_t ch, uint32_t categories)
{
    bool mark = ch == 0x1cf2 || ch == 0x1cf3 || ch == 0xa9bd; /* (the first three are something else now) */
    uint32_t was = ch == 0x166d || ch == 0x111c9 ? UNICODE_P
                   : ch == 0x1734                ? UNICODE_MN
                                                 : mark * (UNICODE_M - UNICODE_MN);
    return unicode_is_young(ch) ? categories & was : unicode_is(ch, categories);
}

/* Returns the nearest such character that is not young and has as many bytes as ch, before it if there is
 * one. */
static uint32_t nearest_run(uint32_t ch, uint32_t categories)
{
    char bytes[4];
    size_t n = utf8_encode(ch, bytes), begin = (size_t)(run_of(ch) - unicode_runs);
    uint32_t found = 0;
    for (size_t i = 0; unicode_runs[i].first < 0x110000 && (i < begin || !found); i++) {
        const struct unicode_run *run = &unicode_runs[i];
        uint32_t at = i < begin ? run[1].first - 1 : run->first;
        if (!run->young && categories >> run->category & 1 && utf8_encode(at, bytes) == n)
            found = at;
    }
    return found;
}

uint32_t unicode_elder(uint32_t ch)
{
    static const uint32_t kinds[] = {UNICODE_L, UNICODE_M, UNICODE_N, UNICODE_P,
                                     UNICODE_S, UNICODE_Z, UNICODE_C};
    if (ch == 0x180e) /* no space since Unicode 6.3, but PCRE2's \s still has it */
        return 0x200b;
    uint32_t category = UINT32_C(1) << run_of(ch)->category,
             elder = unicode_is_young(ch) ? nearest_run(ch, category) : ch;
    for (int i = 0; elder == 0 && i < 7; i++)
        elder = kinds[i] & category ? nearest_run(ch, kinds[i]) : 0;
    return elder;
}
