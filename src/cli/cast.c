#include "cli/cast.h"

#include <stdio.h>
#include <string.h>

#include "app/keep/file.h"
#include "base/number.h"
#include "cli/batch.h"
#include "export/json.h"
#include "export/view.h"
#include "lesson/play/auto.h"

struct cast {
    struct text *out;
    struct text shown;           /* the picture that stands on the screen, a line a row */
    double seconds;
    int turn;
};

static void begin_event(struct cast *k, const char *kind)
{
    text_add(k->out, "[");
    number_fixed(k->out, k->turn * k->seconds, 3, 40);
    text_addf(k->out, ", \"%s\", ", kind);
}

static void add_event(struct cast *k, const char *kind, const char *data)
{
    begin_event(k, kind);
    json_string(k->out, data);
    text_add(k->out, "]\n");
}

/* Rows that differ from what is on the screen, each at its place. */
static void add_rows(const char *old, const char *fresh, struct text *data)
{
    for (int row = 1; *fresh; row++) {
        size_t n = strcspn(fresh, "\n"), m = strcspn(old, "\n");
        if (n != m || strncmp(fresh, old, n) != 0) {
            text_addf(data, "\033[%d;1H", row);
            text_add_bytes(data, fresh, n);
        }
        fresh += n + (fresh[n] == '\n');
        old += m + (old[m] == '\n');
    }
}

static bool add_canvas(struct cast *k, struct canvas c, enum theme theme)
{
    struct text fresh = {0}, data = {0};
    export_ansi(c, theme, &fresh);
    text_add(&data, k->turn == 0 ? "\033[?25l\033[2J" : "");
    add_rows(text_str(&k->shown), text_str(&fresh), &data);
    add_event(k, "o", text_str(&data));
    bool ok = !data.failed && !fresh.failed;
    text_finish(&k->shown);
    k->shown = fresh;
    text_finish(&data);
    return ok;
}

static bool add_picture(struct cast *k, struct app *a)
{
    struct canvas c;
    if (!canvas_init(&c, CAST_ROWS, CAST_COLS))
        return false;
    bool whole = app_draw(a, c), ok = add_canvas(k, c, (enum theme)a->model.now.state.look.theme);
    canvas_finish(&c);
    return whole && ok;
}

static void add_marker(struct cast *k, const struct lesson_session *s)
{
    const struct lesson_step *step = lesson_run_step(s);
    add_event(k, "m", step ? step->title.s : s->lesson.title.s);
}

static void add_header(struct text *out, int cols, int rows, const char *title)
{
    text_addf(out, "{\"version\": 2, \"width\": %d, \"height\": %d, \"title\": ", cols, rows);
    json_string(out, title);
    text_add(out, ", \"env\": {\"TERM\": \"xterm-256color\"}}\n");
}

void cast_picture(struct canvas c, enum theme theme, struct text *out)
{
    struct cast k = {.out = out};
    add_header(out, c.cols, c.rows, "qkv");
    out->failed = !add_canvas(&k, c, theme) || out->failed;
    text_finish(&k.shown);
}

bool cast_lesson(struct app *a, double seconds, struct text *out)
{
    struct cast k = {.out = out, .seconds = seconds};
    const struct lesson_session *s = a->model.lesson;
    int step = -1;
    bool ok = true, plays = true;
    add_header(out, CAST_COLS, CAST_ROWS, s->lesson.title.s);
    for (; plays && ok; k.turn++) {
        if (s->run.step != step)
            add_marker(&k, s);
        step = s->run.step;
        ok = add_picture(&k, a);
        plays = lesson_auto(a);
    }
    add_event(&k, "o", "\033[?25h");
    text_finish(&k.shown);
    return ok && !out->failed;
}

static bool record(struct app *a, const struct options *o, struct reply *r)
{
    struct text theme = {0}, out = {0};
    text_addf(&theme, "theme %s", o->theme ? o->theme : "dark");
    bool ok = app_line(a, text_str(&theme), r) && batch_start(a, o, r);
    if (ok && !a->model.lesson)
        ok = reply_fail(r, 0, TEXT("--cast records a lesson: add --lesson 01", "--cast 录制一课：请加上 --lesson 01"));
    ok = ok && (cast_lesson(a, o->seconds > 0 ? o->seconds : CAST_SECONDS, &out) || reply_no_memory(r));
    ok = ok && file_write(o->argument, text_str(&out), out.len, r);
    text_finish(&theme);
    text_finish(&out);
    return ok;
}

int cast_tool(const struct options *o)
{
    struct app a;
    struct reply r = {.lang = o->lang};
    bool ok = app_init(&a, o->lang, &r) && record(&a, o, &r);
    if (!ok) {
        size_t n = strlen(text_str(&r.text));
        text_add(&r.text, n > 0 && r.text.s[n - 1] == '\n' ? "" : "\n");
        file_complain(text_str(&r.text));
    }
    app_finish(&a);
    reply_finish(&r);
    return ok ? EXIT_FINE : EXIT_FAILED;
}
