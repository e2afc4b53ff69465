/* Signals. Those that end or stop the program reach the loop through a pipe, so it can end in order. If it
 * does not end within a second (blocked or computing), a handler restores the terminal. After a crash nothing
 * else can be trusted: the handler only writes what was prepared (the bytes that restore the terminal, and
 * last words that say where the session is saved). In every case the program then dies of the signal, so its
 * parent sees the cause. */
#ifndef TERM_SIGNALS_H
#define TERM_SIGNALS_H

#include <stdbool.h>
#include <stddef.h>

#include "base/lang.h"

/* Catches SIGBUS: if a file of a model became shorter, the program says so and ends, in every mode. */
void signals_guard(enum lang lang);

/* Starts catching signals and remembers the modes of standard input, to restore them. Returns false with the
 * reason in *why on failure. */
bool signals_catch(const char **why);

/* Returns true once a signal asks for the end; paint nothing after that. */
bool signals_ended(void);
/* Dies of that signal, if there was one. Call it after restoring the terminal. */
void signals_pass_on(void);

/* Returns a descriptor that becomes readable when a signal for the loop arrives. signals_stop_asked reads it
 * and returns true for the signal of Ctrl-Z. */
int signals_waits(void);
bool signals_stop_asked(void);

/* Stops the program (Ctrl-Z); returns when it is continued. */
void signals_stop(void);

/* Holds back a stop while ncurses paints: ncurses ignores it then, and it would be lost. */
void signals_hold_stop(bool hold);

/* Sets the bytes that restore the terminal; n 0: it has been restored. More than 512 bytes are not kept. */
void signals_set_restore(const char *bytes, size_t n);

/* Sets the last words, what became of the session: plain text with its newline, without control sequences. */
void signals_set_last_words(const char *words, enum lang lang);

#endif
