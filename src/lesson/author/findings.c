/* What every check needs: to record what is wrong with the file being checked, and the state of a step. */
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "lesson/author/parts.h"

TEXT_TAKES(4, 0)
static void add_finding(struct check *ck, bool note, struct lesson_line at, const char *text, va_list args)
{
    struct text t = {0};
    if (ck->work.stopped) /* findings after a stop are not the lesson's fault */
        return;
    text_addv(&t, text_in(text, ck->q->lang), args);
    complain(&ck->file->said, note, at.line, at.col, "%s", text_str(&t));
    text_finish(&t);
}

void check_fault(struct check *ck, struct lesson_line at, const char *text, ...)
{
    va_list args;
    va_start(args, text);
    add_finding(ck, false, at, text, args);
    va_end(args);
}

void check_remark(struct check *ck, struct lesson_line at, const char *text, ...)
{
    va_list args;
    va_start(args, text);
    add_finding(ck, true, at, text, args);
    va_end(args);
}

void check_step_fault(struct check *ck, int line, const char *text, ...)
{
    struct text t = {0};
    va_list args;
    va_start(args, text);
    text_addv(&t, text_in(text, ck->q->lang), args);
    va_end(args);
    check_fault(ck, check_at(line, 1), TEXT("step '%s': %s"), ck->file->lesson.step[ck->step].id.s,
                text_str(&t));
    text_finish(&t);
}

struct reply check_reply(struct check *ck)
{
    return (struct reply){.lang = ck->q->lang, .work = &ck->work};
}

struct expr_context check_context(const struct check *ck)
{
    return session_context(&ck->session);
}

bool check_enter(struct check *ck, enum lesson_when when)
{
    struct reply r = check_reply(ck);
    const struct check_file *f = ck->file;
    bool ok = lesson_replay(&ck->session, &f->lesson, ck->step, when, &r);
    if (!ok) { /* "FILE:LINE:COL: error: …" is a finding at that position */
        const char *said = text_str(&r.text), *what = strstr(said, ": error: ");
        size_t n = strlen(f->path);
        struct lesson_line at = check_at(f->lesson.title.line, 1);
        if (what && strncmp(said, f->path, n) == 0 && said[n] == ':') {
            char *end;
            at.line = (int)strtol(said + n + 1, &end, 10);
            at.col = *end == ':' ? (int)strtol(end + 1, NULL, 10) : 1;
            said = what + strlen(": error: ");
        }
        check_fault(ck, at, "%s", said);
    }
    reply_finish(&r);
    return ok;
}
