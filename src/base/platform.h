/* What not every system has under the name that POSIX.1-2008 gives it. The flags that some
 * of them need are in src/compiler.sh. For macOS this is from its headers, not tried there. */
#ifndef BASE_PLATFORM_H
#define BASE_PLATFORM_H

#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

/* When a file was last written. */
static inline struct timespec platform_written(const struct stat *st)
{
#ifdef __APPLE__
    return st->st_mtimespec;
#else
    return st->st_mtim;
#endif
}

/* What was written is on the disk, and its length; as fdatasync, which is an option of POSIX. */
static inline int platform_sync(int fd)
{
#if defined(_POSIX_SYNCHRONIZED_IO) && _POSIX_SYNCHRONIZED_IO > 0
    return fdatasync(fd);
#else
    return fsync(fd);
#endif
}

#endif
