/* What lessons need from the program that plays them; also the host of commands. */
#ifndef LESSON_PLAY_HOST_H
#define LESSON_PLAY_HOST_H

#include "lesson/play/notes_file.h"
#include "lesson/play/progress_keep.h"
#include "session/session.h"
#include "view/screen.h"

struct app;
struct contents;
struct lesson_left;
struct lesson_play;

/* The lessons of a session. */
struct lessons {
    struct lesson_play *play; /* the open lesson, or NULL */
    struct lesson_left *left; /* where the last lesson was left; opening it again continues there */
    struct lesson_path path;
    struct contents *contents; /* the course page, once it has been shown */
    struct text sought;        /* what was looked for last in titles */
    struct notes_keep notes;   /* the notes for the presenter's screen */
    struct progress_keep keep; /* the progress that is saved */
    bool lack_said;            /* that lessons are in another language than the screen */
    /* Reload the open lesson when its file changes, and have its first false claim written; NULL: do not. */
    bool (*watch)(const struct session *m, struct text *out);
};

/* Made for one call (app_host). It points into the app, so never keep it. */
struct host {
    struct app *app; /* for app/ only */
    struct session *session;
    struct lessons *lessons;
    int rows, cols;       /* of the last picture drawn; 0: none yet */
    struct screen screen; /* how it was drawn */
    bool batch;           /* nobody looks at the screen: what it would show is said */
    struct work *work;    /* progress and cancellation of long work, for replies; NULL: nobody waits */
    bool (*line)(struct app *app, const char *line, struct reply *r); /* runs a line as if typed */
    bool replaying; /* a journal: its letters are those of options in the file, not on the screen */
};

/* The language of the screen. */
static inline enum lang host_lang(const struct host *h)
{
    return (enum lang)h->session->now.state.look.lang;
}

#endif
