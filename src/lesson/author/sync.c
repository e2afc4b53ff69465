/* Freshness: .sync, next to the language folders, stores for each step the hash of the text in each language
 * when the author last compared them. If one has changed since, the two may disagree. */
#include <stdlib.h>
#include <string.h>

#include "app/keep/file.h"
#include "lesson/author/parts.h"

static const char first_line[] =
    "# reviewed: lesson/step, hash of the Chinese and of the English text (qkv --sync)\n";

/* The stored entry of a step. */
struct kept {
    bool known;
    unsigned long long hash[2]; /* by language */
};

static struct kept find(const char *sync, const char *lesson, const char *step)
{
    struct kept k = {0};
    struct text name = {0};
    text_addf(&name, "\n%s/%s ", lesson, step);
    const char *at = strstr(sync, text_str(&name));
    char *end = NULL;
    if (at) {
        k.hash[LANG_ZH] = strtoull(at + name.len, &end, 16);
        k.hash[LANG_EN] = strtoull(end, &end, 16);
        k.known = *end == '\n';
    }
    text_finish(&name);
    return k;
}

static void sync_path(const char *folder, struct text *out)
{
    text_addf(out, "%s/.sync", folder);
}

typedef void finding(struct check *ck, struct lesson_line at, const char *en, const char *zh, ...)
    TEXT_TAKES(3, 4, 5);

/* An error for shipped lessons, a note for the author's own. */
static finding *severity(const struct check *ck)
{
    return ck->q->path_count == 0 ? check_fault : check_remark;
}

static void check_one(struct check *ck, const struct check_file *other, const char *sync, int step)
{
    const struct lesson *l = &ck->file->lesson;
    const struct lesson_step *own = &l->step[step];
    int its = lesson_step_find(&other->lesson, own->id.s);
    struct kept k = find(sync, l->id, own->id.s);
    finding *say = severity(ck);
    bool twice = other->asked && l->lang == LANG_ZH; /* the English file reports it */
    if (its < 0)
        return;
    bool here = own->hash != k.hash[l->lang],
         there = other->lesson.step[its].hash != k.hash[other->lesson.lang];
    if (!k.known && !twice)
        say(ck, own->title,
            TEXT("step '%s' is new: compare its two languages, then run qkv --sync",
                 "步骤“%s”是新的：请对照两种语言，再运行 qkv --sync"),
            own->id.s);
    else if (k.known && here && there && !twice)
        say(ck, own->title,
            TEXT("step '%s': both languages changed since they were compared: compare them again, then run "
                 "qkv --sync",
                 "步骤“%s”：两种语言在上次对照之后都改过：请再对照一次，然后运行 qkv --sync"),
            own->id.s);
    else if (k.known && here && !there)
        say(ck, own->title,
            TEXT("step '%s': changed here but not in the other language: compare them, then run qkv --sync",
                 "步骤“%s”：这里改了，另一种语言没有改：请对照两边，再运行 qkv --sync"),
            own->id.s);
    else if (k.known && there && !here && !other->asked)
        say(ck, own->title,
            TEXT("step '%s': changed in the other language but not here: compare them, then run qkv --sync",
                 "步骤“%s”：另一种语言改了，这里没有改：请对照两边，再运行 qkv --sync"),
            own->id.s);
}

static bool any_known(const struct lesson *l, const char *sync)
{
    for (int i = 0; i < l->step_count; i++)
        if (find(sync, l->id, l->step[i].id.s).known)
            return true;
    return false;
}

static void never(struct check *ck, const struct check_file *other)
{
    finding *say = severity(ck);
    if (!other->asked || ck->file->lesson.lang == LANG_EN)
        say(ck, ck->file->lesson.title,
            TEXT("the two languages of '%s' have not been compared yet: compare them, then run qkv --sync",
                 "“%s”的两种语言还没有对照过：请对照，再运行 qkv --sync"),
            ck->file->lesson.id);
}

void check_sync(struct check *ck)
{
    const struct check_file *other = check_counterpart(ck, ck->file);
    struct text path = {0}, sync = {0};
    struct reply quiet = {0};
    if (!other || !*ck->file->folder || other->said.errors || ck->file->said.errors)
        return; /* report the errors first */
    sync_path(ck->file->folder, &path);
    file_read(text_str(&path), LESSON_MAX_BYTES, &sync, &quiet);
    if (!any_known(&ck->file->lesson, text_str(&sync)))
        never(ck, other);
    else
        for (int i = 0; i < ck->file->lesson.step_count; i++)
            check_one(ck, other, text_str(&sync), i);
    text_finish(&path);
    text_finish(&sync);
    reply_finish(&quiet);
}

/* ---- writing ------------------------------------------------------------------------- */

/* Appends the stored entries of a lesson unchanged. */
static void add_kept(const char *sync, const char *lesson, struct text *out)
{
    struct text name = {0};
    text_addf(&name, "\n%s/", lesson);
    for (const char *at = strstr(sync, text_str(&name)); at; at = strstr(at, text_str(&name))) {
        at++;
        text_add_bytes(out, at, strcspn(at, "\n"));
        text_add_char(out, '\n');
    }
    text_finish(&name);
}

static void add_lesson(const struct check_file *zh, const struct check_file *en, struct text *out)
{
    for (int i = 0; i < zh->lesson.step_count; i++) {
        int k = lesson_step_find(&en->lesson, zh->lesson.step[i].id.s);
        if (k >= 0)
            text_addf(out, "%s/%s %016llx %016llx\n", zh->lesson.id, zh->lesson.step[i].id.s,
                      zh->lesson.step[i].hash, en->lesson.step[k].hash);
    }
}

/* Returns the folder's next Chinese lesson after `last` by id (NULL: the first), requested or not;
 * NULL at the end. */
static const struct check_file *next_lesson(const struct check *ck, const char *folder,
                                            const struct check_file *last)
{
    const struct check_file *next = NULL;
    for (int i = 0; i < ck->count; i++) {
        const struct check_file *f = &ck->v[i];
        if (f->page || !f->folder || strcmp(f->folder, folder) != 0 || f->lesson.lang != LANG_ZH)
            continue;
        if ((!last || strcmp(f->lesson.id, last->lesson.id) > 0) &&
            (!next || strcmp(f->lesson.id, next->lesson.id) < 0))
            next = f;
    }
    return next;
}

bool check_sync_write(struct check *ck, const char *folder, struct reply *r)
{
    struct text path = {0}, before = {0}, out = {0};
    struct reply quiet = {0};
    sync_path(folder, &path);
    file_read(text_str(&path), LESSON_MAX_BYTES, &before, &quiet);
    text_add(&out, first_line);
    for (const struct check_file *zh = NULL; (zh = next_lesson(ck, folder, zh)) != NULL;) {
        const struct check_file *en = check_counterpart(ck, zh);
        if (en && (zh->asked || en->asked))
            add_lesson(zh, en, &out);
        else
            add_kept(text_str(&before), zh->lesson.id, &out);
    }
    bool ok = out.failed ? reply_no_memory(r) : file_write(text_str(&path), text_str(&out), out.len, r);
    text_finish(&path);
    text_finish(&before);
    text_finish(&out);
    reply_finish(&quiet);
    return ok;
}
