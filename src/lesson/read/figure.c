#include "lesson/read/figure.h"

#include <string.h>

#include "base/utf8.h"

static bool digit(uint32_t ch)
{
    return ch >= '0' && ch <= '9';
}

static uint32_t narrow_at(const char *s, size_t *len)
{
    uint32_t ch = 0;
    *len = *s ? utf8_decode(s, UTF8_TO_ZERO, &ch) : 0;
    return utf8_narrow(ch);
}

/* A number goes on with a digit, a point or _ before a digit, or a comma before exactly three digits. */
static struct figure figure_at(const char *s)
{
    struct figure f = {.s = s};
    size_t len, next;
    for (uint32_t ch; (ch = narrow_at(s + f.len, &len)) != 0; f.len += len) {
        const char *at = s + f.len;
        bool group = *at == ',' && strspn(at + 1, "0123456789") == 3;
        if (!digit(ch) && !group && !((ch == '.' || ch == '_') && digit(narrow_at(at + len, &next))))
            break;
        f.digits += digit(ch);
        f.points += ch == '.';
    }
    const char *rest = s + f.len + strspn(s + f.len, " ");
    if (narrow_at(rest, &len) == '%') {
        f.percent = true;
        f.len = (size_t)(rest - s) + len;
    }
    return f;
}

static bool name_letter(uint32_t ch)
{
    return (ch >= 'a' && ch <= 'z') || (ch >= 'A' && ch <= 'Z') || ch == '_';
}

bool figures_next(struct figures *at, struct figure *out)
{
    for (size_t len; *at->s; at->s += len) {
        uint32_t ch = narrow_at(at->s, &len);
        bool named = name_letter(at->before);
        if (digit(ch) && !named) {
            *out = figure_at(at->s);
            at->before = ch;
            at->s += out->len;
            return true;
        }
        at->before = digit(ch) && named ? at->before : ch;
    }
    return false;
}

/* Appends the number in ASCII, without blanks and marks between its digits. */
static void literal(struct text *out, const struct figure *f)
{
    size_t len;
    for (size_t i = 0; i < f->len; i += len) {
        uint32_t ch = narrow_at(f->s + i, &len);
        if (digit(ch) || ch == '.' || ch == '%')
            text_add_char(out, (char)ch);
    }
}

bool figure_same(const struct figure *a, const struct figure *b)
{
    struct text s = TEXT_HERE, t = TEXT_HERE;
    literal(&s, a);
    literal(&t, b);
    bool same = strcmp(text_str(&s), text_str(&t)) == 0;
    text_finish(&s);
    text_finish(&t);
    return same;
}

bool figure_compares(const char *s, bool outside)
{
    size_t len;
    for (int depth = 0; *s; s += len) {
        uint32_t ch = 0;
        len = utf8_decode(s, UTF8_TO_ZERO, &ch);
        uint32_t narrow = utf8_narrow(ch);
        depth += narrow == '(' || narrow == '[' ? 1 : narrow == ')' || narrow == ']' ? -1 : 0;
        bool sign =
            (narrow >= '<' && narrow <= '>') || ch == 0x2260 || ch == 0x2248 || ch == 0x2264 || ch == 0x2265;
        if (sign && (!outside || depth <= 0))
            return true;
    }
    return false;
}

bool figure_claim(struct text *out, const char *shown, const char *expr, const char **why)
{
    static const char minus[] = "−";
    const size_t wide = sizeof minus - 1;
    struct figures in = {.s = shown};
    struct figure f, g;
    bool condition = figure_compares(expr, true), all = true;
    int count = 0;
    struct text numbers = TEXT_HERE;
    for (; all && figures_next(&in, &f); count++) {
        struct figures has = {.s = expr};
        bool found = !condition;
        while (!found && figures_next(&has, &g))
            found = figure_same(&g, &f);
        all = found;
        /* it is negative if a minus precedes it, and no number or word that */
        size_t n = (size_t)(f.s - shown), len = n > 0 && f.s[-1] == '-' ? 1 : 0;
        if (n >= wide && memcmp(f.s - wide, minus, wide) == 0)
            len = wide;
        uint32_t before = len > 0 && n > len ? (unsigned char)f.s[-(ptrdiff_t)len - 1] : ' ';
        bool negative = len > 0 && !digit(before) && !name_letter(before);
        text_addf(&numbers, "%s%s", count ? ", " : "", negative ? "-" : "");
        literal(&numbers, &f);
    }
    if (all)
        text_add(out, expr);
    if (all && !condition)
        text_addf(out, count > 1 || strchr(shown, '[') ? " = [%s]" : " = %s", text_str(&numbers));
    text_finish(&numbers);
    *why =
        !all ? TEXT("the condition does not contain each number of this text")
             : TEXT("this text shows no number: write [0.22 apart](EXPRESSION), or compare: [the same](A=B)");
    return all && (condition || count > 0);
}
