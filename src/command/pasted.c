#include "command/pasted.h"

#include <string.h>

#include "base/number.h"
#include "base/utf8.h"

static const char blanks[] = " ", partings[] = " ,;[]()", ends[] = " \r\n";

struct paste {
    struct text *line;
    struct reply *r;
    int number;       /* line number, from 1 */
    int cells, first; /* numbers in this line, and in the first one */
};

static bool one_of(const char *set, char c)
{
    return c && strchr(set, c);
}

static size_t span(const char *s, size_t n, const char *set)
{
    size_t i = 0;
    while (i < n && one_of(set, s[i]))
        i++;
    return i;
}

static bool add_cell(struct paste *p, const char *s, size_t n)
{
    double x;
    p->cells++;
    while (n > 0 && one_of(blanks, s[n - 1]))
        n--;
    bool hidden = n == 4 && memcmp(s, "-inf", 4) == 0; /* valid only in a mask, which the command checks */
    if (n == 0)
        return reply_fail(p->r, 0, TEXT("paste: line %d, cell %d is empty", "粘贴：第 %d 行第 %d 格是空的"),
                          p->number, p->cells);
    if (!hidden && number_parse(s, n, &x) != NUMBER_OK) {
        struct text cell = {0};
        text_add_bytes(&cell, s, n);
        reply_fail(p->r, 0,
                   TEXT("paste: line %d, cell %d: '%.*s' is not a number (write 0.5, -2 or 1e-3)",
                        "粘贴：第 %d 行第 %d 格：“%.*s”不是数（请写成 0.5、-2 或 1e-3）"),
                   p->number, p->cells, (int)utf8_fit(text_str(&cell), 20), text_str(&cell));
        text_finish(&cell);
        return false;
    }
    text_add_char(p->line, ' ');
    text_add_bytes(p->line, s, n);
    return true;
}

/* "0,5" is ambiguous: 0.5, or 0 and 5. */
static bool decimal_comma(const char *s, size_t n)
{
    size_t before = span(s, n, "+-0123456789"),
           after = before < n ? span(s + before + 1, n - before - 1, "0123456789") : 0;
    return before > 0 && after > 0 && s[before] == ',' && before + 1 + after == n;
}

static bool tabbed_line(struct paste *p, const char *s, size_t n)
{
    for (;;) {
        const char *tab = memchr(s, '\t', n);
        size_t cell = tab ? (size_t)(tab - s) : n, lead = span(s, cell, blanks);
        if (!add_cell(p, s + lead, cell - lead))
            return false;
        if (!tab)
            return true;
        s += cell + 1;
        n -= cell + 1;
    }
}

static bool parted_line(struct paste *p, const char *s, size_t n)
{
    for (size_t i = span(s, n, partings); i < n; i += span(s + i, n - i, partings)) {
        size_t cell = 0;
        while (i + cell < n && !one_of(partings, s[i + cell]))
            cell++;
        if (!add_cell(p, s + i, cell))
            return false;
        i += cell;
    }
    return true;
}

static bool add_line(struct paste *p, const char *s, size_t n)
{
    size_t lead = span(s, n, blanks);
    s += lead;
    n -= lead;
    while (n > 0 && one_of(blanks, s[n - 1]))
        n--;
    if (n == 0)
        return reply_fail(p->r, 0, TEXT("paste: line %d is empty", "粘贴：第 %d 行是空的"), p->number);
    if (decimal_comma(s, n))
        return reply_fail(
            p->r, 0,
            TEXT("paste: line %d: %.*s may be one number or two: write the decimal point as '.', or a space "
                 "between two numbers",
                 "粘贴：第 %d 行：%.*s 可能是一个数，也可能是两个：小数点请写“.”，两个数之间请加空格"),
            p->number, (int)n, s);
    text_add(p->line, p->number > 1 ? " ;" : "");
    p->cells = 0;
    if (!(memchr(s, '\t', n) ? tabbed_line(p, s, n) : parted_line(p, s, n)))
        return false;
    if (p->number == 1)
        p->first = p->cells;
    return p->cells == p->first || reply_fail(p->r, 0,
                                              TEXT("paste: line %d has %d numbers, the first has %d",
                                                   "粘贴：第 %d 行有 %d 个数，第一行有 %d 个"),
                                              p->number, p->cells, p->first);
}

bool pasted_line(const char *s, struct text *line, struct reply *r)
{
    struct paste p = {.line = line, .r = r};
    s += span(s, strlen(s), ends);
    size_t left = strlen(s);
    while (left > 0 && one_of(ends, s[left - 1]))
        left--;
    text_add(line, "cell =");
    for (const char *stop = s + left; p.number == 0 || s < stop;) {
        size_t n = 0;
        while (s + n < stop && s[n] != '\r' && s[n] != '\n')
            n++;
        p.number++;
        if (!add_line(&p, s, n))
            return false;
        s += n + (s[n] == '\r' && s[n + 1] == '\n') + 1;
    }
    return !line->failed || reply_no_memory(r);
}
