/* The commands that made a session what it is, in the order in which they worked:
 * whoever runs them again on a fresh session has the same one, its history and its
 * pins included. Autosave takes them from here. What files brought in stands here
 * as commands too, so that nothing depends on those files any more.
 *
 * cmd_run adds every command but those whose row has COMMAND_NO_LOG. Whoever changes a session in
 * another way adds the commands that come to the same. */
#ifndef SESSION_LOG_H
#define SESSION_LOG_H

#include <stdbool.h>

#include "base/text.h"

enum log_kind {
    LOG_ALONE = ' ',                 /* one command */
    LOG_TOGETHER = '+',              /* several, "A ; B", which are one change (model_begin) */
    LOG_LESSON = '@',                /* the same while a lesson is open */
    LOG_LESSON_TOGETHER = '%'
};

struct log {
    bool on;                 /* off: nothing is kept */
    bool in_lesson;
    int depth;               /* of log_begin */
    struct text lines;       /* each: its kind, its commands, a newline */
};

/* Adds a command that worked (one line of text). */
void log_add(struct log *l, const char *command);
/* The same for a command that was put together: one that memory did not suffice for is not taken for whole. */
void log_text(struct log *l, const struct text *command);

/* Between the two, commands come onto one line (a line inside a line is part of it). `mark`
 * is what begin returned; keep false: they did not count after all. */
size_t log_begin(struct log *l);
void log_end(struct log *l, size_t mark, bool keep);

void log_finish(struct log *l);

#endif
