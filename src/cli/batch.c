#include "cli/cli.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "app/app.h"
#include "keep/file.h"
#include "keep/folders.h"
#include "base/embedded.h"
#include "command/saved.h"
#include "lesson/author/check.h"
#include "state/script.h"
#include "tap/tap.h"

/* Appends this failure to the earlier ones and returns `ok`. */
static bool told(struct reply *all, struct reply *one, bool ok)
{
    reply_place(one);
    if (!ok && all->failed)
        text_add(&all->text, text_str(&one->text));
    else if (!ok)
        reply_fail(all, 0, "%s", text_str(&one->text));
    all->placed = all->placed || !ok;
    reply_finish(one);
    return ok;
}

/* Runs a script, whose errors begin with their places in it. */
static bool run_script(struct app *a, const char *file, const char *bytes, bool keep_going, struct reply *r)
{
    bool ok = app_script(a, file, bytes, keep_going, r);
    r->placed = !ok;
    return ok;
}

static bool run_commands(struct app *a, const struct options *o, struct reply *r)
{
    bool ok = true;
    for (int i = 0; i < o->command_count && (ok || o->keep_going) && !a->quit; i++) {
        struct reply one = {.lang = r->lang};
        ok = told(r, &one, run_script(a, "-c", o->commands[i], o->keep_going, &one)) && ok;
    }
    return ok;
}

/* Runs a command with a name from the command line. */
static bool open_by(struct app *a, const char *command, const char *name, struct reply *r)
{
    struct reply why = {.lang = r->lang};
    struct text line = {0};
    text_add(&line, command);
    script_word(&line, name);
    bool ok = app_line(a, text_str(&line), &why) || reply_fail(r, 0, "%s\n", text_str(&why.text));
    r->placed = why.placed;
    if (ok)
        text_add(&a->session.message, text_str(&why.text)); /* where it goes on */
    reply_finish(&why);
    text_finish(&line);
    return ok;
}

/* A file from somebody else may be opened, but a script only runs when it is asked for with -b or source. */
static bool only_in_batch(const char *path, struct reply *r)
{
    struct text command = {0};
    text_add(&command, "source ");
    script_word(&command, path);
    reply_fail(r, 0,
               TEXT("%s: neither a lesson (.md) nor a saved state (its first line is not '%s'); qkv -c '%s' "
                    "runs a script"),
               path, SCRIPT_FIRST_LINE, text_str(&command));
    text_finish(&command);
    return false;
}

static bool end_line(struct reply *r, bool ok)
{
    if (r->failed && r->text.len > 0 && r->text.s[r->text.len - 1] != '\n')
        text_add(&r->text, "\n");
    return ok;
}

/* Standard input is always a script: its author pipes it in, and may add commands after the lines of a saved
 * state. */
static bool run_standard_input(struct app *a, const struct options *o, struct reply *r)
{
    struct text bytes = {0};
    bool ok = file_read_script("-", a->waits, FILE_MAX_SCRIPT, &bytes, r) &&
              run_script(a, "-", text_str(&bytes), o->keep_going, r);
    text_finish(&bytes);
    return end_line(r, ok);
}

/* Opens a lesson (….md) or a saved state, and runs anything else as a script. */
static bool run_file(struct app *a, const char *path, const struct options *o, struct reply *r)
{
    struct text bytes = {0};
    if (text_ends(path, ".md"))
        return open_by(a, "lesson ", path, r);
    bool ok = file_read_script(path, a->waits, FILE_MAX_SCRIPT, &bytes, r);
    if (ok && saved_is(text_str(&bytes)))
        ok = app_load(a, path, text_str(&bytes), r);
    else if (ok)
        ok = o->batch ? run_script(a, path, text_str(&bytes), o->keep_going, r) : only_in_batch(path, r);
    text_finish(&bytes);
    return end_line(r, ok);
}

/* Options are run as commands, so that the journal contains them. */
static bool choose_by_command(struct app *a, const char *what, const char *value, struct reply *r)
{
    struct text line = TEXT_HERE;
    text_addf(&line, "%s %s", what, value);
    bool ok = app_line(a, text_str(&line), r);
    text_finish(&line);
    return ok;
}

bool batch_start(struct app *a, const struct options *o, struct reply *r)
{
    bool ok = !o->theme || choose_by_command(a, "theme", o->theme, r);
    ok = ok && (!o->model || open_by(a, "model ", o->model, r)) && (!o->tap || open_by(a, "tap ", o->tap, r));
    if (a->batch && a->session.message.len > 0) { /* no line is shown, and standard output is for answers */
        text_add(&a->session.message, "\n");
        file_complain(text_str(&a->session.message));
        text_clear(&a->session.message);
    }
    ok = ok && (!o->scene || open_by(a, "scene ", o->scene, r));
    ok = ok && (!o->lesson || open_by(a, "lesson ", o->lesson, r));
    ok = ok && run_commands(a, o, r);
    for (int i = 0; i < o->file_count && (ok || o->keep_going) && !a->quit; i++) {
        struct reply one = {.lang = r->lang};
        ok = told(r, &one, run_file(a, o->files[i], o, &one)) && ok;
    }
    if (ok && o->batch && !o->tool && !o->tap && !o->lesson && o->command_count == 0 && o->file_count == 0)
        ok = run_standard_input(a, o, r);
    return ok;
}

int batch_run(const struct options *o)
{
    struct app a;
    struct reply r = {.lang = o->lang};
    bool ok = app_init(&a, app_commands, o->lang, &r);
    if (ok)
        session_begins(&a.session); /* with the plain scene: scripts count on its sizes */
    a.batch = a.waits = true;
    ok = ok && batch_start(&a, o, &r);
    app_turn_done(&a);
    bool clean = !o->tap || (a.session.tap && !tap_faulty(a.session.tap));
    bool written = file_print(&a.output);
    if (!ok)
        file_complain_of(&r);
    else if (!written)
        file_print_failed();
    app_finish(&a);
    reply_finish(&r);
    return ok && written && clean ? EXIT_FINE : EXIT_FAILED;
}

/* ---- how a session begins ------------------------------------------------------------ */

enum { STARTUP_BYTES = 1 << 20 };

void startup_run(struct app *a)
{
    struct text path = {0}, bytes = {0};
    struct reply r = {.lang = (enum lang)a->session.now.state.look.lang};
    if (folder_file(FOLDER_CONFIG, "start.qkv", &path) && access(text_str(&path), F_OK) == 0) {
        bool ok = folder_trusted(FOLDER_CONFIG, &r) &&
                  file_read_script(text_str(&path), false, STARTUP_BYTES, &bytes, &r) &&
                  app_script(a, text_str(&path), text_str(&bytes), true, &r);
        a->session.unsaved = false;
        if (!ok) {
            struct session *m = &a->session;
            text_clear(&m->message);
            text_add_bytes(&m->message, text_str(&r.text), strcspn(text_str(&r.text), "\n"));
            m->message_is_error = true;
        }
    }
    text_finish(&path);
    text_finish(&bytes);
    reply_finish(&r);
}

static time_t now(void)
{
    return time(NULL);
}

bool startup_session(struct app *a, const struct options *o, struct reply *r)
{
    if (!app_init(a, app_commands, o->lang, r) || !app_open(a, r))
        return false;
    struct host h = app_host(a);
    autosave_begin(a);
    a->lessons.watch = o->watch ? check_open : NULL;
    a->auto_ms = (int)(1000 * o->seconds);
    if (a->auto_ms == 0)
        progress_begin(&h, now); /* first: the start screen shows progress, and reads the course only once */
    bool nothing =
        !o->model && !o->tap && !o->scene && !o->lesson && o->command_count == 0 && o->file_count == 0;
    if (nothing && !choose_by_command(a, "view", "home", r))
        return false;
    startup_run(a);
    folder_sweep(FOLDER_STATE);
    folder_sweep(FOLDER_RUNTIME);
    bool ok = (!o->langs || choose_by_command(a, "lang", lang_code(o->lang), r)) && batch_start(a, o, r);
    autosave_started(a);
    return ok;
}

static int print_embedded(const char *path)
{
    for (const struct embedded *e = embedded_files; e->path; e++)
        if (strcmp(e->path, path) == 0)
            fwrite(e->bytes, 1, e->size, stdout);
    return EXIT_FINE;
}

int startup_tool(const struct options *o)
{
    (void)o;
    return print_embedded("src/cli/start.qkv");
}

int tap_help_tool(const struct options *o)
{
    (void)o;
    return print_embedded("src/cli/qkv_tap.py");
}
