#include "lesson/play/files.h"

#include <dirent.h>
#include <stdlib.h>
#include <string.h>

#include "keep/file.h"
#include "keep/folders.h"
#include "base/embedded.h"
#include "lesson/read/lesson.h"

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
    /* the tour is a lesson that is not part of the course */
    bool tour = strcmp(relative + strcspn(relative, "/"), "/tour.md") == 0;
    text_clear(path);
    text_clear(bytes);
    text_addf(path, "%s/%s", tour ? "src/lesson/play/tour" : "lessons", relative);
    for (const struct embedded *e = embedded_files; e->path; e++)
        if (strcmp(e->path, text_str(path)) == 0) {
            text_add_bytes(bytes, e->bytes, e->size);
            return !bytes->failed;
        }
    return false;
}

const char *lesson_embedded(const struct embedded *e, enum lang lang)
{
    static const char folder[] = "lessons/";
    const char *code = lang_code(lang), *name = e->path + strlen(folder);
    bool is = strncmp(e->path, folder, strlen(folder)) == 0 && strncmp(name, code, strlen(code)) == 0 &&
              name[strlen(code)] == '/';
    return is ? name + strlen(code) + 1 : NULL;
}

/* Adds the lessons' ids in a folder that are not embedded. */
static int add_names(const char *folder, const char *language, char name[][LESSON_NAME], int count, int most)
{
    struct text path = {0};
    text_addf(&path, "%s/%s", folder, language);
    DIR *dir = opendir(text_str(&path));
    for (struct dirent *e; dir && count < most && (e = readdir(dir));) {
        char id[LESSON_NAME] = "";
        size_t n = strlen(e->d_name);
        if (text_ends(e->d_name, ".md") && n - 3 < LESSON_NAME)
            memcpy(id, e->d_name, n - 3);
        struct text own = TEXT_HERE;
        text_addf(&own, "lessons/%s/%s.md", language, id);
        bool known = !lesson_is_id(id);
        for (const struct embedded *f = embedded_files; f->path && !known; f++)
            known = strcmp(f->path, text_str(&own)) == 0;
        for (int i = 0; i < count && !known; i++)
            known = strcmp(name[i], id) == 0;
        if (!known)
            memcpy(name[count++], id, sizeof id);
        text_finish(&own);
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

static int by_id(const void *a, const void *b)
{
    return strcmp(a, b);
}

int lesson_names(enum lang lang, char name[][LESSON_NAME], int most)
{
    const char *named = getenv("QKV_LESSONS");
    struct text own = {0};
    const char *folder[] = {named ? named : "", "lessons", own_lessons(&own) ? text_str(&own) : ""};
    int count = 0;
    for (int i = 0; i < 6; i++)
        if (*folder[i % 3])
            count =
                add_names(folder[i % 3], lang_code(i < 3 ? lang : languages[lang].words), name, count, most);
    text_finish(&own);
    qsort(name, (size_t)count, sizeof *name, by_id);
    return count;
}

bool lesson_file(const char *relative, struct text *bytes, struct text *path)
{
    static const char plain[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_./";
    const char *named = getenv("QKV_LESSONS");
    struct text own = {0};
    /* plain names only: no leading dot or slash, no ".." */
    bool ok = relative[strspn(relative, plain)] == '\0' && relative[0] != '.' && relative[0] != '/' &&
              !strstr(relative, "/.");
    ok = ok && ((named && *named && from_disk(named, relative, bytes, path)) ||
                from_disk("lessons", relative, bytes, path) ||
                (own_lessons(&own) && from_disk(text_str(&own), relative, bytes, path)) ||
                from_program(relative, bytes, path));
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
