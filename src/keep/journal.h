/* The file in which a running session is stored, one line per change.
 *
 *   # qkv journal 1 # b1946ac92492d234        the format
 *   lang en ; theme dark #+591785b794601e21   several commands, one change
 *   swap # c897d1410af8f2c7                   a command
 *
 * After its last # (and the letter of its kind) each line has a checksum of everything before it in the
 * file, which reveals lines that were truncated, changed, lost or duplicated. In the command language
 * the sums are comments.
 *
 * A session locks its journal while it runs (file_lock): an unlocked journal belongs to an ended one. If
 * somebody removes, renames or overwrites the file meanwhile, the next line or sync writes it anew, whole,
 * under a name that is free.
 *
 * Functions that take a reply return false and explain in r on failure. */
#ifndef KEEP_JOURNAL_H
#define KEEP_JOURNAL_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

#include "base/reply.h"
#include "base/text.h"

#define JOURNAL_SUFFIX ".journal"
enum { JOURNAL_EMPTY = 35 }; /* bytes of a journal without changes */

struct journal {
    bool open;
    int fd;
    struct text path;
    off_t end;         /* where the next line goes */
    uint64_t sum;      /* checksum of everything before `end` */
    off_t slot;        /* offset of the last line if it may be replaced, 0: none */
    uint64_t slot_sum; /* checksum of everything before `slot` */
    bool unsynced;
    bool torn;         /* a partly written line may follow `end` */
    struct text bytes; /* what the file holds up to `end` */
};

/* Creates a new journal in the state folder and locks it. */
bool journal_create(struct journal *j, struct reply *r);

/* Appends whole lines in the form of session/log.h (kind, commands, newline). On failure the file is
 * unchanged, or ends with a torn line. */
bool journal_add(struct journal *j, const struct text *lines, struct reply *r);

/* Writes one line of that form, in place of the previous one if this function wrote that too. On failure
 * the line is missing, and possibly the previous one as well. */
bool journal_replace(struct journal *j, const struct text *line, struct reply *r);

/* Syncs the file to disk, or writes it anew if it is gone. */
bool journal_sync(struct journal *j, struct reply *r);

/* Closes the journal, which releases the lock; keep false also removes the file. */
void journal_close(struct journal *j, bool keep);

/* Reads a journal line by line. */
struct journal_reader {
    const char *at, *end; /* the unread bytes */
    uint64_t sum;         /* checksum of the bytes read */
};
enum journal_line { JOURNAL_LINE, JOURNAL_END, JOURNAL_DAMAGED };

/* Begins to read n bytes. Returns false if they do not start with a journal's first line. */
bool journal_read(struct journal_reader *in, const char *bytes, size_t n);

/* Reads the next line: sets *kind (a letter of enum log_kind) and *out (its commands). Returns
 * JOURNAL_END also for a truncated last line. DAMAGED: the checksum is wrong, or memory ran out
 * (out->failed); the reader stays before that line. */
enum journal_line journal_next(struct journal_reader *in, char *kind, struct text *out);

#endif
