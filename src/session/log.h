/* The successful commands of a session, in order. Replayed on a fresh session they rebuild it,
 * including history and pins; autosave writes them. Data read from files is logged as commands
 * too, so replay needs no other file.
 *
 * cmd_run logs every command except those with COMMAND_NO_LOG. Code that changes a session in any
 * other way must log equivalent commands. */
#ifndef SESSION_LOG_H
#define SESSION_LOG_H

#include <stdbool.h>

#include "base/text.h"

enum log_kind {
    LOG_ALONE = ' ',    /* one command */
    LOG_TOGETHER = '+', /* several commands, "A ; B", as one change (session_begin) */
    LOG_LESSON = '@',   /* the same two while a lesson is open */
    LOG_LESSON_TOGETHER = '%'
};

struct log {
    bool on; /* off: nothing is kept */
    bool in_lesson;
    int depth;         /* nesting of log_begin */
    struct text lines; /* each line: kind, commands, newline */
};

/* Adds a successful command (one line of text). */
void log_add(struct log *l, const char *command);
/* The same for an assembled command; if its text failed, the log is marked as failed. */
void log_text(struct log *l, const struct text *command);

/* Commands between begin and end go onto one line; nested pairs join the outer line. `mark` is
 * the value that begin returned; keep false discards them. */
size_t log_begin(struct log *l);
void log_end(struct log *l, size_t mark, bool keep);

void log_finish(struct log *l);

#endif
