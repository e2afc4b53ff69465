/* The whole session, apart from the terminal and files: the scene on screen, its history, the
 * pinned scenes, and the line being typed.
 *
 * Functions that return bool and take a reply return false on failure and explain in r. */
#ifndef SESSION_SESSION_H
#define SESSION_SESSION_H

#include "lesson/run/run.h"
#include "session/history.h"
#include "session/keymap.h"
#include "session/log.h"
#include "session/pager.h"
#include "session/prompt.h"
#include "session/trail.h"
#include "state/scene.h"
#include "study/cause/cause.h"
#include "study/cause/lens.h"
#include "study/distance.h"
#include "study/learning.h"
#include "study/order.h"
#include "study/orders.h"
#include "study/preview.h"
#include "study/sweep.h"
#include "study/trial.h"

struct command;
struct contents;
struct expr_context;
struct home_offer;

enum { MODEL_PINS = 100 }; /* limit on pinned states */

struct pin {
    char *name;
    struct scene scene;
};

struct tap;

struct session {
    struct scene now;
    double outside;        /* bytes of scenes elsewhere: of the session that this one stands in for */
    struct scene spare;    /* buffers for the next change by the same line; its numbers are meaningless */
    struct scene before;   /* `now` before the last key or line that changed numbers. lexicon NULL: nothing
                            * has changed yet, the next is being computed, or memory was short */
    struct session *shown; /* during a transaction the session as it was, which is drawn meanwhile; or NULL */
    long began;            /* `turn` when the current key was pressed; `before` holds that scene */
    bool changed;          /* the last key changed numbers: they are flagged until the next key */
    struct history history;
    struct pin *pins;
    int pin_count;
    int compare;        /* pin on the other side of the compare view, -1: the twin with two words swapped */
    struct order order; /* order experiment and list of orders, while the compare view shows them */
    struct orders orders;
    struct cause cause;        /* the map of causes, while the compare view shows it */
    struct lens lens[2];       /* what the layers would say, here and on the other side, while shown */
    struct preview preview;    /* the pair under the cursor of the start screen, while shown */
    struct learning learning;  /* what the training view shows, while shown */
    struct distance distance;  /* panels of the terms view, while shown */
    struct pretrained *opened; /* in a lesson: the model that the person had open; NULL: none */
    struct tap *tap;           /* an opened dump of another program's attention; NULL: none */
    struct sweep sweep;
    struct trial trial;
    struct sweep curve; /* over the number under the cursor, where a view shows it */
    struct value *clip; /* copied numbers as one row; NULL: none */
    struct trail trail; /* where one was, for `view back` */
    bool view_asked;    /* the last line asked for a view by name, not for a lesson's scene */
    bool unsaved;       /* changed since the last save */

    /* What stays with the person when two sessions change places (session_swap). */
    long turn;                       /* counts changes of the numbers */
    bool unseen;                     /* nobody looks: views need not follow what changes */
    bool moves;                      /* the screen can show animations (session_moves says whether it does) */
    bool blank, hides;               /* presenting: blank screen; hidden numbers */
    int rows, cols;                  /* size of the last frame; 0: none yet */
    struct lesson_session *lesson;   /* the open lesson, NULL: none; an open goal may refuse changes */
    const struct contents *contents; /* the course page, NULL: not read yet */
    const struct home_offer *offer;  /* for the start screen, NULL: nothing is known */
    const struct command *const *commands; /* command table, NULL: those of command/ (command_table) */
    struct keymap keymap;
    struct log log; /* for autosave */
    struct prompt prompt;
    struct pager pager;
    struct text message; /* one line: the answer to the last command */
    bool message_is_error;
    struct text not_kept;     /* why autosave fails; empty: it works, or was not begun */
    struct text not_recorded; /* why the progress file cannot be written; empty: it can */
};

bool session_init(struct session *m, enum lang lang, struct reply *r);
/* Initialises a fresh session with the language, the commands and the trainings of another one. The model
 * from files that it has open waits in `opened`. */
bool session_init_like(struct session *m, const struct session *other, struct reply *r);
void session_finish(struct session *m);

/* Swaps the scenes of two sessions, with history, pins and comparison. Keys, log, typed line,
 * pager, message and lesson stay where they are. */
void session_swap(struct session *a, struct session *b);

/* Makes TEXT(…) with its values the message. */
void session_say(struct session *m, bool error, const char *text, ...) TEXT_TAKES(3, 4);

/* Makes `next` (taken over) the present state: checks it, computes it, and pushes the old state to
 * the history if numbers changed. Every change of state goes through here, except undo and redo.
 * `line`: the command, for the history. On failure the session is unchanged and `next` is finished. */
bool session_commit(struct session *m, struct state *next, const char *line, struct reply *r);

/* Makes the present state the starting point: nothing to undo, nowhere to go back to, nothing unsaved. */
void session_begins(struct session *m);

/* A transaction: several changes that count as one. Between begin and end *m is a temporary
 * session that starts from the present state, without history or pins. end commits its state as
 * one change (named `line` in the history) and one line of the log; keep false discards it.
 * If begin fails, nothing has begun; if end fails, the result is as with keep false. */
struct transaction {
    struct session aside;
    size_t logged;
};
bool session_begin(struct session *m, struct transaction *t, struct reply *r);
bool session_end(struct session *m, struct transaction *t, bool keep, const char *line, struct reply *r);

/* Undo or redo one change of numbers, words or settings. The look (view, cursor, panels) stays, as
 * far as it still exists. Return false if there is no such change. */
bool session_undo(struct session *m, struct reply *r);
bool session_redo(struct session *m, struct reply *r);

/* Pins the present state under a name (NULL: the first free letter), replacing a pin of that name,
 * and makes it the other side of the compare view. */
bool session_pin(struct session *m, const char *name, struct reply *r);
/* Removes one pin, or all (name NULL). */
bool session_unpin(struct session *m, const char *name, struct reply *r);
/* Returns the scene that differences are taken from: the pin on the other side, else the scene before
 * the last change. NULL: neither exists. */
const struct scene *session_baseline(const struct session *m);
/* Returns the pin of this name, or NULL. */
const struct scene *session_pinned(const struct session *m, const char *name);
/* Returns the context for expressions: the present scene and the pins. */
struct expr_context session_context(const struct session *m);
/* Returns the bytes of all pinned scenes, which are never dropped to make room. */
double pins_bytes(const struct session *m);
void pins_finish(struct session *m);

/* Returns the other side of the compare view, or NULL. Sets *name to the pin's name, NULL for the twin. */
const struct scene *session_beside(const struct session *m, const char **name);
/* Returns the other side of the present state, both without what is carried; it is computed if need be, a pin
 * that carries something into *room. NULL: explains in r why there is none. */
const struct scene *session_other(struct session *m, struct scene *room, struct reply *r);
/* Returns true if parts of a scene there can be put in here; otherwise explains in r. */
bool session_sides_fit(const struct config *here, const struct config *there, struct reply *r);
/* Takes what `next` carries from the other side. What no longer fits ends. Returns false and explains in r if
 * something new cannot be taken. */
bool session_carry(struct session *m, struct state *next, struct reply *r);
/* The same for the present state, after another side was chosen. */
bool session_carry_again(struct session *m, const char *line, struct reply *r);
/* Returns the other side as it was beside m->before, NULL: it is not known. */
const struct scene *session_beside_before(const struct session *m);
/* Swaps both sides: the other one becomes the present state, to be edited, and the pin takes the
 * old present state. (The twin is recomputed instead.) */
bool session_exchange(struct session *m, const char *line, struct reply *r);

/* Computes everything that a view can show beyond the scene, whether it is shown or not. Returns false and
 * explains in r if memory runs out. */
bool session_compute(struct session *m, int view, struct reply *r);

/* Updates what the views on screen show beyond the scene, unless the session is unseen. Every change does so;
 * session_swap does not. */
void session_follow(struct session *m, struct work *work);

/* Sets the size of the next frame. On a larger one, views may show more beyond the scene. */
void session_resized(struct session *m, int rows, int cols);

/* Returns whether the screen shows animations, with this look: it is on, and its colours can show them. */
bool session_moves(const struct session *m, const struct look *look);

/* session_busy returns whether something shown is incomplete; session_work computes another slice of it,
 * unless `work` stops it. */
bool session_busy(const struct session *m);
void session_work(struct session *m, struct work *work);

#endif
