/* The line being typed: a `:` command, the value of a cell, the sentence …
 * A small line editor over UTF-8 with a history; the app does the completion. */
#ifndef SESSION_PROMPT_H
#define SESSION_PROMPT_H

#include <stdbool.h>

#include "base/text.h"

enum { PROMPT_LONGEST = 64 << 10 }; /* limit on a line in bytes, typed or pasted */

enum prompt_kind {
    PROMPT_CLOSED,
    PROMPT_COMMAND,
    PROMPT_CELL,
    PROMPT_SENTENCE,
    PROMPT_STAGE,
    PROMPT_ANSWER,
    PROMPT_KINDS
};

struct prompt_past { /* earlier lines of one kind, oldest first */
    char **v;
    int count;
};

struct prompt {
    enum prompt_kind kind;
    struct text line;
    size_t cursor; /* byte offset, always on a cluster boundary */
    bool offered;  /* the line is still as offered: typing replaces it */
    bool full;     /* typed characters were dropped for lack of room, and nothing was deleted since */
    struct prompt_past past[PROMPT_KINDS];
    int past_at;       /* index of the earlier line shown; past.count: the line being typed */
    struct text draft; /* the unfinished line while browsing earlier ones */
};

enum prompt_answer { PROMPT_GOES_ON, PROMPT_DONE, PROMPT_LEFT, PROMPT_COMPLETE, PROMPT_FULL };

/* Opens the prompt with an initial line and the cursor at its end. */
void prompt_open(struct prompt *p, enum prompt_kind kind, const char *line);
/* Opens the prompt with the current value: the first character typed or pasted replaces it, a
 * cursor movement keeps it for editing. */
void prompt_offer(struct prompt *p, enum prompt_kind kind, const char *line);
/* Handles a key name or a typed character. DONE: take p->line and close. LEFT: close. COMPLETE: Tab
 * was pressed. FULL: no room for the character, or Enter was pressed on a line with dropped characters. */
enum prompt_answer prompt_key(struct prompt *p, const char *key);
/* Inserts a paste at the cursor. Line ends and tabs become spaces; control and bidirectional
 * characters and invalid bytes are dropped. Returns false if the line would be too long. */
bool prompt_insert(struct prompt *p, const char *s);
void prompt_close(struct prompt *p);
/* Adds a line to the history of its kind, unless it is blank or repeats the latest. */
void prompt_remember(struct prompt *p, enum prompt_kind kind, const char *line);
void prompt_finish(struct prompt *p);

#endif
