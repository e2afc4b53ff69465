#include "lesson/read/page.h"

#include <string.h>

/* True if the heading carries <!-- key … -->. */
static bool has_key(const struct lesson_leaf *leaf, const char *key)
{
    const char *s = leaf->comment.s ? leaf->comment.s + strlen("<!--") : "";
    return strncmp(s + strspn(s, " "), key, strlen(key)) == 0;
}

struct paging {
    struct lesson_reader *r;
    struct lesson_page *page;
    struct lesson_section_id id;
};

static void section(struct paging *g, const struct lesson_leaf *leaf)
{
    struct lesson_section *v = lesson_store_more(g->r->store, g->page->v, g->page->count, sizeof *v);
    struct lesson_section s = {.title = lesson_heading(g->r, leaf), .id.s = "", .also.s = ""};
    if (g->id.needed || has_key(leaf, g->id.key))
        s.id = lesson_heading_id(g->r, leaf, g->id.key, &s.also);
    for (int i = 0; v && *s.id.s && i < g->page->count; i++)
        if (strcmp(v[i].id.s, s.id.s) == 0)
            lesson_fault(g->r, s.id.line, s.id.col,
                         TEXT("the id '%s' is already used (line %d)", "id“%s”已用过（第 %d 行）"), s.id.s,
                         v[i].id.line);
    if (!v)
        return;
    g->page->v = v;
    v[g->page->count++] = s;
}

static void take(void *arg, struct lesson_leaf *leaf)
{
    struct paging *g = arg;
    struct lesson_page *page = g->page;
    unsigned level = leaf->nested ? 0 : leaf->level;
    if (level == 1 && !*page->title.s && page->count == 0)
        page->title = lesson_heading(g->r, leaf);
    else if (level == 2)
        section(g, leaf);
    else
        lesson_prose_add(g->r, leaf, page->count ? &page->v[page->count - 1].text : &page->intro);
}

void lesson_page_read(struct lesson_reader *r, struct lesson_page *out, const char *file, const char *bytes,
                      size_t n, struct lesson_section_id id)
{
    *out = (struct lesson_page){.title.s = ""};
    r->text_lang = strstr(file, ".zh.") ? LANG_ZH : strstr(file, ".en.") ? LANG_EN : -1;
    if (!lesson_source(r, bytes, n, PAGE_MAX_BYTES))
        return;
    struct paging g = {.r = r, .page = out, .id = id};
    struct lesson_piece p = lesson_piece(r, 1, r->lines);
    if (lesson_markdown(r, &p, take, &g) && !*out->title.s)
        lesson_fault(r, 1, 1, TEXT("the title is missing: # Title", "缺少标题：# 标题"));
}
