#include "command/saved.h"

#include <string.h>

#include "base/mem.h"
#include "state/script.h"

enum { ALLOW_EFFORT = 2000 }; /* cost of checking whether a line is allowed, in multiplications */

/* A file and the commands it may contain. */
struct saved_source {
    const char *file, *text;
    unsigned origin;
    int commands; /* run so far */
};

bool saved_is(const char *text)
{
    size_t n = strlen(SCRIPT_FIRST_LINE);
    return strncmp(text, SCRIPT_FIRST_LINE, n) == 0 &&
           strchr(" \t\r\n", text[n]); /* strchr also finds the final NUL */
}

static bool check_line(struct session *m, struct saved_source *from, const char *line, struct reply *r)
{
    return work_aside(r->work, ALLOW_EFFORT) ? cmd_allowed(m, line, from->origin, r) : reply_goes_on(r);
}

static bool run_saved(struct session *m, struct saved_source *from, const char *line, struct reply *r)
{
    struct runner in = {.m = m, .origin = from->origin, .count = from->commands};
    bool ok = (work_on(r->work, WORK_LINE) || reply_goes_on(r)) && cmd_run_line(&in, line, r);
    from->commands = in.count;
    return ok;
}

/* Calls act for each line until one fails. */
static bool each_line(struct session *m, struct saved_source *from,
                      bool (*act)(struct session *, struct saved_source *, const char *, struct reply *),
                      struct reply *r)
{
    const char *s = from->text;
    bool ok = true;
    for (int number = 1; ok && *s; number++) {
        struct reply why = {.lang = r->lang, .work = r->work};
        size_t n = strcspn(s, "\n");
        char *line = mem_copy_text(s, n);
        ok = line ? act(m, from, line, &why) : reply_no_memory(&why);
        if (!ok && reply_goes_on(r))
            reply_fail_in(r, from->file, number, why.col > 0 ? why.col : 1, text_str(&why.text));
        reply_finish(&why);
        mem_free(line);
        s += n + (s[n] == '\n');
    }
    return ok;
}

static bool change(struct session *m, struct saved_source *from, bool fresh, struct reply *r)
{
    struct transaction t;
    struct saved_source reset = {from->file, "reset", from->origin, 0};
    if (!each_line(m, from, check_line, r) || !session_begin(m, &t, r))
        return false;
    struct work_task outer = work_begin(r->work, work_running(from->file, from->text));
    bool ok = (!fresh || each_line(m, &reset, run_saved, r)) && each_line(m, from, run_saved, r);
    work_end(r->work, outer);
    return session_end(m, &t, ok, from->origin & LINE_LESSON ? "scene" : "load", r) && ok;
}

bool saved_load(struct session *m, const char *file, const char *text, unsigned origin, struct reply *r)
{
    return change(m, &(struct saved_source){file, text, origin | LINE_STATE, 0}, true, r);
}

bool saved_again(struct session *m, const char *line, struct reply *r)
{
    return change(m, &(struct saved_source){"journal", line, LINE_STATE, 0}, false, r);
}
