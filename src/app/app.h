/* The program without a terminal: takes lines and events, owns the session, and draws a canvas.
 * The curses loop, batch mode and the tests drive it. */
#ifndef APP_APP_H
#define APP_APP_H

#include "app/autosave.h"
#include "app/event.h"
#include "lesson/play/host.h"
#include "base/text.h"
#include "command/command.h"
#include "session/home.h"
#include "session/session.h"
#include "view/canvas.h"

/* What the start screen offers a returning user: to resume the last lesson and, after a few days, to repeat
 * the predictions missed most often. */
struct home_keep {
    struct home_offer offer;
    unsigned as_of; /* version of the record (progress_keep.version) */
    enum lang lang;
};

struct app {
    bool (*meanwhile)(
        struct app *a); /* shows progress and polls for keys during long work; false cancels; NULL: none */
    struct work work;   /* the work in progress */
    bool idle;          /* it is background work, which any key interrupts */
    bool looked_on;     /* `meanwhile` is running: what it draws must not compute anything */
    struct session session;
    struct text output;  /* what commands print: standard output in batch */
    struct text address; /* of the page that runs this; empty: none */
    struct text handed;  /* for the page to copy */
    bool batch;          /* answers go to `output`, not to the message line */
    bool waits;          /* batch mode: may read standard input and block on pipes */
    bool page;           /* in a web page, whose visitor knows no files of the program */
    bool ascii;          /* draw without block and braille characters */
    bool mono;           /* no colours: every cell has a glyph */
    bool in_event;       /* an event is being handled */
    bool turned;         /* the last EVENT_TURN changed a number */
    bool quit;
    int rest_ms;          /* ms left of the animation, 0: none */
    int idle_ms;          /* ms since the last key, as counted by the frames of the bright wave */
    int auto_ms;          /* ms per step of a self-playing lesson; 0: off */
    bool replaying;       /* a journal is being replayed: its commands have no effect outside */
    int away_task;        /* the task that was in view after the last command, on another view than home */
    bool leaving;         /* a quit was refused because of unsaved changes; the next one goes through */
    bool redraw, suspend; /* requests, which the terminal loop performs and clears */
    struct lessons lessons;
    struct { /* scripts run by the current command: nesting, number, total size */
        int depth, files;
        size_t bytes;
    } scripts;
    struct arena scratch; /* memory for drawing, kept from frame to frame */
    struct autosave autosave;
    struct home_keep *home; /* cached offer of the start screen */
};

/* The whole command table: the groups of command/, the lesson commands, and those that need the app; ends
 * with NULL. */
extern const struct command *const app_commands[];
extern const struct command cmd_help[]; /* help.c */
extern const struct command cmd_tap[];  /* tap.c */
extern const struct command cmd_link[]; /* link.c */

/* Starts an app with a command table (app_commands, or that of the app it replaces) and the plain scene of
 * state_init. app_open then opens the first scene that a user sees (the command `opening`); it cannot be
 * undone. Batch and lessons keep the plain scene. */
bool app_init(struct app *a, const struct command *const *commands, enum lang lang, struct reply *r);
bool app_open(struct app *a, struct reply *r);
void app_finish(struct app *a);

/* Returns the work for replies, which lets the user stop it; NULL without `meanwhile`. */
struct work *app_work(struct app *a);
/* Appends the progress of the work, for the message line. */
void app_progress(const struct app *a, struct text *out);

/* Returns what commands and lessons may access of the app, valid for one call. */
struct host app_host(struct app *a);

/* Runs all commands of one line, and settles after each. If one fails, returns false and explains in r,
 * with the column. */
bool app_line(struct app *a, const char *line, struct reply *r);

/* Runs a script, up to the first failure unless keep_going. Returns false if any line failed, with
 * "FILE:LINE:COL: error: …" in r for each. */
bool app_script(struct app *a, const char *file, const char *bytes, bool keep_going, struct reply *r);

/* Loads a saved state as one change. Returns false and explains in r on failure. */
bool app_load(struct app *a, const char *file, const char *text, struct reply *r);

/* app_command_done updates what depends on the state after each command; app_line and app_load call it.
 * app_turn_done writes what was done to disk after each turn (a key, a typed line, a tick); app_event and
 * app_tick call it. */
void app_command_done(struct app *a, struct reply *r);
void app_turn_done(struct app *a);

/* While the start screen is shown, updates its offer from the progress record and clamps its cursor. */
void home_offer_follow(struct app *a, const struct host *h);
void home_offer_finish(struct app *a);

/* Handles a key, a paste, a click … as one turn. Returns false if the mouse was dragged over what does not
 * follow it: then nothing happened. */
bool app_event(struct app *a, const struct event *e);

/* Returns how many ms the present frame of a movement stays: of a change, or of a view that plays. 0: work is
 * left, -1: nothing moves. */
int app_moves(const struct app *a);
/* Returns the ms until app_tick should be called if no event comes. 0: at once (work is left), -1: never. */
int app_wait(const struct app *a);
/* Does one step in idle time: a slice of the work, a frame of an animation, a step of a playing lesson or
 * clock, or a sync. */
void app_tick(struct app *a);

/* Draws the whole screen; during a transaction the session as it was, not what is half done. Returns false
 * when frame_draw does. */
bool app_draw(struct app *a, struct canvas c);

#endif
