/* The screen, through ncurses: shows a canvas, reports events, and restores the terminal however the program
 * ends. */
#ifndef TERM_CURSES_H
#define TERM_CURSES_H

#include <stdbool.h>

#include "app/event.h"
#include "base/lang.h"
#include "state/state.h"
#include "term/pen.h"
#include "view/canvas.h"

/* Takes over the terminal. Returns false with the reason in *why if it cannot be used. */
bool curses_open(enum colours colours, const char **why);

/* Return whether the terminal lacks colours, and whether it lacks UTF-8. */
bool curses_is_mono(void);
bool curses_is_ascii(void);

void curses_size(int *rows, int *cols);

/* Shows the canvas; sends only changes. Uses the look's theme and its setting for ambiguous characters: if
 * the terminal draws them two columns wide, narrow characters replace them. */
void curses_show(struct canvas c, const struct look *look, int cursor_row, int cursor_col);

/* Forgets the contents of the screen: the next curses_show repaints all of it. */
void curses_forget(void);

/* Waits at most `timeout` ms (-1: no limit) for an event and returns it, or EVENT_NONE. Its text lives until
 * the next call. */
struct event curses_wait(int timeout);

/* Returns true if input is waiting. */
bool curses_waits(void);

/* Restores the terminal and stops the program (Ctrl-Z). Returns when it is continued. */
void curses_suspend(void);

/* Restores the terminal. May be called twice. */
void curses_close(void);

#endif
