#include "app/recover.h"

#include <fcntl.h>
#include <string.h>
#include <unistd.h>

#include "app/keep/earlier.h"
#include "app/keep/file.h"
#include "base/fault.h"
#include "command/saved.h"
#include "lesson/play/pages.h"
#include "lesson/play/play.h"

enum { LARGEST = 1 << 30, KEPT = 20 };

/* An earlier session as far as it could be brought back. */
struct replay {
    struct app app;
    struct journal_reader read;
    struct text bytes;
    bool damaged;
    bool lesson_gone;        /* the lesson is no longer as it was: what was done in it is passed over */
};

static bool run_line(struct app *a, const char *line)
{
    struct reply r = {.lang = (enum lang)a->model.now.state.look.lang};
    bool ok = app_line(a, line, &r);
    reply_finish(&r);
    return ok;
}

/* What a load or an import brought: it only describes a state, whoever wrote the line. */
static bool run_together(struct app *a, const char *line)
{
    struct reply r = {.lang = (enum lang)a->model.now.state.look.lang};
    a->model.began = a->model.turn;
    bool ok = saved_again(&a->model, line, &r);
    app_follow(a, &r);
    reply_finish(&r);
    return ok;
}

/* One command, which works or changes nothing; a line of several that stops half-way would leave the first of them behind. */
static bool run_alone(struct app *a, const char *line)
{
    struct words w = {0};
    struct reply quiet = {0};
    const char *rest = line;
    int col = 1;
    bool one = words_split(&w, &rest, &col, &quiet) && !*rest;
    words_finish(&w);
    reply_finish(&quiet);
    return one && run_line(a, line);
}

/* A lesson puts a person's session aside, so that what goes wrong in it cannot harm that. */
static bool run_in_lesson(struct replay *p, bool together, const char *line)
{
    bool opens = strncmp(line, "lesson ", 7) == 0;
    if (p->lesson_gone && !opens)
        return true;
    p->lesson_gone = !(together ? run_together(&p->app, line) : run_line(&p->app, line));
    if (p->lesson_gone)
        lesson_leave(&p->app);
    return true;
}

static bool run_change(struct replay *p, char kind, const char *line)
{
    if (kind == LOG_LESSON || kind == LOG_LESSON_TOGETHER)
        return run_in_lesson(p, kind == LOG_LESSON_TOGETHER, line);
    if (kind == LOG_TOGETHER)
        return run_together(&p->app, line);
    return kind == LOG_ALONE && run_alone(&p->app, line);
}

/* Follows the journal to its end or to where it is damaged; returns how many lines that are. */
static int follow(struct replay *p)
{
    struct journal_reader next;
    struct text line = {0};
    char kind = 0;
    int lines = 0;
    enum journal_line found = JOURNAL_DAMAGED;
    p->damaged = !journal_read(&p->read, text_str(&p->bytes), p->bytes.len);
    while (!p->damaged) {
        next = p->read;
        found = journal_next(&next, &kind, &line);
        p->damaged = found == JOURNAL_DAMAGED || (found == JOURNAL_LINE && !run_change(p, kind, text_str(&line)));
        if (found != JOURNAL_LINE || p->damaged)
            break;
        p->read = next;
        lines++;
    }
    text_finish(&line);
    return lines;
}

/* Nothing came back: its first change was not written to the end, or is damaged. */
static bool nothing_left(const char *path, bool damaged, bool saving, struct reply *r)
{
    struct text to = {0};
    if (!damaged && saving)
        unlink(path);
    if (!damaged)
        return reply_fail(r, 0, TEXT("no earlier session is kept", "没有保留的会话"));
    if (!saving || earlier_set_aside(path, &to, r))
        reply_fail(r, 0, TEXT("the journal of the earlier session is damaged from its beginning: %s", "之前会话的日志从开头就已损坏：%s"),
                   saving ? to.s : path);
    text_finish(&to);
    return false;
}

/* The journal is followed by one of our own; what cannot be followed to its end stays under another name. */
static bool retire(const char *path, bool damaged, struct reply *r)
{
    struct text to = {0};
    bool ok = damaged ? earlier_set_aside(path, &to, r) : unlink(path) == 0 || fault_of(path, r);
    if (ok && damaged)
        reply_say(r, TEXT("back up to where its journal is damaged; all of it is kept: %s", "已恢复到日志损坏处；完整日志保留在 %s"), to.s);
    else if (ok)
        reply_say(r, TEXT("the earlier session goes on", "已恢复之前的会话"));
    text_finish(&to);
    return ok;
}

/* The replayed session takes the place of the present one, typed lines apart. */
static void change_over(struct app *a, struct app *with)
{
    struct model *m = &a->model;
    lesson_end(a);
    lesson_pages_finish(a);
    if (m->unsaved)
        autosave_write(a);
    autosave_end(a);
    home_offer_finish(with);         /* ours is made anew when it is shown */
    arena_finish(&with->scratch);
    text_finish(&with->output);
    with->model.prompt = m->prompt;
    with->model.turn = m->turn;      /* nothing that this key changed is to be flagged */
    m->prompt = (struct prompt){0};
    model_finish(m);
    *m = with->model;
    a->play = with->play;
    a->left = with->left;
    a->contents = with->contents;
    progress_known(a);
    *with = (struct app){0};
    if (a->play)
        a->play->own.unsaved = true;
    else
        m->unsaved = true;
}

static bool go_on(struct app *a, struct replay *p, const char *path, struct reply *r)
{
    bool saving = a->model.log.on;
    change_over(a, &p->app);
    if (saving)
        return autosave_take(a, text_str(&p->bytes), &p->read, r) && retire(path, p->damaged, r);
    reply_say(r, p->damaged ? TEXT("back up to where its journal is damaged: %s", "已恢复到日志损坏处：%s")
                            : TEXT("the earlier session is back: %s", "已恢复之前的会话：%s"), path);
    return true;
}

static bool bring_back(struct app *a, const char *path, struct reply *r)
{
    struct replay p = {0};
    struct flock lock = {.l_type = F_WRLCK, .l_whence = SEEK_SET};
    int fd = open(path, O_RDWR | O_CLOEXEC | O_NOFOLLOW);
    if (fd < 0)
        return fault_of(path, r);
    bool ok = fcntl(fd, F_SETLK, &lock) == 0 || reply_fail(r, 0, TEXT("%s: another session has it", "%s：另一个会话正在使用"), path);
    ok = ok && file_read_open(fd, path, LARGEST, &p.bytes, r) && app_init(&p.app, r->lang, r);
    p.app.replaying = true;
    if (ok)
        ok = follow(&p) > 0 ? go_on(a, &p, path, r) : nothing_left(path, p.damaged, a->model.log.on, r);
    app_finish(&p.app);
    text_finish(&p.bytes);
    close(fd);
    return ok;
}

static bool forget(struct app *a, const char *path, struct reply *r)
{
    (void)a;
    if (unlink(path) != 0)
        return fault_of(path, r);
    reply_say(r, TEXT("the earlier session is forgotten", "已丢弃之前的会话"));
    return true;
}

static bool with_earlier(struct app *a, int back, struct reply *r, bool (*act)(struct app *, const char *, struct reply *))
{
    struct earlier_list list;
    earlier_find(&list, text_str(&a->autosave.journal.path));
    bool ok = false;
    if (list.count == 0)
        reply_fail(r, 0, TEXT("no earlier session is kept", "没有保留的会话"));
    else if (back > list.count)
        reply_fail(r, 0, TEXT("only %d earlier sessions are kept", "只保留着 %d 个会话"), list.count);
    else
        ok = act(a, text_str(&list.v[back - 1].path), r);
    earlier_finish(&list);
    return ok;
}

bool recover_session(struct app *a, int back, struct reply *r)
{
    return with_earlier(a, back, r, bring_back);
}

bool recover_drop(struct app *a, int back, struct reply *r)
{
    return with_earlier(a, back, r, forget);
}

void recover_offer(struct app *a)
{
    struct model *m = &a->model;
    struct earlier_list list;
    enum lang lang = (enum lang)m->now.state.look.lang;
    earlier_find(&list, text_str(&a->autosave.journal.path));
    if (list.count > 0 && m->message.len == 0) {
        const char *how = a->play ? ":recover" : "R";      /* in a lesson R is another key */
        if (list.count == 1)
            text_addf(&m->message, pair_in(TEXT("an earlier session was kept: %s brings it back, :recover drop forgets it",
                                                "保留着上一次的会话：%s 恢复，:recover drop 丢弃"), lang), how);
        else
            text_addf(&m->message, pair_in(TEXT("%d earlier sessions were kept: %s brings back the latest, :help recover",
                                                "保留着 %d 个之前的会话：%s 恢复最近的，:help recover"), lang), list.count, how);
        m->message_is_error = false;
    }
    for (int i = KEPT; i < list.count; i++)
        unlink(text_str(&list.v[i].path));
    earlier_finish(&list);
}
