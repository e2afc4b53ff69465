/* The program without a terminal: takes lines and events, keeps the model, and
 * draws a canvas. The curses loop, batch mode and every test drive this. */
#ifndef APP_APP_H
#define APP_APP_H

#include "app/autosave.h"
#include "app/event.h"
#include "app/home_offer.h"
#include "lesson/play/host.h"
#include "base/text.h"
#include "command/command.h"
#include "session/model.h"
#include "view/canvas.h"

struct app {
    bool (*meanwhile)(struct app *a);   /* asked during long work, often; shows app_progress when that is due; false: stop. NULL: nobody looks */
    struct work work;        /* under way */
    bool idle;               /* the work is only what is done between two keys, and is to give way to one */
    struct model model;
    struct text output;      /* what commands print: standard output in batch */
    bool batch;              /* answers go to `output`, not to the message line */
    bool waits;              /* batch mode: standard input and pipes are files like any other, and may keep it waiting */
    bool ascii;              /* draw without block and braille characters */
    bool mono;               /* no colours: every cell carries a glyph */
    int rows, cols;          /* of the picture that was drawn last; 0: none yet */
    bool in_event;           /* a key or a paste is being acted on */
    bool quit;
    int auto_ms;             /* a lesson plays itself, so often; 0: not */
    bool replaying;          /* a journal is followed: its commands reach nothing outside */
    bool leaving;            /* quit was asked for with unsaved changes: the next quit means it */
    bool redraw, suspend;    /* asked for; the terminal loop performs and clears them */
    struct lessons lessons;
    struct {                 /* that the present command runs: nested how deep, how many, how many bytes */
        int depth, files;
        size_t bytes;
    } scripts;
    struct arena scratch;    /* what drawing needs beside the canvas, kept from picture to picture */
    struct autosave autosave;
    struct home_keep *home;      /* what the start screen makes of it */
};

bool app_init(struct app *a, enum lang lang, struct reply *r);
void app_finish(struct app *a);

/* For replies: whoever waits at the terminal, NULL: nobody. */
struct work *app_work(struct app *a);
/* How far the work is, for the message line. */
void app_progress(const struct app *a, struct text *out);

/* What commands and lessons reach of the app, for one call. */
struct host app_host(struct app *a);

/* Runs all commands of one line, and settles after each. Returns false and explains in r (with the column) when one fails. */
bool app_line(struct app *a, const char *line, struct reply *r);

/* Runs a script; a failure is said in r as "FILE:LINE:COL: error: …" and ends
 * it unless keep_going. false: something failed. */
bool app_script(struct app *a, const char *file, const char *bytes, bool keep_going, struct reply *r);

/* Makes the state that the text of a saved state describes the present one, in one change, or explains in r why not. */
bool app_load(struct app *a, const char *file, const char *text, struct reply *r);

/* What has to happen after something was done, from one ordered list (settle[]): after each command what depends on
 * the state follows it; after each turn (a key, a typed line, a tick) what was done is kept on disk. app_line and
 * app_load settle after commands; whoever takes turns calls app_turn_done. */
void app_command_done(struct app *a, struct reply *r);
void app_turn_done(struct app *a);

/* A key, a paste, a click … */
void app_event(struct app *a, const struct event *e);

/* Milliseconds until app_tick wants to be called if no event comes, 0: at once (work is left), -1: never (nothing moves). */
int app_wait(const struct app *a);
/* Time goes on by one step: the clocks play, another piece of the work is done, or there is time to sync what was written. */
void app_tick(struct app *a);

/* The whole screen; false: see frame_draw. */
bool app_draw(struct app *a, struct canvas c);

#endif
