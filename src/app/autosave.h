/* Autosave: every change is written before its answer reaches the screen. If the program is killed,
 * only the key being handled is lost.
 *
 * The journal of a session holds its commands (session/log.h), written after each event. A line that
 * only moves the cursor replaces the previous such line. So the journal grows with the changes, not
 * with the time the clocks play.
 *
 * A completed write survives the end of the program. Against a power cut the file is also synced:
 * after a second without a key, and at the end. A sync after every key would be noticeable.
 *
 * If writing fails (disk full, folder not trusted), the lines are held in memory and retried at
 * every event and every second; meanwhile the title says so. Without a home
 * directory the title says so too, and nothing is retried. There is no autosave in batch mode. */
#ifndef APP_AUTOSAVE_H
#define APP_AUTOSAVE_H

#include "keep/journal.h"
#include "state/state.h"

struct app;
struct session;

struct autosave {
    struct journal journal;
    struct state base; /* state after the last line that is not just a look; lexicon NULL: none */
    size_t start;      /* bytes of the log that alone do not create a file */
    size_t held;       /* bytes of the log to be written; > 0 after an event: the write failed */
    size_t look;       /* offset of the last of them if it only looks, else their end */
    bool due;          /* something was changed: the lines are to be written */
};

/* Switches autosave on for a session that app_open has opened; call it before any other command runs. */
void autosave_begin(struct app *a);

/* Marks the end of start-up: what the program's arguments did begins the journal, but the file is created
 * only with the first change after it (autosave_changes). */
void autosave_started(struct app *a);

/* Writes the log since the last call, and anything held. A failure is shown as the message and stored in
 * session.not_kept. */
void autosave_write(struct app *a);

/* Returns whether a line of a journal is a change, rather than a look, a question or a step to read on. */
bool autosave_changes(const struct session *m, char kind, const char *command);

/* autosave_wait returns the ms until autosave_idle should be called if no event comes, -1: never.
 * autosave_idle retries a failed write, or syncs. */
int autosave_wait(const struct app *a);
void autosave_idle(struct app *a);

/* Writes, and returns whether everything is in the journal, so that leaving loses nothing. */
bool autosave_write_all(struct app *a);

/* Starts a new journal with these lines (in the form of session/log.h) for a session rebuilt from
 * them; call it after autosave_end. If writing fails, the lines are held, and it returns false and
 * explains in r. `later`: only with the next change, since they are in a journal that stays. */
bool autosave_take(struct app *a, const struct text *lines, bool later, struct reply *r);

/* Closes the journal. It stays for recover if there are unsaved changes, else it is removed. */
void autosave_end(struct app *a);

#endif
