/* Examples from a file: they are read whole, or the place is said and nothing changes; what is read can be
 * written and read again. */
#include <stdio.h>
#include <unistd.h>

#include "app/app.h"
#include "base/utf8.h"
#include "export/import.h"
#include "fuzz/fuzz.h"
#include "state/script.h"

enum { LONGEST_INPUT = 2000 };

/* Types every example of m into another session. */
static void comes_back(const struct session *m)
{
    struct session other;
    struct reply r = {0};
    must(session_init(&other, LANG_EN, &r));
    other.commands = app_commands;
    for (int i = 0; i < examples_count(m->now.state.examples); i++) {
        struct text line = {0};
        struct runner in = {.m = &other, .origin = LINE_STATE};
        int col = 1;
        text_add(&line, "example ");
        script_example(&line, &m->now.state, i, SCRIPT_STORED);
        const char *at = text_str(&line);
        must(cmd_run(&in, &at, &col, &r) && !*at);
        text_finish(&line);
    }
    must(examples_count(other.now.state.examples) == examples_count(m->now.state.examples));
    for (int i = 0; i < examples_count(m->now.state.examples); i++) {
        struct text a = {0}, b = {0};
        script_example(&a, &m->now.state, i, SCRIPT_STORED);
        script_example(&b, &other.now.state, i, SCRIPT_STORED);
        must(strcmp(text_str(&a), text_str(&b)) == 0);
        text_finish(&a);
        text_finish(&b);
    }
    session_finish(&other);
    reply_finish(&r);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
    struct session m;
    struct reply r = {0};
    struct text path = {0};
    FILE *f = tmpfile();
    if (size > LONGEST_INPUT) {
        fclose(f);
        return 0;
    }
    must(f && fwrite(bytes, 1, size, f) == size && fflush(f) == 0);
    text_addf(&path, "/dev/fd/%d", fileno(f));
    rewind(f);
    utf8_locale();
    must(session_init(&m, LANG_EN, &r));
    bool ok = import_examples(&(struct import_watch){.session = &m}, text_str(&path), &r);
    must(ok != r.failed && r.text.len > 0 && ok == (m.now.state.examples != NULL));
    must(utf8_invalid_at(text_str(&r.text), r.text.len) == r.text.len);
    if (ok)
        comes_back(&m);
    session_finish(&m);
    reply_finish(&r);
    text_finish(&path);
    fclose(f);
    return 0;
}
