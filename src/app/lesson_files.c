#include "app/lesson_files.h"

#include <stdlib.h>
#include <string.h>

#include "app/file.h"
#include "app/folders.h"
#include "base/embedded.h"
#include "model/lesson.h"

/* Plain names only: nothing that begins with a dot or a slash, no way up. */
static bool stays_inside(const char *relative)
{
    static const char plain[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_./";
    return relative[strspn(relative, plain)] == '\0' && relative[0] != '.' && relative[0] != '/' && !strstr(relative, "/.");
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
    if (strcmp(relative + strcspn(relative, "/"), "/tour.md") == 0)      /* a lesson outside the course */
        text_addf(path, "src/app/tour/%s", relative);
    else
        text_addf(path, "lessons/%s", relative);
    for (const struct embedded *e = embedded_files; e->path; e++)
        if (strcmp(e->path, text_str(path)) == 0) {
            text_add_bytes(bytes, e->bytes, e->size);
            return !bytes->failed;
        }
    return false;
}

bool lesson_file(const char *relative, struct text *bytes, struct text *path)
{
    const char *named = getenv("QKV_LESSONS");
    struct text own = {0};
    bool ok = false;
    if (stays_inside(relative)) {
        ok = (named && *named && from_disk(named, relative, bytes, path)) || from_disk("lessons", relative, bytes, path);
        ok = ok || (folder_file(FOLDER_DATA, "lessons", &own) && from_disk(text_str(&own), relative, bytes, path));
        ok = ok || from_program(relative, bytes, path);
    }
    if (!ok) {
        text_clear(bytes);
        text_clear(path);
    }
    text_finish(&own);
    return ok;
}
