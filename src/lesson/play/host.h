/* What lessons need of the program that plays them, and what commands get as their host. */
#ifndef LESSON_PLAY_HOST_H
#define LESSON_PLAY_HOST_H

#include "lesson/play/notes_file.h"
#include "lesson/play/progress_keep.h"
#include "session/model.h"
#include "view/screen.h"

struct app;
struct contents;
struct lesson_left;
struct lesson_play;

/* The lessons of a session. */
struct lessons {
    struct lesson_play *play;    /* the one that is open, NULL: none */
    struct lesson_left *left;    /* the one that was left last: opened again it goes on there */
    struct contents *contents;   /* the course page once it was shown */
    struct notes_keep notes;     /* for the presenter's screen */
    struct progress_keep keep;   /* what is remembered of lessons */
    bool watch;                  /* the open lesson's file is being written: read it again when it changes */
};

/* Made for one call (app_host): it points into the app, and nobody keeps it. */
struct host {
    struct app *app;             /* for app/ alone */
    struct model *model;
    struct lessons *lessons;
    int rows, cols;              /* of the picture that was drawn last; 0: none yet */
    struct screen screen;        /* how it was drawn */
    struct work *work;           /* whoever waits at the terminal, for replies; NULL: nobody */
    bool (*line)(struct app *app, const char *line, struct reply *r);    /* runs a line as if typed */
};

#endif
