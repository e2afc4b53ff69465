#include "app/lesson_tools.h"

#include <stdio.h>

#include "app/app.h"
#include "app/check.h"

/* Prints t and frees it; the status becomes a failure when that cannot be done. */
static int print(struct text *t, int status)
{
    bool ok = !t->failed && fwrite(text_str(t), 1, t->len, stdout) == t->len && fflush(stdout) == 0;
    text_finish(t);
    return ok ? status : EXIT_FAILED;
}

static struct check_request request(const struct options *o)
{
    return (struct check_request){.lang = o->lang, .langs = o->langs, .mutate = o->mutate, .paths = o->files, .path_count = o->file_count};
}

int check_tool(const struct options *o)
{
    struct check_request q = request(o);
    struct text out = {0};
    int status = check_run(&q, &out);
    return print(&out, status);
}

int sync_tool(const struct options *o)
{
    struct check_request q = request(o);
    struct text out = {0};
    int status = check_sync_run(&q, &out);
    return print(&out, status);
}
