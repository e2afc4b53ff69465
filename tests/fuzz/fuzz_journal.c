/* The file of a session that was killed. After an even first byte the rest is the file as it is, else it is
 * lines (kind, commands) that get their sums. What comes back is kept so that it comes back again, the same.
 */
#include "app/app.h"
#include "keep/folders.h"
#include "app/recover.h"
#include "base/utf8.h"
#include "fuzz/folder.h"
#include "state/script.h"

enum { LONGEST_INPUT = 600, DAMAGED = 'x' };

/* The state, what is looked at, pins, what undo leads to. */
static void facts(const struct app *a, struct text *out)
{
    const struct session *m = &a->session;
    const unsigned char *look = (const unsigned char *)&m->now.state.look;
    script_write(&m->now, out);
    for (size_t i = 0; i < sizeof m->now.state.look; i++)
        text_addf(out, "%02x", look[i]);
    text_addf(out, "\npins %d, history %d of %d, lesson %d\n", m->pin_count, m->history.at, m->history.count,
              m->lesson != NULL);
    for (int i = 0; i < m->pin_count; i++)
        script_write(&m->pins[i].scene, out);
}

/* Recovers what is there; the session is left so that it stays for recover. */
static bool recovered(struct text *out)
{
    struct app a;
    struct reply r = {0};
    must(app_init(&a, app_commands, LANG_EN, &r));
    app_open(&a, &r);
    autosave_begin(&a);
    bool ok = recover_session(&a, 1, &r);
    must(r.text.len > 0 && (ok || r.failed));
    facts(&a, out);
    must(!out->failed);
    app_finish(&a);
    reply_finish(&r);
    return ok;
}

static void write_lines(const uint8_t *bytes, size_t size)
{
    struct journal j;
    struct reply r = {0};
    struct text lines = {0};
    must(journal_create(&j, &r));
    for (size_t i = 0; i < size; i++)
        text_add_char(&lines, bytes[i] ? (char)bytes[i] : DAMAGED);
    text_add(&lines, "\n");
    if (!strstr(text_str(&lines), "\n\n") && lines.s[0] != '\n') /* each line has a kind */
        must(journal_add(&j, &lines, &r));
    journal_close(&j, true);
    text_finish(&lines);
    reply_finish(&r);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
    struct text once = {0}, twice = {0};
    struct reply r = {0};
    if (size < 1 || size > LONGEST_INPUT)
        return 0;
    utf8_locale();
    folder_begin();
    must(folder_make(FOLDER_STATE, &r));
    if (bytes[0] % 2)
        write_lines(bytes + 1, size - 1);
    else
        folder_write("qkv/1.journal", bytes + 1, size - 1);
    if (recovered(&once)) {
        must(recovered(&twice));
        must(strcmp(text_str(&once), text_str(&twice)) == 0);
    }
    folder_empty("qkv");
    text_finish(&once);
    text_finish(&twice);
    reply_finish(&r);
    return 0;
}
