/* The program without a terminal: takes lines and events, keeps the model, and
 * draws a canvas. The curses loop, batch mode and every test drive this. */
#ifndef APP_APP_H
#define APP_APP_H

#include "app/autosave.h"
#include "app/event.h"
#include "lesson/play/notes_file.h"
#include "app/home_offer.h"
#include "lesson/play/progress_keep.h"
#include "base/text.h"
#include "command/command.h"
#include "session/model.h"
#include "view/canvas.h"

struct lesson_play;
struct lesson_left;
struct contents;

struct app {
    bool (*meanwhile)(struct app *a);   /* shows the message during long work; false: stop. NULL: nobody looks */
    struct model model;
    struct text output;      /* what commands print: standard output in batch */
    bool batch;              /* answers go to `output`, not to the message line */
    bool waits;              /* batch mode: standard input and pipes are files like any other, and may keep it waiting */
    bool ascii;              /* draw without block and braille characters */
    bool mono;               /* no colours: every cell carries a glyph */
    int rows, cols;          /* of the picture that was drawn last; 0: none yet */
    bool in_event;           /* a key or a paste is being acted on */
    bool quit;
    bool watch;              /* the open lesson's file is being written: read it again when it changes */
    int auto_ms;             /* a lesson plays itself, so often; 0: not */
    bool replaying;          /* a journal is followed: its commands reach nothing outside */
    bool leaving;            /* quit was asked for with unsaved changes: the next quit means it */
    bool redraw, suspend;    /* asked for; the terminal loop performs and clears them */
    struct lesson_play *play;    /* a lesson is open */
    struct lesson_left *left;    /* the one that was left last: opened again it goes on there */
    struct contents *contents;   /* the course page once it was shown */
    struct {                 /* that the present command runs: nested how deep, how many, how many bytes */
        int depth, files;
        size_t bytes;
    } scripts;
    struct arena scratch;    /* what drawing needs beside the canvas, kept from picture to picture */
    struct autosave autosave;
    struct notes_keep notes;     /* for the presenter's screen */
    struct progress_keep keep;   /* what is remembered of lessons */
    struct home_keep *home;      /* what the start screen makes of it */
};

bool app_init(struct app *a, enum lang lang, struct reply *r);
void app_finish(struct app *a);

/* Runs all commands of one line. false: one failed, said in r with its column. */
bool app_line(struct app *a, const char *line, struct reply *r);

/* Runs a script; a failure is said in r as "FILE:LINE:COL: error: …" and ends
 * it unless keep_going. false: something failed. */
bool app_script(struct app *a, const char *file, const char *bytes, bool keep_going, struct reply *r);

/* Makes the state that the text of a saved state describes the present one, in one change, or says in r why not. */
bool app_load(struct app *a, const char *file, const char *text, struct reply *r);

/* What depends on the state follows it; needed after changes that app_line did not make. */
void app_follow(struct app *a, struct reply *r);

/* A key, a paste, a click … */
void app_event(struct app *a, const struct event *e);

/* Milliseconds until app_tick wants to be called if no event comes, 0: at once (work is left), -1: never (nothing moves). */
int app_wait(const struct app *a);
/* Time goes on by one step: the clocks play, another piece of the work is done, or there is time to sync what was written. */
void app_tick(struct app *a);

/* The whole screen; false: see frame_draw. */
bool app_draw(struct app *a, struct canvas c);

#endif
