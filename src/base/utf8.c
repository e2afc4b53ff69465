/* Decodes by the table of well-formed sequences (Unicode, section 3.9). Widths come
 * from the C library: terminals use the same tables. */
#include "base/utf8.h"

#include <langinfo.h>
#include <locale.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <wchar.h>

enum { REPLACEMENT = 0xFFFD };

static bool locale_is_utf8(void)
{
    return strcmp(nl_langinfo(CODESET), "UTF-8") == 0;
}

bool utf8_locale(void)
{
    if (setlocale(LC_CTYPE, "") && locale_is_utf8())
        return true;
    return setlocale(LC_CTYPE, "C.UTF-8") && locale_is_utf8();
}

bool utf8_expected(void)
{
    static const char *const names[] = {"LC_ALL", "LC_CTYPE", "LANG"};
    const char *value = NULL;
    for (size_t i = 0; i < sizeof names / sizeof *names && !(value && *value); i++)
        value = getenv(names[i]);
    const char *set = value ? strchr(value, '.') : NULL;
    return !set || strncasecmp(set, ".UTF-8", 6) == 0 || strncasecmp(set, ".UTF8", 5) == 0;
}

/* Returns the length of the sequence that starts with byte b and sets *bits to b's payload. */
static size_t lead(unsigned char b, uint32_t *bits)
{
    if (b < 0x80) {
        *bits = b;
        return 1;
    }
    if (b >= 0xC2 && b <= 0xDF) {
        *bits = b & 0x1F;
        return 2;
    }
    if ((b & 0xF0) == 0xE0) {
        *bits = b & 0x0F;
        return 3;
    }
    if (b >= 0xF0 && b <= 0xF4) {
        *bits = b & 0x07;
        return 4;
    }
    return 0;
}

size_t utf8_decode(const char *s, size_t n, uint32_t *ch)
{
    static const uint32_t least[] = {0, 0, 0x80, 0x800, 0x10000};
    uint32_t bits = 0;
    size_t len = lead((unsigned char)s[0], &bits);
    if (len == 0 || len > n)
        return 0;
    for (size_t i = 1; i < len; i++) {
        unsigned char b = (unsigned char)s[i];
        if ((b & 0xC0) != 0x80)
            return 0;
        bits = bits << 6 | (b & 0x3F);
    }
    if (bits < least[len] || bits > 0x10FFFF || (bits >= 0xD800 && bits <= 0xDFFF))
        return 0;
    *ch = bits;
    return len;
}

size_t utf8_encode(uint32_t ch, char out[4])
{
    if (ch < 0x80) {
        out[0] = (char)ch;
        return 1;
    }
    size_t len = ch < 0x800 ? 2 : ch < 0x10000 ? 3 : 4;
    for (size_t i = len - 1; i > 0; i--) {
        out[i] = (char)(0x80 | (ch & 0x3F));
        ch >>= 6;
    }
    static const unsigned char marks[] = {0, 0, 0xC0, 0xE0, 0xF0};
    out[0] = (char)(marks[len] | ch);
    return len;
}

size_t utf8_bom(const char *s, size_t n)
{
    return n >= 3 && memcmp(s, "\xEF\xBB\xBF", 3) == 0 ? 3 : 0;
}

size_t utf8_invalid_at(const char *s, size_t n)
{
    size_t i = 0, len;
    uint32_t ch;
    while (i < n && (len = utf8_decode(s + i, n - i, &ch)) > 0)
        i += len;
    return i;
}

bool utf8_forbidden(uint32_t ch)
{
    return ch < 0x20 || (ch >= 0x7F && ch < 0xA0) || ch == 0x2028 || ch == 0x2029 || ch == 0x2065 ||
           (ch >= 0xFDD0 && ch <= 0xFDEF) || (ch & 0xFFFE) == 0xFFFE ||
           (ch >= 0xE0000 && ch <= 0xE0FFF && !utf8_invisible(ch));
}

bool utf8_invisible(uint32_t ch)
{
    static const uint32_t ranges[][2] = {
        {0xAD, 0xAD},       {0x34F, 0x34F},     {0x61C, 0x61C},
        {0x180B, 0x180F},   {0x200B, 0x200F},                       /* no width, joiners, directions */
        {0x202A, 0x202E},   {0x2060, 0x2064},   {0x2066, 0x206F},   /* directions, signs of formulas */
        {0xFE00, 0xFE0F},   {0xFEFF, 0xFEFF},   {0xFFF9, 0xFFFB},   /* variants, annotations */
        {0xE0001, 0xE0001}, {0xE0020, 0xE007F}, {0xE0100, 0xE01EF}, /* tags, variants */
    };
    for (size_t i = 0; ch >= 0xAD && i < sizeof ranges / sizeof *ranges && ch >= ranges[i][0]; i++)
        if (ch <= ranges[i][1])
            return true;
    return false;
}

/* What is shown for a character that never reaches a terminal. */
static uint32_t stand_in(uint32_t ch)
{
    return utf8_invisible(ch) ? UTF8_MARK : ch == '\t' ? 0x21E5 : REPLACEMENT;
}

void utf8_show(struct text *out, const char *s)
{
    for (size_t n = strlen(s), used; n > 0; s += used, n -= used) {
        uint32_t ch;
        char replaced[4];
        size_t valid = utf8_decode(s, n, &ch);
        used = valid ? valid : 1;
        if (valid && (ch == '\n' || (!utf8_forbidden(ch) && !utf8_invisible(ch))))
            text_add_bytes(out, s, used);
        else
            text_add_bytes(out, replaced, utf8_encode(valid ? stand_in(ch) : REPLACEMENT, replaced));
    }
}

static int width_of(uint32_t ch)
{
    if (ch >= 0x20 && ch < 0x7F)
        return 1; /* the common case */
    return utf8_forbidden(ch) || utf8_invisible(ch) ? -1 : wcwidth((wchar_t)ch);
}

size_t utf8_cluster(const char *s, size_t n, struct cluster *out)
{
    *out = (struct cluster){0};
    size_t used = utf8_decode(s, n, &out->ch[0]);
    out->width = used ? width_of(out->ch[0]) : -1;
    if (out->width <= 0) { /* invalid, forbidden, invisible, or a mark without a base character */
        out->ch[0] = used ? stand_in(out->ch[0]) : REPLACEMENT;
        out->width = 1;
        return used ? used : 1;
    }
    for (int marks = 0; used < n;) {
        uint32_t ch;
        size_t len = utf8_decode(s + used, n - used, &ch);
        if (len == 0 || width_of(ch) != 0)
            break;
        if (marks < UTF8_MARKS)
            out->ch[++marks] = ch;
        used += len;
    }
    return used;
}

/* Returns the start of the character (or single invalid byte) that ends at `at`; sets *width. */
static size_t back(const char *s, size_t at, int *width)
{
    uint32_t ch;
    for (size_t n = 1; n <= 4 && n <= at; n++)
        if (utf8_decode(s + at - n, n, &ch) == n) {
            *width = width_of(ch);
            return at - n;
        }
    *width = -1;
    return at - 1;
}

size_t utf8_cluster_before(const char *s, size_t at)
{
    int width = 0;
    size_t last = at > 0 ? back(s, at, &width) : 0, begin = last;
    while (width == 0 && begin > 0)
        begin = back(s, begin, &width);
    return width > 0 ? begin : last; /* each mark without a base is its own cluster */
}

int utf8_width(const char *s)
{
    int width = 0;
    struct cluster c;
    for (size_t left = strlen(s); left > 0;) {
        size_t n = utf8_cluster(s, left, &c);
        width += c.width;
        s += n;
        left -= n;
    }
    return width;
}

size_t utf8_fit(const char *s, int columns)
{
    size_t at = 0, left = strlen(s);
    struct cluster c;
    while (left > 0) {
        size_t n = utf8_cluster(s + at, left, &c);
        if (c.width > columns)
            break;
        columns -= c.width;
        at += n;
        left -= n;
    }
    return at;
}

bool utf8_is_han(uint32_t ch)
{
    return (ch >= 0x3400 && ch <= 0x4DBF) || (ch >= 0x4E00 && ch <= 0x9FFF) ||
           (ch >= 0xF900 && ch <= 0xFAFF) || (ch >= 0x20000 && ch <= 0x3134F);
}

static bool among(uint32_t ch, const uint32_t *list)
{
    while (*list && *list != ch)
        list++;
    return *list != 0;
}

bool utf8_may_break(const struct cluster *before, const struct cluster *after)
{
    /* , . : ; ! ? ) ] } % ’ ” … — and their Chinese counterparts */
    static const uint32_t closing[] = {',',    '.',    ':',    ';',    '!',    '?',    ')',    ']',
                                       '}',    '%',    0x2019, 0x201D, 0x2026, 0x2014, 0x3001, 0x3002,
                                       0x3009, 0x300B, 0x300D, 0x300F, 0x3011, 0xFF01, 0xFF05, 0xFF09,
                                       0xFF0C, 0xFF0E, 0xFF1A, 0xFF1B, 0xFF1F, 0xFF3D, 0xFF5D, 0};
    static const uint32_t opening[] = {'(',    '[',    '{',    0x2018, 0x201C, 0x3008, 0x300A,
                                       0x300C, 0x300E, 0x3010, 0xFF08, 0xFF3B, 0xFF5B, 0};
    static const uint32_t joining[] = {0xB7 /* the point of 词·位 */, UTF8_NO_BREAK, 0};
    if (after->ch[0] == ' ')
        return false;
    if (before->ch[0] == ' ')
        return true;
    if (among(before->ch[0], joining) || among(after->ch[0], joining))
        return false;
    return (before->width == 2 || after->width == 2) && !among(after->ch[0], closing) &&
           !among(before->ch[0], opening);
}

uint32_t utf8_narrow(uint32_t ch)
{
    uint32_t ascii = ch >= 0xFF01 && ch <= 0xFF5E ? ch - 0xFEE0 : 0;
    bool other = (ascii >= 'A' && ascii <= 'Z') || (ascii >= 'a' && ascii <= 'z') || ascii == '"';
    return ch == 0x3000 ? ' ' : ascii && !other ? ascii : ch;
}
