/* Reads the course pages and glossaries from where the program finds them. Checks that
 * they are complete and match in both languages. */
#include <string.h>
#include <unistd.h>

#include "lesson/author/parts.h"
#include "lesson/play/files.h"

static const char *const course_names[] = {"course.en.md", "course.zh.md"}, *const glossary_names[] = {
                                                                                "glossary.en.md",
                                                                                "glossary.zh.md"};

/* Adds a page to the files of the run; returns NULL if there is none. That of the program is not asked for
 * beside lessons of a folder without a page. */
static struct check_file *open_page(struct check *ck, const char *name, enum lang lang)
{
    struct text bytes = {0}, path = {0};
    struct check_file *f = lesson_file(name, &bytes, &path) ? check_add(ck, text_str(&path)) : NULL;
    if (f) {
        f->page = true;
        f->asked = ck->q->path_count == 0 && (ck->embedded || access(text_str(&path), F_OK) == 0);
        f->lesson.lang = lang;
        f->bytes = bytes;
    } else {
        text_finish(&bytes);
    }
    text_finish(&path);
    return f;
}

void check_pages_read(struct check *ck)
{
    for (int lang = 0; lang < 2; lang++) {
        struct check_file *f = open_page(ck, course_names[lang], (enum lang)lang);
        if (f)
            course_read(&ck->course[lang], f->path, text_str(&f->bytes), f->bytes.len, ck->q->lang, &f->said);
        f = open_page(ck, glossary_names[lang], (enum lang)lang);
        if (f)
            glossary_read(&ck->glossary[lang], f->path, text_str(&f->bytes), f->bytes.len, ck->q->lang,
                          &f->said);
    }
}

/* ---- contents ---------------------------------------------------------------------- */

static void links(struct check *ck, const struct prose *p)
{
    for (int i = 0; i < p->count; i++)
        for (int k = 0; k < p->v[i].count; k++)
            check_link(ck, &p->v[i].v[k]);
}

static void glossary(struct check *ck)
{
    const struct glossary *own = &ck->glossary[ck->file->lesson.lang],
                          *other = &ck->glossary[!ck->file->lesson.lang];
    links(ck, &own->intro);
    for (int i = 0; i < own->count; i++) {
        links(ck, &own->v[i].text);
        if (!glossary_find(other, own->v[i].id.s))
            check_fault(ck, own->v[i].id, TEXT("the term '%s' is missing from %s", "术语“%s”在 %s 里没有"),
                        own->v[i].id.s, glossary_names[!ck->file->lesson.lang]);
    }
}

/* Every lesson must be listed in the course of its language. */
static void listed(struct check *ck)
{
    const struct course *c = &ck->course[ck->file->lesson.lang];
    for (int i = 0; i < ck->count; i++) {
        const struct check_file *f = &ck->v[i];
        if (!f->page && f->asked && f->lesson.lang == ck->file->lesson.lang && *f->lesson.id &&
            course_find(c, f->lesson.id) < 0)
            check_fault(ck, c->title, TEXT("the lesson '%s' is not in the course", "课程里没有列出“%s”"),
                        f->lesson.id);
    }
}

/* Path i must lead to the same places in both languages. */
static void path(struct check *ck, int i)
{
    enum lang lang = ck->file->lesson.lang;
    const struct course_path *own = &ck->course[lang].path[i], *other = &ck->course[!lang].path[i];
    bool same = i < ck->course[!lang].path_count && own->count == other->count;
    for (int k = 0; same && k < own->count; k++)
        same = strcmp(own->place[k], other->place[k]) == 0;
    if (!same)
        check_fault(ck, own->title, TEXT("path %d leads to other places in %s", "第 %d 条路线与 %s 里的不同"),
                    i + 1, course_names[!lang]);
}

static void course(struct check *ck)
{
    enum lang lang = ck->file->lesson.lang;
    const struct course *own = &ck->course[lang], *other = &ck->course[!lang];
    links(ck, &own->intro);
    for (int i = 0; i < own->unit_count; i++)
        links(ck, &own->unit[i].text);
    for (int i = 0; i < own->count; i++)
        if (i >= other->count || strcmp(own->v[i].id, other->v[i].id) != 0) {
            check_fault(ck, own->v[i].title,
                        TEXT("lesson %d of the course is different in %s", "第 %d 课与 %s 里的不是同一课"),
                        i + 1, course_names[!lang]);
            break;
        }
    for (int i = 0; i < own->count; i++)
        if (!check_lesson_file(ck, NULL, lang, own->v[i].id))
            check_no_lesson(ck, own->v[i].title, own->v[i].id);
    for (int i = 0; i < own->path_count; i++)
        path(ck, i);
    listed(ck);
}

static bool is_page(const struct check_file *f, const char *name)
{
    size_t n = strlen(f->path), k = strlen(name);
    return n >= k && strcmp(f->path + n - k, name) == 0;
}

void check_pages(struct check *ck)
{
    for (int i = 0; i < ck->count; i++) {
        ck->file = &ck->v[i];
        if (!ck->file->page || !ck->file->asked || ck->file->said.errors)
            continue;
        if (is_page(ck->file, course_names[ck->file->lesson.lang]))
            course(ck);
        else
            glossary(ck);
    }
}
