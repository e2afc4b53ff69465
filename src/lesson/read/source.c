/* Cleans a lesson's bytes so that they are safe to read and draw, splits them into
 * lines, and computes positions in the file. */
#include <stdarg.h>
#include <stdint.h>
#include <string.h>

#include "base/mem.h"
#include "base/utf8.h"
#include "lesson/read/reader.h"

/* Copies the bytes into `out` (3n + 1 bytes), with U+FFFD for what is reported; returns the length. */
static size_t clean_text(struct lesson_reader *r, const char *s, size_t n, char *out)
{
    struct lesson_line at = lesson_at(1, 1);
    size_t used = 0, len;
    for (size_t i = 0; i < n; i += len) {
        uint32_t ch;
        size_t own = len = utf8_decode(s + i, n - i, &ch);
        bool ends = own > 0 && ch == '\n';
        if (own > 0 && ch == '\r' && i + 1 < n && s[i + 1] == '\n')
            continue;
        len = own ? own : 1;
        if (own == 0)
            lesson_fault(r, at, TEXT("this is not UTF-8 (byte 0x%02x): save the file as UTF-8"),
                         (unsigned)(unsigned char)s[i]);
        else if (ch == '\t')
            lesson_fault(r, at, TEXT("tabs are not allowed here: use spaces"));
        else if (!ends && utf8_forbidden(ch))
            lesson_fault(r, at,
                         TEXT_AS("source", "the invisible or control character U+%04X is not allowed here"),
                         (unsigned)ch);
        bool kept = own > 0 && (ends || (ch != '\t' && !utf8_forbidden(ch)));
        used += utf8_encode(kept ? ch : 0xFFFD, out + used);
        at.col = ends ? 1 : at.col + 1;
        at.line += ends;
    }
    return used;
}

size_t lesson_marks(const char *s, int *count)
{
    for (const char *begin = s;; s++) {
        s += strspn(s, " ");
        size_t digits = strspn(s, "0123456789");
        bool item = digits ? (s[digits] == '.' || s[digits] == ')') && s[digits + 1] == ' '
                           : *s && strchr("-+*", *s) && s[1] == ' ';
        if (!item && *s != '>')
            return (size_t)(s - begin);
        s += digits;
        *count += 1;
    }
}

bool lesson_source(struct lesson_reader *r, const char *bytes, size_t n, size_t most)
{
    if (n > most) {
        lesson_fault(r, lesson_at(1, 1), TEXT("the file is too large: %zu bytes, at most %zu"), n, most);
        return false;
    }
    char *s = lesson_store_room(r->store, 3 * n + 4, 1);
    if (!s)
        return false;
    r->n = clean_text(r, bytes, n, s);
    r->s = s;
    size_t lines = 1;
    for (size_t i = 0; i < r->n; i++)
        lines += r->s[i] == '\n' && i + 1 < r->n;
    size_t *line = lesson_store_room(r->store, lines + 1, sizeof *line);
    if (!line)
        return false;
    r->lines = 0;
    for (size_t i = 0; i < r->n; i++)
        if (i == 0 || r->s[i - 1] == '\n')
            line[r->lines++] = i;
    line[r->lines] = r->n;
    r->line = line;
    /* md4c's time is proportional to the number of lines times the containers and brackets open on each.
     * Bounding lines and marks keeps the largest file within milliseconds. */
    if (r->lines > LESSON_MAX_LINES) {
        lesson_fault(r, lesson_at(LESSON_MAX_LINES + 1, 1),
                     TEXT("the file has too many lines: %d, at most %d"), r->lines, LESSON_MAX_LINES);
        return false;
    }
    for (int i = 0; i < r->lines; i++) {
        int count = 0;
        lesson_marks(r->s + r->line[i], &count);
        if (count > LESSON_MAX_MARKS) {
            lesson_fault(r, lesson_at(i + 1, 1),
                         TEXT("this line begins with %d list or quote marks; at most %d are allowed"), count,
                         LESSON_MAX_MARKS);
            return false;
        }
    }
    return true;
}

/* True if a character begins at this byte. */
static bool starts(char byte)
{
    return ((unsigned char)byte & 0xC0) != 0x80;
}

static bool blank_at(const char *s, size_t *len)
{
    *len = *s == ' ' ? 1 : strncmp(s, "\xE3\x80\x80", 3) == 0 ? 3 : 0;
    return *len > 0;
}

struct lesson_line lesson_source_line(struct lesson_reader *r, int i)
{
    if (i < 1 || i > r->lines)
        return (struct lesson_line){"", i, 1};
    const char *s = r->s + r->line[i - 1];
    size_t n = r->line[i] - r->line[i - 1];
    while (n > 0 && (s[n - 1] == '\n' || s[n - 1] == ' '))
        n--;
    return (struct lesson_line){lesson_store_text(r->store, s, n), i, 1};
}

struct lesson_line lesson_rest(struct lesson_line l, size_t n)
{
    size_t i = 0, len;
    for (; i < n && l.s[i]; i++)
        l.col += starts(l.s[i]);
    l.s += i;
    for (; blank_at(l.s, &len); l.col++)
        l.s += len;
    return l;
}

struct lesson_line lesson_part(struct lesson_reader *r, struct lesson_line l, size_t n)
{
    while (n > 0 && l.s[n - 1] == ' ')
        n--;
    l.s = lesson_store_text(r->store, l.s, n);
    return l;
}

size_t lesson_word(struct lesson_line l)
{
    size_t n = 0, len;
    while (l.s[n] && !blank_at(l.s + n, &len))
        n++;
    return n;
}

struct lesson_line lesson_narrow(struct lesson_reader *r, struct lesson_line l)
{
    size_t n = strlen(l.s), used = 0;
    char *out = lesson_store_room(r->store, n + 1, 1), from[5] = "";
    uint32_t ch, first = 0; /* the first sign that is narrowed */
    int col = l.col, at = 0;
    bool quoted = false;
    for (size_t i = 0, len; out && i < n; i += len, col++) {
        len = utf8_decode(l.s + i, n - i, &ch);
        len = len ? len : 1;
        quoted = quoted != (ch == '"');
        uint32_t to = quoted ? ch : utf8_narrow(ch);
        if (to != ch && !first) {
            first = ch;
            at = col;
        }
        used += utf8_encode(to, out + used);
    }
    if (!first)
        return l;
    utf8_encode(first, from);
    lesson_remark(r, lesson_at(l.line, at), TEXT("full-width '%s' accepted as '%c'"), from,
                  (char)utf8_narrow(first));
    out[used] = '\0';
    l.s = out;
    return l;
}

void lesson_lines_add(struct lesson_reader *r, struct lesson_lines *to, struct lesson_line l)
{
    STORE_ADD(r->store, to->v, to->count, l);
}

bool lesson_is_id(const char *s)
{
    return *s && strspn(s, "abcdefghijklmnopqrstuvwxyz0123456789-") == strlen(s);
}

struct lesson_piece lesson_piece(struct lesson_reader *r, int first, int last)
{
    if (first < 1 || first > last || last > r->lines)
        return (struct lesson_piece){.s = "", .line = first, .col = 1};
    size_t from = r->line[first - 1];
    return (struct lesson_piece){.s = r->s + from, .n = r->line[last] - from, .line = first, .col = 1};
}

bool lesson_within(const struct lesson_piece *p, const char *s)
{
    return (uintptr_t)s >= (uintptr_t)p->s && (uintptr_t)s < (uintptr_t)p->s + p->n;
}

struct lesson_line lesson_position(struct lesson_piece *p, size_t at)
{
    size_t back = at < p->seen ? p->seen - at : 0;
    if (back > 0 && !memchr(p->s + at, '\n', back)) {
        for (; p->seen > at; p->seen--)
            p->seen_col -= starts(p->s[p->seen - 1]);
    } else if (back > 0) { /* back to the start of an earlier line */
        while (p->seen > 0 && (p->seen > at || p->s[p->seen - 1] != '\n'))
            p->seen_line -= p->s[--p->seen] == '\n';
        p->seen_col = 1;
    }
    if (p->seen == 0) {
        p->seen_line = p->line;
        p->seen_col = p->col;
    }
    for (; p->seen < at && p->seen < p->n; p->seen++) {
        bool ends = p->s[p->seen] == '\n';
        p->seen_line += ends;
        p->seen_col = ends ? 1 : p->seen_col + starts(p->s[p->seen]);
    }
    return (struct lesson_line){"", p->seen_line, p->seen_col};
}

/* ---- complaints: errors and notes with their positions ---------------------------------- */

/* Returns false when out of memory. */
__attribute__((format(printf, 5, 0))) static bool complain_v(struct complaints *c, bool note, int line,
                                                             int col, const char *what, va_list args)
{
    struct text t = {0};
    c->errors += !note;
    if (c->count >= (note ? LESSON_MAX_COMPLAINTS / 2 : LESSON_MAX_COMPLAINTS))
        return true;
    text_addv(&t, what, args);
    if (t.failed)
        return false;
    c->v[c->count++] = (struct complaint){note, line > 0 ? line : 1, col > 0 ? col : 1, t.s};
    return true;
}

void complain(struct complaints *c, bool note, int line, int col, const char *what, ...)
{
    va_list args;
    va_start(args, what);
    complain_v(c, note, line, col, what, args);
    va_end(args);
}

void complaints_finish(struct complaints *c)
{
    for (int i = 0; i < c->count; i++)
        mem_free(c->v[i].what);
    *c = (struct complaints){0};
}

/* Adds a complaint, unless the store is exhausted: then the tree is incomplete and further
 * complaints would be wrong. */
__attribute__((format(printf, 4, 0))) static void
lesson_say(struct lesson_reader *r, bool note, struct lesson_line at, const char *what, va_list args)
{
    if (!r->store->spent && !complain_v(r->complaints, note, at.line, at.col, what, args))
        r->store->spent = true;
}

void lesson_fault(struct lesson_reader *r, struct lesson_line at, const char *text, ...)
{
    va_list args;
    va_start(args, text);
    lesson_say(r, false, at, text_in(text, r->lang), args);
    va_end(args);
}

void lesson_remark(struct lesson_reader *r, struct lesson_line at, const char *text, ...)
{
    va_list args;
    va_start(args, text);
    lesson_say(r, true, at, text_in(text, r->lang), args);
    va_end(args);
}

void lesson_memory(struct lesson_reader *r)
{
    const char *what = TEXT("not enough memory for this file");
    if (!r->store || r->store->spent)
        complain(r->complaints, false, 1, 1, "%s", text_in(what, r->lang));
}
