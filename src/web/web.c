#include "web/web.h"

#include <string.h>

#include "app/app.h"
#include "app/keyboard.h"
#include "app/link.h"
#include "app/mouse.h"
#include "app/recover.h"
#include "session/contexts.h"
#include "base/mem.h"
#include "cli/cli.h"
#include "state/param.h"
#include "state/script.h"
#include "view/frame/describe.h"
#include "view/frame/frame.h"
#include "view/curves.h"

struct web {
    struct app app;
    struct canvas canvas;
    struct text in, out;
    struct text told; /* the place of the cursor as web_told last found it */
    bool asked;       /* an event has come since then */
    struct web_look look;
    struct curves curves;
};

/* What a file is for, by its ending: the command that reads it. Any other is a scene; a folder is a model. */
static const struct {
    const char *ending, *command;
} files[] = {
    {".vec", "import vectors"}, {".txt", "import vectors"},    {".md", "lesson"}, {".npy", "import X"},
    {".csv", "import X"},       {".progress", "progress add"}, {"/", "model"},
};

struct web *web_new(void)
{
    return mem_new(1, sizeof(struct web));
}

void web_free(struct web *w)
{
    app_finish(&w->app);
    canvas_finish(&w->canvas);
    text_finish(&w->in);
    text_finish(&w->out);
    text_finish(&w->told);
    mem_free(w);
}

char *web_room(struct web *w, size_t n)
{
    text_clear(&w->in);
    for (size_t i = 0; i <= n; i++)
        text_add_char(&w->in, ' ');
    if (w->in.failed)
        return NULL;
    w->in.len = n;
    w->in.s[n] = '\0';
    return w->in.s;
}

static void happened(struct web *w, enum event_kind kind)
{
    struct event e = {.kind = kind, .text = text_str(&w->in)};
    w->asked = true;
    app_event(&w->app, &e);
}

/* Runs a command on the word in room. */
static bool run_on_word(struct web *w, const char *command)
{
    struct text line = {0};
    text_addf(&line, "%s ", command);
    script_word(&line, text_str(&w->in));
    text_clear(&w->in);
    text_add(&w->in, text_str(&line));
    text_finish(&line);
    return web_line(w);
}

bool web_start(struct web *w, unsigned wishes)
{
    struct app *a = &w->app;
    enum lang lang = lang_wished(text_str(&w->in));
    const char *theme = wishes & WEB_MONO ? "mono" : wishes & WEB_LIGHT ? "light" : NULL;
    struct options o = {.lang = lang, .theme = theme};
    struct reply r = {.lang = lang};
    bool ok = startup_session(a, &o, &r);
    if (ok) {
        a->page = true;
        a->mono = wishes & WEB_MONO;
        a->session.moves = !(wishes & (WEB_STILL | WEB_MONO));
        recover_offer(a);
        app_turn_done(a);
    }
    reply_finish(&r);
    return ok;
}

void web_key(struct web *w)
{
    happened(w, EVENT_KEY);
}

bool web_has_key(const struct web *w)
{
    return key_does(&w->app.session, text_str(&w->in)) != NULL;
}

void web_paste(struct web *w)
{
    happened(w, EVENT_PASTE);
}

bool web_line(struct web *w)
{
    happened(w, EVENT_LINE);
    return !w->app.session.message_is_error;
}

static bool pointed(struct web *w, struct event e)
{
    e.rows = w->canvas.rows;
    e.cols = w->canvas.cols;
    w->asked = true;
    return app_event(&w->app, &e);
}

bool web_click(struct web *w, int row, int col, int button)
{
    return pointed(
        w, (struct event){
               .kind = EVENT_CLICK, .row = row, .col = col, .button = button, .dragged = button == 0});
}

void web_wheel(struct web *w, int row, int col, int up)
{
    pointed(w, (struct event){.kind = EVENT_WHEEL, .row = row, .col = col, .button = up ? -1 : 1});
}

void web_turn(struct web *w, int row, int col, int steps, bool on)
{
    pointed(w, (struct event){.kind = EVENT_TURN, .row = row, .col = col, .button = steps, .dragged = on});
}

const char *web_spot(struct web *w, int row, int col, bool says)
{
    const struct event e = {.row = row, .col = col, .rows = w->canvas.rows, .cols = w->canvas.cols};
    const struct screen screen = app_host(&w->app).screen;
    struct click k = mouse_hit(&screen, &e);
    text_clear(&w->out);
    if (!k.line[0])
        return "";
    text_addf(&w->out, "%d %d %d %d %s %s\n", k.box.row, k.box.col, k.box.rows, k.box.width,
              k.key                              ? "key"
              : mouse_turns(&w->app.session, &k) ? "number"
                                                 : "line",
              k.line);
    if (says)
        mouse_says(&w->app.session, &k, &w->out);
    return w->out.failed ? "" : text_str(&w->out);
}

bool web_lesson(struct web *w)
{
    return run_on_word(w, "lesson");
}

bool web_file(struct web *w)
{
    const char *path = text_str(&w->in), *command = "load";
    for (size_t i = 0; i < sizeof files / sizeof *files; i++)
        if (text_ends(path, files[i].ending))
            command = files[i].command;
    return run_on_word(w, command);
}

bool web_link(struct web *w)
{
    struct app *a = &w->app;
    struct session *m = &a->session;
    struct reply r = {.lang = (enum lang)m->now.state.look.lang};
    const char *name = text_in(TEXT("the link"), r.lang);
    bool whole = strncmp(text_str(&w->in), SCRIPT_FIRST_LINE, strlen(SCRIPT_FIRST_LINE)) == 0;
    bool ok = whole ? words_whole(name, &w->in, &r) && app_load(a, name, text_str(&w->in), &r)
                    : reply_fail(&r, 0, TEXT("this link is damaged or was cut off: ask for it again"));
    if (ok && !a->autosave.due)
        autosave_started(a); /* opening it is no change */
    text_clear(&m->message);
    text_add_bytes(&m->message, text_str(&r.text), strcspn(text_str(&r.text), "\n"));
    m->message_is_error = !ok;
    app_turn_done(a);
    reply_finish(&r);
    return ok;
}

const char *web_script(struct web *w)
{
    if (state_model(&w->app.session.now.state))
        return NULL;
    text_clear(&w->out);
    script_write(&w->app.session.now, &w->out);
    return w->out.failed ? NULL : text_str(&w->out);
}

void web_address(struct web *w)
{
    text_add(&w->app.address, text_str(&w->in));
}

const char *web_place(struct web *w)
{
    text_clear(&w->out);
    link_place(&w->app.session, &w->out);
    return text_str(&w->out);
}

const char *web_title(struct web *w)
{
    text_clear(&w->out);
    link_title(&w->app.session, &w->out);
    return text_str(&w->out);
}

const char *web_handed(struct web *w)
{
    text_clear(&w->out);
    text_add(&w->out, text_str(&w->app.handed));
    text_clear(&w->app.handed);
    return text_str(&w->out);
}

int web_wait(const struct web *w)
{
    return app_wait(&w->app);
}

void web_tick(struct web *w)
{
    app_tick(&w->app);
}

const struct cell *web_draw(struct web *w, int rows, int cols)
{
    struct canvas *c = &w->canvas;
    if (!c->cells || c->rows != rows || c->cols != cols) {
        canvas_finish(c);
        if (!canvas_init(c, rows, cols))
            return NULL;
    }
    curves_begin(&w->curves, c);
    app_draw(&w->app, *c);
    return c->cells;
}

const char *web_curves(struct web *w)
{
    text_clear(&w->out);
    curves_svg(&w->curves, (enum theme)web_theme(w), &w->out);
    return text_str(&w->out);
}

int web_cell_size(void)
{
    return sizeof(struct cell);
}

int web_cell_marks(void)
{
    return UTF8_MARKS;
}

static int32_t hex(bool own, struct rgb c)
{
    return own ? c.r << 16 | c.g << 8 | c.b : -1;
}

const struct web_look *web_look(struct web *w, int style, int fg, int bg)
{
    enum theme theme = (enum theme)web_theme(w);
    bool mono = theme == THEME_MONO;
    struct look_of look =
        (mono ? style_resolve : style_seen)(theme, (enum style)style, (uint16_t)fg, (uint16_t)bg);
    w->look = (struct web_look){hex(look.own_fg, look.fg), hex(look.own_bg, look.bg), (int32_t)look.attrs};
    return &w->look;
}

int web_cursor(const struct web *w)
{
    int row = -1, col = -1;
    frame_cursor(w->canvas, &w->app.session, &row, &col);
    return row < 0 || col < 0 ? -1 : row * w->canvas.cols + col;
}

/* (an event's message is told even if it is the one before: the key was pressed again) */
const char *web_told(struct web *w, bool whole)
{
    const struct session *m = &w->app.session;
    struct text now = {0};
    text_addf(&now, m->message.len > 0 ? "%s\n" : "%s", text_str(&m->message));
    size_t said = whole || w->asked ? now.len : 0;
    text_clear(&w->out);
    text_add(&w->out, said > 0 ? text_str(&now) : "");
    const char *page = text_str(&m->pager.body), *code = strstr(page, "\n█"); /* which nobody hears */
    if (m->pager.open)
        text_addf(&now, "%s\n%.*s\n", text_str(&m->pager.title), code ? (int)(code - page) : -1, page);
    else
        describe_briefly(m, &now);
    if (whole && !m->pager.open)
        describe(m, &w->out);
    else
        text_add_lines(&w->out, text_str(&now) + said, whole ? "" : text_str(&w->told));
    if (whole)
        text_add(&w->out,
                 text_in(TEXT("! tells all of this again. Ctrl-M lets Tab leave the program, and back.\n"),
                         (enum lang)w->app.session.now.state.look.lang));
    text_finish(&w->told);
    w->told = now;
    w->asked = false;
    return text_str(&w->out);
}

int web_theme(const struct web *w)
{
    return w->app.mono ? THEME_MONO : w->app.session.now.state.look.theme;
}

const char *web_theme_name(const struct web *w)
{
    return param_choice(param_find("theme"), web_theme(w));
}

const char *web_lang(const struct web *w)
{
    return lang_code((enum lang)w->app.session.now.state.look.lang);
}

bool web_ended(const struct web *w)
{
    return w->app.quit;
}
