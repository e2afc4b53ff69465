/* Scenes as lessons name them, and the same bytes as a saved state and as a script: they work whole, or say
 * the place and change nothing; scenes and saved states reach nothing outside. */
#include <fcntl.h>

#include "app/app.h"
#include "base/utf8.h"
#include "fuzz/folder.h"
#include "lesson/play/replay.h"
#include "state/script.h"

enum { LONGEST_INPUT = 800 };

static void scene_is_whole(struct app *a)
{
    struct text before = {0}, after = {0};
    struct reply r = {0};
    int history = a->session.history.count;
    script_write(&a->session.now, &before);
    bool ok = lesson_scene(&a->session, "any", 1, &r);
    script_write(&a->session.now, &after);
    must(ok != r.failed && (ok || strstr(text_str(&r.text), ": error: ")));
    must(ok || (strcmp(text_str(&before), text_str(&after)) == 0 && a->session.history.count == history));
    must(utf8_invalid_at(text_str(&r.text), r.text.len) == r.text.len);
    if (ok) { /* a scene begins from nothing */
        text_clear(&before);
        must(lesson_scene(&a->session, "any", 1, &r));
        script_write(&a->session.now, &before);
        must(strcmp(text_str(&before), text_str(&after)) == 0);
    }
    text_finish(&before);
    text_finish(&after);
    reply_finish(&r);
}

/* Followed as a journal is, so that `save` and `export` write nothing. */
static void script_runs(struct app *a, const char *bytes)
{
    struct reply r = {0};
    a->replaying = true;
    bool ok = app_script(a, "any.qkv", bytes, bytes[0] % 2, &r);
    must(ok != r.failed && (ok || strncmp(text_str(&r.text), "any.qkv:", 8) == 0));
    a->replaying = false;
    reply_finish(&r);
}

/* In the target's folder, where a file would come about that the bytes name. */
static bool load(struct app *a, const char *bytes, struct reply *r)
{
    int here = open(".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    must(here >= 0 && chdir(folder_root) == 0);
    bool ok = app_load(a, "any.qkv", bytes, r);
    must(fchdir(here) == 0 && close(here) == 0);
    return ok;
}

/* A saved state can only be looked at: no key, no pin, no answer, nothing of the session but one change, and
 * no file. */
static void state_is_only_looked_at(const char *bytes)
{
    struct app a;
    struct text before = {0}, after = {0};
    struct reply r = {0};
    must(app_init(&a, app_commands, LANG_EN, &r));
    script_write(&a.session.now, &before);
    bool ok = load(&a, bytes, &r);
    script_write(&a.session.now, &after);
    must(ok != r.failed && (ok || strncmp(text_str(&r.text), "any.qkv:", 8) == 0));
    must(ok || (strcmp(text_str(&before), text_str(&after)) == 0 && a.session.history.count == 0));
    must(a.session.history.count <= 1 && a.session.keymap.count == 0 && a.session.pin_count == 0 &&
         !a.session.clip && !a.session.lesson);
    must(!a.quit && !a.suspend && !a.redraw && a.output.len == 0 && a.session.message.len == 0 &&
         a.session.prompt.kind == PROMPT_CLOSED);
    must(folder_holds("") == 1 && folder_holds("scenes") == 1);
    text_finish(&before);
    text_finish(&after);
    reply_finish(&r);
    app_finish(&a);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
    struct app a;
    struct reply r = {0};
    char script[LONGEST_INPUT + 1];
    if (size > LONGEST_INPUT)
        return 0;
    memcpy(script, bytes, size);
    script[size] = '\0';
    utf8_locale();
    folder_begin();
    folder_write("scenes/any.scene", script, strlen(script));
    must(app_init(&a, app_commands, LANG_EN, &r));
    state_is_only_looked_at(script);
    scene_is_whole(&a);
    script_runs(&a, script);
    app_finish(&a);
    reply_finish(&r);
    return 0;
}
