#include "lesson/read/page.h"

#include <string.h>

/* Whether a heading carries <!-- key … -->. */
static bool has_key(cmark_node *heading, const char *key)
{
    for (cmark_node *c = cmark_node_first_child(heading); c; c = cmark_node_next(c)) {
        const char *s = cmark_node_get_type(c) == CMARK_NODE_HTML_INLINE ? cmark_node_get_literal(c) : "";
        if (strncmp(s, "<!--", 4) == 0 && strncmp(s + 4 + strspn(s + 4, " "), key, strlen(key)) == 0)
            return true;
    }
    return false;
}

struct paging {
    struct lesson_reader *r;
    struct lesson_piece p;
    struct lesson_page *page;
    const char *key;
    bool needed;
};

static void section(struct paging *g, cmark_node *node)
{
    struct lesson_section *v = lesson_store_more(g->r->store, g->page->v, g->page->count, sizeof *v);
    struct lesson_section s = {.title = lesson_heading(g->r, &g->p, node), .id.s = ""};
    if (g->needed || has_key(node, g->key))
        s.id = lesson_heading_id(g->r, &g->p, node, g->key);
    for (int i = 0; v && *s.id.s && i < g->page->count; i++)
        if (strcmp(v[i].id.s, s.id.s) == 0)
            lesson_fault(g->r, s.id.line, s.id.col, TEXT("the id '%s' is taken (line %d)", "id“%s”已用过（第 %d 行）"), s.id.s, v[i].id.line);
    if (!v)
        return;
    g->page->v = v;
    v[g->page->count++] = s;
}

static void block(struct paging *g, cmark_node *node)
{
    struct lesson_page *page = g->page;
    int level = cmark_node_get_type(node) == CMARK_NODE_HEADING ? cmark_node_get_heading_level(node) : 0;
    if (level == 1 && !*page->title.s && page->count == 0)
        page->title = lesson_heading(g->r, &g->p, node);
    else if (level == 2)
        section(g, node);
    else
        lesson_prose_add(g->r, &g->p, node, page->count ? &page->v[page->count - 1].text : &page->intro);
}

void lesson_page_read(struct lesson_reader *r, struct lesson_page *out, const char *file, const char *bytes, size_t n, const char *key, bool needed)
{
    *out = (struct lesson_page){.title.s = ""};
    r->text_lang = strstr(file, ".zh.") ? LANG_ZH : strstr(file, ".en.") ? LANG_EN : -1;
    if (!lesson_source(r, bytes, n, PAGE_MAX_BYTES))
        return;
    struct paging g = {.r = r, .p = lesson_piece(r, 1, r->lines), .page = out, .key = key, .needed = needed};
    struct markdown m = lesson_markdown(r, g.p.s, g.p.n);
    for (cmark_node *node = cmark_node_first_child(m.root); node; node = cmark_node_next(node))
        block(&g, node);
    lesson_markdown_drop(&m);
    if (!*out->title.s)
        lesson_fault(r, 1, 1, TEXT("the title is missing: # Title", "缺少标题：# 标题"));
}
