
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "app/app.h"
#include "keep/file.h"
#include "base/mem.h"
#include "base/number.h"
#include "base/utf8.h"
#include "cli/cli.h"
#include "expr/expr.h"
#include "lesson/author/check.h"
#include "lesson/play/open.h"
#include "lesson/read/lesson.h"
#include "network/pretrained.h"

/* Tools print text only: control characters from a file name or a lesson are replaced, also in a pipe. */
static bool print_text(const struct text *t)
{
    struct text shown = {0};
    utf8_show(&shown, text_str(t));
    shown.failed = shown.failed || t->failed;
    bool ok = file_print(&shown);
    if (!ok)
        file_print_failed();
    text_finish(&shown);
    return ok;
}

/* Prints and frees t. Returns the status, or EXIT_FAILED if t cannot be printed. */
static int print(struct text *t, int status)
{
    bool ok = print_text(t);
    text_finish(t);
    return ok ? status : EXIT_FAILED;
}

/* Prints and frees a reply: an answer to standard output, a failure to standard error. */
static int print_reply(struct reply *r)
{
    bool ok = !r->failed;
    if (ok)
        ok = print_text(&r->text);
    else
        file_complain_of(r);
    reply_finish(r);
    return ok ? EXIT_FINE : EXIT_FAILED;
}

/* ---- the checker --------------------------------------------------------------- */

static struct check_request request(const struct options *o)
{
    return (struct check_request){.commands = app_commands,
                                  .lang = o->lang,
                                  .langs = o->langs,
                                  .mutate = o->mutate,
                                  .paths = o->files,
                                  .path_count = o->file_count};
}

int check_tool(const struct options *o)
{
    struct check_request q = request(o);
    struct text out = {0};
    struct reply r = {.lang = o->lang};
    if (o->model && !(q.opened = pretrained_open(o->model, &r)))
        return print_reply(&r);
    int status = check_run(&q, &out);
    pretrained_drop(q.opened);
    return print(&out, status);
}

int sync_tool(const struct options *o)
{
    struct check_request q = request(o);
    struct text out = {0};
    int status = check_sync_run(&q, &out);
    return print(&out, status);
}

/* ---- for authors ----------------------------------------------------------------- */

int new_lesson_tool(const struct options *o)
{
    struct reply r = {.lang = o->lang};
    new_lesson(o->argument, &r);
    return print_reply(&r);
}

int directives_tool(const struct options *o)
{
    struct text out = {0};
    const char *help;
    const char *key;
    text_add(&out,
             text_in(TEXT("A lesson begins with lines 'key: value' between two lines '---':\n\n"), o->lang));
    for (int i = 0; (key = lesson_front_key(i, &help)); i++)
        text_addf(&out, "%s\n  %s\n", key, text_in(help, o->lang));
    text_add(&out, text_in(TEXT("\nThen come its title, steps and blocks:\n"), o->lang));
    for (const struct lesson_directive_def *d = lesson_directives; d->info; d++)
        text_addf(&out, "\n%s\n  %s\n\n%s", d->info, text_in(d->help, o->lang), text_in(d->example, o->lang));
    return print(&out, EXIT_FINE);
}

static void value_line(struct text *out, const char *expr, const struct expr_value *v, int digits)
{
    text_add(out, v->row ? "[[" : "[");
    for (int i = 0; i < v->count; i++) {
        text_add(out, i ? ", " : "");
        number_fixed(out, v->v[i], digits, 40);
    }
    text_addf(out, strchr(expr, ' ') ? "%s](<%s>)\n" : "%s](%s)\n", v->row ? "]" : "", expr);
}

/* Evaluates o->argument and writes it as in the text of a lesson, ready to paste. */
static bool evaluate_number(struct app *a, const struct options *o, struct text *out, struct reply *r)
{
    struct expr_value v = {0};
    struct expr_context c = session_context(&a->session);
    if (!expr_eval(&c, o->argument, strlen(o->argument), &v, r)) {
        struct reply why = *r;
        *r = (struct reply){.lang = why.lang};
        reply_fail_in(r, "--number", 1, why.col > 0 ? why.col : 1, text_str(&why.text));
        reply_finish(&why);
        return false;
    }
    value_line(out, o->argument, &v, 3);
    value_line(out, o->argument, &v, 4);
    value_line(out, o->argument, &v, 6);
    expr_value_finish(&v);
    return true;
}

/* The scene is the one that -b would have at the end. */
int number_tool(const struct options *o)
{
    struct app a;
    struct reply r = {.lang = o->lang};
    struct text out = {0};
    bool ok = app_init(&a, app_commands, o->lang, &r);
    a.batch = a.waits = true;
    ok = ok && batch_start(&a, o, &r) && evaluate_number(&a, o, &out, &r);
    app_finish(&a);
    if (!ok) {
        text_finish(&out);
        return print_reply(&r);
    }
    reply_finish(&r);
    return print(&out, EXIT_FINE);
}

/* Checks the numbers of a lesson on disk; *said are the complaints. Those of the embedded ones are checked by
 * the program's tests. */
static bool lesson_numbers_hold(const char *file, const struct options *o, struct text *said)
{
    char *path = mem_copy_text(file, strlen(file));
    struct check_request q = {
        .commands = app_commands, .lang = o->lang, .paths = &path, .path_count = path != NULL};
    bool ok = path && (access(path, F_OK) != 0 || check_run(&q, said) == EXIT_FINE);
    mem_free(path);
    return ok;
}

int export_lesson_tool(const struct options *o)
{
    struct text out = {0};
    struct reply r = {.lang = o->lang};
    struct lesson l = {0};
    const char *step;
    bool read = lesson_load(o->argument, o->lang, &l, &step, &r);
    if (!lesson_numbers_hold(read ? l.file : o->argument, o, &out)) {
        file_complain(text_str(&out));
        text_clear(&out);
        lesson_finish(&l);
        reply_finish(&r);
        return print(&out, EXIT_FAILED);
    }
    text_clear(&out);
    if (!read) {
        text_finish(&out);
        return print_reply(&r);
    }
    export_lesson(&l, &out);
    lesson_finish(&l);
    reply_finish(&r);
    return print(&out, EXIT_FINE);
}
