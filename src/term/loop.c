#include "term/loop.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "app/app.h"
#include "app/keep/file.h"
#include "app/recover.h"
#include "base/utf8.h"
#include "cli/startup.h"
#include "term/curses.h"
#include "term/signals.h"
#include "view/frame/frame.h"

enum { FRESH_MS = 50 };      /* so long the picture may be behind a line that is typed */

/* What a crash from here on says last. */
static void last_words(const struct app *a)
{
    struct text words = TEXT_HERE, shown = TEXT_HERE;
    const struct journal *kept = &a->autosave.journal;
    enum lang lang = (enum lang)a->model.now.state.look.lang;
    if (kept->open)
        text_addf(&words, pair_in(TEXT("qkv crashed. The session is kept in %s\nStart qkv and press R to go on.\n", "qkv 崩溃了。会话保存在 %s\n启动 qkv 后按 R 可继续。\n"), lang), text_str(&kept->path));
    else
        text_add(&words, pair_in(TEXT("qkv crashed. Nothing of this session was kept.\n", "qkv 崩溃了。这个会话没有保存。\n"), lang));
    utf8_show(&shown, text_str(&words));
    signals_words(text_str(&shown));
    text_finish(&words);
    text_finish(&shown);
}

/* Draws into *c, which is made anew only when the terminal has another size. */
static bool show(struct app *a, struct canvas *c)
{
    int rows, cols, row, col;
    last_words(a);
    curses_size(&rows, &cols);
    if (!c->cells || c->rows != rows || c->cols != cols) {
        canvas_finish(c);
        if (!canvas_init(c, rows, cols))
            return false;
    }
    app_draw(a, *c);
    frame_cursor(*c, &a->model, &row, &col);
    curses_show(*c, &a->model.now.state.look, row, col);
    return true;
}

/* Long work shows how far it is; Ctrl-C stops it, other keys of that time are lost. */
static bool meanwhile(struct app *a)
{
    struct canvas c = {0};
    bool goes_on = show(a, &c);
    canvas_finish(&c);
    for (struct event e = curses_wait(0); goes_on && e.kind != EVENT_NONE; e = curses_wait(0))
        goes_on = !(e.kind == EVENT_END || (e.kind == EVENT_KEY && strcmp(e.text, "C-c") == 0));
    return goes_on;
}

static long now_ms(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (long)t.tv_sec * 1000 + t.tv_nsec / 1000000;
}

/* Shows how things are; while a line is typed faster than it is drawn, only so often. */
static bool keep_shown(struct app *a, struct canvas *c, long *last)
{
    bool typed = a->model.prompt.kind != PROMPT_CLOSED;
    if (typed && curses_waits() && now_ms() - *last < FRESH_MS)
        return true;
    bool shown = show(a, c);
    *last = now_ms();
    return shown;
}

static void run(struct app *a)
{
    struct canvas c = {0};
    long last = 0;
    while (!a->quit && keep_shown(a, &c, &last)) {
        struct event e = curses_wait(app_wait(a));
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
}

static time_t now(void)
{
    return time(NULL);
}

int loop_run(const struct options *o)
{
    struct app a = {0};
    struct reply r = {.lang = o->lang};
    struct pair why = TEXT("", "");
    const char *no_color = getenv("NO_COLOR");
    enum colours colours = (enum colours)o->colours;
    if (!startup_session(&a, o, &r)) {
        file_complain(text_str(&r.text));
        app_finish(&a);
        reply_finish(&r);
        return EXIT_FAILED;
    }
    reply_finish(&r);
    if (colours == COLOURS_AUTO && no_color && *no_color)
        colours = COLOURS_NEVER;
    int status = EXIT_FINE;
    if (curses_open(colours, &why)) {
        a.mono = curses_is_mono();
        a.ascii = curses_is_ascii();
        a.meanwhile = meanwhile;
        recover_offer(&a);
        struct host h = app_host(&a);
        notes_begin(&h, now);
        app_turn_done(&a);
        run(&a);
        curses_close();
        if (!a.quit) {
            why = TEXT("not enough memory to draw; what was not saved is kept: qkv -c recover", "内存不够，画不出来；没有保存的都留着：qkv -c recover");
            status = EXIT_FAILED;
        }
    } else {
        status = EXIT_NO_TERMINAL;
    }
    if (status != EXIT_FINE)
        fprintf(stderr, "qkv: error: %s\n", pair_in(why, o->lang));
    app_finish(&a);
    signals_pass_on();
    return status;
}
