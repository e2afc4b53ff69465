/* Features whose POSIX.1-2008 name some systems lack. The compiler flags that some of them
 * need are in src/compiler.sh. The macOS branch follows its headers and is untested. */
#ifndef BASE_PLATFORM_H
#define BASE_PLATFORM_H

#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

/* Returns the time of a file's last modification. */
static inline struct timespec platform_written(const struct stat *st)
{
#ifdef __APPLE__
    return st->st_mtimespec;
#else
    return st->st_mtim;
#endif
}

/* Flushes a file's data and length to the disk: fdatasync where the system has it (optional in POSIX). */
static inline int platform_sync(int fd)
{
#if defined(_POSIX_SYNCHRONIZED_IO) && _POSIX_SYNCHRONIZED_IO > 0
    return fdatasync(fd);
#else
    return fsync(fd);
#endif
}

#endif
