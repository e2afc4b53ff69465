/* One pass over the characters of a line. The reader carries its offset and column,
 * to point at errors. */
#include "base/words.h"

#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "base/room.h"
#include "base/utf8.h"

struct reader {
    const char *start, *p, *end;
    int col;
    struct reply *r;
};

/* Returns the ASCII equivalent of a full-width character, else the character itself. */
static uint32_t fold(uint32_t ch)
{
    static const uint32_t from[] = {0x3000, 0xFF1A, 0xFF0C, 0xFF1B, 0xFF08, 0xFF09, 0xFF3B,
                                    0xFF3D, 0xFF1D, 0xFF0B, 0xFF0D, 0xFF0E, 0xFF03};
    static const char to[] = " :,;()[]=+-.#";
    if (ch >= 0xFF10 && ch <= 0xFF19)
        return '0' + (ch - 0xFF10);
    for (size_t i = 0; i < sizeof from / sizeof *from; i++)
        if (from[i] == ch)
            return (uint32_t)to[i];
    return ch;
}

bool words_whole(const char *file, const struct text *t, struct reply *r)
{
    int line = 1, col = 1;
    const char *s = text_str(t), *end = s + t->len;
    for (; *s; s++) {
        line += *s == '\n';
        col = *s == '\n' ? 1 : col + ((*s & 0xC0) != 0x80);
    }
    return s == end ||
           reply_fail_in(
               r, file, line, col,
               text_in(TEXT("the invisible or control character U+0000 is not allowed here"), r->lang));
}

/* Sets *ch to the character at the reader, not folded; returns its length. Returns 0 at the end,
 * and for a character that is not allowed, which it reports. */
static size_t peek(struct reader *in, uint32_t *ch)
{
    if (in->p == in->end)
        return 0;
    size_t n = utf8_decode(in->p, (size_t)(in->end - in->p), ch);
    if (n == 0)
        reply_fail(in->r, in->col, TEXT("these bytes are not UTF-8 (byte 0x%02x)"),
                   (unsigned)(unsigned char)*in->p);
    else if (*ch != '\t' && *ch != '\n' && *ch != '\r' && utf8_forbidden(*ch)) {
        reply_fail(in->r, in->col, TEXT("the invisible or control character U+%04X is not allowed here"),
                   (unsigned)*ch);
        n = 0;
    }
    return n;
}

static void advance_reader(struct reader *in, size_t n)
{
    in->p += n;
    in->col++;
}

static bool blank(uint32_t ch)
{
    return ch == ' ' || ch == '\t' || ch == '\r';
}

static bool skip_blanks(struct reader *in)
{
    uint32_t ch;
    size_t n;
    while ((n = peek(in, &ch)) > 0 && blank(fold(ch)))
        advance_reader(in, n);
    return !in->r->failed;
}

/* Stores the contents of t as a word that starts at `from` and ends at the reader. */
static bool keep_word(struct words *w, const struct text *t, const struct reader *from,
                      const struct reader *in)
{
    if (w->count == w->room && !t->failed) {
        int room = (int)room_more((size_t)w->room, 16);
        struct word *v = mem_grow(w->v, (size_t)room, sizeof *v);
        if (!v)
            return reply_no_memory(in->r);
        w->v = v;
        w->room = room;
    }
    char *s = t->failed ? NULL : mem_copy_text(text_str(t), t->len);
    if (!s)
        return reply_no_memory(in->r);
    w->v[w->count++] = (struct word){.s = s,
                                     .col = from->col,
                                     .quoted = *from->p == '"',
                                     .at = (size_t)(from->p - from->start),
                                     .end = (size_t)(in->p - in->start)};
    return true;
}

static void add_char(struct text *t, uint32_t ch)
{
    char bytes[4];
    text_add_bytes(t, bytes, utf8_encode(ch, bytes));
}

size_t words_escape(const char *s, size_t n, uint32_t *ch)
{
    static const char plain[] = "\"\\tn", meant[] = "\"\\\t\n";
    const char *at = n > 1 && s[1] ? strchr(plain, s[1]) : NULL;
    if (at) {
        *ch = (unsigned char)meant[at - plain];
        return 2;
    }
    size_t digits = n > 3 && memcmp(s, "\\u{", 3) == 0 ? strspn(s + 3, "0123456789ABCDEFabcdef") : 0;
    if (digits < 1 || digits > 6 || digits + 4 > n || s[3 + digits] != '}')
        return 0;
    *ch = (uint32_t)strtoul(s + 3, NULL, 16);
    bool may_be =
        *ch == '\t' || *ch == '\n' || (*ch <= 0x10FFFF && *ch >> 11 != 0x1B && !utf8_forbidden(*ch));
    return may_be ? digits + 4 : 0;
}

void words_unquote(struct text *out, const char *s, size_t n, bool names)
{
    for (size_t at = 0, used; at < n; at += used) {
        uint32_t ch = (unsigned char)s[at];
        used = ch == '\\' ? words_escape(s + at, n - at, &ch) : 0;
        if (names && (ch == '\t' || ch == '\n'))
            text_add(out, ch == '\t' ? UTF8_TAB : UTF8_LINE);
        else if (used > 0)
            add_char(out, ch);
        else
            text_add_char(out, s[at]);
        used = used ? used : 1;
    }
}

void words_quote(struct text *out, const char *s, bool typed)
{
    for (size_t n; *s; s += n) {
        uint32_t ch = 0, escaped;
        n = utf8_decode(s, UTF8_TO_ZERO, &ch);
        n = n ? n : 1;
        bool marked = *s == '\\' ? !typed || words_escape(s, strlen(s), &escaped) > 0 : *s == '"' && !typed;
        if (*s == '\t' || *s == '\n')
            text_add(out, *s == '\t' ? "\\t" : "\\n");
        else if (!typed && utf8_invisible(ch))
            text_addf(out, "\\u{%04X}", (unsigned)ch);
        else {
            text_add(out, marked ? "\\" : "");
            text_add_bytes(out, s, n);
        }
    }
}

/* Reads the rest of "…" after its opening quote; the quote must close within the line. */
static bool read_quoted(struct reader *in, struct text *t)
{
    int begin = in->col - 1;
    uint32_t ch;
    size_t n;
    while ((n = peek(in, &ch)) > 0 && ch != '\n' && ch != '\r') {
        if (ch == '"') {
            advance_reader(in, n);
            return true;
        }
        size_t escape = ch == '\\' ? words_escape(in->p, (size_t)(in->end - in->p), &ch) : 0;
        n = escape ? escape : n;
        words_unquote(t, in->p, n, true);
        in->col += escape ? (int)escape - 1 : 0; /* (its characters are ASCII) */
        advance_reader(in, n);
    }
    return reply_fail(in->r, begin, TEXT("this quote is not closed: add a \" at the end"));
}

/* Returns true if the `=` at the reader is not part of == <= >= != */
static bool lone_equals(const struct reader *in, const struct text *t)
{
    bool before = t->len > 0 && strchr("=<>!", t->s[t->len - 1]);
    return !before && !(in->p + 1 < in->end && in->p[1] == '=' && *in->p == '=');
}

static bool read_plain(struct reader *in, struct text *t)
{
    uint32_t ch;
    size_t n;
    while ((n = peek(in, &ch)) > 0) {
        uint32_t c = fold(ch);
        if (blank(c) || c == ';' || c == '"' || ch == '\n' || (c == '=' && lone_equals(in, t)))
            break;
        if (c == '=' && *in->p == '=' && in->p + 1 < in->end && in->p[1] == '=') {
            text_add(t, "=");
            advance_reader(in, n);
        }
        add_char(t, c);
        advance_reader(in, n);
    }
    return !in->r->failed;
}

/* Returns true if a number follows n bytes after the reader, past any blanks. */
static bool number_follows(struct reader in, size_t n)
{
    uint32_t ch;
    advance_reader(&in, n);
    while ((n = peek(&in, &ch)) > 0 && blank(fold(ch)))
        advance_reader(&in, n);
    if (n == 0)
        return false;
    ch = fold(ch);
    return (ch >= '0' && ch <= '9') || ch == '-' || ch == '+' || ch == '.' || ch == 0x2212;
}

/* Reads one word at the reader, which is not at a blank. */
static bool read_word(struct words *w, struct reader *in, uint32_t first, size_t n)
{
    struct text t = {0};
    const struct reader from = *in;
    bool ok = true;
    if (first == ';' || (first == '=' && lone_equals(in, &t))) {
        add_char(&t, first);
        advance_reader(in, n);
    } else if (first == '"') {
        advance_reader(in, n);
        ok = read_quoted(in, &t);
    } else {
        ok = read_plain(in, &t);
    }
    ok = ok && keep_word(w, &t, &from, in);
    text_finish(&t);
    return ok;
}

static bool split_line(struct words *w, struct reader *in)
{
    bool rows = false;
    while (skip_blanks(in)) {
        uint32_t ch;
        size_t n = peek(in, &ch);
        if (n == 0)
            return !in->r->failed;
        uint32_t c = fold(ch);
        if (c == '#') {
            while (in->p < in->end && *in->p != '\n')
                in->p++;
            continue;
        }
        if (c == '\n' || (c == ';' && !(rows && number_follows(*in, n)))) {
            advance_reader(in, n);
            in->col = c == '\n' ? 1 : in->col;
            return !in->r->failed;
        }
        if (!read_word(w, in, c, n))
            return false;
        const struct word *last = &w->v[w->count - 1];
        rows = rows || (!last->quoted && strcmp(last->s, "=") == 0);
    }
    return false;
}

bool words_split(struct words *w, const char **line, int *col, struct reply *r)
{
    struct reader in = {*line, *line, *line + strlen(*line), *col, r};
    words_clear(w);
    bool ok = split_line(w, &in);
    *line = ok ? in.p : in.end;
    *col = in.col;
    return ok;
}

void words_clear(struct words *w)
{
    for (int i = 0; i < w->count; i++)
        mem_free(w->v[i].s);
    w->count = 0;
}

void words_finish(struct words *w)
{
    words_clear(w);
    mem_free(w->v);
    *w = (struct words){0};
}
