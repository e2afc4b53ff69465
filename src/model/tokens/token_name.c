#include "model/tokens/token_name.h"

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "base/utf8.h"
#include "model/tokens/letters.h"
#include "model/tokens/vocabulary.h"

static void add_char(struct text *out, uint32_t ch)
{
    char s[4];
    text_add_bytes(out, s, utf8_encode(ch, s));
}

/* Appends one character; `first`: it begins the name. */
static void show(struct text *out, uint32_t ch, bool first)
{
    if (ch == ' ')
        text_add(out, TOKEN_BLANK);
    else if (ch == '\n')
        text_add(out, "↵");
    else if (ch == '\t')
        text_add(out, "⇥");
    else if (ch < ' ')
        add_char(out, 0x2400 + ch); /* ␀ and so on */
    else if (ch == 0x7f)
        text_add(out, "␡");
    else if (utf8_forbidden(ch) || letter_is_space(ch))
        text_addf(out, "<U+%04X>", (unsigned)ch);
    else {
        text_add(out, first && letter_is_mark(ch) ? "◌" : ""); /* a combining mark needs a base */
        add_char(out, ch);
    }
}

void token_name_add(const char *s, size_t n, struct text *out)
{
    for (size_t at = 0; at < n;) {
        uint32_t ch = 0;
        size_t plain = piece_plain(s + at, n - at),
               len = plain > 0 ? plain : utf8_decode(s + at, n - at, &ch);
        if (plain > 0)
            text_add_bytes(out, s + at, plain);
        else if (len > 0)
            show(out, ch, at == 0);
        else
            text_addf(out, "<%02X>", (unsigned)(unsigned char)s[at]);
        at += len > 0 ? len : 1;
    }
}

void token_namer_add(struct token_namer *t, size_t begin, size_t end, struct text *out)
{
    for (size_t at = begin; at < end;) {
        uint32_t ch = 0;
        size_t from = at;
        while (from > 0 && ((unsigned char)t->s[from] & 0xc0) == 0x80)
            from--;
        size_t to = from + utf8_decode(t->s + from, t->n - from, &ch);
        if (to <= at) {
            text_addf(out, "<%02X>", (unsigned)(unsigned char)t->s[at++]);
            continue;
        }
        show(out, ch, at == begin);
        if (from < begin || to > end) {
            t->part = from == t->shared ? t->part + 1 : 1;
            t->shared = from;
            add_char(out, 0x2080 + (uint32_t)t->part); /* ₁, at most ₄ */
        }
        at = to < end ? to : end;
    }
}
