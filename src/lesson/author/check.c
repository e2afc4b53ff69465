#include "lesson/author/check.h"

#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "lesson/author/parts.h"
#include "model/pretrained.h"

/* ---- findings, printed -------------------------------------------------------------- */

static int by_place(const void *a, const void *b)
{
    const struct complaint *x = a, *y = b;
    return x->line != y->line ? x->line - y->line : x->col - y->col;
}

static void print_one(const struct check_file *f, const struct complaint *c, struct text *out)
{
    text_addf(out, "%s:%d:%d: %s: %s\n", f->path, c->line, c->col, c->note ? "note" : "error", c->what);
}

/* Prints at most *left findings. */
static void print(struct check_file *f, int *left, struct text *out)
{
    qsort(f->said.v, (size_t)f->said.count, sizeof *f->said.v, by_place);
    int shown = f->said.count < *left ? f->said.count : *left;
    for (int i = 0; i < shown; i++)
        print_one(f, &f->said.v[i], out);
    *left -= shown;
}

/* Prints the first error; returns whether there is one. */
static bool print_first(struct check_file *f, struct text *out)
{
    qsort(f->said.v, (size_t)f->said.count, sizeof *f->said.v, by_place);
    for (int i = 0; i < f->said.count; i++)
        if (!f->said.v[i].note) {
            print_one(f, &f->said.v[i], out);
            return true;
        }
    return false;
}

/* ---- a run ----------------------------------------------------------------------------- */

static bool in_language(const struct check *ck, const struct check_file *f)
{
    return !ck->q->langs || (ck->q->langs & 1U << f->lesson.lang);
}

static void read_lesson(struct check *ck, struct check_file *f)
{
    static const char *const folders[] = {"/en/", "/zh/"};
    if (f->said.errors > 0)
        return;
    lesson_read(&f->lesson, f->path, text_str(&f->bytes), f->bytes.len, ck->q->lang, &f->said);
    f->asked = f->asked && in_language(ck, f);
    ck->file = f;
    if (strstr(f->path, folders[f->lesson.lang == LANG_EN]))
        check_fault(
            ck, (struct lesson_line){NULL, 1, 1},
            TEXT("the front matter's language does not match the folder", "文件头的语言与所在文件夹不一致"));
}

static double most_effort(const struct check *ck)
{
    return ck->q->effort > 0 ? ck->q->effort : CHECK_EFFORT;
}

static bool within(struct work *w)
{
    struct check *ck = w->whose;
    ck->effort += w->since;
    return ck->q->mutate || ck->effort <= most_effort(ck);
}

static void check_lesson(struct check *ck, struct check_file *f)
{
    struct check_counts *n = &ck->counts[f->lesson.lang];
    ck->file = f;
    ck->effort = 0;
    ck->work = (struct work){.goes_on = within, .whose = ck};
    n->lessons += f->asked && f->lesson.step_count > 0;
    n->steps += f->asked ? f->lesson.step_count : 0;
    ck->model.now.state.look.lang = (int)f->lesson.lang;
    bool on_model = f->lesson.scene.s && strcmp(f->lesson.scene.s, LESSON_MODEL) == 0;
    if (f->said.errors == f->lesson.lacking && (ck->model.opened || !on_model))
        check_steps(ck); /* what can be said of the rest is said at once */
    else if (f->said.errors == 0 && ck->q->path_count > 0)
        check_remark(ck, f->lesson.title,
                     TEXT("only read: with --model FOLDER this lesson is also judged",
                          "只读了一遍：加上 --model 文件夹，才会判断这一课"));
    if (!ck->work.stopped)
        return;
    ck->work.stopped = false;
    f->walked = false;
    check_fault(ck, f->lesson.title,
                TEXT("checking this lesson takes more than %.0g multiplications, so it was stopped: use "
                     "fewer or smaller claims",
                     "检查这一课要做的乘法超过 %.0g 次，已停止：请减少断言，或缩小断言的范围"),
                most_effort(ck));
}

/* True if a lesson is requested, or compared with a requested lesson. */
static bool concerns(const struct check *ck, const struct check_file *f)
{
    const struct check_file *other = check_counterpart(ck, f);
    return !f->page && (f->asked || (other && other->asked));
}

static void file_finish(struct check_file *f)
{
    for (int i = 0; i < f->item_count; i++)
        mem_free(f->items[i].what);
    mem_free(f->items);
    mem_free(f->path);
    mem_free(f->folder);
    text_finish(&f->bytes);
    lesson_finish(&f->lesson);
    complaints_finish(&f->said);
}

static int report(struct check *ck, struct text *out)
{
    int errors = 0, left = LESSON_MAX_COMPLAINTS;
    struct check_counts all = {0};
    for (int i = 0; i < ck->count; i++)
        if (ck->v[i].asked) {
            errors += ck->v[i].said.errors;
            print(&ck->v[i], &left, out);
        }
    if (errors > 0 && left == 0)
        text_say(out, ck->q->lang,
                 TEXT("%d errors; only the first %d findings are shown\n", "共 %d 个错误；只显示前 %d 条\n"),
                 errors, LESSON_MAX_COMPLAINTS);
    for (int lang = 1; lang >= 0; lang--) {
        const struct check_counts *n = &ck->counts[lang];
        all.lessons += n->lessons;
        all.steps += n->steps;
        all.claims += n->claims;
        all.predictions += n->predictions;
        if (n->lessons)
            text_say(out, ck->q->lang,
                     TEXT("%s: lessons %d, steps %d, claims %d, predictions %d\n",
                          "%s：%d 课，%d 步，%d 个断言，%d 个预测\n"),
                     lang_code((enum lang)lang), n->lessons, n->steps, n->claims, n->predictions);
    }
    bool nothing = !all.lessons ||
                   (!errors && (!all.steps || !all.claims || (ck->q->path_count == 0 && !all.predictions)));
    if (nothing)
        text_addf(out, "%s%s\n", text_in(TEXT("nothing was checked", "没有检查任何内容"), ck->q->lang),
                  all.lessons || errors
                      ? ""
                      : text_in(TEXT(": no lesson files there (name their folder, or the files)",
                                     "：那里没有课程文件（请指明它们所在的文件夹，或文件本身）"),
                                ck->q->lang));
    return errors > 0 ? EXIT_FAILED : nothing ? EXIT_USAGE : EXIT_FINE;
}

/* Checks all lessons and pages; the findings are kept in each file. */
static void check_all(struct check *ck)
{
    for (int i = 0; i < ck->count; i++) {
        struct check_file *f = &ck->v[i], *other = check_counterpart(ck, f);
        if (!concerns(ck, f) || (other && other < f))
            continue;
        check_lesson(ck, f);
        if (other)
            check_lesson(ck, other); /* its trainings are the same, and still there */
    }
    for (int i = 0; i < ck->count; i++) {
        ck->file = &ck->v[i];
        if (ck->file->page || !ck->file->asked || !ck->file->lesson.title.s)
            continue;
        check_parity(ck);
        check_sync(ck);
    }
    check_pages(ck);
}

/* Finds and reads the files, calls `what` and frees them. */
static int run(const struct check_request *q, int (*what)(struct check *ck, struct text *out),
               struct text *out)
{
    struct check ck = {.q = q};
    struct reply r = {.lang = q->lang};
    int status = EXIT_FAILED;
    if (!model_init(&ck.model, q->lang, &r)) {
        text_addf(out, "%s\n", text_str(&r.text));
    } else {
        ck.model.commands = q->commands;
        ck.model.unseen = true;
        ck.model.opened = pretrained_share(q->opened);
        check_find(&ck);
        for (int i = 0; i < ck.count; i++)
            read_lesson(&ck, &ck.v[i]);
        check_pages_read(&ck);
        status = what(&ck, out);
    }
    if (ck.no_memory) {
        text_addf(out, "%s\n", text_in(TEXT("not enough memory", "内存不足"), q->lang));
        status = EXIT_FAILED;
    }
    for (int i = 0; i < ck.count; i++)
        file_finish(&ck.v[i]);
    mem_free(ck.v);
    for (int lang = 0; lang < 2; lang++) {
        course_finish(&ck.course[lang]);
        glossary_finish(&ck.glossary[lang]);
    }
    model_finish(&ck.model);
    arena_finish(&ck.scratch);
    reply_finish(&r);
    return status;
}

static int check(struct check *ck, struct text *out)
{
    check_all(ck);
    return report(ck, out);
}

int check_run(const struct check_request *q, struct text *out)
{
    return run(q, check, out);
}

static int first(struct check *ck, struct text *out)
{
    for (int i = 0; i < ck->count; i++) {
        if (!ck->v[i].asked || ck->v[i].page)
            continue;
        check_lesson(ck, &ck->v[i]);
        if (print_first(&ck->v[i], out))
            return EXIT_FAILED;
    }
    return EXIT_FINE;
}

bool check_open(const struct model *m, struct text *out)
{
    const char *file = m->lesson->lesson.file;
    char *path = mem_copy_text(file, strlen(file));
    struct check_request q = {.commands = m->commands,
                              .lang = (enum lang)m->now.state.look.lang,
                              .paths = &path,
                              .path_count = 1,
                              .opened = m->opened};
    bool found = path && run(&q, first, out) != EXIT_FINE;
    mem_free(path);
    return found;
}

/* True if the lesson shares its .sync with a requested lesson: if it could not be read, its entries
 * would be lost. */
static bool beside_asked(const struct check *ck, const struct check_file *f)
{
    bool beside = false;
    for (int i = 0; i < ck->count && f->folder && !f->page; i++)
        beside = beside || (ck->v[i].asked && ck->v[i].folder && strcmp(ck->v[i].folder, f->folder) == 0);
    return beside;
}

static int sync(struct check *ck, struct text *out)
{
    struct reply r = {.lang = ck->q->lang};
    bool ok = true;
    for (int i = 0; i < ck->count; i++)
        if (ck->v[i].said.errors && (ck->v[i].asked || beside_asked(ck, &ck->v[i]))) {
            ck->v[i].asked = true;
            return report(ck, out);
        }
    for (int i = 0; ok && i < ck->count; i++) {
        const char *folder = ck->v[i].asked ? ck->v[i].folder : NULL;
        if (folder && *folder && (i == 0 || !ck->v[i - 1].folder || strcmp(folder, ck->v[i - 1].folder) != 0))
            ok = check_sync_write(ck, folder, &r);
    }
    if (!ok)
        text_addf(out, "%s\n", text_str(&r.text));
    reply_finish(&r);
    return ok ? EXIT_FINE : EXIT_FAILED;
}

int check_sync_run(const struct check_request *q, struct text *out)
{
    return run(q, sync, out);
}
