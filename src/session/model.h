/* The whole session apart from the terminal and files: the scene on screen, its
 * history, the pinned scenes, and what the person is in the middle of typing. */
#ifndef SESSION_MODEL_H
#define SESSION_MODEL_H

#include "lesson/run/run.h"
#include "session/history.h"
#include "session/keymap.h"
#include "session/log.h"
#include "session/pager.h"
#include "session/prompt.h"
#include "session/trail.h"
#include "state/scene.h"
#include "study/distance.h"
#include "study/order.h"
#include "study/orders.h"
#include "study/sweep.h"
#include "study/trial.h"

struct command;
struct contents;
struct expr_context;
struct home_offer;

enum { MODEL_PINS = 100 };   /* states that may be pinned */

struct pin {
    char *name;
    struct scene scene;
};

struct model {
    struct scene now;
    struct scene spare;      /* room for the next change of the same line; its numbers mean nothing */
    struct scene before;     /* what `now` was before the last key or line that changed numbers; without words: nothing changed
                              * yet, the next is being computed, or there was no room for it */
    long turn;               /* how often numbers have changed */
    long began;              /* the turn when the present key was pressed: `before` is what was then */
    bool changed;            /* the last key changed numbers: what followed from it is flagged until the next */
    struct history history;
    struct pin *pins;
    int pin_count;
    int compare;             /* index of the pin on the other side, -1: the sentence with its ends swapped */
    struct order order;      /* the order experiment and the list of orders, while the compare view shows them */
    struct orders orders;
    struct distance distance;    /* panels of the terms view, while they are shown */
    struct sweep sweep;
    struct trial trial;
    struct value *clip;      /* numbers that were copied, 1 x their count; NULL: none */
    struct lesson_session *lesson;   /* that is open, NULL: none; a goal of it refuses changes that it does not allow */
    const struct contents *contents; /* the course page, NULL: not read */
    const struct home_offer *offer;  /* what the start screen knows of the person, NULL: nothing */
    const struct command *const *commands;   /* the table of commands, NULL: those of command/ alone (command_table) */
    struct keymap keymap;
    struct trail trail;      /* back from the factors that were followed */
    struct prompt prompt;
    struct pager pager;
    struct text message;     /* one line: the answer to the last command */
    bool message_is_error;
    struct text not_kept;    /* why changes are not on the disk; empty: they are, or are not meant to be */
    bool unsaved;            /* something changed since the last save */
    struct log log;          /* for autosave */
};

bool model_init(struct model *m, enum lang lang, struct reply *r);
/* A fresh session in the language and with the commands of another one. */
bool model_init_like(struct model *m, const struct model *other, struct reply *r);
void model_finish(struct model *m);

/* What is shown changes places between two sessions, with its history, pins and
 * comparison; keys, the typed line, the pager and the message stay where they are. */
void model_trade(struct model *a, struct model *b);

/* The one way in which a state comes about: checks and computes `next` (taken
 * over), remembers the old state for undo when numbers changed. `line`: the command, for the
 * history's list. false: said in r, model untouched, `next` finished either way. */
bool model_commit(struct model *m, struct state *next, const char *line, struct reply *r);

/* Several changes that count as one. Between begin and end the session is one aside, which
 * starts from the present state without history or pins. end brings its state back as one
 * change (`line` names it in the history) and one line of the log; keep false: nothing of it.
 * begin false: no memory, nothing has begun; end false: no memory, as if not kept. */
struct together {
    struct model aside;
    size_t logged;
};
bool model_begin(struct model *m, struct together *t, struct reply *r);
bool model_end(struct model *m, struct together *t, bool keep, const char *line, struct reply *r);

/* One change back, or forward again: numbers, words and settings; what is looked at
 * stays, as far as it still exists. false: there is none, or no memory; said in r. */
bool model_undo(struct model *m, struct reply *r);
bool model_redo(struct model *m, struct reply *r);

/* Keeps the present state under a name (NULL: the first free letter), in place of
 * one that has the name, as the other side of comparisons. */
bool model_pin(struct model *m, const char *name, struct reply *r);
/* Forgets one, or all (NULL). */
bool model_unpin(struct model *m, const char *name, struct reply *r);
/* What the present state is measured against: the pin on the other side, else what was
 * before the last change. NULL: nothing was pinned or changed yet. */
const struct scene *model_other(const struct model *m);
/* NULL: nothing has this name. */
const struct scene *model_pinned(const struct model *m, const char *name);
/* What expressions are judged in: the present scene and what is pinned. */
struct expr_context model_context(const struct model *m);

/* The other side of the compare view and its name (NULL: the twin); NULL: there is none. */
const struct scene *model_beside(const struct model *m, const char **name);
/* Both sides change places: the other one is the present state now, to be edited, and
 * the state that was present stands in the pin. (The twin's twin is made anew.) false: said in r. */
bool model_exchange(struct model *m, const char *line, struct reply *r);

/* Computes everything that a view can show beyond the scene, whether it is shown or not. Returns false and explains in r
 * if memory runs out. */
bool model_compute(struct model *m, int view, struct reply *r);

/* Something that is shown is not computed to its end: model_work does another piece of it, unless `work` stops it. */
bool model_busy(const struct model *m);
void model_work(struct model *m, struct work *work);

#endif
