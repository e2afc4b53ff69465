#include "term/loop.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "app/app.h"
#include "keep/file.h"
#include "keep/folders.h"
#include "app/recover.h"
#include "base/utf8.h"
#include "cli/cli.h"
#include "lesson/play/notes_file.h"
#include "state/param.h"
#include "term/ahead.h"
#include "term/curses.h"
#include "term/signals.h"
#include "view/frame/frame.h"
#include "view/notes/notes.h"

enum { FRESH_MS = 50 }; /* how long the picture may lag behind typing */

/* Draws into *c, which is allocated again only when the terminal's size has changed. */
static bool show_app(struct app *a, struct canvas *c)
{
    int rows, cols, row, col;
    struct text words = TEXT_HERE, shown = TEXT_HERE; /* the last words of a crash */
    const struct journal *kept = &a->autosave.journal;
    enum lang lang = (enum lang)a->session.now.state.look.lang;
    if (kept->open)
        text_say(&words, lang, TEXT("The session is saved in %s\nStart qkv and press R to continue.\n"),
                 text_str(&kept->path));
    else
        text_add(&words, text_in(TEXT("This session was not saved.\n"), lang));
    utf8_show(&shown, text_str(&words));
    signals_set_last_words(text_str(&shown), lang);
    text_finish(&words);
    text_finish(&shown);
    curses_size(&rows, &cols);
    if (!c->cells || c->rows != rows || c->cols != cols) {
        canvas_finish(c);
        if (!canvas_init(c, rows, cols))
            return false;
    }
    app_draw(a, *c);
    frame_cursor(*c, &a->session, &row, &col);
    curses_show(*c, &a->session.now.state.look, row, col);
    return true;
}

/* ---- long work -------------------------------------------------------------- */

enum { SHOWN_AFTER_MS = 50, SHOWN_EVERY_MS = 100 };

struct loop {
    struct app app;     /* first: see meanwhile */
    struct ahead ahead; /* events that arrived during work */
    long began, shown;  /* ms: start of the work; last time it was shown, 0: not yet */
};

static long now_ms(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (long)t.tv_sec * 1000 + t.tv_nsec / 1000000;
}

static bool is_key(const struct event *e, const char *name)
{
    return e->kind == EVENT_KEY && strcmp(e->text, name) == 0;
}

/* Queues typed events for later. Returns false and drops them if one means stop: Ctrl-C, or Esc once the
 * progress is shown (earlier, Esc may have been meant for something else). */
static bool read_ahead(struct loop *l)
{
    for (struct event e = curses_wait(0); e.kind != EVENT_NONE; e = curses_wait(0)) {
        bool stops = !l->app.idle && (is_key(&e, "C-c") || (is_key(&e, "Esc") && l->shown > 0));
        if (stops)
            ahead_forget(&l->ahead);
        else
            ahead_put(&l->ahead, &e);
        if (stops || e.kind == EVENT_END)
            return false;
    }
    return true;
}

/* Polls the terminal during long work; false stops the work. Work while idle stops for any input; a command
 * shows its progress and can be cancelled. */
static bool meanwhile(struct app *a)
{
    struct loop *l = (struct loop *)a;
    long now = now_ms();
    if (a->idle) {
        read_ahead(l);
        return !ahead_waits(&l->ahead);
    }
    if (now - l->began < SHOWN_AFTER_MS)
        return true;
    bool goes_on = read_ahead(l), due = l->shown == 0 || now - l->shown >= SHOWN_EVERY_MS;
    if (goes_on && due) {
        l->shown = now;
        struct canvas c = {0};
        struct text message = a->session.message;
        bool is_error = a->session.message_is_error;
        a->session.message = (struct text){0};
        a->session.message_is_error = false;
        app_progress(a, &a->session.message);
        bool shown = show_app(a, &c);
        text_finish(&a->session.message);
        a->session.message = message;
        a->session.message_is_error = is_error;
        canvas_finish(&c);
        goes_on = shown;
    }
    return goes_on;
}

static void run_loop(struct loop *l)
{
    struct canvas c = {0};
    struct app *a = &l->app;
    long last = 0;
    while (!a->quit) {
        /* A line that is typed faster than it is drawn is drawn every FRESH_MS. */
        bool typed = a->session.prompt.kind != PROMPT_CLOSED,
             waits = ahead_waits(&l->ahead) || curses_waits();
        if (!typed || !waits || now_ms() - last >= FRESH_MS) {
            if (!show_app(a, &c))
                break;
            last = now_ms();
        }
        struct event e = ahead_waits(&l->ahead) ? ahead_take(&l->ahead) : curses_wait(app_wait(a));
        l->began = now_ms();
        l->shown = 0;
        if (e.kind == EVENT_NONE)
            app_tick(a);
        else
            app_event(a, &e);
        if (a->suspend)
            curses_suspend();
        if (a->redraw)
            curses_forget();
        a->suspend = a->redraw = false;
    }
    canvas_finish(&c);
    ahead_forget(&l->ahead);
}

static time_t now(void)
{
    return time(NULL);
}

static void complain_why(int status, const char *why, enum lang lang)
{
    if (status != EXIT_FINE)
        fprintf(stderr, "%s%s\n", text_in(TEXT("qkv: error: "), lang), text_in(why, lang));
}

int loop_run(const struct options *o)
{
    struct loop l = {0};
    struct app *a = &l.app;
    struct reply r = {.lang = o->lang};
    const char *why = "";
    const char *no_color = getenv("NO_COLOR"), *no_motion = getenv("NO_MOTION");
    enum colours colours = (enum colours)o->colours;
    if (!startup_session(a, o, &r)) {
        file_complain_of(&r);
        app_finish(a);
        reply_finish(&r);
        return EXIT_FAILED;
    }
    reply_finish(&r);
    if (colours == COLOURS_AUTO && no_color && *no_color)
        colours = COLOURS_NEVER;
    int status = EXIT_FINE;
    if (curses_open(colours, &why)) {
        a->mono = curses_is_mono();
        a->ascii = curses_is_ascii();
        a->session.moves = !a->mono && !a->ascii && !(no_motion && *no_motion);
        a->meanwhile = meanwhile;
        recover_offer(a);
        struct host h = app_host(a);
        notes_begin(&h, now);
        app_turn_done(a);
        run_loop(&l);
        curses_close();
        if (!a->quit) {
            why = TEXT("not enough memory to draw; unsaved work is kept: qkv -c recover");
            status = EXIT_FAILED;
        }
    } else {
        status = EXIT_NO_TERMINAL;
    }
    complain_why(status, why, o->lang);
    app_finish(a);
    signals_pass_on();
    return status;
}

/* ---- the presenter's screen --------------------------------------------------- */

enum { LOOK_MS = 500 };

static bool show_notes(const struct notes *n, int *top, const struct options *o, enum theme theme)
{
    struct canvas c;
    int rows, cols;
    curses_size(&rows, &cols);
    if (!canvas_init(&c, rows, cols))
        return false;
    view_notes_draw(c, n, top, (long long)time(NULL), o->lang);
    curses_show(c, &(struct look){.theme = (int)theme}, -1, -1);
    canvas_finish(&c);
    return true;
}

/* Returns the rows that a key scrolls down, 0 for other keys. */
static int scrolled(const struct event *e)
{
    static const struct {
        const char *key;
        int rows;
    } keys[] = {{"Down", 1}, {"j", 1}, {"Up", -1}, {"k", -1}, {"PgDn", 8}, {"Space", 8}, {"PgUp", -8}};
    for (size_t i = 0; i < sizeof keys / sizeof *keys; i++)
        if (is_key(e, keys[i].key))
            return keys[i].rows;
    return 0;
}

/* Runs until q. Returns false if there is no memory to draw. */
static bool follow_notes(const struct options *o, enum theme theme)
{
    struct notes n = {0};
    struct timespec seen = {0};
    struct event e = {.kind = EVENT_NONE};
    long long since = 0; /* with `number`, the step that is scrolled to `top` */
    int number = 0, top = 0;
    bool whole = true;
    while (e.kind != EVENT_END && !is_key(&e, "q") && !is_key(&e, "Esc")) {
        bool there = notes_poll(&n, &seen);
        top = there && n.since == since && n.number == number ? top + scrolled(&e) : 0;
        since = n.since;
        number = n.number;
        whole = show_notes(there ? &n : NULL, &top, o, theme);
        if (!whole)
            break;
        e = curses_wait(LOOK_MS);
        if (is_key(&e, "C-l"))
            curses_forget();
        if (is_key(&e, "C-z"))
            curses_suspend();
    }
    notes_finish(&n);
    return whole;
}

static int refuse_notes(struct reply *r, int status)
{
    file_complain_of(r);
    reply_finish(r);
    return status;
}

int notes_run(const struct options *o)
{
    const char *why = "";
    struct app a = {0};
    struct reply r = {.lang = o->lang};
    enum theme theme = THEME_DARK;
    if (o->file_count > 0) {
        reply_fail(&r, 0,
                   TEXT("qkv: error: --notes opens no file ('%s'): it follows the lesson that is open in "
                        "another terminal"),
                   o->files[0]);
        return refuse_notes(&r, EXIT_USAGE);
    }
    if (o->theme && app_init(&a, app_commands, o->lang, &r) &&
        param_set(&a.session.now.state, param_find("theme"), o->theme, 0, &r))
        theme = (enum theme)a.session.now.state.look.theme;
    app_finish(&a);
    reply_finish(&r);
    int status = EXIT_FINE;
    if (!folder_trusted(FOLDER_RUNTIME, &r))
        return refuse_notes(&r, EXIT_FAILED);
    if (!curses_open((enum colours)o->colours, &why)) {
        status = EXIT_NO_TERMINAL;
    } else {
        if (!follow_notes(o, theme)) {
            why = TEXT("not enough memory to draw");
            status = EXIT_FAILED;
        }
        curses_close();
    }
    complain_why(status, why, o->lang);
    signals_pass_on();
    return status;
}
