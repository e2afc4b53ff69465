/* The table of views, one row per view. A row is defined in its view's folder, far above this one. Its
 * hooks draw the view, describe it in sentences, and answer what lower folders need to know about it. To
 * add a view, add a folder in view/ and a line in VIEWS. */
#ifndef STATE_VIEW_H
#define STATE_VIEW_H

#include <stdbool.h>

#include "base/lang.h"
#include "base/reply.h"

struct canvas;
struct config;
struct look;
struct matrix_ref;
struct session;
struct scene;
struct screen;
struct state;
struct teller;
struct work;

/* All views in the order of their keys. Saved states refer to views by name, so the order may change. */
#define VIEWS(ROW)                                                                                           \
    ROW(FLOW, flow)                                                                                          \
    ROW(STAGES, stages)                                                                                      \
    ROW(ENCODING, encoding)                                                                                  \
    ROW(TERMS, terms)                                                                                        \
    ROW(COMPARE, compare)                                                                                    \
    ROW(EDIT, edit)                                                                                          \
    ROW(LESSON, lesson)                                                                                      \
    ROW(MAP, map)                                                                                            \
    ROW(HOME, home)                                                                                          \
    ROW(COST, cost)                                                                                          \
    ROW(CODE, code)                                                                                          \
    ROW(MACHINE, machine)                                                                                    \
    ROW(TRAIN, train)

#define VIEW_ID(id, row) VIEW_##id,
enum view_id { VIEWS(VIEW_ID) VIEW_COUNT }; /* for commands that belong to a view or lead to it */
#undef VIEW_ID

/* PREV and NEXT move along the row in focus; in most views that is left and right. */
enum direction {
    DIRECTION_UP,
    DIRECTION_DOWN,
    DIRECTION_LEFT,
    DIRECTION_RIGHT,
    DIRECTION_PREV,
    DIRECTION_NEXT
};

/* The field of the look that one axis of the cursor changes, and the number of its values. */
struct place {
    int *at;
    int count;
};

/* A named part of a view, as lessons and papers call it: `view weights`. */
struct view_part {
    const char *name;
    int stage, panel; /* -1: unchanged */
    bool one_cell;
};

enum { VIEW_BOARD_ROWS = 50, VIEW_BOARD_COLS = 200 };

/* A NULL hook does nothing, unless its comment says otherwise. */
struct view {
    const char *name;    /* for `view NAME`, saved states and help */
    const char *context; /* where its keys are bound */
    const char *title, *help;
    const char *across,
        *along;         /* what left/right and up/down choose, for the footer; NULL: they move the cursor */
    bool still;         /* it shows no cursor: the footer does not offer to move it */
    bool no_scene;      /* it shows no effect of keys that change the sentence: the footer leaves them out */
    bool last_layer;    /* it shows the last layer, whichever is in view: the title names none */
    bool framed_answer; /* the frame adds what a model from a file answers: the next word */
    const struct view_part *parts; /* NULL: none; else ends with name NULL */

    void (*draw)(struct canvas c, const struct screen *s);

    /* Describe the view in sentences; tell_briefly gives the place of the cursor in a line or two. */
    void (*tell)(const struct teller *t);
    void (*tell_briefly)(const struct teller *t);
    bool tells_hidden; /* tell itself omits what an open question hides; if false, it is not called while a
                          question hides numbers */

    /* Sets the fields that the cursor changes. NULL: query and key. */
    void (*places)(struct state *s, const struct config *c, struct place *row, struct place *col);
    /* Handles moves of the cursor that are not a step along one of `places`. Returns false for all others. */
    bool (*move)(struct state *s, const struct scene *now, enum direction direction, long steps);
    /* Finds the editable number under the cursor. Returns false if the number is computed. NULL: all are
     * computed. */
    bool (*cell)(const struct state *s, const struct config *c, struct matrix_ref *ref, int *row, int *col);

    /* points_at: whether the cursor points at a cell of a stage (or of LOOK_PE). gives_away: whether the
     * view shows the numbers of a stage, and so must hide them while a question asks for them. */
    bool (*points_at)(const struct look *look, int stage);
    bool (*gives_away)(const struct look *look, int stage);

    /* Data that the view shows beyond the scene. follow updates it after a change while the view is shown;
     * busy tells whether work is left, and work does the next slice of it. compute does all of it at once,
     * for exports; it returns false and explains in r if memory runs out. */
    void (*follow)(struct session *m, struct work *work);
    bool (*busy)(const struct session *m);
    void (*work)(struct session *m, struct work *work);
    bool (*compute)(struct session *m, struct reply *r);

    /* Returns the command line to run after *ms milliseconds while the view is shown, or NULL while
     * nothing plays. */
    const char *(*tick)(const struct look *look, int *ms);

    /* Views drawn beside this one on a screen of at least VIEW_BOARD_ROWS x VIEW_BOARD_COLS, where it
     * would leave space unused. Their `follow` is called too. Ends with VIEW_COUNT; NULL: none. */
    const enum view_id *companions;

    bool glints; /* a bright wave runs down its ribbons while no key is pressed (screen.glint) */
    bool glides; /* the view animates changes of numbers (screen.from) */

    bool sheet; /* digits and pasted numbers go into the cell under the cursor */
};

/* The rows in the order of VIEWS. This is the only array that a lower folder declares and a higher one
 * defines (view/frame/views.c). It is constant, so linking it is simpler than passing it through every
 * call between a state and a view. */
extern const struct view *const views[VIEW_COUNT];

#endif
