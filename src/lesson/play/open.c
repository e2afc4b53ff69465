#include "lesson/play/open.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "keep/file.h"
#include "base/embedded.h"
#include "base/number.h"
#include "lesson/play/files.h"
#include "lesson/play/ten.h"
#include "lesson/read/store.h"
#include "lesson/run/inventory.h"

bool lesson_take(struct lesson *out, const char *path, const struct text *bytes, enum lang lang,
                 struct reply *r)
{
    struct complaints c = {0};
    const char *class_name = getenv("QKV_CLASS");
    bool ok = lesson_read(out, path, text_str(bytes), bytes->len, lang, &c);
    lesson_shuffle(out, class_name ? class_name : "");
    for (int i = 0; !ok && i < c.count; i++)
        if (!c.v[i].note) {
            reply_fail_in(r, path, c.v[i].line, c.v[i].col, c.v[i].what);
            break;
        }
    complaints_finish(&c);
    if (!ok) {
        lesson_finish(out);
        reply_no_memory(r); /* if r has no reason yet */
    }
    return ok;
}

/* Finds the first lesson with a prefix, among the embedded ones, then on disk; "01-" is meant by both 1 and
 * 01.
 */
static bool id_like(const char *name, size_t n, enum lang lang, struct text *id)
{
    enum { MOST = 64 };
    char own[MOST][LESSON_NAME];
    struct text begin = {0};
    long number;
    if (number_parse_int(name, n, 0, 99, &number) == NUMBER_OK)
        text_addf(&begin, "%02ld-", number);
    else
        text_add_bytes(&begin, name, n);
    text_clear(id);
    if (begin.failed) { /* what is left of it would fit every lesson */
        text_finish(&begin);
        return false;
    }
    for (const struct embedded *e = embedded_files; e->path && id->len == 0; e++) {
        const char *file = lesson_embedded(e, lang);
        if (file && strncmp(file, text_str(&begin), begin.len) == 0)
            text_add_bytes(id, file, strlen(file) - strlen(".md"));
    }
    int count = id->len == 0 ? lesson_names(lang, own, MOST) : 0;
    for (int i = 0; i < count && id->len == 0; i++)
        if (strncmp(own[i], text_str(&begin), begin.len) == 0)
            text_add(id, own[i]);
    text_finish(&begin);
    return id->len > 0 && !id->failed;
}

static bool by_id(const char *id, size_t n, enum lang lang, struct text *bytes, struct text *path)
{
    struct text relative = {0};
    char form = inventory_form(id, n); /* each taking of the inventory is a lesson of its own in the record */
    if (form)
        text_addf(&relative, "%s/inventory-%c.md", lang_code(lang), form);
    else
        text_addf(&relative, "%s/%.*s.md", lang_code(lang), (int)n, id);
    bool written = ten_write(id, n, lang, bytes);
    if (written)
        text_addf(path, "%.*s.md", (int)n, id);
    bool ok = written || lesson_file(text_str(&relative), bytes, path);
    text_finish(&relative);
    return ok;
}

/* Returns the last number that begins the id of an embedded lesson. */
static int last_number(enum lang lang)
{
    int last = 0;
    for (const struct embedded *e = embedded_files; e->path; e++) {
        const char *file = lesson_embedded(e, lang);
        long number;
        if (file && number_parse_int(file, 2, last, 99, &number) == NUMBER_OK)
            last = (int)number;
    }
    return last;
}

bool lesson_load(const char *name, enum lang lang, struct lesson *out, const char **step, struct reply *r)
{
    struct text bytes = {0}, path = {0}, id = {0};
    const enum lang in[] = {lang, languages[lang].words};
    const char *end = strstr(name, ".md"); /* of "path/NAME.md/STEP"; else "NAME/STEP" */
    bool is_path = end && (end[3] == '\0' || end[3] == '/'), ok = false;
    size_t n = is_path ? (size_t)(end + 3 - name) : strcspn(name, "/");
    *step = name + n + (name[n] == '/');
    if (is_path) {
        text_add_bytes(&path, name, n);
        ok = file_read(text_str(&path), LESSON_MAX_BYTES + 1, &bytes, r);
    } else {
        for (int i = 0; i < 2 && n > 0 && !ok; i++)
            ok = by_id(name, n, in[i], &bytes, &path) ||
                 (id_like(name, n, in[i], &id) && by_id(text_str(&id), id.len, in[i], &bytes, &path));
        ok = ok ||
             reply_fail(
                 r, 0,
                 TEXT("no lesson '%.*s' in English (00 to %02d, or a name; the command 'lesson' lists them)"),
                 (int)n, name, last_number(in[1]));
    }
    ok = ok && lesson_take(out, text_str(&path), &bytes, lang, r);
    if (ok && inventory_form(name, n))
        out->id = lesson_store_text(out->store, name, n);
    text_finish(&bytes);
    text_finish(&path);
    text_finish(&id);
    return ok;
}

bool lesson_load_counterpart(const struct lesson *l, enum lang lang, struct lesson *out)
{
    struct text bytes = {0}, path = {0};
    struct reply quiet = {.lang = lang};
    char folder[8];
    snprintf(folder, sizeof folder, "/%s/", lang_code(l->lang));
    const char *at = strstr(l->file, folder); /* beside the file, in the language's folder */
    if (at)
        text_addf(&path, "%.*s/%s/%s", (int)(at - l->file), l->file, lang_code(lang), at + strlen(folder));
    bool ok = at && file_read(text_str(&path), LESSON_MAX_BYTES + 1, &bytes, &quiet);
    ok = ok || by_id(l->id, strlen(l->id), lang, &bytes, &path);
    ok = ok && lesson_take(out, text_str(&path), &bytes, lang, &quiet);
    if (ok)
        out->id = lesson_store_text(out->store, l->id, strlen(l->id));
    text_finish(&bytes);
    text_finish(&path);
    reply_finish(&quiet);
    return ok;
}

/* ---- what comes after ------------------------------------------------------------------ */

bool lesson_course(enum lang lang, struct course *out)
{
    return lesson_list(LIST_COURSE, lang, out);
}

bool lesson_list(int page, enum lang lang, struct course *out)
{
    struct text bytes = {0}, path = {0};
    struct complaints complaints = {0};
    *out = (struct course){.count = 0};
    bool ok = (lesson_page_bytes(course_names[page], lang, &bytes, &path) ||
               lesson_page_bytes(course_names[page], languages[lang].words, &bytes, &path)) &&
              course_read(out, text_str(&path), text_str(&bytes), bytes.len, lang, &complaints);
    complaints_finish(&complaints);
    text_finish(&bytes);
    text_finish(&path);
    return ok;
}

void lesson_place_name(const char *place, struct text *out)
{
    size_t n = strcspn(place, "#");
    text_add_bytes(out, place, n);
    text_addf(out, "%s%s", place[n] ? "/" : "", place[n] ? place + n + 1 : "");
}

void lesson_path_follow(const struct host *h, struct lesson *l)
{
    struct course c = {.count = 0};
    struct text name = {0};
    bool listed = lesson_course(l->lang, &c);
    int number = h->lessons->path.number;
    const struct course_path *p =
        listed && number >= 1 && number <= c.path_count ? &c.path[number - 1] : NULL;
    int at = p ? h->lessons->path.at + 1 : listed ? course_find(&c, l->id) + 1 : 0;
    if (listed && (!l->next.s || number)) {
        const char *next =
            p ? (at < p->count ? p->place[at] : NULL) : (at > 0 && at < c.count ? c.v[at].id : NULL);
        if (next)
            lesson_place_name(next, &name);
        l->next.s = next ? lesson_store_text(l->store, text_str(&name), name.len) : NULL;
    }
    l->path = p ? number : 0;
    l->station = p ? h->lessons->path.at + 1 : 0;
    l->stations = p ? p->count : 0;
    l->next_title = NULL; /* of "06-sines" or "06-sines/one" */
    size_t n = listed && l->next.s ? strcspn(l->next.s, "/") : 0;
    for (int i = 0; i < c.count && n > 0 && !l->next_title; i++)
        if (strncmp(c.v[i].id, l->next.s, n) == 0 && !c.v[i].id[n])
            l->next_title = lesson_store_text(l->store, c.v[i].title.s, strlen(c.v[i].title.s));
    course_finish(&c);
    text_finish(&name);
}

bool lesson_path_place(enum lang lang, struct lesson_path at, struct text *name, int *stations)
{
    struct course c;
    bool ok = lesson_course(lang, &c) && at.number >= 1 && at.number <= c.path_count;
    *stations = ok ? c.path[at.number - 1].count : 0;
    ok = at.at >= 0 && at.at < *stations;
    if (ok)
        lesson_place_name(c.path[at.number - 1].place[at.at], name);
    course_finish(&c);
    return ok;
}

int lesson_path_goes_on(const struct host *h)
{
    const struct lesson_session *s = h->session->lesson;
    const struct lesson_path at = h->lessons->path;
    struct text name = TEXT_HERE;
    int stations = 0, next = 0;
    if (s && lesson_path_place(s->lesson.lang, at, &name, &stations)) {
        /* it is over when all that the path wants of the open lesson at this place is closed */
        const char *place = text_str(&name);
        size_t n = strcspn(place, "/");
        const struct lesson_step *step = lesson_now(s).step;
        const struct lesson_visit *v = step ? &s->run.visit[s->run.step] : NULL;
        bool here = strncmp(s->lesson.id, place, n) == 0 && !s->lesson.id[n];
        bool over =
            place[n] && step ? strcmp(step->id.s, place + n + 1) == 0 && (v->finished || v->skipped) : !step;
        next = at.at + (here && over);
    }
    text_finish(&name);
    return next < stations ? next + 1 : 0;
}
