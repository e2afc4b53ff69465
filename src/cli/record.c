
#include <stdio.h>
#include <string.h>

#include "app/app.h"
#include "keep/file.h"
#include "cli/cli.h"
#include "export/film.h"
#include "lesson/play/play.h"

enum {
    LONGEST_S = 20,   /* of the movement after a key: some views play for ever */
    SHORTEST_MS = 120 /* at least, between two pictures of a movement */
};

/* A recording being made. Only one of cast and film is used. */
struct recorder {
    struct app *app;
    const struct recording *how;
    struct cast cast;
    struct film film;
};

static bool add_picture(struct recorder *k)
{
    struct app *a = k->app;
    struct canvas c;
    enum theme theme = (enum theme)a->session.now.state.look.theme;
    if (!canvas_init(&c, RECORD_ROWS, RECORD_COLS))
        return false;
    bool ok = app_draw(a, c);
    if (k->how->film)
        film_canvas(&k->film, c, theme, k->cast.at);
    else
        ok = cast_canvas(&k->cast, c, theme) && ok;
    canvas_finish(&c);
    return ok;
}

static bool record_lesson(struct recorder *k)
{
    const struct lesson_session *s = k->app->session.lesson;
    int step = -1;
    bool ok = true, plays = s != NULL;
    for (; plays && ok; k->cast.at += k->how->seconds) {
        const struct lesson_step *now = lesson_now(s).step;
        if (s->run.step != step && !k->how->film)
            cast_event(&k->cast, "m", now ? now->title.s : s->lesson.title.s);
        step = s->run.step;
        ok = add_picture(k);
        struct host h = app_host(k->app);
        plays = lesson_auto(&h);
    }
    return ok;
}

/* Records what moves, up to the picture that stays. */
static bool record_movement(struct recorder *k)
{
    bool ok = true;
    for (int ms, since = SHORTEST_MS, left = 1000 * LONGEST_S; (ms = app_moves(k->app)) >= 0 && left > 0;) {
        if (since >= SHORTEST_MS) {
            ok = add_picture(k) && ok;
            since = 0;
        }
        app_tick(k->app);
        k->cast.at += ms / 1000.0;
        since += ms;
        left -= ms;
    }
    ok = add_picture(k) && ok;
    k->cast.at += k->how->seconds;
    return ok;
}

static bool press(struct recorder *k, const char *name, size_t n, struct reply *r)
{
    char key[16] = "";
    if (n < sizeof key)
        memcpy(key, name, n);
    if (!keymap_is_key(key))
        return reply_fail(r, 0, TEXT("--keys: '%.*s' is not a key"), (int)n, name);
    app_event(k->app, &(struct event){.kind = EVENT_KEY, .text = key});
    return record_movement(k) || reply_no_memory(r);
}

bool record_session(struct app *a, const struct recording *how, struct text *out, struct reply *r)
{
    struct recorder k = {.app = a, .how = how, .cast = {.out = out}};
    if (!how->film)
        cast_header(out, RECORD_COLS, RECORD_ROWS,
                    a->session.lesson ? a->session.lesson->lesson.title.s : "qkv");
    a->session.moves = a->session.moves || how->keys;
    bool ok = (how->keys ? record_movement(&k) : record_lesson(&k)) || reply_no_memory(r);
    for (const char *at = how->keys; at && ok && *(at += strspn(at, " ")); at += strcspn(at, " "))
        ok = press(&k, at, strcspn(at, " "), r);
    if (!how->film)
        cast_event(&k.cast, "o", "\033[?25h");
    bool whole = !how->film || film_finish(&k.film, k.cast.at, out);
    text_finish(&k.cast.shown);
    return ok && ((whole && !out->failed) || reply_no_memory(r));
}

/* A lesson begins with the plain scene, keys with what a user sees first. */
static bool record(struct app *a, const struct options *o, struct reply *r)
{
    struct text theme = {0}, out = {0};
    struct recording how = {o->keys, o->seconds > 0 ? o->seconds : RECORD_SECONDS,
                            text_ends(o->argument, ".svg")};
    text_addf(&theme, "theme %s", o->theme ? o->theme : "dark");
    bool ok = (!o->keys || app_open(a, r)) && app_line(a, text_str(&theme), r) && batch_start(a, o, r);
    if (ok && !o->keys && !a->session.lesson)
        ok = reply_fail(
            r, 0, TEXT("--cast records a lesson or keys: add, for example, --lesson 01 or --keys 'Space x'"));
    ok = ok && record_session(a, &how, &out, r);
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
    if (!ok)
        file_complain_of(&r);
    app_finish(&a);
    reply_finish(&r);
    return ok ? EXIT_FINE : EXIT_FAILED;
}
