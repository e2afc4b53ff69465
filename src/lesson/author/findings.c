/* Records what is wrong with the file being checked. */
#include <stdarg.h>

#include "lesson/author/parts.h"

TEXT_TAKES(4, 5, 0)
static void keep(struct check *ck, bool note, struct lesson_line at, const char *en, const char *zh,
                 va_list args)
{
    struct text t = {0};
    if (ck->work.stopped) /* findings after a stop are not the lesson's fault */
        return;
    text_addv(&t, text_in(en, zh, ck->q->lang), args);
    complain(&ck->file->said, note, at.line, at.col, "%s", text_str(&t));
    text_finish(&t);
}

void check_fault(struct check *ck, struct lesson_line at, const char *en, const char *zh, ...)
{
    va_list args;
    va_start(args, zh);
    keep(ck, false, at, en, zh, args);
    va_end(args);
}

void check_remark(struct check *ck, struct lesson_line at, const char *en, const char *zh, ...)
{
    va_list args;
    va_start(args, zh);
    keep(ck, true, at, en, zh, args);
    va_end(args);
}

void check_step_fault(struct check *ck, int line, const char *en, const char *zh, ...)
{
    struct text t = {0};
    va_list args;
    va_start(args, zh);
    text_addv(&t, text_in(en, zh, ck->q->lang), args);
    va_end(args);
    check_fault(ck, (struct lesson_line){NULL, line, 1}, TEXT("step '%s': %s", "步骤“%s”：%s"),
                ck->file->lesson.step[ck->step].id.s, text_str(&t));
    text_finish(&t);
}
