/* Terminal reports other than keys, as xterm sends them on request: bracketed pastes and the mouse. ncurses
 * can parse the mouse too, but waits for the rest of a truncated report without noticing signals. */
#ifndef TERM_REPORTS_H
#define TERM_REPORTS_H

#include <stdbool.h>
#include <stdint.h>

#include "app/event.h"

#define REPORTS_ON "\033[?2004h\033[?1002h\033[?1006h"
#define REPORTS_OFF "\033[?1006l\033[?1002l\033[?2004l"

/* Sends s to the terminal on standard output, if it `can` understand it. */
void reports_send(bool can, const char *s);

/* A mouse report, parsed byte by byte; zero it to begin. After "\033[M" follow three bytes: button, column
 * and row, each plus 32. After "\033[<" (`decimal`) follow the numbers as text, "0;10;5M", with m for a
 * released button. */
struct mouse {
    bool decimal, pressed;
    int value[3], at;
};

enum mouse_state { MOUSE_MORE, MOUSE_WHOLE, MOUSE_BROKEN };

/* Takes one more byte. Returns MOUSE_BROKEN if it cannot belong to a report. */
enum mouse_state mouse_byte(struct mouse *m, uint8_t byte);

/* Returns the event of a whole report in a window of this size: a click of the first button, a move
 * while it is held, or the wheel, else EVENT_NONE. */
struct event mouse_event(const struct mouse *m, int rows, int cols);

/* Typed characters: assembled from their bytes and named as in key bindings ("Tab", "C-l", "猫"). */

/* The bytes of a character so far. Empty when zeroed. */
struct gather {
    char bytes[4];
    int count;
};

/* Takes one more byte of UTF-8. Returns true with the character in *ch once it is complete. Drops invalid
 * bytes. */
bool gather_byte(struct gather *g, uint8_t byte, uint32_t *ch);

void keyname_of_char(uint32_t ch, char out[16]);

#endif
