#include "app/keep/earlier.h"

#include <dirent.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "app/keep/folders.h"
#include "app/keep/journal.h"
#include "base/fault.h"
#include "base/mem.h"
#include "base/platform.h"

/* What a session leaves that was killed before its first change was written. Whoever has
 * just made it locks it and then looks whether it is still there. */
static void sweep(const char *path)
{
    struct flock lock = {.l_type = F_WRLCK, .l_whence = SEEK_SET};
    struct stat st;
    int fd = open(path, O_RDWR | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK);
    if (fd < 0)
        return;
    if (fcntl(fd, F_SETLK, &lock) == 0 && fstat(fd, &st) == 0 && S_ISREG(st.st_mode) && st.st_size <= JOURNAL_EMPTY)
        unlink(path);
    close(fd);
}

/* A file with a line in it that no session has locked. */
static bool is_over(const char *path, struct timespec *written)
{
    struct flock lock = {.l_type = F_RDLCK, .l_whence = SEEK_SET};
    struct stat st;
    int fd = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK);
    if (fd < 0)
        return false;
    bool over = fstat(fd, &st) == 0 && S_ISREG(st.st_mode) && fcntl(fd, F_GETLK, &lock) == 0 && lock.l_type == F_UNLCK;
    close(fd);
    *written = platform_written(&st);
    if (over && st.st_size <= JOURNAL_EMPTY)
        sweep(path);
    return over && st.st_size > JOURNAL_EMPTY;
}

static bool add(struct earlier_list *list, const struct text *path, struct timespec written)
{
    struct earlier *v = mem_grow(list->v, (size_t)list->count + 1, sizeof *v);
    if (!v)
        return false;
    list->v = v;
    struct earlier *e = &v[list->count++];
    *e = (struct earlier){.written = written};
    text_add(&e->path, text_str(path));
    return !e->path.failed;
}

static int later_first(const void *a, const void *b)
{
    const struct earlier *x = a, *y = b;
    if (x->written.tv_sec != y->written.tv_sec)
        return x->written.tv_sec < y->written.tv_sec ? 1 : -1;
    if (x->written.tv_nsec != y->written.tv_nsec)
        return x->written.tv_nsec < y->written.tv_nsec ? 1 : -1;
    return strcmp(text_str(&x->path), text_str(&y->path));
}

static bool is_journal(const char *name)
{
    size_t n = strlen(name), k = strlen(JOURNAL_SUFFIX);
    return n > k && strcmp(name + n - k, JOURNAL_SUFFIX) == 0;
}

void earlier_find(struct earlier_list *list, const char *own)
{
    struct text path = {0};
    *list = (struct earlier_list){0};
    DIR *folder = folder_file(FOLDER_STATE, "", &path) ? opendir(path.s) : NULL;
    for (struct dirent *e; folder && (e = readdir(folder));) {
        struct timespec written;
        if (is_journal(e->d_name) && folder_file(FOLDER_STATE, e->d_name, &path) && strcmp(path.s, own) != 0 &&
            is_over(path.s, &written) && !add(list, &path, written))
            break;
    }
    if (folder)
        closedir(folder);
    if (list->count > 1)
        qsort(list->v, (size_t)list->count, sizeof *list->v, later_first);
    text_finish(&path);
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
    return rename(path, to->s) == 0 || fault_of(path, r);
}
