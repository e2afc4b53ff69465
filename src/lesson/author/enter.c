/* Brings the model into the state of a step, and gives access to it. */
#include <stdlib.h>
#include <string.h>

#include "lesson/author/parts.h"

struct reply check_reply(struct check *ck)
{
    return (struct reply){.lang = ck->q->lang, .work = &ck->work};
}

struct expr_context check_context(const struct check *ck)
{
    return model_context(&ck->model);
}

/* Records the replay's "FILE:LINE:COL: error: …" as a finding at that position. */
static void replay_fault(struct check *ck, const char *said)
{
    const struct check_file *f = ck->file;
    size_t n = strlen(f->path);
    struct lesson_line at = {NULL, f->lesson.title.line, 1};
    const char *what = strstr(said, ": error: ");
    if (what && strncmp(said, f->path, n) == 0 && said[n] == ':') {
        char *end;
        at.line = (int)strtol(said + n + 1, &end, 10);
        at.col = *end == ':' ? (int)strtol(end + 1, NULL, 10) : 1;
        said = what + strlen(": error: ");
    }
    check_fault(ck, at, TEXT("%s", "%s"), said);
}

bool check_enter(struct check *ck, enum lesson_when when)
{
    struct reply r = check_reply(ck);
    bool ok = lesson_replay(&ck->model, &ck->file->lesson, ck->step, when, &r);
    if (!ok)
        replay_fault(ck, text_str(&r.text));
    reply_finish(&r);
    return ok;
}
