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

bool lesson_path_start(struct host *h, int number, int col, struct reply *r)
{
    struct course c;
    struct text name = {0}, opened = {0};
    const struct lesson_path before = h->lessons->path;
    bool ok = lesson_course((enum lang)h->model->now.state.look.lang, &c);
    const struct course_path *p = lesson_path_of(&c, number);
    if (!p) {
        reply_fail(r, col, TEXT("no path %d ('path' lists them)", "没有第 %d 条路线（path 列出全部）"),
                   number);
        ok = false;
    } else {
        lesson_place_name(p->place[0], &name);
        h->lessons->path = (struct lesson_path){number, 0};
        ok = ok && lesson_open(h, text_str(&name), &opened, r);
        if (!ok)
            h->lessons->path = before;
    }
    course_finish(&c);
    text_finish(&name);
    text_finish(&opened);
    return ok;
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
