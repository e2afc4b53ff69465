#include "lesson/play/path.h"

#include <string.h>

#include "lesson/play/open.h"
#include "lesson/play/play.h"

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
    struct course c = {.count = 0};
    struct text name = {0};
    struct lesson_path *at = &h->lessons->path;
    bool ok = at->number && at->at > 0 && lesson_course(h->model->lesson->lesson.lang, &c);
    const struct course_path *p = ok ? lesson_path_of(&c, at->number) : NULL;
    ok = p && at->at <= p->count;
    if (ok) {
        lesson_place_name(p->place[--at->at], &name);
        ok = lesson_open(h, text_str(&name), opened, r);
        at->at += !ok;
    }
    course_finish(&c);
    text_finish(&name);
    return ok;
}

/* Returns the path, or NULL and the reason in r if there is no such path or station. */
static const struct course_path *station_of(const struct course *c, int number, int station, int col,
                                            struct reply *r)
{
    const struct course_path *p = lesson_path_of(c, number);
    if (!p)
        reply_fail(r, col, TEXT("no path %d ('path' lists them)", "没有第 %d 条路线（path 列出全部）"),
                   number);
    else if (station > p->count)
        reply_fail(r, col, TEXT("path %d has %d stations", "第 %d 条路线只有 %d 站"), number, p->count);
    return p && station <= p->count ? p : NULL;
}

bool lesson_path_start(struct host *h, int number, int station, int col, struct reply *r)
{
    struct course c;
    struct text name = {0}, opened = {0};
    const struct lesson_path before = h->lessons->path;
    bool ok = lesson_course((enum lang)h->model->now.state.look.lang, &c);
    const struct course_path *p = station_of(&c, number, station, col, r);
    if (p) {
        lesson_place_name(p->place[station - 1], &name);
        h->lessons->path = (struct lesson_path){number, station - 1};
        ok = ok && lesson_open(h, text_str(&name), &opened, r);
        if (!ok)
            h->lessons->path = before;
    }
    course_finish(&c);
    text_finish(&name);
    text_finish(&opened);
    return p && ok;
}

void lesson_path_end(struct host *h)
{
    h->lessons->path = (struct lesson_path){0};
    lesson_path_follow(h, &h->model->lesson->lesson);
}

bool lesson_paths_show(const struct host *h, struct reply *r)
{
    struct course c;
    lesson_course((enum lang)h->model->now.state.look.lang, &c);
    reply_say(r, EITHER(c.path_count > 0,
                        TEXT("Paths through the course ('path 1' starts the first)\n",
                             "课程里的路线（path 1 从第一条开始）\n"),
                        TEXT("the course page has no paths", "课程目录里没有路线")));
    for (int i = 0; i < c.path_count; i++) {
        text_addf(&r->text, text_in(TEXT("  %d  %s: ", "  %d  %s："), r->lang), i + 1, c.path[i].title.s);
        for (int k = 0; k < c.path[i].count; k++) {
            text_add(&r->text, k > 0 ? " " : "");
            lesson_place_name(c.path[i].place[k], &r->text);
        }
        text_add(&r->text, "\n");
    }
    course_finish(&c);
    return !r->text.failed || reply_no_memory(r);
}

bool lesson_path_one_step(const struct host *h)
{
    struct course c;
    const struct lesson_session *s = h->model->lesson;
    if (!h->lessons->path.number)
        return false;
    bool ok = lesson_course(s->lesson.lang, &c);
    const struct course_path *p = lesson_path_of(&c, h->lessons->path.number);
    const char *place = ok && p && h->lessons->path.at < p->count ? p->place[h->lessons->path.at] : "";
    const struct lesson_step *step = lesson_now(s).step;
    const char *mark = strchr(place, '#');
    bool one = mark && step && strcmp(mark + 1, step->id.s) == 0;
    course_finish(&c);
    return one;
}

/* ---- what is resumed ------------------------------------------------------------------ */

static enum lang lang_of(const struct host *h)
{
    return (enum lang)h->model->now.state.look.lang;
}

/* Reads a lesson; the title is that of the step, if `name` has one. */
static bool load(const struct host *h, const char *name, struct lesson *l, struct text *title)
{
    struct reply quiet = {.lang = lang_of(h)};
    const char *rest;
    bool ok = lesson_load(name, quiet.lang, l, &rest, &quiet);
    int at = ok && *rest ? lesson_step_named(l, rest) : -1;
    if (ok)
        text_add(title, at >= 0 ? l->step[at].title.s : l->title.s);
    reply_finish(&quiet);
    return ok;
}

static bool find_path(const struct host *h, struct latest *out)
{
    struct course c;
    struct lesson l = {0};
    struct text name = {0};
    bool ok = lesson_course(lang_of(h), &c);
    const struct course_path *p = ok ? lesson_path_of(&c, out->path.number) : NULL;
    ok = p && out->path.at < p->count;
    if (ok) {
        lesson_place_name(p->place[out->path.at], &name);
        ok = load(h, text_str(&name), &l, &out->title);
    }
    if (ok) {
        text_addf(&out->name, "path %d %d", out->path.number, out->path.at + 1);
        text_addf(&out->place, text_in(TEXT("path %d, %d of %d", "路线 %d，%d/%d"), lang_of(h)),
                  out->path.number, out->path.at + 1, p->count);
        lesson_finish(&l);
    }
    text_finish(&name);
    course_finish(&c);
    return ok;
}

static void find_next(const struct host *h, struct lesson *l, struct latest *out)
{
    lesson_path_follow(h, l);
    out->next = l->next.s != NULL;
    if (!out->next)
        return;
    text_clear(&out->title);
    text_add(&out->title, l->next_title ? l->next_title : l->next.s);
    text_add(&out->name, l->next.s);
}

static bool find_lesson(const struct host *h, const char *id, struct latest *out)
{
    struct lesson l = {0};
    if (!load(h, id, &l, &out->title))
        return false;
    if (progress_over(h, &l))
        find_next(h, &l, out);
    if (!out->next) {
        text_add(&out->name, l.id);
        text_addf(&out->place, text_in(TEXT("step %d", "第 %d 步"), lang_of(h)), lesson_resumes(h, &l) + 1);
    }
    lesson_finish(&l);
    return true;
}

bool latest_find(const struct host *h, struct latest *out)
{
    *out = (struct latest){.path = progress_path(h)};
    if (out->path.number && find_path(h, out))
        return true;
    out->path.number = 0;
    const char *id = progress_latest(h);
    return id && find_lesson(h, id, out);
}

void latest_finish(struct latest *l)
{
    text_finish(&l->name);
    text_finish(&l->place);
    text_finish(&l->title);
}
