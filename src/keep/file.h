/* Files, read whole and written whole. Only regular files are read, and opening never blocks: a pipe,
 * a device, a socket or a folder is refused, and the message says which it is.
 *
 * A write is atomic: a temporary file in the same folder is synced and renamed over the old file (for
 * a link: over its target), keeping owner and mode. Devices are written to directly; so are pipes, in
 * batch mode.
 *
 * The program's own files (keep/folders.h) are never accessed through a link, and written only by
 * file_write_own: other writes into the folder where sessions are kept are refused.
 *
 * Functions that take a reply return false (-1) and explain in r on failure. */
#ifndef KEEP_FILE_H
#define KEEP_FILE_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/stat.h>

#include "base/reply.h"
#include "base/text.h"

enum { FILE_MAX_SCRIPT = 64 << 20 };

/* Opens a file for reading. With `waits` (batch mode only), "-" is standard input. */
int file_open(const char *path, bool waits, struct reply *r);
/* Opens one of the program's own files with O_RDONLY or O_RDWR; refuses links and other users' files. */
int file_open_own(const char *path, int access, struct reply *r);

/* Reads all of an open file; `path` names it in messages. */
bool file_read_open(int fd, const char *path, size_t limit, struct text *out, struct reply *r);
/* Read all of a file. file_read_given and file_read skip a byte order mark. file_read_script also refuses the
 * character U+0000, which would end the text. */
bool file_read_given(const char *path, bool waits, size_t limit, struct text *out, struct reply *r);
bool file_read_script(const char *path, bool waits, size_t limit, struct text *out, struct reply *r);
bool file_read(const char *path, size_t limit, struct text *out, struct reply *r);
bool file_read_own(const char *path, size_t limit, struct text *out, struct reply *r);

/* Refuses a path in the folder where the program keeps sessions, by whatever name or link it leads there. All
 * that a command writes asks first. */
bool file_may_write(const char *path, struct reply *r);

/* Writes a file; "-" is standard output. A pipe needs `waits` and a reader, else it is refused. */
bool file_write_given(const char *path, bool waits, const char *bytes, size_t n, struct reply *r);
/* The same, with `waits`. */
bool file_write(const char *path, const char *bytes, size_t n, struct reply *r);
/* Writes one of the program's own files, readable by this user only; a link in its place is replaced. */
bool file_write_own(const char *path, const char *bytes, size_t n, struct reply *r);

/* Returns whether a write of these bytes to a regular file would take other bytes from it. */
bool file_loses(const char *path, const char *bytes, size_t n);

/* Returns whether the name is that of a temporary file of a write, which its writer keeps locked. */
bool file_is_temporary(const char *name);

/* Locks a file until this descriptor is closed; closing others of the same file does not unlock it.
 * Never blocks. Returns false with errno, EWOULDBLOCK if another session holds the lock. */
bool file_lock(int fd);
/* Returns whether no session holds the exclusive lock. */
bool file_is_free(int fd);

/* Returns whether the owner is this user or root. */
bool file_is_ours(const struct stat *st);

/* Writes to standard output, on a terminal without control characters (utf8_show). Returns false with errno.
 */
bool file_print(const struct text *t);
/* Reports a failed write to standard output, from errno, on standard error. EPIPE is not reported. */
void file_print_failed(void);
/* Writes s to standard error without control characters (utf8_show). */
void file_complain(const char *s);

/* The same with an error, see reply_place, as a whole line. */
void file_complain_of(struct reply *r);

#endif
