#include "keep/file.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "keep/folders.h"
#include "base/system_error.h"
#include "base/room.h"
#include "base/utf8.h"
#include "base/words.h"

/* Refuses a file that is not regular, by its kind. */
static bool refuse_kind(const char *path, mode_t mode, struct reply *r)
{
    static const struct {
        mode_t type;
        const char *name;
    } kinds[] = {
        {S_IFIFO, TEXT("a pipe")},   {S_IFCHR, TEXT("a device or a terminal")},
        {S_IFBLK, TEXT("a device")}, {S_IFSOCK, TEXT("a socket")},
        {S_IFLNK, TEXT("a link")},   {0, TEXT("not a file")},
    };
    size_t i = 0;
    while (kinds[i].type && (mode & S_IFMT) != kinds[i].type)
        i++;
    if (!S_ISDIR(mode))
        return reply_fail(r, 0, TEXT("%s: expected a regular file, but this is %s"), path,
                          text_in(kinds[i].name, r->lang));
    errno = EISDIR;
    return system_error(path, r);
}

bool file_is_ours(const struct stat *st)
{
    return st->st_uid == geteuid() || st->st_uid == 0;
}

static bool readable(const char *path, bool own, const struct stat *st, struct reply *r)
{
    if (!S_ISREG(st->st_mode))
        return refuse_kind(path, st->st_mode, r);
    return !own || file_is_ours(st) || reply_fail(r, 0, TEXT("%s: belongs to another user"), path);
}

/* Checks the file before opening it, since opening a device may have side effects, and again after, since
 * the path may lead elsewhere by then. */
static int open_regular(const char *path, bool own, int access, struct reply *r)
{
    struct stat st;
    if ((own ? lstat : stat)(path, &st) != 0) {
        system_error(path, r);
        return -1;
    }
    if (!readable(path, own, &st, r))
        return -1;
    int fd = open(path, access | O_CLOEXEC | O_NONBLOCK | O_NOCTTY | (own ? O_NOFOLLOW : 0));
    if (fd < 0 || fstat(fd, &st) != 0)
        system_error(path, r);
    else if (readable(path, own, &st, r))
        return fd;
    if (fd >= 0)
        close(fd);
    return -1;
}

int file_open(const char *path, bool waits, struct reply *r)
{
    if (strcmp(path, "-") != 0)
        return open_regular(path, false, O_RDONLY, r);
    int fd = waits ? fcntl(STDIN_FILENO, F_DUPFD_CLOEXEC, STDERR_FILENO + 1) : -1;
    if (!waits)
        reply_fail(r, 0, TEXT("'-' is standard input, which only batch mode reads (qkv -b): name a file"));
    else if (fd < 0)
        system_error(path, r);
    return fd;
}

int file_open_own(const char *path, int access, struct reply *r)
{
    return open_regular(path, true, access, r);
}

bool file_read_open(int fd, const char *path, size_t limit, struct text *out, struct reply *r)
{
    char buffer[ROOM_READ];
    for (;;) {
        ssize_t n = read(fd, buffer, sizeof buffer);
        if (n == 0)
            return !out->failed || reply_no_memory(r);
        if (n < 0 && errno == EINTR)
            continue;
        if (n < 0)
            return system_error(path, r);
        text_add_bytes(out, buffer, (size_t)n);
        if (out->len > limit)
            return reply_fail(r, 0, TEXT("%s: larger than %zu bytes"), path, limit);
    }
}

static bool read_and_close(int fd, const char *path, size_t limit, struct text *out, struct reply *r)
{
    bool ok = fd >= 0 && file_read_open(fd, path, limit, out, r);
    if (fd >= 0)
        close(fd);
    return ok;
}

bool file_read_given(const char *path, bool waits, size_t limit, struct text *out, struct reply *r)
{
    size_t begin = out->len;
    bool ok = read_and_close(file_open(path, waits, r), path, limit, out, r);
    size_t mark = ok && out->len > begin ? utf8_bom(out->s + begin, out->len - begin) : 0;
    if (mark > 0) {
        out->len -= mark;
        memmove(out->s + begin, out->s + begin + mark, out->len - begin + 1);
    }
    return ok;
}

bool file_read_script(const char *path, bool waits, size_t limit, struct text *out, struct reply *r)
{
    return file_read_given(path, waits, limit, out, r) && words_whole(path, out, r);
}

bool file_read(const char *path, size_t limit, struct text *out, struct reply *r)
{
    return file_read_given(path, false, limit, out, r);
}

bool file_read_own(const char *path, size_t limit, struct text *out, struct reply *r)
{
    return read_and_close(file_open_own(path, O_RDONLY, r), path, limit, out, r);
}

bool file_loses(const char *path, const char *bytes, size_t n)
{
    struct stat st;
    struct text old = {0};
    struct reply quiet = {0};
    bool some = stat(path, &st) == 0 && S_ISREG(st.st_mode) && st.st_size > 0,
         same = some && (size_t)st.st_size == n &&
                read_and_close(file_open(path, false, &quiet), path, n, &old, &quiet) && old.len == n &&
                memcmp(text_str(&old), bytes, n) == 0;
    text_finish(&old);
    reply_finish(&quiet);
    return some && !same;
}

bool file_lock(int fd)
{
    return flock(fd, LOCK_EX | LOCK_NB) == 0;
}

bool file_is_free(int fd)
{
    return flock(fd, LOCK_SH | LOCK_NB) == 0;
}

static bool write_all(int fd, const char *bytes, size_t n)
{
    while (n > 0) {
        ssize_t k = write(fd, bytes, n);
        if (k < 0 && errno == EINTR)
            continue;
        if (k < 0)
            return false;
        bytes += k;
        n -= (size_t)k;
    }
    return true;
}

/* mkstemp creates its file with mode 0600. A new file gets the umask's mode, a replaced one keeps its own. */
static void fit_mode(int fd, const char *path)
{
    struct stat st;
    mode_t mask = umask(0);
    umask(mask);
    if (stat(path, &st) != 0)
        fchmod(fd, 0666 & ~mask);
    else if (fchown(fd, st.st_uid, st.st_gid) == 0)
        fchmod(fd, st.st_mode & 07777);
    else
        fchmod(fd, st.st_mode & 0777); /* never transfers set-user-ID bits from another owner */
}

/* Closes the file; errno remains that of the first failure. */
static bool closed(int fd, bool ok)
{
    int why = errno;
    if (close(fd) != 0 && ok)
        return false;
    errno = why;
    return ok;
}

/* Writes the temporary file and renames it. The folder is synced too, so that the new name is on disk; errors
 * of that are ignored: some file systems cannot do it. */
static bool replace_file(const char *path, const char *temporary, int fd, const char *bytes, size_t n)
{
    bool ok = closed(fd, write_all(fd, bytes, n) && fsync(fd) == 0) && rename(temporary, path) == 0;
    int why = errno;
    if (ok) {
        struct text folder = {0};
        const char *slash = strrchr(path, '/');
        text_add_bytes(&folder, slash ? path : ".", slash ? (size_t)(slash - path) + 1 : 1);
        int in = folder.failed ? -1 : open(folder.s, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
        text_finish(&folder);
        if (in >= 0) {
            fsync(in);
            close(in);
        }
    } else
        unlink(temporary);
    errno = why;
    return ok;
}

#define TEMPORARY ".new-"
enum { RANDOM = 6, TRIES = 10 };

bool file_is_temporary(const char *name)
{
    size_t n = strlen(name), mark = sizeof TEMPORARY - 1;
    return n > mark + RANDOM && strncmp(name + n - RANDOM - mark, TEMPORARY, mark) == 0;
}

/* Creates a temporary file and locks it, so that folder_sweep does not take it for an abandoned one. If
 * a sweep got there before the lock, tries another name. Where files cannot be locked, no sweep runs. */
static int new_temporary(const char *path, struct text *name)
{
    struct stat st;
    int fd = -1;
    for (int i = 0; i < TRIES && fd < 0; i++) {
        text_clear(name);
        text_addf(name, "%s" TEMPORARY "XXXXXX", path);
        if (name->failed || (fd = mkstemp(name->s)) < 0)
            return -1;
        if ((!file_lock(fd) && errno == EWOULDBLOCK) || fstat(fd, &st) != 0 || st.st_nlink == 0) {
            close(fd);
            fd = -1;
        }
    }
    return fd;
}

static bool write_beside(const char *path, bool own, const char *bytes, size_t n, struct reply *r)
{
    struct text name = {0};
    int fd = new_temporary(path, &name);
    if (fd >= 0 && !own)
        fit_mode(fd, path);
    bool ok = fd >= 0 && replace_file(path, name.s, fd, bytes, n);
    if (!ok && name.failed)
        reply_no_memory(r);
    else if (!ok)
        system_error(path, r);
    text_finish(&name);
    return ok;
}

/* Opens a device or a pipe for writing directly, without replacing it. Does not block: a pipe without a
 * reader fails at once. */
static int open_through(const char *path, mode_t mode, bool waits, struct reply *r)
{
    bool pipe = S_ISFIFO(mode), may = S_ISCHR(mode) || (pipe && waits);
    int fd = may ? open(path, O_WRONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC) : -1;
    if (!may)
        refuse_kind(path, mode, r);
    else if (fd < 0 && errno == ENXIO && pipe)
        reply_fail(r, 0, TEXT("%s: no program reads from this pipe"), path);
    else if (fd < 0)
        system_error(path, r);
    else if (waits)
        fcntl(fd, F_SETFL, 0);
    else if (isatty(fd)) { /* it would write onto the screen */
        refuse_kind(path, mode, r);
        close(fd);
        fd = -1;
    }
    return fd;
}

bool file_print(const struct text *t)
{
    struct text shown = {0};
    bool terminal = isatty(STDOUT_FILENO);
    if (terminal)
        utf8_show(&shown, text_str(t));
    const struct text *out = terminal ? &shown : t;
    bool ok = !out->failed && write_all(STDOUT_FILENO, text_str(out), out->len);
    text_finish(&shown);
    return ok;
}

void file_print_failed(void)
{
    if (errno != EPIPE)
        perror("qkv: standard output");
}

void file_complain(const char *s)
{
    struct text shown = {0};
    utf8_show(&shown, s);
    write_all(STDERR_FILENO, text_str(&shown), shown.len);
    text_finish(&shown);
}

void file_complain_of(struct reply *r)
{
    reply_place(r);
    if (r->text.len == 0 || r->text.s[r->text.len - 1] != '\n')
        text_add(&r->text, "\n");
    file_complain(text_str(&r->text));
}

bool file_may_write(const char *path, struct reply *r)
{
    struct text own = {0}, parent = {0};
    struct stat to, st;
    const char *slash = strrchr(path, '/');
    text_add_bytes(&parent, slash ? path : ".", slash ? (size_t)(slash - path) + 1 : 1);
    bool kept = folder_file(FOLDER_STATE, "", &own) && stat(own.s, &st) == 0 &&
                stat(text_str(&parent), &to) == 0 && st.st_dev == to.st_dev && st.st_ino == to.st_ino;
    if (kept)
        reply_fail(r, 0,
                   TEXT("%s: this folder is for the program's own files (sessions, progress): name another"),
                   path);
    text_finish(&own);
    text_finish(&parent);
    return !kept;
}

bool file_write_given(const char *path, bool waits, const char *bytes, size_t n, struct reply *r)
{
    char real[PATH_MAX];
    struct stat st;
    if (strcmp(path, "-") == 0)
        return write_all(STDOUT_FILENO, bytes, n) || system_error(path, r);
    if (stat(path, &st) != 0) /* a dangling link is not replaced */
        return lstat(path, &st) == 0 ? system_error(path, r)
                                     : file_may_write(path, r) && write_beside(path, false, bytes, n, r);
    if (S_ISDIR(st.st_mode))
        return refuse_kind(path, st.st_mode, r);
    if (!S_ISREG(st.st_mode)) {
        int fd = open_through(path, st.st_mode, waits, r);
        return fd >= 0 && (closed(fd, write_all(fd, bytes, n)) || system_error(path, r));
    }
    if (access(path, W_OK) == 0 && realpath(path, real))
        return file_may_write(real, r) &&
               write_beside(real, false, bytes, n, r); /* the target of a link, not the link */
    return system_error(path, r);
}

bool file_write(const char *path, const char *bytes, size_t n, struct reply *r)
{
    return file_write_given(path, true, bytes, n, r);
}

bool file_write_own(const char *path, const char *bytes, size_t n, struct reply *r)
{
    return write_beside(path, true, bytes, n, r);
}
