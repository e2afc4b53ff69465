/* Bare numbers: nothing recomputes a decimal, a percentage or an integer of four or
 * more digits in prose. Such a number is an error unless the front matter lists it
 * under `plain`. */
#include <string.h>

#include "base/utf8.h"
#include "lesson/author/parts.h"

/* A number as written in prose. */
struct figure {
    size_t len; /* bytes */
    int digits, points, percent;
};

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

/* True if a number continues at s: a point or _ before a digit, or a comma before exactly three. */
static bool joins(const char *s, uint32_t ch, size_t len)
{
    size_t next;
    bool group = *s == ',' && strspn(s + 1, "0123456789") == 3;
    return group || ((ch == '.' || ch == '_') && digit(narrow_at(s + len, &next)));
}

static struct figure figure_at(const char *s)
{
    struct figure f = {0};
    size_t len;
    for (uint32_t ch; (ch = narrow_at(s + f.len, &len)) != 0 && (digit(ch) || joins(s + f.len, ch, len));
         f.len += len) {
        f.digits += digit(ch);
        f.points += ch == '.';
    }
    const char *behind = s + f.len + strspn(s + f.len, " ");
    if (narrow_at(behind, &len) == '%') {
        f.percent = 1;
        f.len = (size_t)(behind - s) + len;
    }
    return f;
}

/* Appends the number in ASCII, without spaces and leading signs. */
static void plain_form(struct text *out, const char *s, size_t n)
{
    size_t len;
    for (size_t i = 0; i < n; i += len) {
        uint32_t ch = narrow_at(s + i, &len);
        bool sign = out->len == 0 && (ch == '-' || ch == '+' || ch == 0x2212);
        char bytes[4];
        if (ch != ' ' && !sign)
            text_add_bytes(out, bytes, utf8_encode(ch, bytes));
    }
}

static bool is_plain(const struct lesson *l, const char *s, size_t n)
{
    struct text figure = {0};
    bool found = false;
    plain_form(&figure, s, n);
    for (int i = 0; i < l->plain.count && !found; i++) {
        struct text listed = {0};
        plain_form(&listed, l->plain.v[i].s, strlen(l->plain.v[i].s));
        found = strcmp(text_str(&listed), text_str(&figure)) == 0;
        text_finish(&listed);
    }
    text_finish(&figure);
    return found;
}

static bool name_letter(uint32_t ch)
{
    return (ch >= 'a' && ch <= 'z') || (ch >= 'A' && ch <= 'Z') || ch == '_';
}

/* Advances t by n bytes, with its line and column. */
static void advance(struct lesson_line *t, size_t n)
{
    for (; n > 0; n--, t->s++) {
        bool ends = *t->s == '\n';
        t->line += ends;
        t->col = ends ? 1 : t->col + (((unsigned char)*t->s & 0xC0) != 0x80);
    }
}

void check_bare_numbers(struct check *ck, struct lesson_line text)
{
    for (uint32_t before = 0; *text.s;) {
        size_t len;
        uint32_t ch = narrow_at(text.s, &len);
        bool named = name_letter(before); /* d_512, GPT2: a name, not a number */
        struct figure f = digit(ch) && !named ? figure_at(text.s) : (struct figure){.len = len};
        if ((f.points || f.percent || f.digits >= 4) && !is_plain(&ck->file->lesson, text.s, f.len))
            check_fault(ck, text,
                        TEXT("nothing recomputes %.*s: write a claim (`… = %.*s`), or list it in the front "
                             "matter under 'plain:'",
                             "%.*s 没有被核对：请写成断言（`… = %.*s`），或列入文件头的“plain:”"),
                        (int)f.len, text.s, (int)f.len, text.s);
        before = digit(ch) && named ? before : ch;
        advance(&text, f.len);
    }
}
