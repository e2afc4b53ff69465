/* What a command answers: whether it worked, and a sentence for the person.
 * A failure says what is wrong and what would be right, and where in the line. */
#ifndef BASE_REPLY_H
#define BASE_REPLY_H

#include <stdarg.h>
#include <stdbool.h>

#include "base/pair.h"
#include "base/text.h"
#include "base/work.h"

/* The program's exit status. */
enum { EXIT_FINE = 0, EXIT_FAILED = 1, EXIT_USAGE = 2, EXIT_NO_TERMINAL = 3 };

struct reply {
    enum lang lang;      /* the language to answer in */
    bool failed;
    int col;             /* 1-based column of the error in the line, 0 unknown */
    struct text text;
    struct work *work;   /* whoever waits for the answer and may stop the work, NULL: nobody */
};

/* Adds to the answer. */
void reply_say(struct reply *r, const char *en, const char *zh, ...) TEXT_TAKES(2, 3, 4);

/* The answer becomes this error; returns false, so that a checker can end
 * with `return reply_fail(...)`. Only the first failure is kept. */
bool reply_fail(struct reply *r, int col, const char *en, const char *zh, ...) TEXT_TAKES(3, 4, 5);

/* For what was not made to its end: there was no memory, or the work was stopped. Said in one way everywhere. */
bool reply_no_memory(struct reply *r);
/* False and "stopped" once the work was stopped; true otherwise. */
bool reply_goes_on(struct reply *r);

void reply_clear(struct reply *r);
void reply_finish(struct reply *r);

#endif
