/* What POSIX has and wasi-libc lacks; included before every file of the page's build. There is one user,
 * no other process and no link, so most of it has one answer. */
#ifndef WEB_WASI_SHIM_H
#define WEB_WASI_SHIM_H

#include <sys/types.h>

#define F_DUPFD_CLOEXEC 1030

pid_t getpid(void);
uid_t geteuid(void);
mode_t umask(mode_t mask);
int fchmod(int fd, mode_t mode);
int fchown(int fd, uid_t owner, gid_t group);
int flock(int fd, int operation);
int kill(pid_t process, int signal);
int mkstemp(char *name);
char *realpath(const char *path, char *out);

#endif
