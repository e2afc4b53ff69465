/* The answer of a command: success or failure, and a sentence for the user.
 * An error message names the mistake, a valid alternative, and the column in the line. */
#ifndef BASE_REPLY_H
#define BASE_REPLY_H

#include <stdarg.h>
#include <stdbool.h>

#include "base/lang.h"
#include "base/text.h"
#include "base/work.h"

/* The program's exit status. */
enum { EXIT_FINE = 0, EXIT_FAILED = 1, EXIT_USAGE = 2, EXIT_NO_TERMINAL = 3 };

struct reply {
    enum lang lang; /* the language to answer in */
    bool failed;
    int col;     /* 1-based column of the error in the line, 0: unknown */
    bool placed; /* the error is in a file and begins with its place there */
    struct text text;
    struct work *work; /* progress of long work, which may be stopped; NULL: cannot be watched */
};

/* Appends to the answer. */
void reply_say(struct reply *r, const char *text, ...) TEXT_TAKES(2, 3);

/* Turns the answer into this error; returns false, for `return reply_fail(...)`.
 * Only the first failure is kept. */
bool reply_fail(struct reply *r, int col, const char *text, ...) TEXT_TAKES(3, 4);

/* Turns the answer into "FILE:LINE:COL: error: WHAT", in a line of a file that the command reads; returns
 * false. */
bool reply_fail_in(struct reply *r, const char *file, int line, int col, const char *what);

/* Begins an error that has no place in a file with "qkv: error: ", as it stands on standard error. */
void reply_place(struct reply *r);

/* Reports that memory is exhausted, or "stopped" if the work was stopped; returns false. */
bool reply_no_memory(struct reply *r);
/* Returns false and reports "stopped" if the work was stopped, else returns true. */
bool reply_goes_on(struct reply *r);

void reply_clear(struct reply *r);
void reply_finish(struct reply *r);

#endif
