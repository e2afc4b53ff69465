/* The views: what each of them is, as a row of its own. A row is in its view's folder, far above this one: it
 * draws and tells, and it answers what the rooms below need to know of it. A new view is a folder in view/
 * and a line in VIEWS. */
#ifndef STATE_VIEW_H
#define STATE_VIEW_H

#include <stdbool.h>

#include "base/pair.h"
#include "base/reply.h"

struct canvas;
struct config;
struct look;
struct matrix_ref;
struct model;
struct scene;
struct screen;
struct state;
struct teller;
struct work;

/* The list, in the order of the keys; saved states know views by name, so the order may change. */
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
    ROW(COST, cost)

#define VIEW_ID(id, row) VIEW_##id,
enum view_id { VIEWS(VIEW_ID) VIEW_COUNT }; /* for commands that belong to a view or lead to it */
#undef VIEW_ID

/* PREV and NEXT go along the row in focus; in most views they are left and right. */
enum direction {
    DIRECTION_UP,
    DIRECTION_DOWN,
    DIRECTION_LEFT,
    DIRECTION_RIGHT,
    DIRECTION_PREV,
    DIRECTION_NEXT
};

/* The field of the look that an axis of the cursor moves, and how many places it has. */
struct place {
    int *at;
    int count;
};

/* A part of a view under a name of its own, as lessons and papers call it: `view weights`. */
struct view_part {
    const char *name;
    int stage, panel; /* -1: as it is */
    bool one_cell;
};

enum { VIEW_BOARD_ROWS = 50, VIEW_BOARD_COLS = 200 };

/* A hook that is NULL does nothing, unless it says otherwise. */
struct view {
    const char *name;    /* for `view NAME`, saved states and help */
    const char *context; /* where its keys are bound */
    struct pair title, help;
    struct pair across,
        along; /* what left and right, up and down choose, for the footer; NULL: they move the cursor */
    const struct view_part *parts; /* NULL: none; else ends with name NULL */

    void (*draw)(struct canvas c, const struct screen *s);

    /* The same in sentences; briefly: where one is, in a line or two. */
    void (*tell)(const struct teller *t);
    void (*tell_briefly)(const struct teller *t);
    bool tells_hidden; /* tell leaves out by itself what a question hides; otherwise nothing is told meanwhile
                        */

    /* The fields that the cursor moves. NULL: query and key. */
    void (*places)(struct state *s, const struct config *c, struct place *row, struct place *col);
    /* Moves the cursor where that is not a step along one of `places`. Returns false to leave it to them. */
    bool (*move)(struct state *s, const struct scene *now, enum direction direction, long steps);
    /* Finds the editable number under the cursor. Returns false if the number is computed. NULL: all are
     * computed. */
    bool (*cell)(const struct state *s, const struct config *c, struct matrix_ref *ref, int *row, int *col);

    /* Whether the cursor points at a cell of a stage (or of LOOK_PE); whether the view gives the numbers of a
     * stage away, and has to hide them while a question asks for them. */
    bool (*points_at)(const struct look *look, int stage);
    bool (*gives_away)(const struct look *look, int stage);

    /* What it shows beyond the scene: brought up to date after a change while the view is shown; whether that
     * takes longer, and the next piece of it; all of it at once, for exports. compute returns false and
     * explains in r if memory runs out. */
    void (*follow)(struct model *m, struct work *work);
    bool (*busy)(const struct model *m);
    void (*work)(struct model *m, struct work *work);
    bool (*compute)(struct model *m, struct reply *r);

    /* The line of the command language that time runs while the view is shown, and after how many
     * milliseconds. Returns NULL while nothing moves. */
    const char *(*tick)(const struct look *look, int *ms);

    /* Views drawn beside it on a screen of VIEW_BOARD_ROWS x VIEW_BOARD_COLS or larger, which is more than it
     * can use; what they show is followed too. Ends with VIEW_COUNT; NULL: none. */
    const enum view_id *companions;

    bool glides; /* a change of numbers is shown as a movement (screen.from) */

    bool sheet; /* digits and pasted numbers go into the cell under the cursor; `view back` leaves it */
};

/* The rows in the order of VIEWS. The one array that a lower room declares and a higher one defines
 * (view/frame/views.c): it is constant, so it is linked in rather than passed through every call that leads
 * from a state to a view. */
extern const struct view *const views[VIEW_COUNT];

#endif
