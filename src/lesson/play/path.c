#include "lesson/play/path.h"

#include <string.h>

#include "lesson/play/open.h"
#include "lesson/play/play.h"

bool lesson_path_next(struct host *h, struct text *opened, struct reply *r)
{
    struct text name = {0};
    text_add(&name, h->session->lesson->lesson.next.s); /* the lesson is gone once another one is open */
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
    bool ok = at->number && lesson_path_place(h->session->lesson->lesson.lang,
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
    bool ok = lesson_path_place(host_lang(h), to, &name, &stations);
    if (ok) {
        h->lessons->path = to;
        ok = lesson_open(h, text_str(&name), &opened, r);
        if (!ok)
            h->lessons->path = before;
    } else if (stations == 0) {
        reply_fail(r, col, TEXT("no path %d ('path' lists them)"), number);
    } else {
        reply_fail(r, col, TEXT("path %d has %d stations"), number, stations);
    }
    text_finish(&name);
    text_finish(&opened);
    return ok;
}

void lesson_path_end(struct host *h)
{
    h->lessons->path = (struct lesson_path){0};
    lesson_path_follow(h, &h->session->lesson->lesson);
}

bool lesson_paths_show(const struct host *h, struct reply *r)
{
    struct course c;
    lesson_course(host_lang(h), &c);
    reply_say(r, c.path_count > 0 ? TEXT("Paths through the course ('path 1' starts the first)\n")
                                  : TEXT("the course page has no paths"));
    for (int i = 0; i < c.path_count; i++) {
        text_addf(&r->text, text_in(TEXT("  %d  %s: "), r->lang), i + 1, c.path[i].title.s);
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
    const struct lesson_session *s = h->session->lesson;
    const struct lesson_step *step = lesson_now(s).step;
    struct text name = TEXT_HERE;
    int stations;
    bool one = h->lessons->path.number && step &&
               lesson_path_place(s->lesson.lang, h->lessons->path, &name, &stations);
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
    bool path = out->path.number && lesson_path_place(lang, out->path, &name, &stations) &&
                load_latest(lang, text_str(&name), &l, &out->title);
    text_finish(&name);
    if (path) {
        text_addf(&out->name, "path %d %d", out->path.number, out->path.at + 1);
        text_say(&out->place, lang, TEXT("path %d, %d of %d"), out->path.number, out->path.at + 1, stations);
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
        text_say(&out->place, lang, TEXT("step %d"), lesson_resumes(h, &l) + 1);
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
