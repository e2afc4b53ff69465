/* Numbers that are pasted into the sheet. */
#include <string.h>

#include "keep/fields.h"
#include "base/utf8.h"
#include "command/command.h"

struct paste {
    struct text *line;
    struct reply *r;
    char decimal;
    int number;       /* line number, from 1 */
    int cells, first; /* numbers in this line, and in the first one */
};

static bool add_cell(struct paste *p, const struct field *f)
{
    double x;
    p->cells++;
    if (f->n == 0)
        return reply_fail(p->r, 0, TEXT("paste: line %d, cell %d is empty"), p->number, p->cells);
    if (!field_number(f, &p->decimal, &x)) {
        struct text cell = {0};
        text_add_bytes(&cell, f->s, f->n);
        reply_fail(p->r, 0, TEXT("paste: line %d, cell %d: '%.*s' is not a number (write 0.5, -2 or 1e-3)"),
                   p->number, p->cells, (int)utf8_fit(text_str(&cell), 20), text_str(&cell));
        text_finish(&cell);
        return false;
    }
    text_add_char(p->line, ' ');
    for (size_t i = 0; i < f->n; i++)
        text_add_char(p->line, f->s[i] == ',' ? '.' : f->s[i]);
    return true;
}

static bool add_line(struct paste *p, const char *s)
{
    struct fields line = fields_of(s, strlen(s));
    struct field f;
    s += strspn(s, " ");
    size_t n = strlen(s), before = strspn(s, "+-0123456789"), /* "0,5" is ambiguous: 0.5, or 0 and 5 */
        after = before < n ? strspn(s + before + 1, "0123456789") : 0;
    if (before > 0 && after > 0 && s[before] == ',' && before + 1 + after == n)
        return reply_fail(
            p->r, 0,
            TEXT("paste: line %d: %s may be one number or two: write the decimal point as '.', or a space "
                 "between two numbers"),
            p->number, s);
    text_add(p->line, p->number > 1 ? " ;" : "");
    for (p->cells = 0; fields_next(&line, &f);)
        if (!add_cell(p, &f))
            return false;
    if (p->cells == 0)
        return reply_fail(p->r, 0, TEXT("paste: line %d is empty"), p->number);
    if (p->number == 1)
        p->first = p->cells;
    return p->cells == p->first ||
           reply_fail(p->r, 0, TEXT("paste: line %d has %d numbers, the first has %d"), p->number, p->cells,
                      p->first);
}

bool pasted_line(const char *s, struct text *line, struct reply *r)
{
    struct paste p = {.line = line, .r = r};
    struct text own = {0};
    s += strspn(s, " \r\n");
    size_t left = strlen(s);
    while (left > 0 && strchr(" \r\n", s[left - 1]))
        left--;
    text_add(line, "cell =");
    bool ok = true;
    for (const char *stop = s + left; ok && (p.number == 0 || s < stop);) {
        size_t n = 0;
        while (s + n < stop && s[n] != '\r' && s[n] != '\n')
            n++;
        p.number++;
        text_clear(&own);
        bool closed = false; /* brackets are left out, and the sign after one that closes: [[1, 2], → 1, 2 */
        for (size_t i = 0; i < n; i++) {
            bool bracket = strchr("[]()", s[i]), sign = closed && (s[i] == ',' || s[i] == ';');
            closed = s[i] == ']' || s[i] == ')' || (closed && s[i] == ' ');
            text_add_char(&own, bracket || sign ? ' ' : s[i]);
        }
        ok = own.failed ? reply_no_memory(r) : add_line(&p, text_str(&own));
        s += n + (s[n] == '\r' && s[n + 1] == '\n') + 1;
    }
    text_finish(&own);
    return ok && (!line->failed || reply_no_memory(r));
}
