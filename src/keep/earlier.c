#include "keep/earlier.h"

#include <dirent.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "keep/file.h"
#include "keep/folders.h"
#include "keep/journal.h"
#include "base/system_error.h"
#include "base/mem.h"
#include "base/platform.h"

static int later_first(const void *a, const void *b)
{
    const struct earlier *x = a, *y = b;
    if (x->written.tv_sec != y->written.tv_sec)
        return x->written.tv_sec < y->written.tv_sec ? 1 : -1;
    if (x->written.tv_nsec != y->written.tv_nsec)
        return x->written.tv_nsec < y->written.tv_nsec ? 1 : -1;
    return strcmp(text_str(&x->path), text_str(&y->path));
}

/* Lists every journal, the latest first. */
static void list_journals(struct earlier_list *list)
{
    struct text path = {0};
    DIR *folder = folder_file(FOLDER_STATE, "", &path) ? opendir(path.s) : NULL;
    for (struct dirent *e; folder && (e = readdir(folder));) {
        struct stat st;
        if (!text_ends(e->d_name, JOURNAL_SUFFIX) || !folder_file(FOLDER_STATE, e->d_name, &path) ||
            lstat(path.s, &st) != 0)
            continue;
        struct earlier *v = mem_grow(list->v, (size_t)list->count + 1, sizeof *v);
        if (!v)
            break;
        list->v = v;
        v[list->count] = (struct earlier){.written = platform_written(&st), .size = st.st_size};
        text_add(&v[list->count].path, text_str(&path));
        if (v[list->count++].path.failed)
            break;
    }
    if (folder)
        closedir(folder);
    if (list->count > 1)
        qsort(list->v, (size_t)list->count, sizeof *list->v, later_first);
    text_finish(&path);
}

bool earlier_find(struct earlier_list *list, struct reply *r)
{
    int found = 0;
    *list = (struct earlier_list){0};
    if (!folder_trusted(FOLDER_STATE, r))
        return false;
    list_journals(list);
    for (int i = 0; i < list->count; i++) {
        struct earlier e = list->v[i];
        struct reply quiet = {0};
        struct stat st;
        list->v[i].path = (struct text){0};
        /* The session has ended and left changes. The empty journal of a killed one is removed: a new session
         * locks its file, then checks that it still exists. */
        int fd = file_open_own(text_str(&e.path), O_RDONLY, &quiet);
        bool over = fd >= 0 && file_is_free(fd),
             empty = over && fstat(fd, &st) == 0 && st.st_size <= JOURNAL_EMPTY;
        if (empty && file_lock(fd) && fstat(fd, &st) == 0 && st.st_size <= JOURNAL_EMPTY)
            unlink(text_str(&e.path));
        if (fd >= 0)
            close(fd);
        reply_finish(&quiet);
        if (over && !empty)
            list->v[found++] = e;
        else
            text_finish(&e.path);
    }
    list->count = found;
    return true;
}

void earlier_finish(struct earlier_list *list)
{
    for (int i = 0; i < list->count; i++)
        text_finish(&list->v[i].path);
    mem_free(list->v);
    *list = (struct earlier_list){0};
}

bool earlier_set_aside(const char *path, struct text *to, struct reply *r)
{
    struct stat st;
    int i = 1;
    do {
        text_clear(to);
        text_addf(to, i > 1 ? "%s.damaged-%d" : "%s.damaged", path, i);
        i++;
    } while (!to->failed && lstat(to->s, &st) == 0);
    if (to->failed)
        return reply_no_memory(r);
    return rename(path, to->s) == 0 || system_error(path, r);
}
