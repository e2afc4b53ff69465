/* Runs the real binary in a pseudo-terminal and reads its screen back through libvterm. Nothing sleeps: every
 * wait has a condition and a timeout. */
#ifndef SUPPORT_TERMINAL_H
#define SUPPORT_TERMINAL_H

#include <stdbool.h>
#include <sys/types.h>
#include <termios.h>
#include <vterm.h>

#include "base/lang.h"
#include "base/text.h"

enum { TERMINAL_PATIENCE_MS = 20000 }; /* timeout of every wait */

struct terminal {
    int master, slave;
    pid_t leader, child; /* a stand-in for the shell, and the program */
    int report;          /* pipe: the leader sends the program's pid, then a Z for every stop */
    VTerm *vt;
    VTermScreen *screen;
    struct termios before;
    struct text raw; /* everything the program wrote */
    int rows, cols;
    bool deaf;     /* output is kept but not drawn */
    char begun[4]; /* the first bytes of a character, not drawn before the rest is there */
    size_t begun_count;
};

/* Starts the program ($QKV) with one option, TERM=term ("": without TERM) and LANG=C.UTF-8, at 80 x 24. It
 * starts with the plain scene in the stages view, with --color on the start screen. */
struct terminal terminal_start(const char *term, const char *option, const char *value);
/* Turns drawing of the output off or on; turning it on starts with an empty screen. Resizing faster than the
 * program draws makes libvterm 0.1 write outside its screen. */
void terminal_hear(struct terminal *t, bool hears);
void terminal_resize(struct terminal *t, int rows, int cols);
/* Sends all keys at once. */
void terminal_send(struct terminal *t, const char *keys);
/* Returns true once the program has read everything sent. */
bool terminal_taken(struct terminal *t);
/* Returns true once the program has its screen. Before, and while it is stopped, the terminal itself shows
 * what is typed. */
bool terminal_listens(struct terminal *t);
/* Reads output for at most `ms`; returns false if none arrived. */
bool terminal_pump(struct terminal *t, int ms);
/* Waits until the screen is `want`. */
void terminal_wait(struct terminal *t, const char *want);
/* Waits until the screen equals the one that `line` draws in this process at the terminal's size. */
void terminal_wait_drawn(struct terminal *t, const char *line, enum lang lang);
/* Waits until the screen contains `part`. */
void terminal_wait_part(struct terminal *t, const char *part);
/* Writes the screen as text. */
void terminal_text(struct terminal *t, struct text *out);
/* Writes the attributes and colours of each cell. */
void terminal_look(struct terminal *t, struct text *out);
/* Waits until the program has stopped (SIGCONT wakes it). It has then handled everything sent before. */
void terminal_stopped(struct terminal *t);
/* Waits for the program's end and returns its status as from waitpid. */
int terminal_end(struct terminal *t);
/* The same without reading its output. */
int terminal_end_unread(struct terminal *t);
/* Waits only until the program has written these bytes. */
void terminal_wait_sent(struct terminal *t, const char *bytes);
/* Ends the program with the key q and expects status 0. */
void terminal_quit(struct terminal *t);
/* Asserts that the line discipline is as before the program started. */
void terminal_modes_restored(struct terminal *t);
/* Asserts that the alternate screen is left, paste mode is off and the line discipline is as before. */
void terminal_restored(struct terminal *t);
void terminal_finish(struct terminal *t);

#endif
