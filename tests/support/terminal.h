/* The real binary in a pseudo-terminal, its screen read back through libvterm.
 * Nothing sleeps: every wait is for a condition, with an end. */
#ifndef SUPPORT_TERMINAL_H
#define SUPPORT_TERMINAL_H

#include <stdbool.h>
#include <sys/types.h>
#include <termios.h>
#include <vterm.h>

#include "base/pair.h"
#include "base/text.h"

enum { TERMINAL_PATIENCE_MS = 20000 };     /* after that something is wrong */

struct terminal {
    int master, slave;
    pid_t leader, child;     /* a stand-in for the shell, and the program */
    int report;              /* the leader tells the program's number, then a Z for every stop */
    VTerm *vt;
    VTermScreen *screen;
    struct termios before;
    struct text raw;         /* everything the program wrote */
    int rows, cols;
    bool deaf;               /* what comes is not drawn */
};

/* Starts the program ($QKV) under TERM=term ("": without TERM) and LANG=C.UTF-8 with one option, at 80 x 24: on the stages
 * view, with --color on the start screen. */
struct terminal terminal_start(const char *term, const char *option, const char *value);
/* From now on what comes is only kept; to hear again begins with an empty screen. Sizes that follow each other faster
 * than they are drawn make libvterm 0.1 write outside its screen. */
void terminal_hear(struct terminal *t, bool hears);
void terminal_resize(struct terminal *t, int rows, int cols);
/* Writes keys at once. */
void terminal_send(struct terminal *t, const char *keys);
/* The program has read what was sent. */
bool terminal_taken(struct terminal *t);
/* Reads what is there within `ms`; false: nothing came. */
bool terminal_pump(struct terminal *t, int ms);
/* Waits until the screen is `want`. */
void terminal_wait(struct terminal *t, const char *want);
/* Waits until the screen is the one that this line draws in this process, at the terminal's size. */
void terminal_wait_drawn(struct terminal *t, const char *line, enum lang lang);
/* Waits until this stands somewhere on the screen. */
void terminal_wait_part(struct terminal *t, const char *part);
/* The screen as text. */
void terminal_text(struct terminal *t, struct text *out);
/* How each cell of it looks: attributes and colours. */
void terminal_look(struct terminal *t, struct text *out);
/* Waits until the program has stopped (SIGCONT wakes it): it has acted on all that was sent before. */
void terminal_stopped(struct terminal *t);
/* Waits for the program's end; its status as from waitpid. */
int terminal_end(struct terminal *t);
/* The same while nobody reads what it writes. */
int terminal_end_unread(struct terminal *t);
/* Waits until the program has written this, and no longer. */
void terminal_wait_sent(struct terminal *t, const char *bytes);
/* Ends it with its key q, and status 0. */
void terminal_quit(struct terminal *t);
/* The line discipline is as it was before the program started. */
void terminal_modes_restored(struct terminal *t);
/* The alternate screen is left, paste mode is off, the line discipline is as before. */
void terminal_restored(struct terminal *t);
void terminal_finish(struct terminal *t);

#endif
