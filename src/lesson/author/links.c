/* Checks that links point to existing steps, lessons and glossary terms, and that a
 * lesson's `needs` and `next` exist and do not lead back to it. */
#include <string.h>

#include "lesson/author/parts.h"

void check_no_lesson(struct check *ck, struct lesson_line at, const char *id)
{
    check_fault(ck, at, TEXT("there is no lesson '%s' in this language", "这种语言里没有课程“%s”"), id);
}

/* Reports a missing lesson, unless the course lists it: then the course page reports it. */
static void missing(struct check *ck, struct lesson_line at, const char *id)
{
    if (course_find(&ck->course[ck->file->lesson.lang], id) < 0)
        check_no_lesson(ck, at, id);
}

static void to_lesson(struct check *ck, const struct span *s)
{
    const struct check_file *of = ck->file;
    size_t n = strcspn(s->target, "#");
    char id[128];
    if (n >= sizeof id)
        n = sizeof id - 1;
    memcpy(id, s->target, n);
    id[n] = '\0';
    const struct check_file *to = n ? check_lesson_file(ck, of, of->lesson.lang, id) : of;
    if (!to)
        missing(ck, s->text, id);
    else if (s->target[n] && lesson_step_find(&to->lesson, s->target + n + 1) < 0)
        check_fault(ck, s->text, TEXT("'%s' has no step '%s'", "“%s”没有步骤“%s”"), to->lesson.id,
                    s->target + n + 1);
}

void check_link(struct check *ck, const struct span *s)
{
    const struct glossary *g = &ck->glossary[ck->file->lesson.lang];
    if (s->kind == SPAN_LINK)
        to_lesson(ck, s);
    else if (s->kind == SPAN_TERM && *s->target && !glossary_find(g, s->target))
        check_fault(ck, s->text, TEXT("the glossary has no term '%s'", "术语表里没有“%s”"), s->target);
}

/* True if `id` is among the needs of `from`, followed through at most `depth` lessons. */
static bool reaches(struct check *ck, const struct check_file *from, const char *id, int depth)
{
    for (int i = 0; i < from->lesson.needs.count && depth > 0; i++) {
        const char *need = from->lesson.needs.v[i].s;
        const struct check_file *next = check_lesson_file(ck, from, from->lesson.lang, need);
        if (strcmp(need, id) == 0 || (next && next != from && reaches(ck, next, id, depth - 1)))
            return true;
    }
    return false;
}

void check_needs(struct check *ck)
{
    enum { DEEP = 8 };
    const struct lesson *l = &ck->file->lesson;
    if (l->next.s && strcmp(l->next.s, l->id) == 0)
        check_fault(ck, l->next,
                    TEXT("the lesson leads to itself: name another one, or leave 'next' out",
                         "这一课的下一课是它自己：请写另一课，或去掉 next"));
    else if (l->next.s && !check_lesson_file(ck, ck->file, l->lang, l->next.s))
        missing(ck, l->next, l->next.s);
    for (int i = 0; i < l->needs.count; i++) {
        const struct lesson_line *need = &l->needs.v[i];
        const struct check_file *to = check_lesson_file(ck, ck->file, l->lang, need->s);
        if (!to)
            missing(ck, *need, need->s);
        else if (to == ck->file || reaches(ck, to, l->id, DEEP))
            check_fault(
                ck, *need,
                TEXT("circular needs: '%s' needs this lesson in turn", "“%s”反过来又需要这一课：形成循环"),
                need->s);
    }
}
