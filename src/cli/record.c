#include "cli/record.h"

#include <stdio.h>
#include <string.h>

#include "app/commands.h"
#include "app/keep/file.h"
#include "cli/batch.h"
#include "export/cast.h"
#include "lesson/play/auto.h"

static bool add_picture(struct cast *k, struct app *a)
{
    struct canvas c;
    if (!canvas_init(&c, RECORD_ROWS, RECORD_COLS))
        return false;
    bool whole = app_draw(a, c), ok = cast_canvas(k, c, (enum theme)a->model.now.state.look.theme);
    canvas_finish(&c);
    return whole && ok;
}

static void add_marker(struct cast *k, const struct lesson_session *s)
{
    const struct lesson_step *step = lesson_now(s).step;
    cast_event(k, "m", step ? step->title.s : s->lesson.title.s);
}

bool record_lesson(struct app *a, double seconds, struct text *out)
{
    struct cast k = {.out = out, .seconds = seconds};
    const struct lesson_session *s = a->model.lesson;
    int step = -1;
    bool ok = true, plays = true;
    cast_header(out, RECORD_COLS, RECORD_ROWS, s->lesson.title.s);
    for (; plays && ok; k.turn++) {
        if (s->run.step != step)
            add_marker(&k, s);
        step = s->run.step;
        ok = add_picture(&k, a);
        struct host h = app_host(a);
        plays = lesson_auto(&h);
    }
    cast_event(&k, "o", "\033[?25h");
    text_finish(&k.shown);
    return ok && !out->failed;
}

static bool record(struct app *a, const struct options *o, struct reply *r)
{
    struct text theme = {0}, out = {0};
    text_addf(&theme, "theme %s", o->theme ? o->theme : "dark");
    bool ok = app_line(a, text_str(&theme), r) && batch_start(a, o, r);
    if (ok && !a->model.lesson)
        ok = reply_fail(r, 0,
                        TEXT("--cast records a lesson: add, for example, --lesson 01",
                             "--cast 录制一课：请加上 --lesson 01"));
    ok = ok && (record_lesson(a, o->seconds > 0 ? o->seconds : RECORD_SECONDS, &out) || reply_no_memory(r));
    ok = ok && file_write(o->argument, text_str(&out), out.len, r);
    text_finish(&theme);
    text_finish(&out);
    return ok;
}

int record_tool(const struct options *o)
{
    struct app a;
    struct reply r = {.lang = o->lang};
    bool ok = app_init(&a, app_commands, o->lang, &r) && record(&a, o, &r);
    if (!ok) {
        size_t n = strlen(text_str(&r.text));
        text_add(&r.text, n > 0 && r.text.s[n - 1] == '\n' ? "" : "\n");
        file_complain(text_str(&r.text));
    }
    app_finish(&a);
    reply_finish(&r);
    return ok ? EXIT_FINE : EXIT_FAILED;
}
