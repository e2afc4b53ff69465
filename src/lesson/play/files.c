#include "lesson/play/files.h"

#include <dirent.h>
#include <stdlib.h>
#include <string.h>

#include "app/keep/file.h"
#include "app/keep/folders.h"
#include "base/embedded.h"
#include "lesson/read/lesson.h"

/* Accepts plain names only: no leading dot or slash, no "..". */
static bool stays_inside(const char *relative)
{
    static const char plain[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_./";
    return relative[strspn(relative, plain)] == '\0' && relative[0] != '.' && relative[0] != '/' &&
           !strstr(relative, "/.");
}

static bool from_disk(const char *folder, const char *relative, struct text *bytes, struct text *path)
{
    struct reply quiet = {0};
    text_clear(path);
    text_clear(bytes);
    text_addf(path, "%s/%s", folder, relative);
    bool ok = file_read(text_str(path), LESSON_MAX_BYTES + 1, bytes, &quiet);
    reply_finish(&quiet);
    return ok;
}

static bool from_program(const char *relative, struct text *bytes, struct text *path)
{
    text_clear(path);
    text_clear(bytes);
    if (strcmp(relative + strcspn(relative, "/"), "/tour.md") ==
        0) /* a lesson that is not part of the course */
        text_addf(path, "src/lesson/play/tour/%s", relative);
    else
        text_addf(path, "lessons/%s", relative);
    for (const struct embedded *e = embedded_files; e->path; e++)
        if (strcmp(e->path, text_str(path)) == 0) {
            text_add_bytes(bytes, e->bytes, e->size);
            return !bytes->failed;
        }
    return false;
}

static int by_name(const void *a, const void *b)
{
    return strcmp(a, b);
}

/* Copies the lesson's id from a file name; false if it is not a lesson's. */
static bool id_of(const char *file, char id[LESSON_NAME])
{
    size_t n = strlen(file);
    if (!text_ends(file, ".md") || n - 3 >= LESSON_NAME)
        return false;
    memcpy(id, file, n - 3);
    id[n - 3] = '\0';
    return lesson_is_id(id);
}

/* True if lessons/zh/ID.md (or en/) is embedded in the program. */
static bool carried(const char *language, const char *id)
{
    struct text path = {0};
    bool found = false;
    text_addf(&path, "lessons/%s/%s.md", language, id);
    for (const struct embedded *e = embedded_files; e->path && !found; e++)
        found = strcmp(e->path, text_str(&path)) == 0;
    text_finish(&path);
    return found;
}

static int add_names(const char *folder, const char *language, char name[][LESSON_NAME], int count, int most)
{
    struct text path = {0};
    char id[LESSON_NAME];
    text_addf(&path, "%s/%s", folder, language);
    DIR *dir = opendir(text_str(&path));
    for (struct dirent *e; dir && count < most && (e = readdir(dir));) {
        bool known = !id_of(e->d_name, id) || carried(language, id);
        for (int i = 0; i < count && !known; i++)
            known = strcmp(name[i], id) == 0;
        if (!known)
            memcpy(name[count++], id, sizeof id);
    }
    if (dir)
        closedir(dir);
    text_finish(&path);
    return count;
}

/* The folder of the user's own lessons, unless someone else could write to it. */
static bool own_lessons(struct text *path)
{
    struct reply quiet = {0};
    bool ok = folder_trusted(FOLDER_DATA, &quiet) && folder_file(FOLDER_DATA, "lessons", path);
    reply_finish(&quiet);
    return ok;
}

int lesson_names(const char *language, char name[][LESSON_NAME], int most)
{
    const char *named = getenv("QKV_LESSONS");
    struct text own = {0};
    int count = named && *named ? add_names(named, language, name, 0, most) : 0;
    count = add_names("lessons", language, name, count, most);
    if (own_lessons(&own))
        count = add_names(text_str(&own), language, name, count, most);
    text_finish(&own);
    qsort(name, (size_t)count, sizeof *name, by_name);
    return count;
}

bool lesson_file(const char *relative, struct text *bytes, struct text *path)
{
    const char *named = getenv("QKV_LESSONS");
    struct text own = {0};
    bool ok = false;
    if (stays_inside(relative)) {
        ok = (named && *named && from_disk(named, relative, bytes, path)) ||
             from_disk("lessons", relative, bytes, path);
        ok = ok || (own_lessons(&own) && from_disk(text_str(&own), relative, bytes, path));
        ok = ok || from_program(relative, bytes, path);
    }
    if (!ok) {
        text_clear(bytes);
        text_clear(path);
    }
    text_finish(&own);
    return ok;
}

bool lesson_page_bytes(const char *name, enum lang lang, struct text *bytes, struct text *path)
{
    struct text relative = {0};
    text_addf(&relative, "%s.%s.md", name, lang_code(lang));
    bool ok = lesson_file(text_str(&relative), bytes, path);
    text_finish(&relative);
    return ok;
}
