#include "app/file.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static bool failed(struct reply *r, const char *path)
{
    return reply_fail(r, 0, TEXT("%s: %s", "%s：%s"), path, strerror(errno));
}

static bool read_all(int fd, const char *path, size_t limit, struct text *out, struct reply *r)
{
    char buffer[16384];
    for (;;) {
        ssize_t n = read(fd, buffer, sizeof buffer);
        if (n == 0)
            return !out->failed || reply_no_memory(r);
        if (n < 0 && errno == EINTR)
            continue;
        if (n < 0)
            return failed(r, path);
        text_add_bytes(out, buffer, (size_t)n);
        if (out->len > limit)
            return reply_fail(r, 0, TEXT("%s: larger than %zu bytes", "%s：超过 %zu 字节"), path, limit);
    }
}

bool file_read(const char *path, size_t limit, struct text *out, struct reply *r)
{
    if (strcmp(path, "-") == 0)
        return read_all(STDIN_FILENO, path, limit, out, r);
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    if (fd < 0)
        return failed(r, path);
    bool ok = read_all(fd, path, limit, out, r);
    close(fd);
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
    fchmod(fd, stat(path, &st) == 0 ? st.st_mode & 07777 : 0666 & ~mask);
}

static bool replace(const char *path, const char *temporary, int fd, const char *bytes, size_t n)
{
    fit_mode(fd, path);
    bool ok = write_all(fd, bytes, n) && fsync(fd) == 0;
    ok = close(fd) == 0 && ok;
    ok = ok && rename(temporary, path) == 0;
    if (!ok) {
        int why = errno;
        unlink(temporary);
        errno = why;
    }
    return ok;
}

bool file_write(const char *path, const char *bytes, size_t n, struct reply *r)
{
    struct text name = {0};
    if (strcmp(path, "-") == 0)
        return write_all(STDOUT_FILENO, bytes, n) || failed(r, path);
    struct stat st;
    if (stat(path, &st) == 0 && S_ISDIR(st.st_mode)) {
        errno = EISDIR;
        return failed(r, path);
    }
    text_addf(&name, "%s.XXXXXX", path);
    if (name.failed)
        return reply_no_memory(r);
    int fd = mkstemp(name.s);
    bool ok = fd >= 0 && replace(path, name.s, fd, bytes, n);
    if (!ok)
        failed(r, path);
    text_finish(&name);
    return ok;
}
