/* Files, read whole and written whole. Only a regular file is read, and opening one waits
 * for nothing: a pipe, a device, a socket or a folder under its name is refused by name.
 *
 * A write goes to a temporary file in the same folder, is synced, and takes the old file's
 * place with its owner and its rights (of a link: the place of what it leads to), or
 * nothing changes. A device is written to as it stands; so is a pipe, by a session
 * without a screen.
 *
 * The program's own files (app/keep/folders.h) are never reached through a link. */
#ifndef APP_KEEP_FILE_H
#define APP_KEEP_FILE_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/stat.h>

#include "base/reply.h"
#include "base/text.h"

enum { FILE_MAX_SCRIPT = 64 << 20 };

/* Opens a file for reading. With `waits`, which only batch mode may do, "-" is standard input.
 * -1: explained in r. */
int file_open(const char *path, bool waits, struct reply *r);
/* Opens one of the program's own, for O_RDONLY or O_RDWR: no link, and nobody else's. */
int file_open_own(const char *path, int access, struct reply *r);

/* All of an open file, which `path` names in messages. Returns false and explains in r. */
bool file_read_open(int fd, const char *path, size_t limit, struct text *out, struct reply *r);
/* All of a file; a byte order mark in front is left out. */
bool file_read_given(const char *path, bool waits, size_t limit, struct text *out, struct reply *r);
bool file_read(const char *path, size_t limit, struct text *out, struct reply *r);
bool file_read_own(const char *path, size_t limit, struct text *out, struct reply *r);

/* "-" is standard output. With `waits`, a pipe is written to while somebody reads it; without, it is refused.
 * Returns false and explains in r. */
bool file_write_given(const char *path, bool waits, const char *bytes, size_t n, struct reply *r);
/* The same, waiting. */
bool file_write(const char *path, const char *bytes, size_t n, struct reply *r);
/* One of the program's own: a link in its place is replaced, and only this user may read it. */
bool file_write_own(const char *path, const char *bytes, size_t n, struct reply *r);

/* Whether the name is that of a temporary file, on its way to take another's place. Its writer has it locked. */
bool file_is_temporary(const char *name);

/* Locks a file until this descriptor is closed; other descriptors of the same file do not matter. Never waits.
 * Returns false where another session has it; errno says why. */
bool file_lock(int fd);
/* Whether no session has locked it. */
bool file_is_free(int fd);

/* Whether it belongs to this user or to the system's own, who may do anything anyhow. */
bool file_is_ours(const struct stat *st);

/* Writes to standard output; where that is a terminal, nothing in it is obeyed. false: errno says why. */
bool file_print(const struct text *t);
/* Says on standard error what is wrong with standard output, from errno; that nobody reads it any more is not worth saying. */
void file_print_failed(void);
/* Writes s to standard error, which may be a terminal: nothing in it is obeyed by one. */
void file_complain(const char *s);

#endif
