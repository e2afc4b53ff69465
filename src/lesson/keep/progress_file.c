#include "lesson/keep/progress_file.h"

#include <sys/stat.h>

#include "keep/earlier.h"
#include "keep/file.h"
#include "keep/folders.h"

enum { LARGEST = 16 << 20 };

/* Writing the intact lines back is tried once: if it fails, they are saved with the next step. */
static bool set_aside(const char *path, int line, const struct progress *p, struct reply *r)
{
    struct text to = {0};
    struct reply quiet = {0};
    bool ok = earlier_set_aside(path, &to, r);
    if (ok && p->count + p->place_count > 0)
        progress_save(p, &quiet);
    if (ok)
        reply_say(
            r,
            p->count == 1
                ? TEXT("progress: line %d is damaged; %d step is intact, and the old file is kept as %s")
                : TEXT("progress: line %d is damaged; %d steps are intact, and the old file is kept as %s"),
            line, p->count, to.s);
    reply_finish(&quiet);
    text_finish(&to);
    return ok;
}

bool progress_load(struct progress *p, struct reply *r)
{
    struct text path = {0}, bytes = {0};
    struct stat st;
    int line;
    progress_finish(p);
    bool there = folder_file(FOLDER_STATE, "progress", &path) && lstat(path.s, &st) == 0;
    bool ok = folder_trusted(FOLDER_STATE, r) && (!there || file_read_own(path.s, LARGEST, &bytes, r));
    if (ok && there && !progress_read(p, text_str(&bytes), bytes.len, &line))
        ok = line > 0 ? set_aside(path.s, line, p, r) : reply_no_memory(r);
    if (!ok)
        progress_finish(p);
    text_finish(&bytes);
    text_finish(&path);
    return ok;
}

bool progress_save(const struct progress *p, struct reply *r)
{
    struct text path = {0}, bytes = {0};
    bool ok = true;
    progress_write(p, &bytes);
    if (folder_file(FOLDER_STATE, "progress", &path))
        ok = bytes.failed
                 ? reply_no_memory(r)
                 : folder_make(FOLDER_STATE, r) && file_write_own(path.s, text_str(&bytes), bytes.len, r);
    text_finish(&path);
    text_finish(&bytes);
    return ok;
}
