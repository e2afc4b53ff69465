#include "lesson/read/course.h"

#include <string.h>

#include "lesson/read/page.h"

/* Reads a numbered item: its first link names a lesson, and the link text is the title. */
static void item(struct lesson_reader *r, struct course *c, const struct block *b)
{
    int i = 0;
    while (i < b->count && b->v[i].kind != SPAN_LINK)
        i++;
    if (i == b->count || !lesson_is_id(b->v[i].target)) {
        lesson_fault(r, b->line, 1,
                     TEXT("a numbered item must contain a link to a lesson: 1. [Title](zh/01-name.md)",
                          "编号列表的每一项是一课的链接：1. [标题](zh/01-name.md)"));
        return;
    }
    const struct span *link = &b->v[i];
    int before = course_find(c, link->target);
    struct course_entry *v = lesson_store_more(r->store, c->v, c->count, sizeof *v);
    if (before >= 0)
        lesson_fault(
            r, link->text.line, link->text.col,
            TEXT("duplicate '%s' in the course (first on line %d)", "“%s”在课程里出现了两次（第 %d 行）"),
            link->target, c->v[before].title.line);
    if (!v || before >= 0)
        return;
    c->v = v;
    v[c->count++] = (struct course_entry){link->target, link->text, c->unit_count};
}

/* The text up to the colon. */
static struct lesson_line title_of_path(struct lesson_reader *r, const struct block *b)
{
    struct lesson_line text = b->v[0].text;
    size_t n = strcspn(text.s, ":");
    const char *wide = strstr(text.s, "：");
    n = wide && (size_t)(wide - text.s) < n ? (size_t)(wide - text.s) : n;
    return (struct lesson_line){lesson_store_text(r->store, text.s, n), text.line, text.col};
}

static void path(struct lesson_reader *r, struct course *c, const struct block *b)
{
    struct course_path p = {.count = 0};
    for (int i = 0; i < b->count && p.count < COURSE_PLACES; i++)
        if (b->v[i].kind == SPAN_LINK)
            p.place[p.count++] = b->v[i].target;
    if (p.count < 2 || c->path_count == COURSE_PATHS || b->v[0].kind != SPAN_TEXT)
        return;
    p.title = title_of_path(r, b);
    c->path[c->path_count++] = p;
}

static void take(struct lesson_reader *r, struct course *c, const struct lesson_page *page)
{
    c->title = page->title;
    c->intro = page->intro;
    c->unit = lesson_store_room(r->store, (size_t)page->count + 1, sizeof *c->unit);
    for (int i = 0; c->unit && i < page->count; i++) {
        const struct lesson_section *s = &page->v[i];
        struct course_unit unit = {s->title, s->id.s, s->text, c->count, 0};
        for (int k = 0; k < s->text.count; k++) {
            const struct block *b = &s->text.v[k];
            if (b->kind == BLOCK_ITEM && *s->id.s && b->number > 0)
                item(r, c, b);
            else if (b->kind == BLOCK_ITEM && !*s->id.s)
                path(r, c, b);
        }
        unit.count = c->count - unit.first;
        c->unit[c->unit_count++] = unit;
    }
    if (c->count == 0)
        lesson_fault(
            r, 1, 1,
            TEXT("no lessons: write units as ## Title <!-- unit: id --> and a numbered list of links",
                 "没有课程：单元写作 ## 标题 <!-- unit: id -->，下面是编号的链接列表"));
}

bool course_read(struct course *out, const char *file, const char *bytes, size_t n, enum lang lang,
                 struct complaints *c)
{
    int before = c->errors;
    struct lesson_page page;
    struct lesson_reader r = {.store = lesson_store_new(), .complaints = c, .lang = lang};
    *out = (struct course){.title.s = "", .store = r.store};
    if (r.store) {
        lesson_page_read(&r, &page, file, bytes, n, (struct lesson_section_id){"unit", false});
        take(&r, out, &page);
    }
    lesson_memory(&r);
    return c->errors == before;
}

static struct lesson_line line_of(struct lesson_store *s, const char *text)
{
    return (struct lesson_line){.s = lesson_store_text(s, text, strlen(text))};
}

bool course_add(struct course *c, const char *unit, const char *id, const char *title)
{
    bool there = c->unit_count > 0 && strcmp(c->unit[c->unit_count - 1].title.s, unit) == 0;
    struct course_unit *units =
        there ? c->unit : lesson_store_more(c->store, c->unit, c->unit_count, sizeof *units);
    struct course_entry *v = lesson_store_more(c->store, c->v, c->count, sizeof *v);
    struct course_unit made = {.title = line_of(c->store, unit), .id = "", .first = c->count};
    struct course_entry entry = {line_of(c->store, id).s, line_of(c->store, title), c->unit_count - there};
    if (lesson_store_spent(c->store))
        return false;
    c->unit = units;
    c->v = v;
    if (!there)
        units[c->unit_count++] = made;
    v[c->count++] = entry;
    units[c->unit_count - 1].count++;
    return true;
}

void course_finish(struct course *course)
{
    lesson_store_drop(course->store);
    *course = (struct course){0};
}

int course_find(const struct course *course, const char *id)
{
    for (int i = 0; i < course->count; i++)
        if (strcmp(course->v[i].id, id) == 0)
            return i;
    return -1;
}
