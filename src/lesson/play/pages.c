#include "lesson/play/pages.h"

#include <string.h>

#include "base/mem.h"
#include "lesson/play/files.h"
#include "lesson/play/open.h"
#include "lesson/play/play.h"
#include "lesson/run/contents.h"
#include "session/contexts.h"

/* ---- the course ------------------------------------------------------------------ */

static bool in_par(const struct progress_answer *a)
{
    return a->kind == ASK_GOAL && a->right && a->par > 0 && a->moves <= a->par;
}

/* True for a page of challenges: each step is one goal. */
static bool challenges(const struct lesson *l)
{
    bool all = l->step_count > 1;
    for (int k = 0; k < l->step_count; k++)
        all = all && l->step[k].ask_count == 1 && l->step[k].ask[0].kind == ASK_GOAL;
    return all;
}

/* Lists them with the fewest moves so far and their par: 1 The tempting fish 1/1 *; 2 Find the dog -/1 */
static void list_challenges(struct contents *c, int i, const struct lesson *l, const struct progress *p)
{
    for (int k = 0; k < l->step_count; k++) {
        const struct progress_step *s = progress_find(p, l->id, l->step[k].id.s);
        const struct progress_answer *a = s && s->ask_count > 0 && s->ask[0].right ? &s->ask[0] : NULL;
        text_addf(&c->aim[i], "%s%d %s ", k ? "; " : " ", k + 1, l->step[k].title.s);
        if (a)
            text_addf(&c->aim[i], "%d/%d%s", a->moves, l->step[k].ask[0].moves, in_par(a) ? "*" : "");
        else
            text_addf(&c->aim[i], "-/%d", l->step[k].ask[0].moves);
    }
}

/* Counts the done and the changed steps of lesson i. */
static void read_progress(struct contents *c, int i, const struct lesson *l, const struct progress *p)
{
    for (int k = 0; k < l->step_count; k++) {
        const struct progress_step *s = progress_find(p, l->id, l->step[k].id.s);
        bool done = s && s->state == PROGRESS_DONE,
             changed = done && progress_changed(s, l->lang, l->step[k].hash);
        c->done[i] += done && !changed;
        c->changed[i] += changed;
        for (int a = 0; s && !changed && a < s->ask_count; a++)
            c->par[i] += in_par(&s->ask[a]);
    }
}

/* Reads lesson i itself; if it is the person's own, its title too. */
static void read_lesson(struct contents *c, int i, const char *id, struct text *title,
                        const struct progress *p)
{
    struct lesson l = {0};
    struct reply quiet = {.lang = c->lang};
    const char *step;
    c->minutes[i] = c->steps[i] = c->done[i] = c->changed[i] = c->par[i] = 0;
    text_clear(title);
    text_add(title, id);
    if (lesson_load(id, c->lang, &l, &step, &quiet)) {
        text_clear(title);
        text_add(title, l.title.s);
        for (int k = 0; k < l.aim.count; k++)
            lesson_block_text(&l.aim.v[k], &c->aim[i]);
        c->minutes[i] = l.minutes;
        c->steps[i] = l.step_count;
        read_progress(c, i, &l, p);
        if (challenges(&l))
            list_challenges(c, i, &l, p);
        lesson_finish(&l);
    }
    reply_finish(&quiet);
}

/* Lists the lessons of the page, then those on disk that it does not mention. Reading all of them takes most
 * of the time of a start, and dots on the start screen need only those that were begun. */
static void read_lessons(struct contents *c, const struct progress *p)
{
    char own[CONTENTS_MAX][LESSON_NAME];
    struct text title = {0};
    int count = lesson_names(lang_code(c->lang), own, CONTENTS_MAX);
    c->own = c->count = c->course.count < CONTENTS_MAX ? c->course.count : CONTENTS_MAX;
    for (int i = 0; i < c->own; i++)
        if (c->whole || progress_count(p, c->course.v[i].id).done > 0)
            read_lesson(c, i, c->course.v[i].id, &title, p);
    for (int k = 0; k < count && c->count == c->course.count && c->count < CONTENTS_MAX; k++) {
        if (course_find(&c->course, own[k]) >= 0)
            continue;
        read_lesson(c, c->count, own[k], &title, p);
        c->count += course_add(&c->course, text_in(TEXT("Your own lessons", "自己的课"), c->lang), own[k],
                               text_str(&title));
    }
    text_finish(&title);
}

static void finish(struct contents *c)
{
    course_finish(&c->course);
    for (int i = 0; i < CONTENTS_MAX; i++)
        text_finish(&c->aim[i]);
    mem_free(c);
}

/* Returns NULL if this language has no page or memory runs out. */
static struct contents *read_contents(enum lang lang, bool whole, const struct progress *p)
{
    struct text bytes = {0}, path = {0};
    struct complaints complaints = {0};
    struct contents *c = mem_new(1, sizeof *c);
    bool ok = c && lesson_page_bytes("course", lang, &bytes, &path);
    if (ok) {
        c->lang = lang;
        c->whole = whole;
        ok = course_read(&c->course, text_str(&path), text_str(&bytes), bytes.len, lang, &complaints);
        if (ok)
            read_lessons(c, p);
    }
    if (c && !ok) {
        finish(c);
        c = NULL;
    }
    complaints_finish(&complaints);
    text_finish(&bytes);
    text_finish(&path);
    return c;
}

void lesson_pages_finish(struct host *h)
{
    if (h->lessons->contents)
        finish(h->lessons->contents);
    h->lessons->contents = NULL;
    h->model->contents = NULL;
}

/* Counts the finished steps of the lesson left last, if progress is not saved. */
static void note_done(struct host *h)
{
    int at = h->lessons->contents && h->lessons->left
                 ? course_find(&h->lessons->contents->course, h->lessons->left->id)
                 : -1;
    if (h->lessons->keep.on || at < 0 || at >= h->lessons->contents->count)
        return;
    h->lessons->contents->done[at] = 0;
    for (int k = 0; k < LESSON_MAX_STEPS; k++)
        h->lessons->contents->done[at] += h->lessons->left->run.visit[k].finished;
}

void lesson_pages_follow(struct host *h)
{
    struct look *look = &h->model->now.state.look;
    enum lang lang = (enum lang)look->lang;
    if (look->view != VIEW_LESSON && look->view != VIEW_HOME)
        return;
    bool whole = look->view == VIEW_LESSON || !h->lessons->keep.on; /* without a record see note_done */
    if (!h->lessons->contents || h->lessons->contents->lang != lang || h->lessons->contents->whole < whole ||
        h->lessons->contents->as_of != h->lessons->keep.version) {
        struct contents *fresh = read_contents(lang, whole, &h->lessons->keep.table);
        if (fresh) {
            lesson_pages_finish(h);
            h->lessons->contents = fresh;
            fresh->as_of = h->lessons->keep.version;
        }
    }
    h->model->contents = h->lessons->contents;
    note_done(h);
    const struct contents *all = h->lessons->contents;
    int last = all ? all->count + all->course.path_count - 1 : 0;
    look->course = look->course > last ? last : look->course;
}

bool lesson_pages_show(struct host *h, const char *id, struct reply *r)
{
    struct state next = {0};
    if (!id && !h->lessons->contents)
        id = progress_latest(h);
    state_copy(&next, &h->model->now.state);
    next.look.view = VIEW_LESSON;
    if (!model_commit(h->model, &next, "lesson", r))
        return false;
    lesson_pages_finish(h); /* files may have changed since */
    lesson_pages_follow(h);
    int at = id && h->lessons->contents ? course_find(&h->lessons->contents->course, id) : -1;
    if (at >= 0)
        h->model->now.state.look.course = at;
    return true;
}

void lesson_pages_list(const struct host *h, struct text *out)
{
    const struct contents *all = h->lessons->contents;
    for (int i = 0; all && i < all->count; i++)
        text_addf(out, "%-22s  %s\n", all->course.v[i].id, all->course.v[i].title.s);
}

const char *lesson_pages_chosen(const struct host *h)
{
    const struct look *look = &h->model->now.state.look;
    bool shown =
        look->view == VIEW_LESSON && h->lessons->contents && look->course < h->lessons->contents->count;
    return shown ? h->lessons->contents->course.v[look->course].id : NULL;
}

int lesson_pages_path(const struct host *h)
{
    const struct look *look = &h->model->now.state.look;
    const struct contents *all = h->lessons->contents;
    return look->view == VIEW_LESSON && all && look->course >= all->count ? look->course - all->count + 1 : 0;
}

/* ---- finding ----------------------------------------------------------------------- */

/* Which of the titles that have the text comes next. */
struct hit {
    int at, number, count; /* its index, its number among them, how many there are; 0: none has it */
};

static bool has(const char *title, const char *id, const char *text)
{
    return strstr(title, text) || strstr(id, text);
}

static void note_hit(struct hit *h, int i, int here)
{
    h->count++;
    bool after = i > here && h->at <= here;
    if (h->count == 1 || after) {
        h->at = i;
        h->number = h->count;
    }
}

/* Says how many there are, if there are others, and how to reach them. */
static void say_hit(const struct host *h, struct hit hit, const char *text, struct reply *r)
{
    const char *key = key_now(h->model, h->lessons->play ? "lesson" : "course", "prompt command \"find \"");
    if (hit.count > 1 && !*key) /* where every character types a sentence */
        reply_say(r,
                  TEXT("'%s' is in %d titles, this is number %d (:find and Enter: the next)",
                       "含“%s”的标题有 %d 个，这是第 %d 个（:find 和回车：下一个）"),
                  text, hit.count, hit.number);
    else if (hit.count > 1)
        reply_say(r,
                  TEXT("'%s' is in %d titles, this is number %d (%s and Enter: the next)",
                       "含“%s”的标题有 %d 个，这是第 %d 个（按 %s 和回车：下一个）"),
                  text, hit.count, hit.number, key);
}

static bool find_step(struct host *h, const char *text, struct reply *r)
{
    const struct lesson_session *s = h->model->lesson;
    struct hit hit = {0};
    for (int i = 0; i < s->lesson.step_count; i++)
        if (has(s->lesson.step[i].title.s, s->lesson.step[i].id.s, text))
            note_hit(&hit, i, s->run.step);
    if (hit.count == 0)
        return reply_fail(
            r, 0, TEXT("no step of this lesson has '%s' in its title", "这一课没有标题含“%s”的步骤"), text);
    if (!lesson_enter(h, hit.at, 0, false, r))
        return false;
    say_hit(h, hit, text, r);
    return true;
}

static bool find_lesson(struct host *h, const char *text, struct reply *r)
{
    const struct contents *c = h->lessons->contents;
    struct look *look = &h->model->now.state.look;
    struct hit hit = {0};
    for (int i = 0; c && i < c->count; i++)
        if (has(c->course.v[i].title.s, c->course.v[i].id, text))
            note_hit(&hit, i, look->course);
    if (hit.count == 0)
        return reply_fail(r, 0, TEXT("no lesson has '%s' in its title", "没有标题含“%s”的课程"), text);
    look->course = hit.at;
    say_hit(h, hit, text, r);
    return true;
}

static bool find_title(struct host *h, const char *text, struct reply *r)
{
    if (h->lessons->play && !h->model->lesson->free)
        return find_step(h, text, r);
    if (h->model->now.state.look.view == VIEW_LESSON)
        return find_lesson(h, text, r);
    return reply_fail(r, 0,
                      TEXT("find works on the course page ('lesson') or in a lesson",
                           "find：在课程目录（lesson）或课程里使用"));
}

bool lesson_pages_find(struct host *h, const char *text, struct text *sought, struct reply *r)
{
    text_add(sought, *text ? text : text_str(&h->lessons->sought));
    if (sought->len == 0)
        return reply_fail(r, 0, TEXT("find: write a part of a title", "find：请写标题里的几个字"));
    if (!find_title(h, text_str(sought), r))
        return false;
    text_clear(&h->lessons->sought);
    text_add(&h->lessons->sought, text_str(sought));
    return true;
}
