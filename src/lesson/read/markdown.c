/* Markdown by libcmark, in memory that may run out. libcmark ends the program when its
 * allocator has nothing to give, and tells that allocator nothing but sizes: so where the
 * memory comes from, and the way out when there is none, stand here while it parses. */
#include <assert.h>
#include <setjmp.h>
#include <string.h>

#include "lesson/read/reader.h"

static struct {
    struct lesson_store *store;      /* NULL: nothing is being parsed */
    jmp_buf out;
} parsing;

struct sized {
    size_t size;
    max_align_t bytes[];
};

static void *take(size_t count, size_t size)
{
    assert(parsing.store);
    bool fits = !size || count <= LESSON_STORE_MOST / size;
    struct sized *s = fits ? lesson_store_room(parsing.store, 1, sizeof *s + count * size) : NULL;
    if (!s)
        longjmp(parsing.out, 1);
    s->size = count * size;
    return s->bytes;
}

static void *grow(void *old, size_t size)
{
    size_t had = old ? ((struct sized *)(void *)((char *)old - sizeof(struct sized)))->size : 0;
    void *p = take(1, size);
    if (had)
        memcpy(p, old, had < size ? had : size);
    return p;
}

/* All goes together, with the store. */
static void keep(void *p)
{
    (void)p;
}

static cmark_node *parse(const char *s, size_t n)
{
    static cmark_mem memory = {take, grow, keep};
    if (setjmp(parsing.out))
        return NULL;
    cmark_parser *parser = cmark_parser_new_with_mem(CMARK_OPT_DEFAULT, &memory);
    cmark_parser_feed(parser, s, n);
    return cmark_parser_finish(parser);
}

struct markdown lesson_markdown(struct lesson_reader *r, const char *s, size_t n)
{
    struct markdown m = {.store = lesson_store_new()};
    if (m.store) {
        parsing.store = m.store;
        m.root = parse(s, n);
        parsing.store = NULL;
    }
    if (!m.root)
        lesson_store_spend(r->store);
    return m;
}

void lesson_markdown_drop(struct markdown *m)
{
    lesson_store_drop(m->store);
    *m = (struct markdown){0};
}
