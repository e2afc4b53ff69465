/* The one place that knows a terminal: shows a canvas, reports events, and gives
 * the terminal back as it was, whatever ends the program. */
#ifndef TERM_CURSES_H
#define TERM_CURSES_H

#include <stdbool.h>

#include "app/event.h"
#include "base/pair.h"
#include "state/state.h"
#include "term/colours.h"
#include "view/canvas.h"

/* Takes the terminal over. false: there is none that can be used (*why says it). */
bool curses_open(enum colours colours, struct pair *why);

/* What was found: no colours at all; no UTF-8. */
bool curses_is_mono(void);
bool curses_is_ascii(void);

void curses_size(int *rows, int *cols);

/* Puts the canvas on the screen; only what changed is sent. Of the look the theme counts, and what it says of ambiguous
 * characters: where the terminal gives them two columns, narrow ones stand in for them. */
void curses_show(struct canvas c, const struct look *look, int cursor_row, int cursor_col);

/* Forgets what the screen shows, so that the next curses_show paints all of it. */
void curses_forget(void);

/* Waits at most `timeout` ms (-1: for ever) for an event. EVENT_NONE: the time
 * is over. The text of the event lives until the next call. */
struct event curses_wait(int timeout);

/* True when there is input already. */
bool curses_waits(void);

/* Stops the program as Ctrl-Z does elsewhere; returns when it is continued. */
void curses_suspend(void);

/* Gives the terminal back. Safe to call twice. */
void curses_close(void);

#endif
