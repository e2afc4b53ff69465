/* What a test does with a session is what a person does: lines, keys, a look at the screen; this says it in a
 * word each. */
#include "support/apps.h"

#include <string.h>

#include "app/app.h"
#include "support/test.h"

struct app fresh_app_in(enum lang lang)
{
    struct app a;
    struct reply r = {0};
    assert_true(app_init(&a, app_commands, lang, &r));
    return a;
}

struct app fresh_app(void)
{
    return fresh_app_in(LANG_EN);
}

struct app opened_app_in(enum lang lang)
{
    struct app a = fresh_app_in(lang);
    struct reply r = {0};
    assert_true(app_open(&a, &r));
    return a;
}

struct app opened_app(void)
{
    return opened_app_in(LANG_EN);
}

struct app simple_app_in(enum lang lang)
{
    struct app a = fresh_app_in(lang);
    must_enter(&a, TWO_HEADS " ; view flow");
    must_enter(&a, lang == LANG_ZH ? "tokens 猫 追 狗" : "");
    session_begins(&a.session);
    return a;
}

struct app app_after(const char *line)
{
    struct app a = fresh_app();
    must_enter(&a, line);
    return a;
}

bool enter(struct app *a, const char *line)
{
    struct reply r = {.lang = (enum lang)a->session.now.state.look.lang};
    bool ok = app_line(a, line, &r);
    reply_finish(&r);
    return ok;
}

void must_enter(struct app *a, const char *line)
{
    struct reply r = {.lang = (enum lang)a->session.now.state.look.lang};
    if (!app_line(a, line, &r))
        fail_msg("%s: %s", line, text_str(&r.text));
    reply_finish(&r);
}

void press(struct app *a, const char *key)
{
    app_event(a, &(struct event){.kind = EVENT_KEY, .text = key});
}

struct canvas draw_screen(struct app *a, int rows, int cols)
{
    struct canvas c;
    assert_true(canvas_init(&c, rows, cols));
    assert_true(app_draw(a, c));
    return c;
}

struct canvas draw_after(const char *line, int rows, int cols)
{
    struct app a = app_after(line);
    struct canvas c = draw_screen(&a, rows, cols);
    app_finish(&a);
    return c;
}

static void draw(struct app *a, int rows, int cols, struct text *out,
                 void (*write)(struct canvas, struct text *))
{
    struct canvas c = draw_screen(a, rows, cols);
    text_clear(out);
    write(c, out);
    canvas_finish(&c);
}

void read_screen(struct app *a, int rows, int cols, struct text *out)
{
    draw(a, rows, cols, out, canvas_text);
}

void read_planes(struct app *a, int rows, int cols, struct text *out)
{
    draw(a, rows, cols, out, canvas_planes);
}

static void look_for(struct app *a, int rows, int cols, const char *what, bool there)
{
    struct text screen = {0};
    read_screen(a, rows, cols, &screen);
    if ((strstr(text_str(&screen), what) != NULL) != there)
        fail_msg("%s '%s' in\n%s", there ? "no" : "there is", what, text_str(&screen));
    text_finish(&screen);
}

void see(struct app *a, int rows, int cols, const char *what)
{
    look_for(a, rows, cols, what, true);
}

void see_not(struct app *a, int rows, int cols, const char *what)
{
    look_for(a, rows, cols, what, false);
}
