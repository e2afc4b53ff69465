/* Signals. Those that end or stop the program become bytes in a pipe, so that nothing happens inside a
 * handler. After a crash nothing else can be trusted: its handler writes what was prepared before (the
 * terminal as it was, last words that say where the session is kept), and the program dies of the signal. */
#ifndef TERM_SIGNALS_H
#define TERM_SIGNALS_H

#include <stdbool.h>
#include <stddef.h>

/* From now on signals are caught; the modes that standard input has now are the ones to give back. false: errno says why. */
bool signals_catch(void);

/* Readable when a signal came; signals_next takes it: 'x' the end is wanted, 'z' a stop, 0 none. */
int signals_waits(void);
char signals_next(void);

/* Stops the program as Ctrl-Z does elsewhere; returns when it is continued. */
void signals_stop(void);

/* A stop that comes while ncurses paints waits: painting, ncurses ignores it, and it would be lost. */
void signals_hold_stop(bool hold);

/* What is sent to give the terminal back (n 0: it was given back); longer than 512 bytes: nothing. */
void signals_terminal(const char *bytes, size_t n);

/* What is said last: plain text with its newline, nothing in it that a terminal would obey. */
void signals_words(const char *words);

#endif
