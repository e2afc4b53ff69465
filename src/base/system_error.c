/* The system may have these messages in English only, so the common ones are translated here. */
#include "base/system_error.h"

#include <errno.h>
#include <stddef.h>
#include <string.h>

static const struct {
    int error;
    const char *text;
} messages[] = {
    {ENOENT, TEXT("No such file or directory")},
    {EACCES, TEXT("Permission denied")},
    {EPERM, TEXT("Operation not permitted")},
    {EISDIR, TEXT("Is a directory")},
    {ENOTDIR, TEXT("Not a directory")},
    {EEXIST, TEXT("File exists")},
    {ENOSPC, TEXT("No space left on device")},
    {EDQUOT, TEXT("Disk quota exceeded")},
    {EFBIG, TEXT("File too large")},
    {EROFS, TEXT("Read-only file system")},
    {ENAMETOOLONG, TEXT("File name too long")},
    {ELOOP, TEXT("Too many levels of symbolic links")},
    {EMFILE, TEXT("Too many open files")},
    {EIO, TEXT("Input/output error")},
    {EAGAIN, TEXT("Resource temporarily unavailable")},
    {ENXIO, TEXT("No such device or address")},
    {EPIPE, TEXT("Broken pipe")},
    {EBADF, TEXT("Bad file descriptor")},
    {ENOMEM, TEXT("Cannot allocate memory")},
};

const char *system_error_text(int error, enum lang lang)
{
    for (size_t i = 0; i < sizeof messages / sizeof *messages; i++)
        if (messages[i].error == error)
            return text_in(messages[i].text, lang);
    return strerror(error);
}

bool system_error(const char *path, struct reply *r)
{
    return reply_fail(r, 0, TEXT("%s: %s"), path, system_error_text(errno, r->lang));
}
