/* One text, so logging a command costs one copy. Commands of a line are joined by semicolons; this
 * is unambiguous even after a matrix, since no command begins with a number. */
#include "session/log.h"

#include <string.h>

static void log_command(struct log *l, const char *command, size_t n)
{
    if (!l->on)
        return;
    if (l->lines.len > 0 && l->lines.s[l->lines.len - 1] != '\n')
        text_add(&l->lines, " ; ");
    else
        text_add_char(&l->lines, (char)(l->in_lesson ? (l->depth ? LOG_LESSON_TOGETHER : LOG_LESSON)
                                        : l->depth   ? LOG_TOGETHER
                                                     : LOG_ALONE));
    text_add_bytes(&l->lines, command, n);
    if (l->depth == 0)
        text_add_char(&l->lines, '\n');
}

void log_add(struct log *l, const char *command)
{
    log_command(l, command, strlen(command));
}

void log_text(struct log *l, const struct text *command)
{
    l->lines.failed = l->lines.failed || command->failed;
    log_command(l, text_str(command), command->len);
}

size_t log_begin(struct log *l)
{
    l->depth++;
    return l->lines.len;
}

void log_end(struct log *l, size_t mark, bool keep)
{
    l->depth--;
    if (!keep && l->lines.len > mark)
        l->lines.s[l->lines.len = mark] = '\0';
    if (l->depth == 0 && l->lines.len > mark)
        text_add_char(&l->lines, '\n');
}

void log_finish(struct log *l)
{
    text_finish(&l->lines);
    *l = (struct log){0};
}
