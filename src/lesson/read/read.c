#include "lesson/read/lesson.h"

#include <string.h>

#include "lesson/read/reader.h"

/* Returns the file name in a path, without ".md". */
static const char *stem(struct lesson_reader *r, const char *file)
{
    const char *slash = strrchr(file, '/');
    const char *name = slash ? slash + 1 : file;
    size_t n = strlen(name);
    if (text_ends(name, ".md"))
        n -= 3;
    return lesson_store_text(r->store, name, n);
}

static void read_all(struct lesson_reader *r, struct lesson *l, const char *bytes, size_t n)
{
    if (!lesson_source(r, bytes, n, LESSON_MAX_BYTES))
        return;
    int body = lesson_front(r, l, stem(r, l->file));
    lesson_blocks(r, l, body);
}

bool lesson_read(struct lesson *out, const char *file, const char *bytes, size_t n, enum lang lang,
                 struct complaints *c)
{
    int before = c->errors;
    struct lesson_reader r = {
        .store = lesson_store_new(), .complaints = c, .lang = lang, .text_lang = -1, .lesson = out};
    *out = (struct lesson){.id = "", .file = "", .scene.s = "", .title.s = ""};
    out->store = r.store;
    if (r.store) {
        out->file = lesson_store_text(r.store, file, strlen(file));
        read_all(&r, out, bytes, n);
    }
    lesson_memory(&r);
    return c->errors == before;
}

void lesson_finish(struct lesson *l)
{
    lesson_store_drop(l->store);
    *l = (struct lesson){0};
}

void lesson_block_text(const struct block *b, struct text *out)
{
    for (int i = 0; i < b->count; i++)
        text_add(out, b->v[i].kind == SPAN_BREAK ? " " : b->v[i].text.s);
}
