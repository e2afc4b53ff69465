/* Pages of sections: the course page and the glossary. One reader cuts both into a title, an introduction and
 * sections with ids; each then makes its own table of them, so that a third kind of page needs only that. */
#include <stdio.h>
#include <string.h>

#include "lesson/read/course.h"
#include "lesson/read/glossary.h"
#include "lesson/read/reader.h"

enum { PAGE_MAX_BYTES = 256 << 10 };

struct page_section {
    struct lesson_line title, id; /* id "": none */
    struct lesson_line also;      /* other names of the same thing; "": none */
    struct prose text;
};

struct page {
    struct lesson_reader r;
    const char *key; /* sections carry ids: <!-- key: id -->, or <!-- key: id; also: name, name --> */
    bool needed;     /* every section must have one */
    struct lesson_line title;
    struct prose intro;
    struct page_section *v;
    int count;
};

static void page_section(struct page *g, const struct lesson_leaf *leaf)
{
    struct page_section s = {.title = lesson_heading(&g->r, leaf), .id.s = "", .also.s = ""};
    const char *comment = leaf->comment.s ? leaf->comment.s + strlen("<!--") : "";
    if (g->needed || strncmp(comment + strspn(comment, " "), g->key, strlen(g->key)) == 0)
        s.id = lesson_heading_id(&g->r, leaf, g->key, &s.also);
    for (int i = 0; *s.id.s && i < g->count; i++)
        if (strcmp(g->v[i].id.s, s.id.s) == 0)
            lesson_fault(&g->r, s.id, TEXT("the id '%s' is already used (line %d)"), s.id.s, g->v[i].id.line);
    STORE_ADD(g->r.store, g->v, g->count, s);
}

static void page_leaf(void *arg, struct lesson_leaf *leaf)
{
    struct page *g = arg;
    unsigned level = leaf->nested ? 0 : leaf->level;
    if (level == 1 && !*g->title.s && g->count == 0)
        g->title = lesson_heading(&g->r, leaf);
    else if (level == 2)
        page_section(g, leaf);
    else
        lesson_prose_add(&g->r, leaf, g->count ? &g->v[g->count - 1].text : &g->intro);
}

/* Reads a page into *g, which names the reader's store, complaints and language. The file's name decides the
 * language of the text: "course.zh.md". */
static void page_read(struct page *g, const char *file, const char *bytes, size_t n)
{
    g->title.s = "";
    g->r.text_lang = -1;
    for (int lang = 0; lang < LANG_COUNT; lang++) {
        char mark[8];
        snprintf(mark, sizeof mark, ".%s.", lang_code((enum lang)lang));
        g->r.text_lang = strstr(file, mark) ? lang : g->r.text_lang;
    }
    if (!g->r.store || !lesson_source(&g->r, bytes, n, PAGE_MAX_BYTES))
        return;
    struct lesson_piece p = lesson_piece(&g->r, 1, g->r.lines);
    if (lesson_markdown(&g->r, &p, page_leaf, g) && !*g->title.s)
        lesson_fault(&g->r, lesson_at(1, 1), TEXT_AS("pages", "the title is missing: # Title"));
}

/* ---- the course ---------------------------------------------------------------------- */

/* True of "01-by-hand", and of a step, "01-by-hand#softmax". */
static bool course_is_place(struct lesson_reader *r, const char *target)
{
    size_t n = strcspn(target, "#");
    const char *id = lesson_store_text(r->store, target, n);
    return lesson_is_id(id) && (!target[n] || lesson_is_id(target + n + 1));
}

/* Reads a numbered item: its first link names a lesson or a step, and the link text is the title. */
static void course_item(struct lesson_reader *r, struct course *c, const struct block *b)
{
    int i = 0;
    struct lesson_line mark = {.s = ""};
    while (i < b->count && b->v[i].kind != SPAN_LINK) {
        mark = b->v[i].kind == SPAN_EMPH ? b->v[i].text : mark;
        i++;
    }
    if (i == b->count || !course_is_place(r, b->v[i].target)) {
        lesson_fault(r, lesson_at(b->line, 1),
                     TEXT("a numbered item must contain a link to a lesson: 1. [Title](zh/01-name.md)"));
        return;
    }
    const struct span *link = &b->v[i];
    int before = strchr(link->target, '#') ? -1 : course_find(c, link->target);
    struct block *rest = lesson_store_room(r->store, 1, sizeof *rest);
    struct course_entry entry = {link->target, link->text, mark, {rest, 1}, c->unit_count};
    if (!rest)
        return;
    *rest = *b;
    rest->v += i + 1;
    rest->count -= i + 1;
    if (before >= 0)
        lesson_fault(r, link->text, TEXT("duplicate '%s' in the course (first on line %d)"), link->target,
                     c->v[before].title.line);
    else
        STORE_ADD(r->store, c->v, c->count, entry);
}

/* Reads an item that leads along a path; its title is the text up to the colon. */
static void course_path(struct lesson_reader *r, struct course *c, const struct block *b)
{
    struct course_path p = {.count = 0};
    for (int i = 0; i < b->count && p.count < COURSE_PLACES; i++)
        if (b->v[i].kind == SPAN_LINK)
            p.place[p.count++] = b->v[i].target;
    if (p.count < 2 || c->path_count == COURSE_PATHS || b->v[0].kind != SPAN_TEXT)
        return;
    p.title = b->v[0].text;
    size_t n = strcspn(p.title.s, ":");
    const char *wide = strstr(p.title.s, "：");
    n = wide && (size_t)(wide - p.title.s) < n ? (size_t)(wide - p.title.s) : n;
    p.title.s = lesson_store_text(r->store, p.title.s, n);
    c->path[c->path_count++] = p;
}

const char *const course_names[] = {"course", "questions", "verdicts"};

bool course_read(struct course *out, const char *file, const char *bytes, size_t n, enum lang lang,
                 struct complaints *c)
{
    int before = c->errors;
    struct page page = {.r = {.store = lesson_store_new(), .complaints = c, .lang = lang}, .key = "unit"};
    struct lesson_reader *r = &page.r;
    page_read(&page, file, bytes, n);
    *out = (struct course){.title = page.title, .intro = page.intro, .store = r->store};
    for (int i = 0; i < page.count; i++) {
        const struct page_section *s = &page.v[i];
        struct course_unit unit = {s->title, s->id.s, s->text, out->count, 0};
        for (int k = 0; k < s->text.count; k++) {
            const struct block *b = &s->text.v[k];
            if (b->kind == BLOCK_ITEM && *s->id.s && b->number > 0)
                course_item(r, out, b);
            else if (b->kind == BLOCK_ITEM && !*s->id.s)
                course_path(r, out, b);
        }
        unit.count = out->count - unit.first;
        STORE_ADD(r->store, out->unit, out->unit_count, unit);
    }
    if (out->count == 0 && r->store)
        lesson_fault(
            r, lesson_at(1, 1),
            TEXT("no lessons: write units as ## Title <!-- unit: id --> and a numbered list of links"));
    lesson_memory(r);
    return c->errors == before;
}

bool course_add(struct course *c, const char *unit, const char *id, const char *title)
{
    bool there = c->unit_count > 0 && strcmp(c->unit[c->unit_count - 1].title.s, unit) == 0;
    struct course_unit *units =
        there ? c->unit : lesson_store_more(c->store, c->unit, c->unit_count, sizeof *units);
    struct course_entry *v = lesson_store_more(c->store, c->v, c->count, sizeof *v);
    struct course_unit made = {
        .title.s = lesson_store_text(c->store, unit, strlen(unit)), .id = "", .first = c->count};
    struct course_entry entry = {.id = lesson_store_text(c->store, id, strlen(id)),
                                 .title.s = lesson_store_text(c->store, title, strlen(title)),
                                 .unit = c->unit_count - there};
    if (c->store->spent)
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

/* ---- the glossary -------------------------------------------------------------------- */

bool glossary_read(struct glossary *out, const char *file, const char *bytes, size_t n, enum lang lang,
                   struct complaints *c)
{
    int before = c->errors;
    struct page page = {
        .r = {.store = lesson_store_new(), .complaints = c, .lang = lang}, .key = "term", .needed = true};
    page_read(&page, file, bytes, n);
    *out = (struct glossary){.title = page.title, .intro = page.intro, .store = page.r.store};
    for (int i = 0; i < page.count; i++) {
        const struct page_section *s = &page.v[i];
        struct glossary_term term = {s->id, s->title, s->also, s->text};
        if (s->text.count == 0)
            lesson_fault(&page.r, lesson_at(s->title.line, 1), TEXT("'%s' has no text under its heading"),
                         s->title.s);
        STORE_ADD(page.r.store, out->v, out->count, term);
    }
    lesson_memory(&page.r);
    return c->errors == before;
}

void glossary_finish(struct glossary *g)
{
    lesson_store_drop(g->store);
    *g = (struct glossary){0};
}

const struct glossary_term *glossary_find(const struct glossary *g, const char *id)
{
    for (int i = 0; i < g->count; i++)
        if (strcmp(g->v[i].id.s, id) == 0)
            return &g->v[i];
    return NULL;
}

bool glossary_each_name(const struct glossary_term *t, bool (*each)(void *arg, const char *name), void *arg)
{
    struct text name = TEXT_HERE;
    bool found = each(arg, t->id.s) || each(arg, t->title.s);
    size_t n;
    for (const char *rest = t->also.s; !found && *(rest += strspn(rest, ", ")); rest += n) {
        n = strcspn(rest, ",");
        text_clear(&name);
        text_add_bytes(&name, rest, n);
        found = each(arg, text_str(&name));
    }
    text_finish(&name);
    return found;
}
