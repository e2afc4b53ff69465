#include "term/notes_loop.h"

#include <stdio.h>
#include <string.h>
#include <time.h>

#include "app/app.h"
#include "app/keep/file.h"
#include "app/keep/folders.h"
#include "lesson/play/notes_file.h"
#include "state/param.h"
#include "term/curses.h"
#include "term/signals.h"
#include "view/notes/notes.h"

enum { LOOK_MS = 500 };

static bool show(const struct notes *n, int *top, const struct options *o, enum theme theme)
{
    struct canvas c;
    int rows, cols;
    curses_size(&rows, &cols);
    if (!canvas_init(&c, rows, cols))
        return false;
    view_notes_draw(c, n, top, (long long)time(NULL), o->lang, curses_is_ascii());
    curses_show(c, &(struct look){.theme = (int)theme}, -1, -1);
    canvas_finish(&c);
    return true;
}

static bool ends(const struct event *e)
{
    bool key = e->kind == EVENT_KEY && (strcmp(e->text, "q") == 0 || strcmp(e->text, "Esc") == 0);
    return key || e->kind == EVENT_END;
}

/* Returns the rows that a key scrolls down, 0 for other keys. */
static int scrolled(const struct event *e)
{
    static const struct {
        const char *key;
        int rows;
    } keys[] = {{"Down", 1}, {"j", 1}, {"Up", -1}, {"k", -1}, {"PgDn", 8}, {"Space", 8}, {"PgUp", -8}};
    for (size_t i = 0; e->kind == EVENT_KEY && i < sizeof keys / sizeof keys[0]; i++)
        if (strcmp(e->text, keys[i].key) == 0)
            return keys[i].rows;
    return 0;
}

/* Runs until q. Returns false if there is no memory to draw. */
static bool follow(const struct options *o, enum theme theme)
{
    struct notes n = {0};
    struct timespec seen = {0};
    struct event e = {.kind = EVENT_NONE};
    long long since = 0; /* with `number`, the step that is scrolled to `top` */
    int number = 0, top = 0;
    bool whole = true;
    while (!ends(&e)) {
        bool there = notes_poll(&n, &seen);
        top = there && n.since == since && n.number == number ? top + scrolled(&e) : 0;
        since = n.since;
        number = n.number;
        whole = show(there ? &n : NULL, &top, o, theme);
        if (!whole)
            break;
        e = curses_wait(LOOK_MS);
        if (e.kind == EVENT_KEY && strcmp(e.text, "C-l") == 0)
            curses_forget();
        if (e.kind == EVENT_KEY && strcmp(e.text, "C-z") == 0)
            curses_suspend();
    }
    notes_finish(&n);
    return whole;
}

static int refuse(struct reply *r, int status)
{
    file_complain_of(r);
    reply_finish(r);
    return status;
}

int notes_run(const struct options *o)
{
    struct pair why = BOTH("", "");
    struct app a = {0};
    struct reply r = {.lang = o->lang};
    enum theme theme = THEME_DARK;
    if (o->file_count > 0) {
        reply_fail(&r, 0,
                   TEXT("qkv: error: --notes opens no file ('%s'): it follows the lesson that is open in "
                        "another terminal",
                        "qkv：错误：--notes 不打开文件（“%s”）：它跟着另一个终端里打开的课走"),
                   o->files[0]);
        return refuse(&r, EXIT_USAGE);
    }
    if (o->theme && app_init(&a, app_commands, o->lang, &r) &&
        param_set(&a.model.now.state, param_find("theme"), o->theme, 0, &r))
        theme = (enum theme)a.model.now.state.look.theme;
    app_finish(&a);
    reply_finish(&r);
    int status = EXIT_FINE;
    if (!folder_trusted(FOLDER_RUNTIME, &r))
        return refuse(&r, EXIT_FAILED);
    if (!curses_open((enum colours)o->colours, &why)) {
        status = EXIT_NO_TERMINAL;
    } else {
        if (!follow(o, theme)) {
            why = BOTH("not enough memory to draw", "内存不够，画不出来");
            status = EXIT_FAILED;
        }
        curses_close();
    }
    if (status != EXIT_FINE)
        fprintf(stderr, "%s%s\n", text_in(TEXT("qkv: error: ", "qkv：错误："), o->lang),
                pair_in(why, o->lang));
    signals_pass_on();
    return status;
}
