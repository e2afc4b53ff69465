/* Files of a course: whatever the bytes are, they become a tree or complaints with a
 * place in the file; nothing that must not reach a terminal is in the tree; and the
 * prose can be set at any width. */
#include "base/text.h"
#include "base/utf8.h"
#include "fuzz/fuzz.h"
#include "lesson/read/course.h"
#include "lesson/read/glossary.h"
#include "view/prose.h"

static void harmless(const struct lesson_line *l, int lines)
{
    size_t n = l->s ? strlen(l->s) : 0, len;
    uint32_t ch;
    must(!l->s || !*l->s || (l->line >= 1 && l->line <= lines && l->col >= 1));
    for (size_t i = 0; i < n; i += len) {
        len = utf8_decode(l->s + i, n - i, &ch);
        must(len > 0 && (ch == '\n' || !utf8_forbidden(ch)));
    }
}

static void settable(const struct prose *p, int lines)
{
    for (int i = 0; i < p->count; i++)
        for (int k = 0; k < p->v[i].count; k++)
            harmless(&p->v[i].v[k].text, lines);
    must(prose_rows(p->v, p->count, 36) <= 1 + prose_rows(p->v, p->count, 12));
}

static void placed(struct complaints *c, bool ok, int lines)
{
    must(ok == (c->errors == 0));
    for (int i = 0; i < c->count; i++)
        must(c->v[i].line >= 1 && c->v[i].line <= lines && c->v[i].col >= 1 && c->v[i].what);
    complaints_finish(c);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
    struct complaints c = {0};
    struct lesson l;
    struct course course;
    struct glossary glossary;
    const char *s = (const char *)bytes;
    int lines = 1;
    for (size_t i = 0; i < size; i++)
        lines += s[i] == '\n';
    bool ok = lesson_read(&l, "01-by-hand.md", s, size, LANG_EN, &c);
    settable(&l.aim, lines);
    for (int k = 0; k < l.step_count; k++) {
        harmless(&l.step[k].title, lines);
        settable(&l.step[k].narration, lines);
        settable(&l.step[k].reveal, lines);
        for (int i = 0; i < l.step[k].act.count; i++)
            harmless(&l.step[k].act.v[i], lines);
    }
    placed(&c, ok, lines);
    lesson_finish(&l);
    ok = course_read(&course, "course.en.md", s, size, LANG_ZH, &c);
    placed(&c, ok, lines);
    course_finish(&course);
    ok = glossary_read(&glossary, "glossary.zh.md", s, size, LANG_ZH, &c);
    placed(&c, ok, lines);
    glossary_finish(&glossary);
    return 0;
}
