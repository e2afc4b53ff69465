#include "network/tokens/tokenizer.h"

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "base/utf8.h"
#include "network/tokens/letters.h"
#include "network/tokens/vocabulary.h"

static void add_char(struct text *out, uint32_t ch)
{
    char s[4];
    text_add_bytes(out, s, utf8_encode(ch, s));
}

/* Returns whether a character is shown as a byte: a control character without a sign of its own. */
static bool is_control(uint32_t ch)
{
    return ch == 0x7f || (ch < ' ' && ch != '\n' && ch != '\t');
}

/* Appends a byte (-1: none) as SentencePiece's vocabularies write it, <0xE7>, and closes the brackets after
 * the last: bytes in a row share them, <0xE78C>, to fit a column. Returns whether they are open. */
static bool add_byte(struct text *out, bool open, int byte)
{
    if (byte >= 0)
        text_addf(out, "%s%02X", open ? "" : "<0x", (unsigned)byte);
    else if (open)
        text_add(out, ">");
    return byte >= 0;
}

/* Appends one character; `first`: it begins the name. */
static void show_character(struct text *out, uint32_t ch, bool first)
{
    if (ch == ' ')
        text_add(out, TOKEN_BLANK);
    else if (ch == '\n')
        text_add(out, UTF8_LINE);
    else if (ch == '\t')
        text_add(out, UTF8_TAB);
    else if (utf8_forbidden(ch) || utf8_invisible(ch) || letter_is_space(ch))
        text_addf(out, "<U+%04X>", (unsigned)ch);
    else {
        text_add(out, first && letter_is_mark(ch) ? "◌" : ""); /* a combining mark needs a base */
        add_char(out, ch);
    }
}

void token_name_add(const char *s, size_t n, struct text *out)
{
    bool open = false;
    for (size_t at = 0; at < n;) {
        uint32_t ch = ' ';
        size_t plain = piece_plain(s + at, n - at),
               len = plain > 0 ? plain : utf8_decode(s + at, n - at, &ch);
        bool byte = len == 0 || is_control(ch);
        open = add_byte(out, open, byte ? (unsigned char)s[at] : -1);
        if (plain > 0)
            text_add_bytes(out, s + at, plain);
        else if (!byte)
            show_character(out, ch, at == 0);
        at += len > 0 ? len : 1;
    }
    add_byte(out, open, -1);
}

void token_namer_add(struct token_namer *t, size_t begin, size_t end, struct text *out)
{
    bool open = false;
    for (size_t at = begin; at < end;) {
        uint32_t ch = 0;
        size_t from = at;
        while (from > 0 && ((unsigned char)t->s[from] & 0xc0) == 0x80)
            from--;
        size_t to = from + utf8_decode(t->s + from, t->n - from, &ch);
        bool byte = to <= at || is_control(ch);
        open = add_byte(out, open, byte ? (unsigned char)t->s[at] : -1);
        if (byte) {
            at++;
            continue;
        }
        show_character(out, ch, at == begin);
        if (from < begin || to > end) {
            t->part = from == t->shared ? t->part + 1 : 1;
            t->shared = from;
            add_char(out, 0x2080 + (uint32_t)t->part); /* ₁, at most ₄ */
        }
        at = to < end ? to : end;
    }
    add_byte(out, open, -1);
}
