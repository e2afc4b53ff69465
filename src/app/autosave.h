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
 * What cannot be written (the disk is full, the folder is not to be trusted) is held in
 * memory and tried again with every event and every second without one; as long as
 * that lasts the title says so. Without a home there is no autosave, and batch mode
 * has none. */
#ifndef APP_AUTOSAVE_H
#define APP_AUTOSAVE_H

#include "app/keep/journal.h"
#include "state/state.h"

struct app;
struct model;

struct autosave {
    struct journal journal;
    struct state base;       /* as after the last line that stays; lexicon NULL: there is none */
    size_t start;            /* bytes of the log with which a session without a file begins */
    size_t held;             /* bytes of the log that are to be written; more than none after an event: they could not be */
    size_t look;             /* where the last line of them begins when it only looks, else where they end */
};

/* From now on the session is kept: call it before any command is run. */
void autosave_begin(struct app *a);

/* What was done up to now came with the command line: it stands at the journal's
 * beginning, but the file comes about with the first command after it. */
void autosave_started(struct app *a);

/* Writes what was done since the last call, and what could not be written before. A failure becomes the message, and stays
 * in model.not_kept. */
void autosave_write(struct app *a);

/* Whether a command of a journal moves what is looked at and nothing else. */
bool autosave_looks(const struct model *m, const char *command);

/* Milliseconds until autosave_idle wants to be called if no event comes, -1: never. */
int autosave_wait(const struct app *a);
void autosave_idle(struct app *a);

/* True when everything is in the journal: leaving loses nothing. */
bool autosave_holds(struct app *a);

/* The session is now another one, which these lines (in the form of session/log.h) have made, and after autosave_end: goes on
 * with a journal of its own that holds them. Returns false and explains in r: then they are held. */
bool autosave_take(struct app *a, const struct text *lines, struct reply *r);

/* Gives up the journal: a session with unsaved changes stays for recover. */
void autosave_end(struct app *a);

#endif
