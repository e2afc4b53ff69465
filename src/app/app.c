#include "app/app.h"

#include <string.h>

#include "app/keyboard.h"
#include "app/mouse.h"
#include "tap/tap.h"
#include "base/mem.h"
#include "base/utf8.h"
#include "command/saved.h"
#include "lesson/play/pages.h"
#include "lesson/play/play.h"
#include "network/pretrained.h"
#include "network/tensors.h"
#include "view/frame/frame.h"

bool app_init(struct app *a, const struct command *const *commands, enum lang lang, struct reply *r)
{
    *a = (struct app){0};
    bool ok = session_init(&a->session, lang, r);
    a->session.commands = commands;
    return ok;
}

bool app_open(struct app *a, struct reply *r)
{
    bool ok = app_line(a, "opening", r);
    session_begins(&a->session);
    return ok;
}

static bool goes_on(struct work *w)
{
    struct app *a = w->whose;
    a->looked_on = true;
    bool on = a->meanwhile(a);
    a->looked_on = false;
    return on;
}

struct work *app_work(struct app *a)
{
    a->work.goes_on = goes_on;
    a->work.whose = a;
    return a->meanwhile ? &a->work : NULL;
}

/* Returns whether the bright wave is on: running, or pausing before it runs again. */
static bool glints(const struct app *a)
{
    const struct look *look = &a->session.now.state.look;
    return views[look->view]->glints && session_moves(&a->session, look) && a->idle_ms < GLINT_LAST_MS;
}

/* Returns the ms until the next frame of the wave. */
static int glint_ms(const struct app *a)
{
    int at = a->idle_ms % GLINT_EVERY_MS;
    return at < GLINT_MS ? GLINT_FRAME_MS : GLINT_EVERY_MS - at;
}

struct host app_host(struct app *a)
{
    struct screen screen = {
        .session = &a->session, .ascii = a->ascii, .mono = a->mono, .scratch = &a->scratch};
    if (a->rest_ms > 0 && a->session.before.state.lexicon) {
        screen.from = &a->session.before;
        screen.ms = RESTS_MS - a->rest_ms;
    }
    if (glints(a) &&
        a->idle_ms % GLINT_EVERY_MS < GLINT_MS) /* the wave starts above the ribbons, and ends below */
        screen.glint = 1.5 * (a->idle_ms % GLINT_EVERY_MS) / GLINT_MS - 0.25;
    return (struct host){a,      &a->session, &a->lessons, a->session.rows, a->session.cols,
                         screen, a->batch,    app_work(a), app_line,        a->replaying};
}

void app_progress(const struct app *a, struct text *out)
{
    const struct work_task *t = &a->work.task;
    enum lang lang = (enum lang)a->session.now.state.look.lang;
    text_add(out, t->total > 0 ? text_in(t->what, lang) : text_in(TEXT("working"), lang));
    if (t->name)
        text_addf(out, " %s", t->name);
    if (a->work.part > 0 && a->work.parts > 1)
        text_say(out, lang, TEXT_AS("app", ", layer %d of %d"), a->work.part, a->work.parts);
    if (t->total > 0)
        text_addf(out, ": %d %%", t->done < t->total ? (int)(100 * t->done / t->total) : 99);
    text_add(out, text_in(TEXT(" (Ctrl-C or Esc stops)"), lang));
}

/* Begins new work; clears an earlier cancellation. */
static void begin_work(struct app *a, bool idle)
{
    a->idle = idle;
    a->work = (struct work){.goes_on = goes_on, .whose = a, .since = a->work.since};
}

void app_finish(struct app *a)
{
    struct host h = app_host(a);
    lesson_end(&h);
    lesson_pages_finish(&h);
    text_finish(&a->lessons.sought);
    home_offer_finish(a);
    progress_end(&h);
    notes_end(&h);
    autosave_end(a);
    session_finish(&a->session);
    arena_finish(&a->scratch);
    text_finish(&a->output);
    text_finish(&a->address);
    text_finish(&a->handed);
}

/* ---- after a command, after a turn ---------------------------------------------------- */

void app_command_done(struct app *a, struct reply *r)
{
    const struct state *now = &a->session.now.state;
    struct host h = app_host(a);
    r->lang = (enum lang)now->look.lang;
    lesson_follow(&h, r);
    h = app_host(a);
    lesson_pages_follow(&h);
    /* Who comes to the start screen from a task finds the first scene on it, not the task's model, which has
     * learned other sentences. Undo still brings that back. A loaded or restored state stays as it was kept.
     */
    bool home = now->look.view == VIEW_HOME, came = home && now->set.task && now->set.task == a->away_task;
    a->away_task = home ? 0 : now->set.task;
    r->lang = (enum lang)now->look.lang;
    if (came && !a->replaying && !a->session.lesson && !r->failed && app_line(a, "opening ; view home", r))
        reply_say(r, TEXT("the first scene is back; undo (u) brings the task back"));
    h = app_host(a);
    home_offer_follow(a, &h);
    /* Warns once a file of the open model has changed: what was computed from it cannot be trusted. */
    const struct pretrained *model = state_model(now);
    const char *path = model ? tensors_changed(model->tensors) : NULL;
    r->lang = (enum lang)now->look.lang;
    if (path)
        reply_fail(r, 0,
                   TEXT("%s was changed while it is open: what is shown may be wrong. 'model FOLDER' opens "
                        "it again, 'model none' closes it"),
                   path);
}

void app_turn_done(struct app *a)
{
    autosave_write(a);
    struct host h = app_host(a);
    progress_follow(&h);
    notes_follow(&h);
}

/* ---- lines and scripts ------------------------------------------------------------------- */

bool app_line(struct app *a, const char *line, struct reply *r)
{
    int col = 1;
    bool ok = true;
    struct host h = app_host(a);
    struct runner in = {.m = &a->session, .host = &h, .origin = a->replaying ? LINE_JOURNAL : 0};
    if (!a->in_event)
        a->session.began = a->session.turn;
    if (!a->in_event && a->work.task.total == 0)
        begin_work(a, false);
    r->work = app_work(a);
    while (ok && *line && !a->quit) {
        if (r->text.len > 0 && r->text.s[r->text.len - 1] != '\n')
            text_add(&r->text, "\n");
        ok = cmd_run(&in, &line, &col, r);
        a->leaving = a->leaving && in.flags & COMMAND_QUITS;
        app_command_done(a, r);
        ok = ok && !r->failed;
    }
    while (ok && r->text.len > 0 && r->text.s[r->text.len - 1] == '\n')
        r->text.s[--r->text.len] = '\0';
    return ok;
}

/* Runs one line of a script; adds its answers to the output, a failure to `errors` as "FILE:LINE:COL: error:
 * …". */
static bool script_line(struct app *a, const char *file, int number, const char *line, struct text *errors)
{
    struct reply r = {.lang = (enum lang)a->session.now.state.look.lang};
    bool ok = app_line(a, line, &r), ends = r.text.len > 0 && r.text.s[r.text.len - 1] == '\n';
    if (ok && a->batch && r.text.len > 0) {
        utf8_show(&a->output, text_str(&r.text));
        text_add(&a->output, ends ? "" : "\n");
    } else if (!ok) {
        if (!r.placed)
            text_addf(errors, "%s:%d:%d: error: ", file, number, r.col > 0 ? r.col : 1);
        text_addf(errors, "%s%s", text_str(&r.text), ends ? "" : "\n");
    }
    reply_finish(&r);
    return ok;
}

bool app_script(struct app *a, const char *file, const char *bytes, bool keep_going, struct reply *r)
{
    struct text errors = {0};
    bool ok = true;
    struct work *work = app_work(a);
    struct work_task outer = work_begin(work, work_running(file, bytes));
    for (int number = 1; *bytes && !a->quit && (ok || keep_going) && work_on(work, WORK_LINE); number++) {
        size_t n = strcspn(bytes, "\n");
        char *line = mem_copy_text(bytes, n);
        if (!line) {
            ok = reply_no_memory(r);
            break;
        }
        ok = script_line(a, file, number, line, &errors) && ok;
        mem_free(line);
        bytes += n + (bytes[n] == '\n');
    }
    work_end(work, outer);
    if (!ok)
        reply_fail(r, 0, "%s", text_str(&errors));
    text_finish(&errors);
    r->work = work;
    return reply_goes_on(r) && ok;
}

bool app_load(struct app *a, const char *file, const char *text, struct reply *r)
{
    bool unsaved = a->session.unsaved;
    bool ok = saved_load(&a->session, file, text, 0, r);
    a->session.unsaved = unsaved; /* a loaded state is saved already, in its file */
    app_command_done(a, r);
    return ok;
}

/* Returns the command line that the view in play runs next, and sets *ms to its delay; NULL: nothing
 * plays. */
static const char *moves(const struct app *a, int *ms)
{
    const struct look *look = &a->session.now.state.look;
    const struct view *view = views[look->view];
    return view->tick ? view->tick(look, ms) : NULL;
}

/* Returns the milliseconds that the present frame of the animation stays. */
static int frame_ms(const struct app *a)
{
    return a->rest_ms > RESTS_MS - SETTLES_MS ? FRAME_MS : a->rest_ms;
}

static bool plays_lesson(const struct app *a)
{
    return a->auto_ms > 0 && a->session.lesson && lesson_now(a->session.lesson).step;
}

int app_moves(const struct app *a)
{
    int ms;
    if (session_busy(&a->session))
        return 0;
    if (a->rest_ms > 0)
        return frame_ms(a);
    return moves(a, &ms) ? ms : -1;
}

int app_wait(const struct app *a)
{
    enum { TAP_EVERY_MS = 500 };
    int wait = app_moves(a), looks = a->session.tap ? TAP_EVERY_MS : lesson_watch_wait(&a->lessons);
    if (session_busy(&a->session) || a->rest_ms > 0)
        return wait;
    if (a->session.tap && tap_pending(a->session.tap))
        return 0;
    if (plays_lesson(a))
        return a->auto_ms;
    if (wait < 0)
        wait = glints(a) ? glint_ms(a) : autosave_wait(a);
    return looks >= 0 && (wait < 0 || looks < wait) ? looks : wait;
}

/* For authors: reads a changed lesson again. Its first false claim becomes the message. */
static void watch(struct app *a, struct host *h)
{
    struct text said = {0};
    if (!lesson_watch(h))
        return;
    struct session *m = &a->session;
    if (a->lessons.watch(m, &said)) {
        text_clear(&m->message);
        for (const char *s = text_str(&said);
             *s;) { /* its lines as one, without the marks below a condition */
            s += strspn(s, " ^~");
            size_t n = strcspn(s, "\n");
            text_add(&m->message, m->message.len > 0 && n > 0 ? "  " : "");
            text_add_bytes(&m->message, s, n);
            s += n + (s[n] == '\n');
        }
        m->message_is_error = true;
    }
    text_finish(&said);
}

/* Checks another group of a dump, and shows the present one again if it is read in another way now. */
static void check_tap(struct app *a)
{
    struct tap *t = a->session.tap;
    struct reply r = {.lang = (enum lang)a->session.now.state.look.lang};
    struct text line = TEXT_HERE;
    text_addf(&line, "tap group %d", t->shown + 1);
    if (tap_work(t, app_work(a)) && t->numbers == a->session.now.state.numbers)
        app_line(a, text_str(&line), &r);
    text_finish(&line);
    reply_finish(&r);
}

void app_tick(struct app *a)
{
    struct host h = app_host(a);
    bool busy = session_busy(&a->session);
    begin_work(a, busy || a->session.tap);
    if (busy) {
        session_work(&a->session, app_work(a));
        return;
    }
    watch(a, &h);
    if (a->session.tap && tap_changed(a->session.tap)) {
        struct reply r = {.lang = (enum lang)a->session.now.state.look.lang};
        bool read = app_line(a, "tap again", &r);
        session_say(&a->session, !read, "%s", text_str(&r.text));
        reply_finish(&r);
        return;
    }
    if (a->rest_ms > 0) {
        a->rest_ms -= frame_ms(a);
        return;
    }
    if (a->session.tap && tap_pending(a->session.tap)) {
        check_tap(a);
        return;
    }
    int ms;
    const char *line = moves(a, &ms);
    if (plays_lesson(a))
        lesson_auto(&h);
    else if (line) {
        struct reply r = {.lang = (enum lang)a->session.now.state.look.lang};
        if (!app_line(a, line, &r))
            session_say(&a->session, true, "%s", text_str(&r.text));
        reply_finish(&r);
    } else {
        bool wave = glints(a), pause = !wave || a->idle_ms % GLINT_EVERY_MS >= GLINT_MS;
        a->idle_ms += wave ? glint_ms(a) : 0;
        if (pause) /* held lines are written to disk */
            autosave_idle(a);
    }
    app_turn_done(a);
}

static void wheel(struct app *a, const struct event *e)
{
    const struct screen screen = app_host(a).screen;
    struct text line = TEXT_HERE;
    if (mouse_rolls(&screen, e, &line))
        keyboard_run(a, text_str(&line));
    else
        keyboard_press(a, e->button < 0 ? "Up" : "Down");
    text_finish(&line);
}

/* A number is dragged: it becomes what it was when the drag began and e->button steps more, so that all of a
 * drag is one change. */
static void drag_number(struct app *a, const struct event *e)
{
    struct session *m = &a->session;
    struct reply quiet = {.lang = (enum lang)m->now.state.look.lang};
    struct text line = TEXT_HERE;
    const struct screen screen = app_host(a).screen;
    struct click click = {0};
    if (!e->dragged)
        click = mouse_hit(&screen, e);
    if (!e->dragged && !mouse_turns(m, &click))
        return;
    if (!e->dragged || a->turned)
        app_line(a, e->dragged ? "undo" : click.line, &quiet);
    const int before = history_steps(&m->history);
    text_clear(&m->message);
    text_addf(&line, "nudge %d", e->button);
    if (e->button != 0)
        keyboard_run(a, text_str(&line));
    a->turned = history_steps(&m->history) > before;
    text_finish(&line);
    reply_finish(&quiet);
}

bool app_event(struct app *a, const struct event *e)
{
    long turn = a->session.turn;
    int left = a->rest_ms;
    const struct screen screen = app_host(a).screen;
    struct click click = {.row = e->row};
    begin_work(a, false);
    if (e->kind == EVENT_CLICK)
        click = mouse_hit(&screen, e);
    if (e->kind == EVENT_CLICK && e->dragged && !click.drags)
        return false;
    a->session.began = turn;
    a->rest_ms = a->idle_ms = 0;
    a->in_event = true;
    if (e->kind == EVENT_END)
        a->quit = true;
    else if (e->kind == EVENT_KEY)
        keyboard_press(a, e->text);
    else if (e->kind == EVENT_PASTE)
        keyboard_paste(a, e->text);
    else if (e->kind == EVENT_LINE)
        keyboard_run(a, e->text);
    else if (e->kind == EVENT_WHEEL)
        wheel(a, e);
    else if (e->kind == EVENT_TURN)
        drag_number(a, e);
    else if (click.line[0])
        (click.key ? keyboard_press : keyboard_run)(a, click.line);
    if (e->kind == EVENT_KEY || e->kind == EVENT_PASTE || e->kind == EVENT_LINE || e->kind == EVENT_CLICK ||
        e->kind == EVENT_WHEEL || e->kind == EVENT_TURN)
        a->session.changed = a->session.turn != turn;
    /* An animation depends on two scenes and the time since the key. Frames count that time, so no clock is
     * read. While the picture of the last key has not settled, that of the next one is shown at once: it does
     * not lag behind a key that is held. */
    const struct look *look = &a->session.now.state.look;
    bool shown = session_moves(&a->session, look) && views[look->view]->glides,
         held = left > RESTS_MS - SETTLES_MS;
    a->rest_ms = shown && a->session.turn != turn ? held ? RESTS_MS - MOVES_MS : RESTS_MS : 0;
    a->in_event = false;
    app_turn_done(a);
    return true;
}

bool app_draw(struct app *a, struct canvas c)
{
    struct session *before = a->looked_on ? a->session.shown : NULL;
    if (!a->looked_on)
        session_resized(&a->session, c.rows, c.cols);
    keyboard_preview(a);
    if (before)
        session_swap(&a->session, before);
    struct screen screen = app_host(a).screen;
    bool whole = frame_draw(c, &screen);
    if (before)
        session_swap(&a->session, before);
    return whole;
}
