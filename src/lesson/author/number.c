/* Bare numbers: nothing recomputes a decimal, a percentage or an integer of four or more digits in prose.
 * Such a number is an error unless the front matter lists it under `plain`. */
#include "lesson/author/parts.h"
#include "lesson/read/figure.h"

static bool is_plain(const struct lesson *l, const struct figure *f)
{
    for (int i = 0; i < l->plain.count; i++) {
        struct figures in = {.s = l->plain.v[i].s};
        struct figure listed;
        if (figures_next(&in, &listed) && figure_same(&listed, f))
            return true;
    }
    return false;
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
    struct figures in = {.s = text.s};
    for (struct figure f; figures_next(&in, &f);) {
        if ((!f.points && !f.percent && f.digits < 4) || is_plain(&ck->file->lesson, &f))
            continue;
        advance(&text, (size_t)(f.s - text.s));
        check_fault(ck, text,
                    TEXT("nothing recomputes %.*s: write [%.*s](EXPRESSION), or list it in the front matter "
                         "under 'plain:'",
                         "%.*s 没有被核对：请写成 [%.*s](表达式)，或列入文件头的“plain:”"),
                    (int)f.len, f.s, (int)f.len, f.s);
    }
}
