#include "app/link.h"

#include <ctype.h>
#include <string.h>

#include "base/qr.h"
#include "command/saved.h"
#include "state/param.h"
#include "state/script.h"
#include "tasks/task.h"

/* Where the page is: `make PAGE=https://…`. */
#ifndef PAGE_ADDRESS
#define PAGE_ADDRESS "qkv.html"
#endif

static const struct lesson_session *in_lesson(const struct session *m)
{
    return m->lesson && !m->lesson->free ? m->lesson : NULL;
}

/* Returns how many bytes of a lesson's id are its number: 03-scaling. Others have none. */
static size_t number_of(const char *id)
{
    size_t n = strspn(id, "0123456789");
    return id[n] == '-' ? n : 0;
}

static const char *lang_of(const struct session *m)
{
    return lang_code((enum lang)m->now.state.look.lang);
}

void link_place(const struct session *m, struct text *out)
{
    const struct lesson_session *s = in_lesson(m);
    const struct lesson_step *step = lesson_now(s).step;
    size_t n = s ? number_of(s->lesson.id) : 0;
    if (s)
        text_addf(out, "lesson=%.*s%s%s&", n > 0 ? (int)n : -1, s->lesson.id, step ? "/" : "",
                  step ? step->id.s : "");
    else if (m->now.state.look.view != VIEW_HOME)
        text_addf(out, "view=%s&", view_name(m->now.state.look.view));
    text_addf(out, "lang=%s", lang_of(m));
}

void link_title(const struct session *m, struct text *out)
{
    const struct lesson_session *s = in_lesson(m);
    size_t n = s ? number_of(s->lesson.id) : 0;
    if (s)
        text_addf(out, "%.*s%s%s", (int)n, s->lesson.id, n > 0 ? " " : "", s->lesson.title.s);
    else
        text_add(out, text_in(views[m->now.state.look.view]->title, (enum lang)m->now.state.look.lang));
}

/* Writes the scene as a script: one of the named ones, its words, and what else is in it. Returns false if
 * that does not lead there. */
static bool write_from(const struct session *m, const char *name, struct text *out, struct reply *r)
{
    struct session aside;
    struct text had = {0}, words = {0}, is = {0}, wanted = {0};
    if (!session_init_like(&aside, m, r))
        return false;
    aside.unseen = true;
    text_addf(out, SCRIPT_FIRST_LINE "\n%s", name);
    bool ok = saved_load(&aside, "", text_str(out), 0, r);
    script_sequence(&had, "tokens", &aside.now.state, aside.now.state.sentence);
    script_sequence(&words, "tokens", &m->now.state, m->now.state.sentence);
    if (strcmp(text_str(&had), text_str(&words)) != 0) {
        text_addf(out, "%s\n", text_str(&words));
        ok = ok && saved_load(&aside, "", text_str(out), 0, r);
    }
    if (ok)
        script_since(&m->now, &aside.now, out);
    ok = ok && saved_load(&aside, "", text_str(out), 0, r);
    script_write(&aside.now, &is);
    script_write(&m->now, &wanted);
    ok = ok && strcmp(text_str(&is), text_str(&wanted)) == 0 && !out->failed;
    session_finish(&aside);
    text_finish_part(&had, out);
    text_finish_part(&words, out);
    text_finish_part(&is, out);
    text_finish_part(&wanted, out);
    return ok;
}

/* Adds the commands of a script so that an address can hold them and no chat cuts it. */
static void add_escaped(struct text *out, const char *s)
{
    for (; *s; s++)
        if (*s == ' ' || (*s == '\n' && s[1]))
            text_add_char(out, *s == ' ' ? '+' : ';');
        else if (isalnum((unsigned char)*s) || strchr("-._~;=,/:@*", *s))
            text_add_char(out, *s);
        else if (*s != '\n')
            text_addf(out, "%%%02X", (unsigned char)*s);
}

static bool in_web(const char *address)
{
    return strncmp(address, "http", strlen("http")) == 0;
}

bool link_write(const struct app *a, const char *page, struct text *out, struct reply *r)
{
    const struct session *m = &a->session;
    const struct task *learned = task_at(m->now.state.set.task);
    struct text script = {0}, task = TEXT_HERE;
    const char *here = text_str(&a->address); /* (that of a file is of no use to others) */
    text_addf(out, "%s#",
              page                                               ? page
              : *here && (in_web(here) || !in_web(PAGE_ADDRESS)) ? here
                                                                 : PAGE_ADDRESS);
    if (in_lesson(m) && history_steps(&m->history) == 0) {
        link_place(m, out);
        return true;
    }
    if (state_model(&m->now.state))
        return reply_fail(r, 0,
                          TEXT("a link cannot hold a model: drop its files on the page where you need them"));
    if (learned)
        text_addf(&task, "task %s\n", learned->name);
    const char *const names[] = {text_str(&task), "opening\n", ""}; /* of scenes to begin with */
    bool found = false;
    for (int i = learned ? 0 : 1; i < 3 && !found; i++) {
        struct reply quiet = {.lang = r->lang, .work = r->work};
        text_clear(&script);
        found = write_from(m, names[i], &script, &quiet);
        reply_finish(&quiet);
    }
    if (!found && reply_goes_on(r)) {
        text_clear(&script);
        script_write(&m->now, &script);
    }
    text_add(out, "scene=");
    add_escaped(out, text_str(&script) + strlen(SCRIPT_FIRST_LINE "\n"));
    text_addf(out, "&lang=%s", lang_of(m));
    text_finish_part(&script, out);
    text_finish_part(&task, out);
    return !r->failed && (!out->failed || reply_no_memory(r));
}

/* ---- commands ---------------------------------------------------------------------------- */

static void add_quoted(struct text *out, const char *s)
{
    for (; *s; s++)
        text_add(out, *s == '"' ? "&quot;" : *s == '&' ? "&amp;" : (char[]){*s, '\0'});
}

static void add_frame(struct text *out, const struct session *m, const char *link)
{
    struct text title = TEXT_HERE;
    link_title(m, &title);
    text_add(out, "<iframe title=\"qkv: ");
    add_quoted(out, text_str(&title));
    text_add(out, "\" src=\"");
    add_quoted(out, link);
    text_add(out, "\" width=\"800\" height=\"500\" allow=\"clipboard-write\"></iframe>");
    text_finish_part(&title, out);
}

/* Adds a link as a code, below itself. */
static bool add_code(struct call *c, const struct text *link)
{
    struct qr q;
    if (!in_web(text_str(link)))
        return reply_fail(c->r, 0, TEXT("a code needs the address of the page in the web: ':qr https://…'"));
    if (!qr_make(text_str(link), &q))
        return reply_fail(
            c->r, 0,
            TEXT("this address has %zu bytes, a code holds %d: show a lesson's step, or change less"),
            link->len, QR_BYTES);
    text_addf(&c->r->text, "%s\n", text_str(link));
    qr_write(&q, &c->r->text);
    return true;
}

/* link, qr, embed: the page copies what is to be copied; elsewhere it is shown, with what it is for. */
static bool give(struct call *c)
{
    enum { LONGEST = 2000 }; /* of what is copied by hand */
    struct app *a = c->host->app;
    struct text link = {0}, given = {0};
    bool frame = call_is(c, 0, "embed"), code = call_is(c, 0, "qr");
    bool ok = link_write(a, c->w->count > 1 ? call_word(c, 1) : NULL, &link, c->r);
    if (ok && !a->page && link.len > LONGEST)
        ok =
            reply_fail(c->r, 0, TEXT("this scene is too large for a link: ':save FILE' writes it as a file"));
    if (ok && frame)
        add_frame(&given, c->m, text_str(&link));
    else
        text_add(&given, text_str(&link));
    if (ok && code)
        ok = add_code(c, &link);
    else if (ok) {
        text_clear(&a->handed);
        text_add(a->page ? &a->handed : &c->r->text, text_str(&given));
        text_add(&c->r->text, a->page || a->batch ? "" : "\n\n");
        text_add(
            &c->r->text,
            a->batch
                ? ""
                : text_in(frame
                              ? TEXT("It shows this in a page of yours. If that page asks for a sandbox: "
                                     "allow-scripts, and allow-same-origin to keep what is done, "
                                     "allow-downloads for files.")
                              : TEXT("It opens what is on this screen in a browser. ':qr' shows it as a code "
                                     "to scan, ':embed' gives a frame for a page of yours."),
                          c->r->lang));
    }
    text_finish(&link);
    text_finish(&given);
    return ok;
}

enum { AWAY = COMMAND_OUTSIDE | COMMAND_HOST | COMMAND_NO_LOG };

const struct command cmd_link[] = {
    {"link", "[ADDRESS]", give, NULL, AWAY, "link",
     TEXT(
         "writes an address that opens the page in a browser with what is on the screen: a lesson's step, or "
         "the scene as what you changed; the page copies it")},
    {"qr", "[ADDRESS]", give, NULL, AWAY, "qr https://example.org/qkv.html",
     TEXT("shows that address as a QR code, for a class to scan")},
    {"embed", "[ADDRESS]", give, NULL, AWAY, "embed",
     TEXT("writes that address as a frame (<iframe>) for a page of yours")},
    COMMAND_LAST,
};
