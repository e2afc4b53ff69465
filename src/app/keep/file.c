#include "app/keep/file.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/fault.h"
#include "base/room.h"
#include "base/utf8.h"

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
            return fault_of(path, r);
        text_add_bytes(out, buffer, (size_t)n);
        if (out->len > limit)
            return reply_fail(r, 0, TEXT("%s: larger than %zu bytes", "%s：超过 %zu 字节"), path, limit);
    }
}

static bool read_named(const char *path, size_t limit, struct text *out, struct reply *r)
{
    if (strcmp(path, "-") == 0)
        return file_read_open(STDIN_FILENO, path, limit, out, r);
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    if (fd < 0)
        return fault_of(path, r);
    bool ok = file_read_open(fd, path, limit, out, r);
    close(fd);
    return ok;
}

bool file_read(const char *path, size_t limit, struct text *out, struct reply *r)
{
    size_t begin = out->len;
    bool ok = read_named(path, limit, out, r);
    size_t mark = ok && out->len > begin ? utf8_bom(out->s + begin, out->len - begin) : 0;
    if (mark > 0) {
        out->len -= mark;
        memmove(out->s + begin, out->s + begin + mark, out->len - begin + 1);
    }
    return ok;
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

/* mkstemp makes its file 0600; a new file gets what the umask says, a replaced one what it had. */
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
        fchmod(fd, st.st_mode & 0777);       /* another owner's rights to run as him are not handed on */
}

/* The new name is in the folder, and the folder is on the disk. Where a file system
 * cannot do that, nothing better is to be had. */
static void sync_folder(const char *path)
{
    struct text folder = {0};
    const char *slash = strrchr(path, '/');
    text_add_bytes(&folder, slash ? path : ".", slash ? (size_t)(slash - path) + 1 : 1);
    int fd = folder.failed ? -1 : open(folder.s, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    text_finish(&folder);
    if (fd < 0)
        return;
    fsync(fd);
    close(fd);
}

/* Closes the file; errno stays that of what failed first. */
static bool closed(int fd, bool ok)
{
    int why = errno;
    if (close(fd) != 0 && ok)
        return false;
    errno = why;
    return ok;
}

static bool replace(const char *path, const char *temporary, int fd, const char *bytes, size_t n)
{
    fit_mode(fd, path);
    bool ok = closed(fd, write_all(fd, bytes, n) && fsync(fd) == 0) && rename(temporary, path) == 0;
    int why = errno;
    if (ok)
        sync_folder(path);
    else
        unlink(temporary);
    errno = why;
    return ok;
}

static bool write_beside(const char *path, const char *bytes, size_t n, struct reply *r)
{
    struct text name = {0};
    text_addf(&name, "%s.XXXXXX", path);
    if (name.failed)
        return reply_no_memory(r);
    int fd = mkstemp(name.s);
    bool ok = fd >= 0 && replace(path, name.s, fd, bytes, n);
    if (!ok)
        fault_of(path, r);
    text_finish(&name);
    return ok;
}

/* A device or a pipe is written to; a file in its place would be a surprise. */
static bool write_through(const char *path, const char *bytes, size_t n, struct reply *r)
{
    int fd = open(path, O_WRONLY | O_NOCTTY | O_CLOEXEC);
    return (fd >= 0 && closed(fd, write_all(fd, bytes, n))) || fault_of(path, r);
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

void file_complain(const char *s)
{
    struct text shown = {0};
    utf8_show(&shown, s);
    write_all(STDERR_FILENO, text_str(&shown), shown.len);
    text_finish(&shown);
}

bool file_write(const char *path, const char *bytes, size_t n, struct reply *r)
{
    char real[PATH_MAX];
    struct stat st;
    if (strcmp(path, "-") == 0)
        return write_all(STDOUT_FILENO, bytes, n) || fault_of(path, r);
    if (stat(path, &st) != 0)        /* a link that leads nowhere is not replaced by a file either */
        return lstat(path, &st) == 0 ? fault_of(path, r) : write_beside(path, bytes, n, r);
    if (S_ISDIR(st.st_mode))
        errno = EISDIR;
    else if (!S_ISREG(st.st_mode))
        return write_through(path, bytes, n, r);
    else if (access(path, W_OK) == 0 && realpath(path, real))
        return write_beside(real, bytes, n, r);      /* what a link leads to, and not the link */
    return fault_of(path, r);
}
