#include "lesson/play/open.h"

#include <stdio.h>
#include <string.h>

#include "app/keep/file.h"
#include "base/embedded.h"
#include "base/number.h"
#include "lesson/play/files.h"
#include "lesson/read/store.h"
#include "lesson/play/play.h"

static bool read_lesson(struct lesson *out, const char *path, const struct text *bytes, enum lang lang,
                        struct reply *r)
{
    struct complaints c = {0};
    bool ok = lesson_read(out, path, text_str(bytes), bytes->len, lang, &c);
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
    for (const struct embedded *e = embedded_files; e->path && id->len == 0; e++) {
        const char *file = lesson_embedded(e, lang);
        if (file && strncmp(file, text_str(&begin), begin.len) == 0)
            text_add_bytes(id, file, strlen(file) - strlen(".md"));
    }
    int count = id->len == 0 ? lesson_names(lang_code(lang), own, MOST) : 0;
    for (int i = 0; i < count && id->len == 0; i++)
        if (strncmp(own[i], text_str(&begin), begin.len) == 0)
            text_add(id, own[i]);
    bool found = id->len > 0 && !begin.failed;
    text_finish(&begin);
    return found;
}

static bool by_id(const char *id, size_t n, enum lang lang, struct text *bytes, struct text *path)
{
    struct text relative = {0};
    text_addf(&relative, "%s/%.*s.md", lang_code(lang), (int)n, id);
    bool ok = lesson_file(text_str(&relative), bytes, path);
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
    const char *end = strstr(name, ".md"); /* of "path/NAME.md/STEP"; else "NAME/STEP" */
    bool is_path = end && (end[3] == '\0' || end[3] == '/'), ok;
    size_t n = is_path ? (size_t)(end + 3 - name) : strcspn(name, "/");
    *step = name + n + (name[n] == '/');
    if (is_path) {
        text_add_bytes(&path, name, n);
        ok = file_read(text_str(&path), LESSON_MAX_BYTES + 1, &bytes, r);
    } else {
        ok =
            (n > 0 && (by_id(name, n, lang, &bytes, &path) ||
                       (id_like(name, n, lang, &id) && by_id(text_str(&id), id.len, lang, &bytes, &path)))) ||
            reply_fail(
                r, 0,
                TEXT("no lesson '%.*s' in English (00 to %02d, or a name; the command 'lesson' lists them)",
                     "没有中文课程“%.*s”（可写 00 到 %02d，或名字；命令 lesson 列出全部课程）"),
                (int)n, name, last_number(lang));
    }
    ok = ok && read_lesson(out, text_str(&path), &bytes, lang, r);
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
    ok = ok && read_lesson(out, text_str(&path), &bytes, lang, &quiet);
    text_finish(&bytes);
    text_finish(&path);
    reply_finish(&quiet);
    return ok;
}

/* ---- what comes after ------------------------------------------------------------------ */

bool lesson_course(enum lang lang, struct course *out)
{
    struct text bytes = {0}, path = {0};
    struct complaints complaints = {0};
    *out = (struct course){.count = 0};
    bool ok = lesson_page_bytes("course", lang, &bytes, &path) &&
              course_read(out, text_str(&path), text_str(&bytes), bytes.len, lang, &complaints);
    complaints_finish(&complaints);
    text_finish(&bytes);
    text_finish(&path);
    return ok;
}

/* Appends "06-sines/one", which opens the place "06-sines#one". */
static void place_name(const char *place, struct text *out)
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
            place_name(next, &name);
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

/* Appends the name of the place at which a path is, and sets *stations to how many places the path has, 0:
 * there is no such path. Returns false if there is no such place. */
static bool place_of_path(enum lang lang, struct lesson_path at, struct text *name, int *stations)
{
    struct course c;
    bool ok = lesson_course(lang, &c) && at.number >= 1 && at.number <= c.path_count;
    *stations = ok ? c.path[at.number - 1].count : 0;
    ok = at.at >= 0 && at.at < *stations;
    if (ok)
        place_name(c.path[at.number - 1].place[at.at], name);
    course_finish(&c);
    return ok;
}

int lesson_path_goes_on(const struct host *h)
{
    const struct lesson_session *s = h->model->lesson;
    const struct lesson_path at = h->lessons->path;
    struct text name = TEXT_HERE;
    int stations = 0, next = 0;
    if (s && place_of_path(s->lesson.lang, at, &name, &stations)) {
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

/* ---- paths ---------------------------------------------------------------------------- */

bool lesson_path_next(struct host *h, struct text *opened, struct reply *r)
{
    struct text name = {0};
    text_add(&name, h->model->lesson->lesson.next.s); /* the lesson is gone once another one is open */
    h->lessons->path.at++;
    bool ok = name.failed ? reply_no_memory(r) : lesson_open(h, text_str(&name), opened, r);
    h->lessons->path.at -= !ok;
    text_finish(&name);
    return ok;
}

bool lesson_path_back(struct host *h, struct text *opened, struct reply *r)
{
    struct text name = {0};
    struct lesson_path *at = &h->lessons->path;
    int stations;
    bool ok = at->number && place_of_path(h->model->lesson->lesson.lang,
                                          (struct lesson_path){at->number, at->at - 1}, &name, &stations);
    if (ok) {
        at->at--;
        ok = lesson_open(h, text_str(&name), opened, r);
        at->at += !ok;
    }
    text_finish(&name);
    return ok;
}

bool lesson_path_start(struct host *h, int number, int station, int col, struct reply *r)
{
    struct text name = {0}, opened = {0};
    const struct lesson_path before = h->lessons->path, to = {number, station - 1};
    int stations;
    bool ok = place_of_path(host_lang(h), to, &name, &stations);
    if (ok) {
        h->lessons->path = to;
        ok = lesson_open(h, text_str(&name), &opened, r);
        if (!ok)
            h->lessons->path = before;
    } else if (stations == 0) {
        reply_fail(r, col, TEXT("no path %d ('path' lists them)", "没有第 %d 条路线（path 列出全部）"),
                   number);
    } else {
        reply_fail(r, col, TEXT("path %d has %d stations", "第 %d 条路线只有 %d 站"), number, stations);
    }
    text_finish(&name);
    text_finish(&opened);
    return ok;
}

void lesson_path_end(struct host *h)
{
    h->lessons->path = (struct lesson_path){0};
    lesson_path_follow(h, &h->model->lesson->lesson);
}

bool lesson_paths_show(const struct host *h, struct reply *r)
{
    struct course c;
    lesson_course(host_lang(h), &c);
    reply_say(r, EITHER(c.path_count > 0,
                        TEXT("Paths through the course ('path 1' starts the first)\n",
                             "课程里的路线（path 1 从第一条开始）\n"),
                        TEXT("the course page has no paths", "课程目录里没有路线")));
    for (int i = 0; i < c.path_count; i++) {
        text_addf(&r->text, text_in(TEXT("  %d  %s: ", "  %d  %s："), r->lang), i + 1, c.path[i].title.s);
        for (int k = 0; k < c.path[i].count; k++) {
            text_add(&r->text, k > 0 ? " " : "");
            place_name(c.path[i].place[k], &r->text);
        }
        text_add(&r->text, "\n");
    }
    course_finish(&c);
    return !r->text.failed || reply_no_memory(r);
}

bool lesson_path_one_step(const struct host *h)
{
    const struct lesson_session *s = h->model->lesson;
    const struct lesson_step *step = lesson_now(s).step;
    struct text name = TEXT_HERE;
    int stations;
    bool one =
        h->lessons->path.number && step && place_of_path(s->lesson.lang, h->lessons->path, &name, &stations);
    const char *mark = one ? strchr(text_str(&name), '/') : NULL;
    one = mark && strcmp(mark + 1, step->id.s) == 0;
    text_finish(&name);
    return one;
}

/* Reads a lesson; the title is that of the step, if `name` has one. */
static bool load_latest(enum lang lang, const char *name, struct lesson *l, struct text *title)
{
    struct reply quiet = {.lang = lang};
    const char *rest;
    bool ok = lesson_load(name, lang, l, &rest, &quiet);
    int at = ok && *rest ? lesson_step_named(l, rest) : -1;
    if (ok)
        text_add(title, at >= 0 ? l->step[at].title.s : l->title.s);
    reply_finish(&quiet);
    return ok;
}

bool latest_find(const struct host *h, struct latest *out)
{
    enum lang lang = host_lang(h);
    struct lesson l = {0};
    struct text name = {0};
    int stations;
    *out = (struct latest){.path = progress_path(h)};
    bool path = out->path.number && place_of_path(lang, out->path, &name, &stations) &&
                load_latest(lang, text_str(&name), &l, &out->title);
    text_finish(&name);
    if (path) {
        text_addf(&out->name, "path %d %d", out->path.number, out->path.at + 1);
        text_say(&out->place, lang, TEXT("path %d, %d of %d", "路线 %d，%d/%d"), out->path.number,
                 out->path.at + 1, stations);
        lesson_finish(&l);
        return true;
    }
    out->path.number = 0;
    const char *id = progress_latest(h);
    if (!id || !load_latest(lang, id, &l, &out->title))
        return false;
    if (progress_over(h, &l)) {
        lesson_path_follow(h, &l);
        out->next = l.next.s != NULL;
    }
    if (out->next) {
        text_clear(&out->title);
        text_add(&out->title, l.next_title ? l.next_title : l.next.s);
        text_add(&out->name, l.next.s);
    } else {
        text_add(&out->name, l.id);
        text_say(&out->place, lang, TEXT("step %d", "第 %d 步"), lesson_resumes(h, &l) + 1);
    }
    lesson_finish(&l);
    return true;
}

void latest_finish(struct latest *l)
{
    text_finish(&l->name);
    text_finish(&l->place);
    text_finish(&l->title);
}
