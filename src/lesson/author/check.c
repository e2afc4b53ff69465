#include "lesson/author/check.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "lesson/author/parts.h"
#include "network/pretrained.h"

static int by_place(const void *a, const void *b)
{
    const struct complaint *x = a, *y = b;
    return x->line != y->line ? x->line - y->line : x->col - y->col;
}

/* Prints at most `most` findings, or errors only; returns how many. */
static int print_findings(struct check_file *f, int most, bool errors, struct text *out)
{
    int shown = 0;
    qsort(f->said.v, (size_t)f->said.count, sizeof *f->said.v, by_place);
    for (int i = 0; i < f->said.count && shown < most; i++) {
        const struct complaint *c = &f->said.v[i];
        if (errors && c->note)
            continue;
        text_addf(out, "%s:%d:%d: %s: %s\n", f->path, c->line, c->col, c->note ? "note" : "error", c->what);
        shown++;
    }
    return shown;
}

static int report_all(struct check *ck, struct text *out)
{
    int errors = 0, left = LESSON_MAX_COMPLAINTS;
    struct check_counts all = {0};
    for (int i = 0; i < ck->count; i++)
        if (ck->v[i].asked) {
            errors += ck->v[i].said.errors;
            left -= print_findings(&ck->v[i], left, false, out);
        }
    if (errors > 0 && left == 0)
        text_say(out, ck->q->lang, TEXT("%d errors; only the first %d findings are shown\n"), errors,
                 LESSON_MAX_COMPLAINTS);
    for (int lang = LANG_COUNT - 1; lang >= 0; lang--) {
        const struct check_counts *n = &ck->counts[lang];
        all.lessons += n->lessons;
        all.steps += n->steps;
        all.claims += n->claims;
        all.predictions += n->predictions;
        if (n->lessons)
            text_say(out, ck->q->lang, TEXT("%s: lessons %d, steps %d, claims %d, predictions %d\n"),
                     lang_code((enum lang)lang), n->lessons, n->steps, n->claims, n->predictions);
    }
    bool nothing = !all.lessons ||
                   (!errors && (!all.steps || !all.claims || (ck->q->path_count == 0 && !all.predictions)));
    if (nothing)
        text_addf(
            out, "%s%s\n", text_in(TEXT("nothing was checked"), ck->q->lang),
            all.lessons || errors
                ? ""
                : text_in(TEXT(": no lesson files there (name their folder, or the files)"), ck->q->lang));
    return errors > 0 ? EXIT_FAILED : nothing ? EXIT_USAGE : EXIT_FINE;
}

static void read_lesson_file(struct check *ck, struct check_file *f)
{
    bool elsewhere = false;
    if (f->said.errors > 0)
        return;
    lesson_read(&f->lesson, f->path, text_str(&f->bytes), f->bytes.len, ck->q->lang, &f->said);
    lesson_shuffle(&f->lesson, "");
    f->asked = f->asked && (!ck->q->langs || (ck->q->langs & 1U << f->lesson.lang));
    ck->file = f;
    for (int lang = 0; lang < LANG_COUNT; lang++) {
        char folder[8];
        snprintf(folder, sizeof folder, "/%s/", lang_code((enum lang)lang));
        elsewhere = elsewhere || (lang != (int)f->lesson.lang && strstr(f->path, folder));
    }
    if (elsewhere)
        check_fault(ck, check_at(1, 1), TEXT("the front matter's language does not match the folder"));
}

static double most_effort(const struct check *ck)
{
    return ck->q->effort > 0 ? ck->q->effort : CHECK_EFFORT;
}

static bool within_effort(struct work *w)
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
    ck->work = (struct work){.goes_on = within_effort, .whose = ck};
    n->lessons += f->asked && f->lesson.step_count > 0;
    n->steps += f->asked ? f->lesson.step_count : 0;
    ck->session.now.state.look.lang = (int)f->lesson.lang;
    if (f->said.errors == f->lesson.lacking)
        check_steps(ck); /* what can be said of the rest is said at once */
    if (!ck->work.stopped)
        return;
    ck->work.stopped = false;
    f->walked = false;
    check_fault(ck, f->lesson.title,
                TEXT("checking this lesson takes more than %.0g multiplications, so it was stopped: use "
                     "fewer or smaller claims"),
                most_effort(ck));
}

void check_row(struct check *ck, const struct course_entry *e)
{
    struct check_file *page = ck->file;
    struct text id = TEXT_HERE;
    size_t n = strcspn(e->id, "#");
    text_add_bytes(&id, e->id, n);
    struct check_file *f = check_lesson_file(ck, NULL, page->lesson.lang, text_str(&id));
    ck->step = f && e->id[n] ? lesson_step_find(&f->lesson, e->id + n + 1) : -1;
    text_finish(&id);
    if (ck->step < 0) /* the link is reported */
        return;
    ck->effort = 0;
    ck->work = (struct work){.goes_on = within_effort, .whose = ck};
    ck->session.now.state.look.lang = (int)page->lesson.lang;
    ck->file = f;
    bool ok = check_enter(ck, LESSON_AFTER);
    ck->file = page;
    if (ok)
        check_spans(ck, e->text.v, false);
}

/* Checks all lessons and pages, and reports. A lesson is checked if it is requested, or compared with a
 * requested one; its versions in all languages one after the other, since their trainings are the same. */
static int check_all(struct check *ck, struct text *out)
{
    for (int i = 0; i < ck->count; i++) {
        struct check_file *f = &ck->v[i], *other[LANG_COUNT];
        bool concerned = f->asked, first = !f->page;
        for (int lang = 0; lang < LANG_COUNT; lang++) {
            other[lang] = check_counterpart(ck, f, (enum lang)lang);
            concerned = concerned || (other[lang] && other[lang]->asked);
            first = first && (!other[lang] || other[lang] > f);
        }
        if (!concerned || !first)
            continue;
        check_lesson(ck, f);
        for (int lang = 0; lang < LANG_COUNT; lang++)
            if (other[lang])
                check_lesson(ck, other[lang]);
    }
    for (int i = 0; i < ck->count; i++) {
        ck->file = &ck->v[i];
        if (ck->file->page || !ck->file->asked || !ck->file->lesson.title.s)
            continue;
        check_parity(ck);
        check_sync(ck);
    }
    for (int lang = 0; lang < LANG_COUNT; lang++)
        check_letters(ck, (enum lang)lang);
    check_pages(ck);
    return report_all(ck, out);
}

/* Finds and reads the files, calls `what` and frees them. */
static int with_files(const struct check_request *q, int (*what)(struct check *ck, struct text *out),
                      struct text *out)
{
    struct check ck = {.q = q};
    struct reply r = {.lang = q->lang};
    int status = EXIT_FAILED;
    if (!session_init(&ck.session, q->lang, &r)) {
        text_addf(out, "%s\n", text_str(&r.text));
    } else {
        ck.session.commands = q->commands;
        ck.session.unseen = true;
        ck.session.opened = pretrained_share(q->opened);
        check_find(&ck);
        for (int i = 0; i < ck.count; i++)
            read_lesson_file(&ck, &ck.v[i]);
        check_pages_read(&ck);
        status = what(&ck, out);
    }
    if (ck.no_memory) {
        text_addf(out, "%s\n", text_in(TEXT("not enough memory"), q->lang));
        status = EXIT_FAILED;
    }
    for (struct check_file *f = ck.v; f < ck.v + ck.count; f++) {
        for (int i = 0; i < f->item_count; i++)
            mem_free(f->items[i].what);
        mem_free(f->items);
        mem_free(f->path);
        mem_free(f->folder);
        text_finish(&f->bytes);
        lesson_finish(&f->lesson);
        complaints_finish(&f->said);
    }
    mem_free(ck.v);
    for (int lang = 0; lang < LANG_COUNT; lang++) {
        for (int list = 0; list < LISTS; list++)
            course_finish(&ck.course[list][lang]);
        glossary_finish(&ck.glossary[lang]);
    }
    session_finish(&ck.session);
    arena_finish(&ck.scratch);
    reply_finish(&r);
    return status;
}

int check_run(const struct check_request *q, struct text *out)
{
    return with_files(q, check_all, out);
}

static int first_error(struct check *ck, struct text *out)
{
    for (int i = 0; i < ck->count; i++) {
        if (!ck->v[i].asked || ck->v[i].page)
            continue;
        check_lesson(ck, &ck->v[i]);
        if (print_findings(&ck->v[i], 1, true, out))
            return EXIT_FAILED;
    }
    return EXIT_FINE;
}

bool check_open(const struct session *m, struct text *out)
{
    const char *file = m->lesson->lesson.file;
    char *path = mem_copy_text(file, strlen(file));
    struct check_request q = {.commands = m->commands,
                              .lang = (enum lang)m->now.state.look.lang,
                              .paths = &path,
                              .path_count = 1,
                              .opened = m->opened};
    bool found = path && with_files(&q, first_error, out) != EXIT_FINE;
    mem_free(path);
    return found;
}

static int write_sync(struct check *ck, struct text *out)
{
    struct reply r = {.lang = ck->q->lang};
    bool ok = true;
    for (int i = 0; i < ck->count; i++) {
        const struct check_file *f = &ck->v[i];
        /* a lesson that shares its .sync with a requested one and could not be read would lose its entries */
        bool beside = f->asked;
        for (int k = 0; k < ck->count && f->folder && !f->page; k++)
            beside = beside || (ck->v[k].asked && check_same_folder(&ck->v[k], f));
        if (f->said.errors && beside) {
            ck->v[i].asked = true;
            return report_all(ck, out);
        }
    }
    for (int i = 0; ok && i < ck->count; i++) {
        const struct check_file *f = &ck->v[i];
        if (f->asked && f->folder && *f->folder && (i == 0 || !check_same_folder(f - 1, f)))
            ok = check_sync_write(ck, f->folder, &r);
    }
    if (!ok)
        text_addf(out, "%s\n", text_str(&r.text));
    reply_finish(&r);
    return ok ? EXIT_FINE : EXIT_FAILED;
}

int check_sync_run(const struct check_request *q, struct text *out)
{
    return with_files(q, write_sync, out);
}
