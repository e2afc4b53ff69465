#include "lesson/author/new_lesson.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "app/keep/file.h"
#include "app/keep/folders.h"
#include "base/embedded.h"
#include "base/system_error.h"

static bool exists(const char *path)
{
    struct stat st;
    return stat(path, &st) == 0;
}

/* Appends the lessons folder to *out; creates the user's own folder if it is used. */
static bool lessons_folder(struct text *out, struct reply *r)
{
    const char *named = getenv("QKV_LESSONS");
    if (named && *named)
        text_add(out, named);
    else if (folder_is("lessons"))
        text_add(out, "lessons");
    else if (!folder_make(FOLDER_DATA, r) || !folder_file(FOLDER_DATA, "lessons", out))
        return false;
    return true;
}

static bool make_folder(const char *path, struct reply *r)
{
    return folder_is(path) || mkdir(path, 0777) == 0 ||
           reply_fail(r, 0, TEXT("%s: cannot create: %s", "%s：无法创建：%s"), path,
                      system_error_text(errno, r->lang));
}

/* Appends a language's template with the id filled in. */
static void fill(struct text *out, const char *lang, const char *id)
{
    static const char place[] = "LESSON";
    struct text name = {0};
    text_addf(&name, "src/lesson/author/new_lesson.%s.md", lang);
    for (const struct embedded *e = embedded_files; e->path; e++) {
        const char *at = strcmp(e->path, text_str(&name)) == 0 ? strstr(e->bytes, place) : NULL;
        if (!at)
            continue;
        text_add_bytes(out, e->bytes, (size_t)(at - e->bytes));
        text_addf(out, "%s%s", id, at + strlen(place));
    }
    text_finish(&name);
}

static bool write_one(const char *folder, const char *lang, const char *id, bool really, struct reply *r)
{
    struct text path = {0}, bytes = {0};
    text_addf(&path, "%s/%s", folder, lang);
    bool ok = !really || make_folder(text_str(&path), r);
    text_addf(&path, "/%s.md", id);
    if (ok && !really && exists(text_str(&path)))
        ok = reply_fail(r, 0, TEXT("%s already exists: choose another id", "%s 已经存在：请换一个 id"),
                        text_str(&path));
    if (ok && really) {
        fill(&bytes, lang, id);
        ok = file_write(text_str(&path), text_str(&bytes), bytes.len, r);
        if (ok)
            reply_say(r, TEXT("%s\n", "%s\n"), text_str(&path));
    }
    text_finish(&path);
    text_finish(&bytes);
    return ok;
}

bool new_lesson(const char *id, struct reply *r)
{
    struct text folder = {0};
    bool named = *id && id[strspn(id, "abcdefghijklmnopqrstuvwxyz0123456789-")] == '\0';
    bool ok = (named || reply_fail(r, 0,
                                   TEXT("'%s' is not an id: use a-z, 0-9 and '-', for example 21-my-lesson",
                                        "“%s”不是 id：只能用 a-z、0-9 和“-”，例如 21-my-lesson"),
                                   id)) &&
              lessons_folder(&folder, r) && make_folder(text_str(&folder), r);
    for (int really = 0; really < 2; really++)
        for (int lang = 1; ok && lang >= 0; lang--)
            ok = write_one(text_str(&folder), lang_code((enum lang)lang), id, really, r);
    text_finish(&folder);
    return ok;
}
