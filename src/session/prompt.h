/* The line a person is typing: `:` commands, the value of a cell, the sentence.
 * A small line editor over UTF-8 with a history; completion is asked for by the
 * app and handed in. */
#ifndef SESSION_PROMPT_H
#define SESSION_PROMPT_H

#include <stdbool.h>

#include "base/text.h"

enum { PROMPT_LONGEST = 64 << 10 };  /* bytes that a line may have, typed or pasted */

enum prompt_kind { PROMPT_CLOSED, PROMPT_COMMAND, PROMPT_CELL, PROMPT_SENTENCE, PROMPT_STAGE, PROMPT_ANSWER, PROMPT_KINDS };

struct prompt_past {         /* earlier lines of one kind, oldest first */
    char **v;
    int count;
};

struct prompt {
    enum prompt_kind kind;
    struct text line;
    size_t cursor;           /* byte offset, always at a cluster's begin */
    bool offered;            /* the line was there at the start: what is typed takes its place */
    bool full;               /* characters were typed that it had no room for, and nothing was taken away since */
    struct prompt_past past[PROMPT_KINDS];
    int past_at;             /* which of the past is shown, its count: the line being typed */
    struct text draft;       /* the unfinished line while walking through the past */
};

enum prompt_answer { PROMPT_GOES_ON, PROMPT_DONE, PROMPT_LEFT, PROMPT_COMPLETE, PROMPT_FULL };

/* Opens with a line to start from, the cursor behind it. */
void prompt_open(struct prompt *p, enum prompt_kind kind, const char *line);
/* As prompt_open, with what stands there now: the first character typed or pasted
 * replaces it all, the first movement keeps it for editing. */
void prompt_offer(struct prompt *p, enum prompt_kind kind, const char *line);
/* A key name, or the text of a character. DONE: take p->line and close. LEFT: close.
 * COMPLETE: Tab was pressed. FULL: there is no room for the character, or Enter would take a line that is not all
 * that was typed. */
enum prompt_answer prompt_key(struct prompt *p, const char *key);
/* A paste at the cursor: line ends and tabs become blanks, what may not stand in a
 * line (control and bidirectional characters, broken bytes) is left out. False: there is no room for it. */
bool prompt_insert(struct prompt *p, const char *s);
void prompt_close(struct prompt *p);
/* Keeps a line of a kind for Up, unless it is blank or the same as the one before. */
void prompt_remember(struct prompt *p, enum prompt_kind kind, const char *line);
void prompt_finish(struct prompt *p);

#endif
