#include "keep/fields.h"

#include <math.h>
#include <string.h>

#include "base/number.h"

static bool is_blank(char c)
{
    return c == ' ' || c == '\t' || c == '\r';
}

struct fields fields_of(const char *s, size_t n)
{
    static const char ranked[] = " ,;\t";
    const char *best = ranked;
    bool quoted = false;
    size_t i = 0;
    for (; i < n && (quoted || s[i] != '#' || (i > 0 && !is_blank(s[i - 1]))); i++) {
        const char *at = s[i] ? strchr(ranked, s[i]) : NULL;
        quoted = quoted != (s[i] == '"');
        best = at > best && !quoted ? at : best;
    }
    return (struct fields){.s = s, .end = s + i, .separator = *best};
}

static bool separates(const struct fields *f)
{
    return f->separator == ' ' ? is_blank(*f->s) : *f->s == f->separator;
}

/* Moves past one byte; a character is counted at its first. */
static void advance(struct fields *f)
{
    f->col += (*f->s++ & 0xC0) != 0x80;
}

bool fields_next(struct fields *f, struct field *out)
{
    bool quoted = false;
    while (f->s < f->end && is_blank(*f->s) && (f->separator == ' ' || !separates(f)))
        advance(f);
    if (f->last || (f->s == f->end && f->separator == ' '))
        return false;
    *out = (struct field){f->s, 0, f->col + 1};
    for (; f->s < f->end && (quoted || !separates(f)); advance(f)) {
        quoted = quoted != (*f->s == '"');
        out->n = is_blank(*f->s) ? out->n : (size_t)(f->s - out->s) + 1;
    }
    f->last = f->s == f->end;
    if (!f->last)
        advance(f);
    if (out->n >= 2 && *out->s == '"' && out->s[out->n - 1] == '"') {
        out->s++;
        out->n -= 2;
    }
    return true;
}

bool field_number(const struct field *f, char *decimal, double *x)
{
    enum { LONGEST = 400 };
    char own[LONGEST];
    const char *comma = memchr(f->s, ',', f->n), *point = memchr(f->s, '.', f->n);
    if (f->n == 4 && memcmp(f->s, "-inf", 4) == 0) {
        *x = -INFINITY;
        return true;
    }
    if (f->n >= LONGEST || (comma && (point || comma + 1 == f->s + f->n)))
        return false;
    memcpy(own, f->s, f->n);
    if (comma)
        own[comma - f->s] = '.';
    char before = *decimal;
    *decimal = comma ? ',' : point ? '.' : before;
    return (!before || before == *decimal) && number_parse(own, f->n, x) == NUMBER_OK;
}

bool field_is_name(const struct field *f)
{
    static const char missing[] = " nan na inf null none ";
    char own[8] = " ";
    unsigned char first = f->n > 0 ? (unsigned char)(*f->s | 0x20) : 0; /* 0x7F is _, 0xE3 to 0xE9 Chinese */
    for (size_t i = 0; f->n < sizeof own - 2 && i <= f->n; i++)
        own[1 + i] = i < f->n ? (char)(f->s[i] | 0x20) : ' ';
    bool letter = (first >= 'a' && first <= 'z') || first == 0x7F || (first >= 0xE3 && first <= 0xE9);
    return letter && !(own[1] && strstr(missing, own));
}
