#include "lesson/author/check.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "keep/file.h"
#include "keep/folders.h"
#include "base/embedded.h"
#include "base/system_error.h"
#include "lesson/read/lesson.h"

static bool make_folder(const char *path, struct reply *r)
{
    return folder_is(path) || mkdir(path, 0777) == 0 ||
           reply_fail(r, 0, TEXT("%s: cannot create: %s"), path, system_error_text(errno, r->lang));
}

/* Writes the template of a language with the id filled in; not `really`: only sees that it could. */
static bool write_template(const char *folder, const char *lang, const char *id, bool really, struct reply *r)
{
    static const char place[] = "LESSON";
    struct text path = {0}, bytes = {0}, template = {0};
    struct stat st;
    text_addf(&template, "src/lesson/author/new_lesson.%s.md", lang);
    for (const struct embedded *e = embedded_files; e->path; e++) {
        const char *at = strcmp(e->path, text_str(&template)) == 0 ? strstr(e->bytes, place) : NULL;
        if (at)
            text_addf(&bytes, "%.*s%s%s", (int)(at - e->bytes), e->bytes, id, at + strlen(place));
    }
    really = really && bytes.len > 0; /* a language may have no template */
    text_addf(&path, "%s/%s", folder, lang);
    bool ok = !really || make_folder(text_str(&path), r);
    text_addf(&path, "/%s.md", id);
    if (ok && !really && stat(text_str(&path), &st) == 0)
        ok = reply_fail(r, 0, TEXT("%s already exists: choose another id"), text_str(&path));
    ok = ok && (!really || file_write(text_str(&path), text_str(&bytes), bytes.len, r));
    if (ok && really)
        reply_say(r, "%s\n", text_str(&path));
    text_finish(&path);
    text_finish(&bytes);
    text_finish(&template);
    return ok;
}

bool new_lesson(const char *id, struct reply *r)
{
    struct text folder = {0};
    const char *named = getenv("QKV_LESSONS");
    bool ok = lesson_is_id(id) ||
              reply_fail(r, 0, TEXT("'%s' is not an id: use a-z, 0-9 and '-', for example 21-my-lesson"), id);
    if (named && *named)
        text_add(&folder, named);
    else if (folder_is("lessons"))
        text_add(&folder, "lessons");
    else
        ok = ok && folder_make(FOLDER_DATA, r) && folder_file(FOLDER_DATA, "lessons", &folder);
    ok = ok && make_folder(text_str(&folder), r);
    for (int really = 0; really < 2; really++)
        for (int lang = LANG_COUNT - 1; ok && lang >= 0; lang--)
            ok = write_template(text_str(&folder), lang_code((enum lang)lang), id, really, r);
    text_finish(&folder);
    return ok;
}
