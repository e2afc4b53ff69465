/* A lesson, the course page and the glossary must say the same in every language. Each file is compared with
 * its counterparts: here the items that the walk over a lesson recorded, the hashes of steps that the author
 * compared last, and the pages. Nothing here knows how many languages there are, or which. */
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "keep/file.h"
#include "lesson/author/parts.h"
#include "lesson/play/files.h"
#include "lesson/run/progress.h"

/* Returns whether a language must have what another has: not if it has none, and then uses that of another.
 */
static bool must_have(enum lang lang, int count)
{
    return count > 0 || languages[lang].words == lang;
}

/* Of two requested files one reports what differs. */
static bool reports(const struct check_file *f, const struct check_file *other)
{
    return !other->asked || f->lesson.lang < other->lesson.lang;
}

/* ---- parity: the same steps, questions, numbers and scenes in the same order ----------------- */

/* Reports that a step's items a and b differ, from the first line in which they do; NULL: the item is
 * missing.
 */
static void items_differ(struct check *ck, const struct check_file *other, int step,
                         const struct parity_item *a, const struct parity_item *b)
{
    const char *here = a ? a->what : "–", *there = b ? b->what : "–";
    int line = a ? a->line : ck->file->lesson.step[step].title.line,
        its = b ? b->line : other->lesson.step[step].title.line, n, m;
    for (;; here += n + 1, there += m + 1) {
        n = (int)strcspn(here, "\n");
        m = (int)strcspn(there, "\n");
        if (n != m || memcmp(here, there, (size_t)n) != 0 || !here[n] || !there[m])
            break;
    }
    ck->step = step;
    check_step_fault(ck, line, TEXT("differs from %s:%d\n    here:  %.*s\n    there: %.*s"), other->path, its,
                     n, here, m, there);
}

/* Returns the i-th item of a step, or NULL. */
static const struct parity_item *item_of(const struct check_file *f, int step, int i)
{
    int k = 0;
    while (k < f->item_count && f->items[k].step < step)
        k++;
    k += i;
    return k < f->item_count && f->items[k].step == step ? &f->items[k] : NULL;
}

/* Reports the first difference of each step, words being compared as positions, or the first step that is
 * another one. */
static void compare_lessons(struct check *ck, const struct check_file *other)
{
    const struct lesson *a = &ck->file->lesson, *b = &other->lesson;
    for (int i = 0; i < a->step_count || i < b->step_count; i++) {
        bool both = i < a->step_count && i < b->step_count;
        if (!both || strcmp(a->step[i].id.s, b->step[i].id.s) != 0) {
            check_fault(ck, i < a->step_count ? a->step[i].id : a->title,
                        TEXT("step %d is '%s' here and '%s' in %s"), i + 1,
                        i < a->step_count ? a->step[i].id.s : "–", i < b->step_count ? b->step[i].id.s : "–",
                        other->path);
            return;
        }
        for (int k = 0;; k++) {
            const struct parity_item *x = item_of(ck->file, i, k), *y = item_of(other, i, k);
            bool same = x && y && strcmp(x->what, y->what) == 0;
            if (!same && (x || y))
                items_differ(ck, other, i, x, y);
            if (!same)
                break;
        }
    }
}

void check_parity(struct check *ck)
{
    const struct lesson *l = &ck->file->lesson;
    for (int lang = 0; lang < LANG_COUNT && *l->id; lang++) { /* without an id: said when the file was read */
        const struct check_file *other = check_counterpart(ck, ck->file, (enum lang)lang);
        if (!other && lang != (int)l->lang && must_have((enum lang)lang, 0))
            (ck->q->path_count == 0 ? check_fault : check_remark)(
                ck, l->title, TEXT("the lesson '%s' is missing in the other language (%s)"), l->id,
                lang_code((enum lang)lang));
        else if (other && ck->file->walked && other->walked && !ck->file->said.errors &&
                 !other->said.errors && reports(ck->file, other))
            compare_lessons(ck, other);
    }
}

/* ---- freshness: .sync, beside the language folders, holds the hash of each step's text in each language
 * when the author last compared them. If one has changed since, the two may disagree. ---------------- */

static const char first_line[] =
    "# reviewed: lesson/step, hash of the Chinese and of the English text (qkv --sync)\n";

/* Reads the hashes of a step, by language. Returns false if there are none. */
static bool read_hashes(const char *sync, const char *lesson, const char *step,
                        unsigned long long hash[LANG_COUNT])
{
    struct text name = {0};
    text_addf(&name, "\n%s/%s ", lesson, step);
    char *end = strstr(sync, text_str(&name));
    bool known = end != NULL;
    memset(hash, 0, LANG_COUNT * sizeof *hash);
    for (int i = 0; known && i < LANG_COUNT && (i == 0 || *end == ' '); i++) /* older than a language */
        hash[progress_lang(i)] = strtoull(i ? end : end + name.len, &end, 16);
    text_finish(&name);
    return known && *end == '\n';
}

static void check_fresh(struct check *ck, const struct check_file *other, const char *sync, int step)
{
    const struct lesson *l = &ck->file->lesson;
    const struct lesson_step *own = &l->step[step];
    int its = lesson_step_find(&other->lesson, own->id.s);
    unsigned long long hash[LANG_COUNT];
    bool known = read_hashes(sync, l->id, own->id.s, hash), says = reports(ck->file, other);
    if (its < 0)
        return;
    bool here = own->hash != hash[l->lang], there = other->lesson.step[its].hash != hash[other->lesson.lang];
    /* an error for shipped lessons, a note for the author's own */
    void (*say)(struct check *, struct lesson_line, const char *, ...) TEXT_TAKES(3, 4) =
        ck->q->path_count == 0 ? check_fault : check_remark;
    if (!known && says)
        say(ck, own->title, TEXT("step '%s' is new: compare its two languages, then run qkv --sync"),
            own->id.s);
    else if (known && here && there && says)
        say(ck, own->title,
            TEXT("step '%s': both languages changed since they were compared: compare them again, then run "
                 "qkv --sync"),
            own->id.s);
    else if (known && here && !there)
        say(ck, own->title,
            TEXT("step '%s': changed here but not in the other language: compare them, then run qkv --sync"),
            own->id.s);
    else if (known && there && !here && !other->asked)
        say(ck, own->title,
            TEXT("step '%s': changed in the other language but not here: compare them, then run qkv --sync"),
            own->id.s);
}

static void read_sync(const char *folder, struct text *path, struct text *bytes)
{
    struct reply quiet = {0};
    text_addf(path, "%s/.sync", folder);
    file_read(text_str(path), LESSON_MAX_BYTES, bytes, &quiet);
    reply_finish(&quiet);
}

void check_sync(struct check *ck)
{
    const struct check_file *f = ck->file;
    struct text path = {0}, sync = {0};
    unsigned long long hash[LANG_COUNT];
    bool known = false;
    if (!f->folder || !*f->folder || f->said.errors)
        return; /* report the errors first */
    read_sync(f->folder, &path, &sync);
    for (int i = 0; i < f->lesson.step_count; i++)
        known = known || read_hashes(text_str(&sync), f->lesson.id, f->lesson.step[i].id.s, hash);
    for (int lang = 0; lang < LANG_COUNT; lang++) {
        const struct check_file *other = check_counterpart(ck, f, (enum lang)lang);
        if (!other || other->said.errors)
            continue;
        for (int i = 0; known && i < f->lesson.step_count; i++)
            check_fresh(ck, other, text_str(&sync), i);
        if (!known && reports(f, other))
            (ck->q->path_count == 0 ? check_fault
                                    : check_remark)(ck, f->lesson.title,
                                                    TEXT("the two languages of '%s' have not been compared "
                                                         "yet: compare them, then run qkv --sync"),
                                                    f->lesson.id);
    }
    text_finish(&path);
    text_finish(&sync);
}

/* Adds the hashes of a lesson's steps that another language has as well, 0 where one is missing. Returns
 * false and adds nothing if no version of it is requested, or there is no other one. */
static bool add_hashes(const struct check *ck, const struct check_file *f, struct text *out)
{
    const struct check_file *in[LANG_COUNT] = {NULL};
    bool asked = false, others = false;
    for (int lang = 0; lang < LANG_COUNT; lang++) {
        in[lang] = lang == (int)f->lesson.lang ? f : check_counterpart(ck, f, (enum lang)lang);
        asked = asked || (in[lang] && in[lang]->asked);
        others = others || (in[lang] && in[lang] != f);
    }
    for (int k = 0; asked && others && k < f->lesson.step_count; k++) {
        const char *id = f->lesson.step[k].id.s;
        struct text hashes = TEXT_HERE;
        int found = 0;
        for (int i = 0; i < LANG_COUNT; i++) {
            const struct check_file *its = in[progress_lang(i)];
            int at = its ? lesson_step_find(&its->lesson, id) : -1;
            found += at >= 0;
            text_addf(&hashes, " %016llx", at >= 0 ? its->lesson.step[at].hash : 0);
        }
        if (found > 1)
            text_addf(out, "%s/%s%s\n", f->lesson.id, id, text_str(&hashes));
        text_finish(&hashes);
    }
    return asked && others;
}

bool check_sync_write(struct check *ck, const char *folder, struct reply *r)
{
    struct text path = {0}, before = {0}, out = {0};
    read_sync(folder, &path, &before);
    text_add(&out, first_line);
    for (const struct check_file *last = NULL, *next;; last = next) {
        next = NULL; /* the folder's next lesson by id, requested or not, in the first language of the file */
        for (const struct check_file *f = ck->v; f < ck->v + ck->count; f++)
            if (!f->page && f->folder && strcmp(f->folder, folder) == 0 &&
                f->lesson.lang == progress_lang(0) && (!last || strcmp(f->lesson.id, last->lesson.id) > 0) &&
                (!next || strcmp(f->lesson.id, next->lesson.id) < 0))
                next = f;
        if (!next)
            break;
        if (add_hashes(ck, next, &out))
            continue;
        struct text name = {0}; /* its stored entries stay */
        text_addf(&name, "\n%s/", next->lesson.id);
        for (const char *at = strstr(text_str(&before), text_str(&name)); at;
             at = strstr(at, text_str(&name))) {
            at++;
            text_addf(&out, "%.*s\n", (int)strcspn(at, "\n"), at);
        }
        text_finish(&name);
    }
    bool ok = out.failed ? reply_no_memory(r) : file_write(text_str(&path), text_str(&out), out.len, r);
    text_finish(&path);
    text_finish(&before);
    text_finish(&out);
    return ok;
}

/* ---- pages ---------------------------------------------------------------------------- */

void check_pages_read(struct check *ck)
{
    for (int lang = 0; lang < LANG_COUNT; lang++)
        for (int page = PAGE_LISTS; page <= PAGE_GLOSSARY; page++) {
            struct text bytes = {0}, path = {0};
            const int list = page - PAGE_LISTS;
            const char *name = list < LISTS ? course_names[list] : "glossary";
            struct check_file *f = lesson_page_bytes(name, (enum lang)lang, &bytes, &path)
                                       ? check_add(ck, text_str(&path))
                                       : NULL;
            if (f) {
                f->page = (enum check_page)page;
                /* that of the program is not asked for beside lessons of a folder without a page */
                const bool own =
                    list == LIST_COURSE || list == LISTS ||
                    (f > ck->v && f[-1].page && f[-1].asked &&
                     strncmp(f[-1].path, f->path, (size_t)(strrchr(f->path, '/') + 1 - f->path)) == 0);
                f->asked =
                    ck->q->path_count == 0 && own && (ck->embedded || access(text_str(&path), F_OK) == 0);
                f->lesson.lang = (enum lang)lang;
                f->bytes = bytes;
            } else {
                text_finish(&bytes);
            }
            if (f && list < LISTS)
                course_read(&ck->course[list][lang], f->path, text_str(&bytes), bytes.len, ck->q->lang,
                            &f->said);
            else if (f)
                glossary_read(&ck->glossary[lang], f->path, text_str(&bytes), bytes.len, ck->q->lang,
                              &f->said);
            text_finish(&path);
        }
}

static void check_links(struct check *ck, const struct prose *p)
{
    for (int i = 0; i < p->count; i++)
        for (int k = 0; k < p->v[i].count; k++)
            check_link(ck, &p->v[i].v[k]);
}

/* Compares a course page with the one in another language. */
static void compare_courses(struct check *ck, const struct course *own, int list, enum lang lang)
{
    const struct course *other = &ck->course[list][lang];
    int i = 0;
    while (i < own->count && i < other->count && strcmp(own->v[i].id, other->v[i].id) == 0)
        i++;
    if (i < own->count)
        check_fault(ck, own->v[i].title, TEXT("lesson %d of the course is different in %s.%s.md"), i + 1,
                    course_names[list], lang_code(lang));
    for (i = 0; i < own->path_count; i++) {
        const struct course_path *a = &own->path[i], *b = &other->path[i];
        bool same = i < other->path_count && a->count == b->count;
        for (int k = 0; same && k < a->count; k++)
            same = strcmp(a->place[k], b->place[k]) == 0;
        if (!same)
            check_fault(ck, a->title, TEXT("path %d leads to other places in course.%s.md"), i + 1,
                        lang_code(lang));
    }
}

/* Returns whether a page lists a lesson, or a step of it. */
static bool lists(const struct course *c, const char *id)
{
    size_t n = strlen(id);
    for (int i = 0; i < c->count; i++)
        if (strncmp(c->v[i].id, id, n) == 0 && (!c->v[i].id[n] || c->v[i].id[n] == '#'))
            return true;
    return false;
}

static void check_course(struct check *ck, int list)
{
    enum lang lang = ck->file->lesson.lang;
    const struct course *own = &ck->course[list][lang];
    check_links(ck, &own->intro);
    for (int i = 0; i < own->unit_count; i++)
        check_links(ck, &own->unit[i].text);
    for (int other = 0; other < LANG_COUNT; other++)
        if (other != (int)lang && must_have((enum lang)other, ck->course[list][other].count))
            compare_courses(ck, own, list, (enum lang)other);
    for (int i = 0; list != LIST_COURSE && i < own->count; i++)
        check_row(ck, &own->v[i]);
    if (list != LIST_COURSE)
        return;
    for (int i = 0; i < own->count; i++)
        if (!check_lesson_file(ck, NULL, lang, own->v[i].id))
            check_no_lesson(ck, own->v[i].title, own->v[i].id);
    for (const struct check_file *f = ck->v; f < ck->v + ck->count; f++) {
        /* what asks a lesson's steps once more belongs to that lesson */
        const size_t once_more = strlen(PROGRESS_AGAIN);
        bool again = strncmp(f->lesson.id, PROGRESS_AGAIN, once_more) == 0;
        const char *id = f->lesson.id + (again ? once_more : 0);
        if (!f->page && f->asked && !f->lesson.quiet && f->lesson.lang == lang && *id && !lists(own, id) &&
            !lists(&ck->course[LIST_QUESTIONS][lang], id))
            check_fault(ck, own->title, TEXT("the lesson '%s' is not in the course"), f->lesson.id);
    }
}

static void check_glossary(struct check *ck)
{
    const struct glossary *own = &ck->glossary[ck->file->lesson.lang];
    check_links(ck, &own->intro);
    for (int i = 0; i < own->count; i++) {
        check_links(ck, &own->v[i].text);
        for (int lang = 0; lang < LANG_COUNT; lang++)
            if (must_have((enum lang)lang, ck->glossary[lang].count) &&
                !glossary_find(&ck->glossary[lang], own->v[i].id.s))
                check_fault(ck, own->v[i].id, TEXT("the term '%s' is missing from glossary.%s.md"),
                            own->v[i].id.s, lang_code((enum lang)lang));
    }
}

void check_pages(struct check *ck)
{
    for (int i = 0; i < ck->count; i++) {
        ck->file = &ck->v[i];
        if (!ck->file->page || !ck->file->asked || ck->file->said.errors)
            continue;
        if (ck->file->page == PAGE_GLOSSARY)
            check_glossary(ck);
        else
            check_course(ck, (int)ck->file->page - PAGE_LISTS);
    }
}
