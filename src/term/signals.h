/* Signals. Those that end or stop the program are told to the loop through a pipe, so that it ends in order; where it
 * does not within a second (it is blocked, or computes), a handler gives the terminal back itself. After a crash nothing
 * else can be trusted: its handler writes what was prepared before (the terminal as it was, last words that say where
 * the session is kept). In every case the program then dies of the signal, so that whoever started it sees that. */
#ifndef TERM_SIGNALS_H
#define TERM_SIGNALS_H

#include <stdbool.h>
#include <stddef.h>

#include "base/pair.h"

/* From now on signals are caught; the modes that standard input has now are the ones to give back.
 * False: *why says why not. */
bool signals_catch(struct pair *why);

/* A signal has asked for the end: nothing is painted any more. */
bool signals_ended(void);
/* Once all is given back: dies of that signal, if there was one. */
void signals_pass_on(void);

/* Readable when a signal came that the loop acts on; signals_stop_asked takes it: it was Ctrl-Z's. */
int signals_waits(void);
bool signals_stop_asked(void);

/* Stops the program as Ctrl-Z does elsewhere; returns when it is continued. */
void signals_stop(void);

/* A stop that comes while ncurses paints waits: painting, ncurses ignores it, and it would be lost. */
void signals_hold_stop(bool hold);

/* What is sent to give the terminal back (n 0: it was given back); longer than 512 bytes: nothing. */
void signals_terminal(const char *bytes, size_t n);

/* What is said last: plain text with its newline, nothing in it that a terminal would obey. */
void signals_words(const char *words);

#endif
