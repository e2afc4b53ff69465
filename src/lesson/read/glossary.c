#include "lesson/read/glossary.h"

#include <string.h>

#include "lesson/read/page.h"

static void take(struct lesson_reader *r, struct glossary *g, const struct lesson_page *page)
{
    g->title = page->title;
    g->intro = page->intro;
    g->v = lesson_store_room(r->store, (size_t)page->count + 1, sizeof *g->v);
    for (int i = 0; g->v && i < page->count; i++) {
        const struct lesson_section *s = &page->v[i];
        if (s->text.count == 0)
            lesson_fault(r, s->title.line, 1,
                         TEXT("'%s' has no text under its heading", "“%s”没有解释：标题下缺少文字"),
                         s->title.s);
        g->v[g->count++] = (struct glossary_term){s->id, s->title, s->also, s->text};
    }
}

bool glossary_read(struct glossary *out, const char *file, const char *bytes, size_t n, enum lang lang,
                   struct complaints *c)
{
    int before = c->errors;
    struct lesson_page page;
    struct lesson_reader r = {.store = lesson_store_new(), .complaints = c, .lang = lang};
    *out = (struct glossary){.title.s = "", .store = r.store};
    if (r.store) {
        lesson_page_read(&r, &page, file, bytes, n, (struct lesson_section_id){"term", true});
        take(&r, out, &page);
    }
    lesson_memory(&r);
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

/* Sets *name to the next of the names in a list and returns what follows it; NULL after the last. */
static const char *next_name(const char *list, struct text *name)
{
    list += strspn(list, ", ");
    text_clear(name);
    text_add_bytes(name, list, strcspn(list, ","));
    return name->len > 0 ? list + name->len : NULL;
}

bool glossary_each_name(const struct glossary_term *t, bool (*each)(void *arg, const char *name), void *arg)
{
    struct text name = TEXT_HERE;
    bool found = each(arg, t->id.s) || each(arg, t->title.s);
    for (const char *rest = t->also.s; !found && (rest = next_name(rest, &name));)
        found = each(arg, text_str(&name));
    text_finish(&name);
    return found;
}
