#include "lesson/play/pages.h"

#include <string.h>

#include "base/mem.h"
#include "lesson/play/files.h"
#include "lesson/play/open.h"
#include "lesson/play/play.h"
#include "lesson/run/progress.h"
#include "session/contexts.h"

static bool in_par(const struct progress_answer *a)
{
    return a->kind == ASK_GOAL && a->right && a->par > 0 && a->moves <= a->par;
}

/* Reads lesson i itself: its title, if it is the person's own, what it is about, and which of its steps are
 * done, or have changed since. A page of challenges, where each step is one goal, lists them with the fewest
 * moves so far and their par: 1 The tempting fish 1/1 *; 2 Find the dog -/1 */
static void read_lesson(struct contents *c, int i, const char *id, struct text *title,
                        const struct progress *p)
{
    struct lesson l = {0};
    struct reply quiet = {.lang = c->lang};
    const char *step;
    c->minutes[i] = c->steps[i] = c->done[i] = c->changed[i] = c->par[i] = 0;
    text_clear(title);
    bool ok = lesson_load(id, c->lang, &l, &step, &quiet), challenges = l.step_count > 1;
    text_add(title, ok ? l.title.s : id);
    for (int k = 0; k < l.aim.count; k++)
        lesson_block_text(&l.aim.v[k], &c->aim[i]);
    c->minutes[i] = l.minutes;
    c->steps[i] = l.step_count;
    for (int k = 0; k < l.step_count; k++) {
        const struct progress_step *s = progress_find(p, l.id, l.step[k].id.s);
        bool done = s && s->state == PROGRESS_DONE,
             changed = done && progress_changed(s, l.lang, l.step[k].hash);
        c->done[i] += done && !changed;
        c->changed[i] += changed;
        for (int a = 0; s && !changed && a < s->ask_count; a++)
            c->par[i] += in_par(&s->ask[a]);
        challenges = challenges && l.step[k].ask_count == 1 && l.step[k].ask[0].kind == ASK_GOAL;
    }
    for (int k = 0; challenges && k < l.step_count; k++) {
        const struct progress_step *s = progress_find(p, l.id, l.step[k].id.s);
        const struct progress_answer *a = s && s->ask_count > 0 && s->ask[0].right ? &s->ask[0] : NULL;
        text_addf(&c->aim[i], "%s%d %s ", k ? "; " : " ", k + 1, l.step[k].title.s);
        if (a)
            text_addf(&c->aim[i], "%d/%d%s", a->moves, l.step[k].ask[0].moves, in_par(a) ? "*" : "");
        else
            text_addf(&c->aim[i], "-/%d", l.step[k].ask[0].moves);
    }
    if (ok)
        lesson_finish(&l);
    reply_finish(&quiet);
}

static void drop_contents(struct contents *c)
{
    if (!c)
        return;
    course_finish(&c->course);
    text_finish(&c->only);
    for (int i = 0; i < CONTENTS_MAX; i++)
        text_finish(&c->aim[i]);
    mem_free(c);
}

/* Lists the steps of another page that have the text looked for. */
static struct contents *list_steps(struct contents *c, const char *only)
{
    struct course *all = &c->course;
    int kept = 0;
    text_add_lower(&c->only, only, strlen(only));
    for (int u = 0, i = 0; u < all->unit_count; u++) {
        struct course_unit *unit = &all->unit[u];
        int end = unit->first + unit->count;
        for (unit->first = kept; i < end; i++) {
            struct text said = TEXT_HERE, lower = TEXT_HERE;
            text_addf(&said, "%s %s", all->v[i].title.s, all->v[i].mark.s);
            lesson_block_text(all->v[i].text.v, &said);
            text_add_lower(&lower, text_str(&said), said.len);
            if (kept < CONTENTS_MAX && strstr(text_str(&lower), text_str(&c->only))) {
                lesson_block_text(all->v[i].text.v, &c->aim[kept]);
                all->v[kept++] = all->v[i];
            }
            text_finish(&said);
            text_finish(&lower);
        }
        unit->count = kept - unit->first;
    }
    c->own = c->count = all->count = kept;
    return c;
}

/* Lists the lessons of the page, then those on disk that it does not mention. Reading all of them (`whole`)
 * takes most of the time of a start, and dots on the start screen need only those that were begun. Returns
 * NULL if this language has no page or memory runs out. */
static struct contents *read_contents(enum lang lang, int page, const char *only, bool whole,
                                      const struct progress *p)
{
    char own[CONTENTS_MAX][LESSON_NAME];
    struct text title = {0};
    struct contents *c = mem_new(1, sizeof *c);
    if (!c || !lesson_list(page, lang, &c->course)) {
        drop_contents(c);
        return NULL;
    }
    c->lang = lang;
    c->whole = whole;
    c->page = page;
    if (page != LIST_COURSE)
        return list_steps(c, only);
    c->own = c->count = c->course.count < CONTENTS_MAX ? c->course.count : CONTENTS_MAX;
    for (int i = 0; i < c->own; i++)
        if (whole || progress_count(p, c->course.v[i].id).done > 0)
            read_lesson(c, i, c->course.v[i].id, &title, p);
    int count = lesson_names(lang, own, CONTENTS_MAX);
    for (int k = 0; k < count && c->count == c->course.count && c->count < CONTENTS_MAX; k++) {
        if (course_find(&c->course, own[k]) >= 0)
            continue;
        read_lesson(c, c->count, own[k], &title, p);
        c->count += course_add(&c->course, text_in(TEXT("Your own lessons"), lang), own[k], text_str(&title));
    }
    text_finish(&title);
    return c;
}

void lesson_pages_finish(struct host *h)
{
    drop_contents(h->lessons->contents);
    h->lessons->contents = NULL;
    h->session->contents = NULL;
}

void lesson_pages_follow(struct host *h)
{
    struct lessons *all = h->lessons;
    struct look *look = &h->session->now.state.look;
    enum lang lang = (enum lang)look->lang;
    if (look->view != VIEW_LESSON && look->view != VIEW_HOME)
        return;
    bool whole = look->view == VIEW_LESSON;
    int page = whole ? look->page : LIST_COURSE;
    bool other = all->contents && all->contents->page != page;
    if (!all->contents || all->contents->lang != lang || other || all->contents->whole < whole ||
        all->contents->as_of != all->keep.version) {
        struct contents *fresh =
            read_contents(lang, page, all->contents && !other ? text_str(&all->contents->only) : "", whole,
                          &all->keep.table);
        if (fresh) {
            lesson_pages_finish(h);
            look->course = other && whole ? 0 : look->course;
            all->contents = fresh;
            fresh->as_of = all->keep.version;
        }
    }
    struct contents *c = all->contents;
    h->session->contents = c;
    /* if progress is not saved, the finished steps of the lesson left last are counted */
    int at =
        c && page == LIST_COURSE && all->left && !all->keep.on ? course_find(&c->course, all->left->id) : -1;
    if (at >= 0 && at < c->count) {
        struct text title = {0};
        if (c->steps[at] == 0)
            read_lesson(c, at, all->left->id, &title, &all->keep.table);
        text_finish(&title);
        c->done[at] = 0;
        for (int k = 0; k < LESSON_MAX_STEPS; k++)
            c->done[at] += all->left->run.visit[k].finished;
    }
    int last = c ? c->count + c->course.path_count - 1 : 0;
    look->course = look->course > last ? last : look->course;
}

bool lesson_pages_show(struct host *h, int page, const char *id, struct reply *r)
{
    struct state next = {0};
    if (!id && !h->lessons->contents)
        id = progress_latest(h);
    state_copy(&next, &h->session->now.state);
    next.look.view = VIEW_LESSON;
    next.look.page = page;
    if (!session_commit(h->session, &next, "lesson", r))
        return false;
    lesson_pages_finish(h); /* files may have changed since */
    lesson_pages_follow(h);
    int at = id && h->lessons->contents ? course_find(&h->lessons->contents->course, id) : -1;
    if (at >= 0)
        h->session->now.state.look.course = at;
    return true;
}

void lesson_pages_list(const struct host *h, struct text *out)
{
    const struct contents *all = h->lessons->contents;
    for (int i = 0; all && i < all->count; i++)
        text_addf(out, "%-22s  %s\n", all->course.v[i].id, all->course.v[i].title.s);
}

bool lesson_pages_chosen(const struct host *h, struct text *name)
{
    const struct look *look = &h->session->now.state.look;
    bool shown =
        look->view == VIEW_LESSON && h->lessons->contents && look->course < h->lessons->contents->count;
    if (shown)
        lesson_place_name(h->lessons->contents->course.v[look->course].id, name);
    return shown;
}

int lesson_pages_path(const struct host *h)
{
    const struct look *look = &h->session->now.state.look;
    const struct contents *all = h->lessons->contents;
    return look->view == VIEW_LESSON && all && look->course >= all->count ? look->course - all->count + 1 : 0;
}

/* Shows only the rows of a page that have the text; all of them if there is none. */
static bool leave_rows(struct host *h, const char *words, struct reply *r)
{
    struct contents **now = &h->lessons->contents,
                    *some = read_contents((*now)->lang, (*now)->page, words, true, &h->lessons->keep.table);
    if (!some)
        return reply_no_memory(r);
    if (some->count == 0) {
        drop_contents(some);
        return reply_fail(r, 0, TEXT("no row has '%s' ('find' alone shows all of them again)"), words);
    }
    some->as_of = (*now)->as_of;
    drop_contents(*now);
    *now = some;
    h->session->contents = some;
    h->session->now.state.look.course = 0;
    return true;
}

bool lesson_pages_find(struct host *h, const char *text, struct text *sought, struct reply *r)
{
    const struct lesson_session *s =
        h->lessons->play && !h->session->lesson->free ? h->session->lesson : NULL;
    const struct contents *c = h->lessons->contents;
    struct look *look = &h->session->now.state.look;
    int all = s ? s->lesson.step_count : c ? c->count : 0, here = s ? s->run.step : look->course;
    int at = 0, number = 0,
        count = 0; /* of those that have the text: which comes next, and how many there are */
    if (!s && c && look->view == VIEW_LESSON && c->page != LIST_COURSE)
        return leave_rows(h, text, r);
    text_add(sought, *text ? text : text_str(&h->lessons->sought));
    text = text_str(sought);
    if (!*text)
        return reply_fail(r, 0, TEXT("find: write a part of a title"));
    if (!s && look->view != VIEW_LESSON)
        return reply_fail(r, 0, TEXT("find works on the course page ('lesson') or in a lesson"));
    for (int i = 0; i < all; i++) {
        const char *title = s ? s->lesson.step[i].title.s : c->course.v[i].title.s;
        if (!strstr(title, text) && !strstr(s ? s->lesson.step[i].id.s : c->course.v[i].id, text))
            continue;
        count++;
        if (count == 1 || (i > here && at <= here)) {
            at = i;
            number = count;
        }
    }
    if (count == 0)
        return reply_fail(r, 0,
                          s != NULL ? TEXT("no step of this lesson has '%s' in its title")
                                    : TEXT("no lesson has '%s' in its title"),
                          text);
    if (s && !lesson_enter(h, at, 0, false, r))
        return false;
    if (!s)
        look->course = at;
    /* how many there are, if there are others, and how to reach them */
    const char *key = key_now(h->session, h->lessons->play ? "lesson" : "course", "prompt command \"find \"");
    if (count > 1 && !*key) /* where every character types a sentence */
        reply_say(r, TEXT("'%s' is in %d titles, this is number %d (:find and Enter: the next)"), text, count,
                  number);
    else if (count > 1)
        reply_say(r, TEXT("'%s' is in %d titles, this is number %d (%s and Enter: the next)"), text, count,
                  number, key);
    text_clear(&h->lessons->sought);
    text_add(&h->lessons->sought, text);
    return true;
}
