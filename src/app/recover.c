#include "app/recover.h"

#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "app/autosave.h"
#include "keep/earlier.h"
#include "keep/file.h"
#include "keep/folders.h"
#include "base/system_error.h"
#include "base/utf8.h"
#include "command/saved.h"
#include "lesson/play/pages.h"
#include "lesson/play/play.h"
#include "network/pretrained.h"
#include "network/tensors.h"

enum { LARGEST = 1 << 30, BYTE_EFFORT = 1000 /* of replaying a byte of a journal, in multiplications */ };

/* An earlier session while its journal is replayed. */
struct replay {
    struct app app;    /* first: see outer_goes_on */
    struct work *work; /* of the present session, NULL: none */
    struct journal_reader read;
    struct text bytes;
    struct text lines; /* the replayed lines, in the form of session/log.h */
    bool damaged;
    bool lesson_gone;    /* the lesson has changed since: skip what was done in it */
    struct text missing; /* the folder of a model, and why it cannot be opened or is another; empty: none */
    bool gap;            /* the model is not there: skip what needs it, up to the next one */
};

/* Lets the user of the present session stop the replay. */
static bool outer_goes_on(struct app *a)
{
    struct replay *p = (struct replay *)a;
    return work_aside(p->work, ROOM_WORK);
}

/* Replays a line; `together`: a load or an import, of which saved_again refuses commands that do more than
 * describe a state. */
static bool replay(struct app *a, bool together, const char *line)
{
    struct reply r = {.lang = (enum lang)a->session.now.state.look.lang};
    bool ok;
    if (together) {
        r.work = app_work(a);
        a->session.began = a->session.turn;
        ok = saved_again(&a->session, line, &r);
        app_command_done(a, &r);
    } else {
        ok = app_line(a, line, &r);
    }
    reply_finish(&r);
    return ok;
}

/* Returns whether a line is one command, which succeeds or changes nothing. Of several, one could fail
 * half-way, and the earlier ones would remain. */
static bool is_one(const char *line)
{
    struct words w = {0};
    struct reply quiet = {0};
    int col = 1;
    bool one = words_split(&w, &line, &col, &quiet) && !*line;
    words_finish(&w);
    reply_finish(&quiet);
    return one;
}

/* Replays a line. Those of a lesson never fail: the user's own session is set aside during a lesson, so
 * errors cannot harm it. */
static bool run_change(struct replay *p, char kind, const char *line)
{
    bool together = kind == LOG_TOGETHER || kind == LOG_LESSON_TOGETHER;
    if (kind != LOG_LESSON && kind != LOG_LESSON_TOGETHER)
        return (together || (kind == LOG_ALONE && is_one(line))) && replay(&p->app, together, line);
    if (p->lesson_gone && !(command_flags(&p->app.session, line) & COMMAND_OPENS))
        return true;
    p->lesson_gone = !replay(&p->app, together, line);
    if (p->lesson_gone) {
        struct host h = app_host(&p->app);
        lesson_leave(&h);
    }
    return true;
}

static void add_line(struct replay *p, char kind, const char *line, size_t n)
{
    text_add_char(&p->lines, kind);
    text_add_bytes(&p->lines, line, n);
    text_add_char(&p->lines, '\n');
}

/* ---- models: the only lines that need something outside the journal ------------------------ */

enum { MARKED = sizeof " #0123456789abcdef" - 1, MODEL = sizeof "model " - 1 };

void recover_mark(const struct pretrained *model, struct text *line)
{
    uint64_t tokens = text_sum(TEXT_SUM, model->names.s, model->names.len);
    text_addf(line, " #%016" PRIx64, tensors_mark(model->tensors, tokens));
}

/* Returns the length of a line without its mark. */
static size_t unmarked(const char *line)
{
    size_t n = strlen(line), at = n < MARKED ? n : n - MARKED;
    bool marked = strncmp(line + at, " #", 2) == 0 && strspn(line + at + 2, "0123456789abcdef") == MARKED - 2;
    return marked ? at : n;
}

/* Notes the first model that is missing, by its folder as a word of a line, and why: that may begin with the
 * folder too. */
static void miss(struct replay *p, const char *folder, const char *why)
{
    int quoted = *folder == '"', n = (int)strlen(folder) - 2 * quoted;
    bool named = strncmp(why, folder + quoted, (size_t)n) == 0;
    if (p->missing.len == 0)
        text_addf(&p->missing, "%.*s%s%s", named ? 0 : n, folder + quoted, named ? "" : ": ", why);
}

/* Replays "model FOLDER #mark". Without the model a gap begins; that it is another one is noted. */
static void run_model(struct replay *p, char kind, const char *line)
{
    struct app *a = &p->app;
    struct reply r = {.lang = (enum lang)a->session.now.state.look.lang};
    struct text now = {0};
    size_t n = unmarked(line);
    text_add_bytes(&now, line, n);
    bool ok = !now.failed && app_line(a, text_str(&now), &r);
    const struct pretrained *model = state_model(&a->session.now.state);
    if (!ok)
        miss(p, text_str(&now) + MODEL, text_str(&r.text));
    if (ok && model)
        recover_mark(model, &now);
    if (ok && model && line[n] && strcmp(text_str(&now), line) != 0)
        miss(p, model->path, text_in(TEXT("another model"), r.lang));
    bool gap = p->gap;
    p->gap = !ok;
    if (ok && gap) { /* undo, pins and copied numbers would be those from before it: there are none */
        struct session *m = &a->session;
        session_begins(m);
        m->unsaved = true;
        value_drop(m->clip);
        m->clip = NULL;
        if (m->pin_count > 0 && replay(a, false, "unpin"))
            add_line(p, LOG_ALONE, "unpin", strlen("unpin"));
    }
    if (ok)
        add_line(p, kind, text_str(&now), now.len);
    text_finish(&now);
    reply_finish(&r);
}

/* Replays a line, or passes it over in a gap. Returns false if the journal is damaged there. */
static bool replay_line(struct replay *p, char kind, const char *line, size_t n)
{
    bool in_lesson = kind == LOG_LESSON || kind == LOG_LESSON_TOGETHER,
         runs = kind == LOG_ALONE || (kind == LOG_LESSON && !p->lesson_gone);
    if (runs && strncmp(line, "model ", MODEL) == 0 && is_one(line)) {
        run_model(p, kind, line);
    } else if (p->gap) {
        p->lesson_gone = p->lesson_gone || in_lesson;
    } else if (run_change(p, kind, line)) {
        add_line(p, kind, line, n);
    } else if (p->missing.len > 0) {
        p->gap = true; /* it was done with that model */
    } else {
        return false;
    }
    return true;
}

/* Replays the journal to its end or its first damaged line. Returns the number of lines. */
static int replay_all(struct replay *p)
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
        p->damaged = found == JOURNAL_DAMAGED ||
                     (found == JOURNAL_LINE && !replay_line(p, kind, text_str(&line), line.len));
        if (found != JOURNAL_LINE || p->damaged || !work_on(p->work, BYTE_EFFORT * (double)line.len))
            break;
        p->read = next;
        if (lines++ == 0)
            session_begins(&p->app.session); /* language, theme, first scene: see autosave_begin */
    }
    text_finish(&line);
    return lines;
}

/* Replaces the present session by the replayed one, except the prompt and its history. */
static void change_over(struct app *a, struct app *with)
{
    struct session *m = &a->session;
    struct host h = app_host(a);
    lesson_end(&h);
    lesson_pages_finish(&h);
    if (m->unsaved)
        autosave_write(a);
    autosave_end(a);
    home_offer_finish(with); /* rebuilt when the start screen is shown */
    arena_finish(&with->scratch);
    text_finish(&with->output);
    prompt_finish(&with->session.prompt); /* a question may have opened it */
    with->session.prompt = m->prompt;
    with->session.turn = m->turn; /* so that no number is flagged as changed by this key */
    m->prompt = (struct prompt){0};
    session_finish(m);
    *m = with->session;
    a->lessons.play = with->lessons.play;
    a->lessons.left = with->lessons.left;
    a->lessons.contents = with->lessons.contents;
    a->away_task = with->away_task;
    progress_known(&h);
    *with = (struct app){0};
    if (a->lessons.play)
        a->lessons.play->own.unsaved = true;
    else
        m->unsaved = true;
}

/* Goes on with what is restored without a model. The journal stays, and holds all of it; a new one begins
 * with the next change. Returns false where nothing is restored. */
static bool go_on_partly(struct app *a, struct replay *p, struct reply *r)
{
    bool saving = a->session.log.on, restored = p->app.session.unsaved || p->app.lessons.play;
    if (restored)
        change_over(a, &p->app);
    if (restored && saving)
        autosave_take(a, &p->lines, true, r);
    reply_say(r, restored ? TEXT("restored, but not as it was; all of it stays kept: ")
                          : TEXT("the earlier session stays kept: "));
    reply_say(r,
              a->page ? TEXT("drop its model again, then %s (%s)")
                      : TEXT("%s again once its model is back (%s)"),
              a->lessons.play ? ":recover" : "R", text_str(&p->missing));
    r->failed = !restored;
    return restored;
}

/* Goes on with the replayed session. A new journal replaces its own, which is removed, or renamed if it is
 * damaged. */
static bool go_on_with(struct app *a, struct replay *p, const char *path, struct reply *r)
{
    bool saving = a->session.log.on;
    struct text to = {0};
    if (p->missing.len > 0)
        return go_on_partly(a, p, r);
    change_over(a, &p->app);
    bool ok = !saving ||
              (autosave_take(a, &p->lines, false, r) &&
               (p->damaged ? earlier_set_aside(path, &to, r) : unlink(path) == 0 || system_error(path, r)));
    if (ok && !saving)
        reply_say(r,
                  p->damaged ? TEXT("restored up to the damage in its journal: %s")
                             : TEXT("restored the earlier session: %s"),
                  path);
    else if (ok && p->damaged)
        reply_say(r, TEXT("restored up to the damage in its journal, which is kept: %s"), to.s);
    else if (ok)
        reply_say(r, TEXT("restored the earlier session"));
    text_finish(&to);
    return ok;
}

/* Opens and locks a journal. Returns -1 and explains in r if that fails or another session uses it. */
static int claim(const char *path, struct reply *r)
{
    int fd = file_open_own(path, O_RDWR, r);
    if (fd < 0 || file_lock(fd))
        return fd;
    close(fd);
    reply_fail(r, 0, TEXT("%s is in use by another session"), path);
    return -1;
}

static bool bring_back(struct app *a, const char *path, struct reply *r)
{
    struct replay p = {0};
    int fd = claim(path, r);
    if (fd < 0)
        return false;
    bool ok =
        file_read_open(fd, path, LARGEST, &p.bytes, r) && app_init(&p.app, a->session.commands, r->lang, r);
    p.app.replaying = true;
    p.app.meanwhile = r->work ? outer_goes_on : NULL;
    p.work = r->work;
    struct work_task coming = {TEXT("restoring"), path, 0, BYTE_EFFORT * (double)p.bytes.len, false},
                     outer = work_begin(r->work, coming);
    int lines = ok ? replay_all(&p) : 0;
    work_end(r->work, outer);
    p.app.meanwhile = NULL;
    ok = ok && reply_goes_on(r);
    bool saving = a->session.log.on;
    struct text to = {0};
    if (ok && lines > 0)
        ok = go_on_with(a, &p, path, r);
    else if (ok &&
             !p.damaged) { /* without a single line: an empty journal is removed, a damaged one renamed */
        if (saving)
            unlink(path);
        ok = reply_fail(r, 0, TEXT("no earlier session is kept"));
    } else if (ok) {
        ok = false;
        if (!saving || earlier_set_aside(path, &to, r))
            reply_fail(r, 0, TEXT("the journal of the earlier session is damaged from the start: %s"),
                       saving ? to.s : path);
    }
    text_finish(&to);
    app_finish(&p.app);
    text_finish(&p.bytes);
    text_finish(&p.lines);
    text_finish(&p.missing);
    close(fd);
    return ok;
}

static bool forget(struct app *a, const char *path, struct reply *r)
{
    (void)a;
    int fd = claim(path, r);
    bool ok = fd >= 0 && (unlink(path) == 0 || system_error(path, r));
    if (fd >= 0)
        close(fd);
    if (ok)
        reply_say(r, TEXT("deleted the earlier session"));
    return ok;
}

/* Checks that the list has a session number `back`. */
static bool list_reaches(const struct earlier_list *list, int back, struct reply *r)
{
    if (list->count == 0)
        return reply_fail(r, 0, TEXT("no earlier session is kept"));
    return back <= list->count || reply_fail(r, 0, TEXT("no such session: %d in all"), list->count);
}

static bool with_earlier(struct app *a, int back, struct reply *r,
                         bool (*act)(struct app *, const char *, struct reply *))
{
    struct earlier_list list;
    bool ok =
        earlier_find(&list, r) && list_reaches(&list, back, r) && act(a, text_str(&list.v[back - 1].path), r);
    earlier_finish(&list);
    return ok;
}

bool recover_session(struct app *a, int back, struct reply *r)
{
    struct host h = app_host(a);
    if (a->session.log.on && lesson_own(&h)->unsaved && !autosave_write_all(a)) /* they would be lost */
        return reply_fail(r, 0, TEXT("the changes of this session cannot be autosaved (%s): save them first"),
                          text_str(&a->session.not_kept));
    return with_earlier(a, back, r, bring_back);
}

bool recover_drop(struct app *a, int back, struct reply *r)
{
    return with_earlier(a, back, r, forget);
}

bool recover_drop_old(struct app *a, struct reply *r)
{
    struct earlier_list list;
    struct reply each = {.lang = r->lang};
    int gone = 0;
    bool ok = earlier_find(&list, r);
    for (int i = EARLIER_LISTED; i < list.count; i++)
        gone += forget(a, text_str(&list.v[i].path), &each);
    if (ok)
        reply_say(r, TEXT("deleted %d sessions, kept %d"), gone, list.count - gone);
    earlier_finish(&list);
    reply_finish(&each);
    return ok;
}

/* ---- the list of kept sessions -------------------------------------------------- */

enum { READ = 1 << 20, SAID_COLUMNS = 40 };

/* Returns the number of changes in a journal, up to any damage, and sets *last to the last one; -1: none can
 * be read. */
static int changes_in(const struct session *m, const struct earlier *e, struct text *last)
{
    struct text bytes = {0}, line = {0};
    struct reply quiet = {0};
    struct journal_reader in;
    char kind;
    int count = 0;
    enum journal_line found = JOURNAL_DAMAGED;
    if (file_read_own(text_str(&e->path), READ, &bytes, &quiet) &&
        journal_read(&in, text_str(&bytes), bytes.len))
        found = journal_next(&in, &kind, &line); /* how it began */
    while (found == JOURNAL_LINE && (found = journal_next(&in, &kind, &line)) == JOURNAL_LINE)
        if (autosave_changes(m, kind, text_str(&line))) {
            size_t said = utf8_fit(text_str(&line), SAID_COLUMNS), whole = unmarked(text_str(&line));
            count++;
            text_clear(last);
            text_add_bytes(last, text_str(&line), said < whole ? said : whole);
        }
    text_finish(&bytes);
    text_finish(&line);
    reply_finish(&quiet);
    return count > 0 || found == JOURNAL_END ? count : -1;
}

/* Lists one session: number, time of the last write, changes. */
static void tell(const struct session *m, const struct earlier *e, int number, struct reply *r)
{
    struct text last = {0};
    struct tm tm = {0};
    char when[20] = "";
    int count = changes_in(m, e, &last);
    if (localtime_r(&e->written.tv_sec, &tm))
        strftime(when, sizeof when, "%Y-%m-%d %H:%M", &tm);
    reply_say(r, "%3d  %s  ", number, when);
    if (count < 0)
        reply_say(r, TEXT("damaged, or larger than %d kB\n"), READ >> 10);
    else
        reply_say(r, count == 1 ? TEXT("%d change: %s\n") : TEXT("%d changes, the last: %s\n"), count,
                  text_str(&last));
    text_finish(&last);
}

bool recover_list(struct app *a, int from, struct reply *r)
{
    struct earlier_list list;
    (void)a;
    bool ok = earlier_find(&list, r) && list_reaches(&list, from, r);
    int end = from - 1 + EARLIER_LISTED;
    for (int i = from - 1; ok && i < list.count && i < end; i++)
        tell(&a->session, &list.v[i], i + 1, r);
    if (ok && list.count > end)
        reply_say(r, TEXT("%d more: recover list %d"), list.count - end, end + 1);
    earlier_finish(&list);
    return ok;
}

/* Returns whether the latest session has not been reported yet, and notes in a file that now it is. */
static bool is_news(const struct earlier *latest)
{
    struct text now = {0}, told = {0}, path = {0};
    struct reply quiet = {0};
    text_addf(&now, "%s %jd\n", text_str(&latest->path), (intmax_t)latest->size);
    bool known = folder_file(FOLDER_STATE, "reported", &path) &&
                 file_read_own(path.s, now.len, &told, &quiet) &&
                 strcmp(text_str(&told), text_str(&now)) == 0;
    if (!known && path.len > 0)
        file_write_own(path.s, text_str(&now), now.len, &quiet);
    text_finish(&now);
    text_finish(&told);
    text_finish(&path);
    reply_finish(&quiet);
    return !known;
}

void recover_offer(struct app *a)
{
    struct session *m = &a->session;
    struct earlier_list list;
    struct reply r = {.lang = (enum lang)m->now.state.look.lang};
    bool found = earlier_find(&list, &r) && list.count > 0;
    struct text last = {0};
    struct reply quiet = {0};
    for (int i = EARLIER_LISTED; i < list.count; i++) /* those without changes are dropped */
        if (changes_in(m, &list.v[i], &last) == 0)
            forget(a, text_str(&list.v[i].path), &quiet);
    text_finish(&last);
    reply_finish(&quiet);
    if (found && m->message.len == 0 && a->auto_ms == 0 && /* a playback is to be watched */
        is_news(&list.v[0])) {
        reply_say(&r,
                  list.count == 1
                      ? TEXT("an earlier session was kept: %s restores it, :recover list shows it")
                      : TEXT("earlier sessions were kept: %s restores the latest, :recover list shows them"),
                  a->lessons.play ? ":recover" : "R"); /* in a lesson R has another meaning */
        text_add(&m->message, text_str(&r.text));
        m->message_is_error = false;
    }
    earlier_finish(&list);
    reply_finish(&r);
}
