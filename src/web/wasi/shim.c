#include "shim.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* Given by the page (system.js): a number that no other tab has, and whether another tab holds a file. */
__attribute__((import_module("page"), import_name("number"))) int page_number(void);
__attribute__((import_module("page"), import_name("held"))) int page_held(int fd);

pid_t getpid(void)
{
    return page_number();
}

uid_t geteuid(void)
{
    return 0;
}

mode_t umask(mode_t mask)
{
    (void)mask;
    return 077;
}

int fchmod(int fd, mode_t mode)
{
    (void)fd, (void)mode;
    return 0;
}

int fchown(int fd, uid_t owner, gid_t group)
{
    (void)fd, (void)owner, (void)group;
    return 0;
}

int flock(int fd, int operation)
{
    (void)operation;
    if (!page_held(fd))
        return 0;
    errno = EWOULDBLOCK;
    return -1;
}

int kill(pid_t process, int signal)
{
    (void)signal;
    errno = ESRCH;
    return process == getpid() ? 0 : -1;
}

int mkstemp(char *name)
{
    size_t n = strlen(name);
    for (int i = 0; i < 1000 && n >= 6; i++) {
        char digits[8];
        snprintf(digits, sizeof digits, "%06d", i);
        memcpy(name + n - 6, digits, 6);
        int fd = open(name, O_RDWR | O_CREAT | O_EXCL, 0600);
        if (fd >= 0 || errno != EEXIST)
            return fd;
    }
    errno = EEXIST;
    return -1;
}

char *realpath(const char *path, char *out)
{
    if (strlen(path) >= PATH_MAX) {
        errno = ENAMETOOLONG;
        return NULL;
    }
    return strcpy(out, path);
}
