/* Command lines, scripts and scenes: whatever is typed, the session is whole
 * afterwards, and what it saves gives the same numbers again. */
#include <stdio.h>

#include "base/utf8.h"
#include "app/app.h"
#include "fuzz/fuzz.h"
#include "state/script.h"

enum { LONGEST_INPUT = 2000, MOST_WORK = 300000 };

/* Sizes beyond which one input would take seconds; the search gains nothing there. */
static bool small(const struct state *s)
{
    double d = s->set.d, n = s->sentence->count, layers = s->set.layers;
    return layers * (n + d) * d * n <= MOST_WORK;
}

static void run_line(struct session *m, char *line)
{
    struct reply r = {.lang = LANG_EN};
    struct runner in = {.m = m, .origin = LINE_LESSON};
    const char *at = line;
    int col = 1;
    while (*at && small(&m->now.state) && cmd_run(&in, &at, &col, &r))
        ;
    must(!r.failed || r.text.len > 0);
    must(utf8_invalid_at(text_str(&r.text), r.text.len) == r.text.len);
    reply_finish(&r);
}

static void run_script(struct session *m, char *bytes)
{
    for (char *line = bytes, *end; *line && small(&m->now.state); line = end) {
        end = line + strcspn(line, "\n");
        if (*end)
            *end++ = '\0';
        run_line(m, line);
    }
}

/* What a state is saved as gives this state. */
static void comes_back(struct session *m)
{
    struct text saved = {0}, again = {0};
    struct session other;
    struct reply r = {0};
    script_write(&m->now, &saved);
    must(session_init(&other, LANG_EN, &r));
    other.commands = app_commands;
    other.unseen = true; /* only its numbers are asked for */
    run_script(&other, saved.s);
    script_write(&other.now, &again);
    text_clear(&saved);
    script_write(&m->now, &saved);
    if (strcmp(text_str(&saved), text_str(&again)) != 0)
        fprintf(stderr, "saved:\n%s\nand again:\n%s\n", text_str(&saved), text_str(&again));
    must(strcmp(text_str(&saved), text_str(&again)) == 0);
    session_finish(&other);
    text_finish(&saved);
    text_finish(&again);
    reply_finish(&r);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
    struct session m;
    struct reply r = {0};
    char script[LONGEST_INPUT + 1];
    if (size > LONGEST_INPUT)
        return 0;
    memcpy(script, bytes, size);
    script[size] = '\0';
    utf8_locale();
    must(session_init(&m, LANG_EN, &r));
    m.commands = app_commands;
    run_script(&m, script);
    if (small(&m.now.state))
        comes_back(&m);
    session_finish(&m);
    reply_finish(&r);
    return 0;
}
