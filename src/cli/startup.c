
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "app/app.h"
#include "app/commands.h"
#include "app/keep/file.h"
#include "app/keep/folders.h"
#include "base/embedded.h"
#include "cli/cli.h"
#include "lesson/author/check.h"

enum { STARTUP_BYTES = 1 << 20 };

void startup_run(struct app *a)
{
    struct text path = {0}, bytes = {0};
    struct reply r = {.lang = (enum lang)a->model.now.state.look.lang};
    if (folder_file(FOLDER_CONFIG, "start.qkv", &path) && access(text_str(&path), F_OK) == 0) {
        bool ok = folder_trusted(FOLDER_CONFIG, &r) &&
                  file_read_script(text_str(&path), false, STARTUP_BYTES, &bytes, &r) &&
                  app_script(a, text_str(&path), text_str(&bytes), true, &r);
        a->model.unsaved = false;
        if (!ok) {
            struct model *m = &a->model;
            text_clear(&m->message);
            text_add_bytes(&m->message, text_str(&r.text), strcspn(text_str(&r.text), "\n"));
            m->message_is_error = true;
        }
    }
    text_finish(&path);
    text_finish(&bytes);
    reply_finish(&r);
}

/* Options are run as commands, so that the journal contains them. */
static bool choose(struct app *a, const char *what, const char *value, struct reply *r)
{
    struct text line = {0};
    text_addf(&line, "%s %s", what, value);
    bool ok = line.failed ? reply_no_memory(r) : app_line(a, line.s, r);
    text_finish(&line);
    return ok;
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
    bool nothing = !o->model && !o->scene && !o->lesson && o->command_count == 0 && o->file_count == 0;
    if (nothing && !choose(a, "view", "home", r))
        return false;
    startup_run(a);
    folder_sweep(FOLDER_STATE);
    folder_sweep(FOLDER_RUNTIME);
    bool ok = (!o->langs || choose(a, "lang", o->lang == LANG_ZH ? "zh" : "en", r)) && batch_start(a, o, r);
    autosave_started(a);
    return ok;
}

int startup_tool(const struct options *o)
{
    (void)o;
    for (const struct embedded *e = embedded_files; e->path; e++)
        if (strcmp(e->path, "src/cli/start.qkv") == 0)
            fwrite(e->bytes, 1, e->size, stdout);
    return EXIT_FINE;
}
