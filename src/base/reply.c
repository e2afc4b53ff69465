/* A reply has one text: either the command's output or the reason of its failure, never both. */
#include "base/reply.h"

void reply_say(struct reply *r, const char *text, ...)
{
    va_list args;
    va_start(args, text);
    text_addv(&r->text, text_in(text, r->lang), args);
    va_end(args);
}

bool reply_fail(struct reply *r, int col, const char *text, ...)
{
    if (r->failed)
        return false;
    text_clear(&r->text);
    va_list args;
    va_start(args, text);
    text_addv(&r->text, text_in(text, r->lang), args);
    va_end(args);
    r->failed = true;
    r->col = col;
    return false;
}

bool reply_fail_in(struct reply *r, const char *file, int line, int col, const char *what)
{
    r->placed = r->placed || !r->failed;
    return reply_fail(r, 0, "%s:%d:%d: error: %s", file, line, col, what);
}

void reply_place(struct reply *r)
{
    struct text whole = {0};
    if (!r->failed || r->placed)
        return;
    text_addf(&whole, "%s%s", text_in(TEXT("qkv: error: "), r->lang), text_str(&r->text));
    text_finish(&r->text);
    r->text = whole;
    r->placed = true;
}

bool reply_no_memory(struct reply *r)
{
    return reply_goes_on(r) && reply_fail(r, 0, TEXT("not enough memory: nothing was changed"));
}

bool reply_goes_on(struct reply *r)
{
    return !work_stopped(r->work) || reply_fail(r, 0, TEXT("stopped"));
}

void reply_clear(struct reply *r)
{
    text_clear(&r->text);
    r->failed = false;
    r->col = 0;
    r->placed = false;
}

void reply_finish(struct reply *r)
{
    text_finish(&r->text);
    reply_clear(r);
}
