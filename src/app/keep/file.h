/* Files, read whole and written whole: a write goes to a temporary file in the
 * same folder, is synced, and takes the old file's place with its owner and its
 * rights (of a link: the place of what it leads to), or nothing changes. A device
 * or a pipe is written to as it stands. */
#ifndef APP_KEEP_FILE_H
#define APP_KEEP_FILE_H

#include <stdbool.h>
#include <stddef.h>

#include "base/reply.h"
#include "base/text.h"

enum { FILE_MAX_SCRIPT = 64 << 20 };

/* "-" is standard input. A byte order mark in front is left out. false: said in r. */
bool file_read(const char *path, size_t limit, struct text *out, struct reply *r);
/* All of an open file, which `path` names in messages. */
bool file_read_open(int fd, const char *path, size_t limit, struct text *out, struct reply *r);
/* "-" is standard output. */
bool file_write(const char *path, const char *bytes, size_t n, struct reply *r);

/* Writes to standard output; where that is a terminal, nothing in it is obeyed. false: errno says why. */
bool file_print(const struct text *t);
/* Writes s to standard error, which may be a terminal: nothing in it is obeyed by one. */
void file_complain(const char *s);

#endif
