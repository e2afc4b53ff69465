#include "term/loop.h"

#include <stdio.h>
#include <stdlib.h>

#include "app/app.h"
#include "app/batch.h"
#include "app/recover.h"
#include "app/startup.h"
#include "model/param.h"
#include "term/curses.h"
#include "view/screen.h"

static bool show(struct app *a)
{
    struct canvas c;
    int rows, cols, row, col;
    curses_size(&rows, &cols);
    if (!canvas_init(&c, rows, cols))
        return false;
    app_draw(a, c);
    screen_cursor(c, &a->model, &row, &col);
    curses_show(c, (enum theme)a->model.now.state.look.theme, row, col);
    canvas_finish(&c);
    return true;
}

static void run(struct app *a)
{
    while (!a->quit && show(a)) {
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
}

static bool start(struct app *a, const struct options *o, struct reply *r)
{
    if (!app_init(a, o->lang, r))
        return false;
    if (!o->lesson && o->command_count == 0 && o->file_count == 0)
        a->model.now.state.look.view = VIEW_HOME;
    startup_run(a);
    if (o->langs)
        a->model.now.state.look.lang = (int)o->lang;
    if (o->theme)
        param_set(&a->model.now.state, param_find("theme"), o->theme, 0, r);
    autosave_begin(a);
    bool ok = batch_start(a, o, r);
    autosave_started(a);
    return ok;
}

int loop_run(const struct options *o)
{
    struct app a = {0};
    struct reply r = {.lang = o->lang};
    const char *why = "", *no_color = getenv("NO_COLOR");
    enum colours colours = (enum colours)o->colours;
    if (!start(&a, o, &r)) {
        fputs(text_str(&r.text), stderr);
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
        recover_offer(&a);
        run(&a);
        curses_close();
    } else {
        fprintf(stderr, "qkv: error: %s\n", why);
        status = EXIT_NO_TERMINAL;
    }
    app_finish(&a);
    return status;
}
