#include "lesson/read/lesson.h"

#include <string.h>

#include "lesson/read/reader.h"

bool lesson_read(struct lesson *out, const char *file, const char *bytes, size_t n, enum lang lang,
                 struct complaints *c)
{
    int before = c->errors;
    struct lesson_reader r = {
        .store = lesson_store_new(), .complaints = c, .lang = lang, .text_lang = -1, .lesson = out};
    *out = (struct lesson){.id = "", .file = "", .scene.s = "", .title.s = "", .store = r.store};
    if (r.store)
        out->file = lesson_store_text(r.store, file, strlen(file));
    if (r.store && lesson_source(&r, bytes, n, LESSON_MAX_BYTES)) {
        const char *slash = strrchr(file, '/'), *name = slash ? slash + 1 : file;
        size_t stem = strlen(name) - (text_ends(name, ".md") ? 3 : 0);
        lesson_blocks(&r, out, lesson_front(&r, out, lesson_store_text(r.store, name, stem)));
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
