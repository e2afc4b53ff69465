/* Scenes as lessons name them, and the same bytes as a script of a saved state: they work whole, or say the place and change
 * nothing; they reach nothing outside. */
#include "app/app.h"
#include "app/lesson_replay.h"
#include "base/utf8.h"
#include "fuzz/folder.h"
#include "model/script.h"

enum { LONGEST_INPUT = 800 };

static void scene_is_whole(struct app *a)
{
    struct text before = {0}, after = {0};
    struct reply r = {0};
    int history = a->model.history.count;
    script_write(&a->model.now, &before);
    bool ok = lesson_scene(&a->model, "any", 1, &r);
    script_write(&a->model.now, &after);
    must(ok != r.failed && (ok || strstr(text_str(&r.text), ": error: ")));
    must(ok || (strcmp(text_str(&before), text_str(&after)) == 0 && a->model.history.count == history));
    must(utf8_invalid_at(text_str(&r.text), r.text.len) == r.text.len);
    if (ok) {        /* a scene begins from nothing */
        text_clear(&before);
        must(lesson_scene(&a->model, "any", 1, &r));
        script_write(&a->model.now, &before);
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
    reply_finish(&r);
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
    must(app_init(&a, LANG_EN, &r));
    scene_is_whole(&a);
    script_runs(&a, script);
    app_finish(&a);
    reply_finish(&r);
    return 0;
}
