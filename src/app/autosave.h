/* Every change reaches the disk before its answer reaches the screen, so that
 * nothing but a key in flight is lost when the program is killed.
 *
 * The journal of a session holds its commands (session/log.h) and is written by
 * one write(2) after each event. A line that moved nothing but the cursor takes the
 * place of the one before it, so the journal grows with what undo remembers
 * and not with the time that the clocks play.
 *
 * write(2) alone survives the program's end, however it comes; against a power
 * cut the file is synced when no key came for a second and when the program
 * ends, since a sync after every key would be felt. The kernel writes within half
 * a minute anyhow.
 *
 * Without a home there is no autosave; where writing fails, the program says
 * so once and goes on without. Batch mode has none. */
#ifndef APP_AUTOSAVE_H
#define APP_AUTOSAVE_H

#include "app/keep/journal.h"
#include "state/state.h"

struct app;

struct autosave {
    struct journal journal;
    struct state base;       /* as after the last line that stays; lexicon NULL: there is none */
    size_t start;            /* bytes of the log with which a session without a file begins */
};

/* From now on the session is kept: call it before any command is run. */
void autosave_begin(struct app *a);

/* What was done up to now came with the command line: it stands at the journal's
 * beginning, but the file comes about with the first command after it. */
void autosave_started(struct app *a);

/* Writes what was done since the last call. A failure becomes the message. */
void autosave_write(struct app *a);

/* Milliseconds until autosave_idle wants to be called if no event comes, -1: never. */
int autosave_wait(const struct app *a);
void autosave_idle(struct app *a);

/* True when everything is in the journal: leaving loses nothing. */
bool autosave_holds(struct app *a);

/* The session is now the one of another journal, which was read that far: goes on with a journal
 * of its own that holds the same. false: said in r; there is no autosave then. */
bool autosave_take(struct app *a, const char *bytes, const struct journal_reader *read, struct reply *r);

/* Gives up the journal: a session with unsaved changes stays for recover. */
void autosave_end(struct app *a);

#endif
