/* The file in which a running session is kept, one line a change.
 *
 *   # qkv journal 1 # b1946ac92492d234        the format
 *   lang en ; theme dark #+591785b794601e21   several commands, one change
 *   swap # c897d1410af8f2c7                   a command
 *
 * Behind its last # a line carries a number made from all that stands before it
 * in the file, so that a line that was cut off, changed, lost or doubled is known.
 * Read as a script of the command language the sums are comments.
 *
 * A session locks its journal as long as it lives (file_lock): a journal without a lock is
 * one of an earlier session. */
#ifndef APP_KEEP_JOURNAL_H
#define APP_KEEP_JOURNAL_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

#include "base/reply.h"
#include "base/text.h"

#define JOURNAL_SUFFIX ".journal"
enum { JOURNAL_EMPTY = 35 };    /* bytes of one without a change */

struct journal {
    bool open;
    int fd;
    struct text path;
    off_t end;               /* where the file ends */
    uint64_t sum;            /* of everything before */
    off_t slot;              /* of a last line that may be replaced, 0: none */
    uint64_t slot_sum;       /* of everything before it */
    bool unsynced;
    bool torn;               /* part of a line that could not be written whole is behind the end */
};

/* Makes a new journal in the state folder and locks it. false: said in r. */
bool journal_create(struct journal *j, struct reply *r);

/* Adds whole lines in the form of session/log.h (kind, commands, newline). false:
 * said in r; the file is as it was. */
bool journal_add(struct journal *j, const struct text *lines, struct reply *r);

/* Adds one line of that form; when the line before came from here too, it takes its place. Returns false and explains in r:
 * then the line is not there, and perhaps the one before isn't either. */
bool journal_replace(struct journal *j, const struct text *line, struct reply *r);

/* To the disk itself. */
bool journal_sync(struct journal *j, struct reply *r);

/* Closes it and gives the lock up; keep false: removes it. */
void journal_close(struct journal *j, bool keep);

/* Reading: one line after the other. */
struct journal_reader {
    const char *at, *end;    /* what is not read yet */
    uint64_t sum;            /* of what is */
};
enum journal_line { JOURNAL_LINE, JOURNAL_END, JOURNAL_DAMAGED };

/* Begins to read n bytes. false: they do not begin as a journal. */
bool journal_read(struct journal_reader *in, const char *bytes, size_t n);

/* The next line: its kind (the letter of enum log_kind), and its commands, which replace
 * *out. JOURNAL_END also where the last line was cut off. DAMAGED: it is not as it was
 * written (or there is no memory: out->failed); the reader stays in front of it. */
enum journal_line journal_next(struct journal_reader *in, char *kind, struct text *out);

#endif
