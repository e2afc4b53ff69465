#include "lesson/read/lesson.h"

#include <stdarg.h>
#include <string.h>

#include "base/mem.h"
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

/* ---- complaints: errors and notes with their positions ---------------------------------- */

/* Returns false when out of memory. */
__attribute__((format(printf, 5, 0))) static bool complain_v(struct complaints *c, bool note, int line,
                                                             int col, const char *what, va_list args)
{
    struct text t = {0};
    c->errors += !note;
    if (c->count >= (note ? LESSON_MAX_COMPLAINTS / 2 : LESSON_MAX_COMPLAINTS))
        return true;
    text_addv(&t, what, args);
    if (t.failed)
        return false;
    c->v[c->count++] = (struct complaint){note, line > 0 ? line : 1, col > 0 ? col : 1, t.s};
    return true;
}

void complain(struct complaints *c, bool note, int line, int col, const char *what, ...)
{
    va_list args;
    va_start(args, what);
    complain_v(c, note, line, col, what, args);
    va_end(args);
}

void complaints_finish(struct complaints *c)
{
    for (int i = 0; i < c->count; i++)
        mem_free(c->v[i].what);
    *c = (struct complaints){0};
}

/* Adds a complaint, unless the store is exhausted: then the tree is incomplete and further
 * complaints would be wrong. */
__attribute__((format(printf, 4, 0))) static void
lesson_say(struct lesson_reader *r, bool note, struct lesson_line at, const char *what, va_list args)
{
    if (!r->store->spent && !complain_v(r->complaints, note, at.line, at.col, what, args))
        r->store->spent = true;
}

void lesson_fault(struct lesson_reader *r, struct lesson_line at, const char *en, const char *zh, ...)
{
    va_list args;
    va_start(args, zh);
    lesson_say(r, false, at, text_in(en, zh, r->lang), args);
    va_end(args);
}

void lesson_remark(struct lesson_reader *r, struct lesson_line at, const char *en, const char *zh, ...)
{
    va_list args;
    va_start(args, zh);
    lesson_say(r, true, at, text_in(en, zh, r->lang), args);
    va_end(args);
}

void lesson_memory(struct lesson_reader *r)
{
    struct pair what = BOTH("not enough memory for this file", "内存不足，无法读取这个文件");
    if (!r->store || r->store->spent)
        complain(r->complaints, false, 1, 1, "%s", pair_in(what, r->lang));
}
