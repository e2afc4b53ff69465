/* A line is several commands with one answer; how they follow each other is not for every test to write down.
 */
#include "support/lines.h"

#include <string.h>

#include "command/command.h"
#include "expr/expr.h"
#include "state/script.h"
#include "support/models.h"
#include "support/test.h"

static bool run(struct session *m, const char *line, unsigned origin, struct reply *said)
{
    struct reply unheard = {0}, *r = said ? said : &unheard;
    struct runner in = {.m = m, .origin = origin};
    int col = 1;
    bool ok = true;
    reply_clear(r);
    while (ok && *line)
        ok = cmd_run(&in, &line, &col, r);
    reply_finish(&unheard);
    return ok;
}

bool run_line(struct session *m, const char *line, struct reply *said)
{
    return run(m, line, 0, said);
}

bool run_lesson_line(struct session *m, const char *line, struct reply *said)
{
    return run(m, line, LINE_LESSON, said);
}

void must_run(struct session *m, const char *line)
{
    struct reply r = {0};
    if (!run_line(m, line, &r))
        fail_msg("%s: %s", line, text_str(&r.text));
    reply_finish(&r);
}

int refused(struct session *m, const char *line, const char *why)
{
    struct reply r = {0};
    struct state before = {0};
    state_copy(&before, &m->now.state);
    if (run_line(m, line, &r))
        fail_msg("accepted: %s", line);
    if (!strstr(text_str(&r.text), why))
        fail_msg("%s: %s", line, text_str(&r.text));
    assert_true(state_same_numbers(&before, &m->now.state));
    int col = r.col;
    state_finish(&before);
    reply_finish(&r);
    return col;
}

void holds(const struct session *m, const char *condition)
{
    struct expr_context context = session_context(m);
    struct reply r = {0};
    if (!expr_check(&context, condition, strlen(condition), &r))
        fail_msg("%s: %s", condition, text_str(&r.text));
    reply_finish(&r);
}

struct session model_after(const char *line)
{
    struct session m = fresh_model();
    must_run(&m, line);
    return m;
}

struct session model_loaded(const struct session *m)
{
    struct session again = fresh_model();
    struct text script = {0};
    script_write(&m->now, &script);
    for (char *line = strtok(script.s, "\n"); line; line = strtok(NULL, "\n"))
        must_run(&again, line);
    text_finish(&script);
    return again;
}
