/* What a terminal reports beside keys once it is asked to, as xterm does it: pastes between two marks, and the
 * mouse. ncurses knows the mouse too, but when a report was cut off it waits for the rest, deaf to signals. */
#ifndef TERM_REPORTS_H
#define TERM_REPORTS_H

#include <stdbool.h>
#include <stdint.h>

#include "app/event.h"

#define REPORTS_ON "\033[?2004h\033[?1000h\033[?1006h"
#define REPORTS_OFF "\033[?1006l\033[?1000l\033[?2004l"

/* Sends this to the terminal on standard output; to one that `can` not understand it nothing. */
void reports_send(bool can, const char *s);

/* A report of the mouse as it comes byte by byte. Zeroed it begins, behind "\033[M": three bytes, button, column
 * and row, each plus 32; `decimal`, behind "\033[<": the numbers themselves, "0;10;5M", or m when the button is let go. */
struct mouse {
    bool decimal, pressed;
    int value[3], at;
};

enum mouse_state { MOUSE_MORE, MOUSE_WHOLE, MOUSE_BROKEN };

/* Takes one more byte. BROKEN: it belongs to no report. */
enum mouse_state mouse_byte(struct mouse *m, uint8_t byte);

/* What a whole one means in a window of that size: a click with the first button, the wheel; else nothing. */
struct event mouse_event(const struct mouse *m, int rows, int cols);

#endif
