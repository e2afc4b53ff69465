/* The command language: one table of commands, one way to run a line.
 *
 * A command is a row: what may be written after its name is data (session/usage.h), so that reading, errors,
 * help and Tab cannot disagree, and most rows only edit a copy of the state, so that a failed command changes
 * nothing and one place commits. A command that needs files, the terminal or the lessons lives where that
 * work is done, in a group of its own, and reaches it through the host of its call. This folder does not
 * print, read files or draw. */
#ifndef COMMAND_COMMAND_H
#define COMMAND_COMMAND_H

#include "base/words.h"
#include "session/session.h"
#include "session/usage.h"

struct host;

/* Where a line comes from. A scene of a lesson is both LINE_LESSON and LINE_STATE. */
enum line_origin {
    LINE_LESSON = 1 << 0,   /* a lesson: may only set the scene */
    LINE_STATE = 1 << 1,    /* a saved state: may only describe the state */
    LINE_SOLUTION = 1 << 2, /* the solution of a goal */
    LINE_JOURNAL = 1 << 3   /* a replayed journal */
};

struct call {
    struct session *m;
    struct host *host;     /* access to the app; never NULL for a command with COMMAND_HOST */
    const struct words *w; /* w->v[0] is the command's name */
    const char *rest;      /* the line after the name, up to the command's end, as written */
    int rest_col;
    const char *line;   /* the whole command as written, for the history */
    struct text logged; /* if not empty, logged instead of the line */
    struct reply *r;
    unsigned origin;   /* line_origin bits */
    const char *words; /* the command's words, and which of them the line has */
    struct usage_read read;
};

/* Properties of a command. */
enum command_flag {
    COMMAND_OUTSIDE = 1 << 0, /* reaches beyond the scene (files, keys, language): refused in lessons */
    COMMAND_STATE = 1 << 1,   /* describes a state: allowed in saved states, which refuse all others */
    COMMAND_HOST = 1 << 2,    /* acts through the host */
    COMMAND_NO_LOG = 1 << 3,  /* needs no journal entry, or logs its own: refused in journals */
    COMMAND_LOOKS = 1 << 4,   /* only changes the look: a journal keeps the last of several in a row */
    COMMAND_IDLE = 1 << 5,    /* often changes nothing (the cursor at an edge): a key does not report that */
    COMMAND_QUITS = 1 << 6,   /* part of quitting: a quit awaiting confirmation stays pending */
    COMMAND_LESSON = 1 << 7,  /* plays a lesson: logged as typed, without the commands the lesson runs */
    COMMAND_IN_LESSON = 1 << 8, /* needs an open lesson */
    COMMAND_OPENS = 1 << 9,     /* may open a lesson */
    COMMAND_ANSWERS = 1 << 10,  /* may answer the question: while that is out of sight, its key shows it */
    COMMAND_READS = 1 << 11     /* asks or reads on: no journal is begun for it alone */
};

/* A row of the table. One of `act` and `edit` runs the command: `edit` only changes a private copy of the
 * state, which is committed if it returns true. */
struct command {
    const char *name;
    const char *words; /* what may be written after the name: session/usage.h */
    bool (*act)(struct call *c);
    bool (*edit)(struct call *c, struct state *next);
    unsigned flags;      /* command_flag bits */
    const char *example; /* a line that works in the default state, or NULL */
    const char *help;
};

/* The last row of a group. */
#define COMMAND_LAST                                                                                         \
    {                                                                                                        \
        NULL, NULL, NULL, NULL, 0, NULL, NULL                                                                \
    }

/* The groups of this folder, which need no host. */
extern const struct command cmd_sentence[], cmd_numbers[], cmd_settings[], cmd_history[], cmd_look[],
    cmd_machine[], cmd_stage[], cmd_clock[], cmd_show[], cmd_token[], cmd_scene[], cmd_sheet[], cmd_order[],
    cmd_answer[], cmd_train[], cmd_example[], cmd_cause[];
/* Returns the command table of this session. */
const struct command *const *command_table(const struct session *m);
/* Returns the command of this name, or NULL. */
const struct command *command_find(const struct session *m, const char *name);
/* Returns the nearest command to a name that is none, unless `best` is as near; NULL: neither is. */
const char *command_near(const struct session *m, const char *name, const char *best);
/* Returns the flags shared by all commands of a line; 0 if one is an assignment or unknown. */
unsigned command_flags(const struct session *m, const char *line);

/* The environment in which lines run, and a record of what ran. */
struct runner {
    struct session *m;
    struct host *host; /* NULL: commands with COMMAND_HOST fail */
    unsigned origin;   /* line_origin bits, which decide the allowed commands */
    int count;         /* commands so far, including a failed one */
    unsigned flags;    /* of the last one */
};

/* Runs the first command of *line and moves *line and *col past it. Returns false and explains in r (with the
 * column) when it fails; the session is then as before the command. */
bool cmd_run(struct runner *in, const char **line, int *col, struct reply *r);
/* Runs the commands of a line up to one that fails, with the limit of a lesson's step. */
bool cmd_run_line(struct runner *in, const char *line, struct reply *r);

/* Checks that all commands of a line are known and allowed from `origin`, without running any. Returns false
 * and explains in r when one is not. */
bool cmd_allowed(struct session *m, const char *line, unsigned origin, struct reply *r);

/* Begins a change: sets *next to a private copy of the present state. */
void call_edit(struct call *c, struct state *next);
/* Sets *next to the scene that opens first, with the present personal settings. Returns false if out of
 * memory. */
bool call_opening(struct call *c, struct state *next);
/* Makes a change as a whole: commits what `edit` makes of a copy of the present state, if it returns true. */
bool call_change(struct call *c, bool (*edit)(struct call *c, struct state *next));
/* Ends a change: commits `next` (taken over). In a lesson it must be within the lesson bounds. */
bool call_commit(struct call *c, struct state *next);

/* Goes back to the last place of the trail, or without one to the view `otherwise`. */
bool call_go_back(struct call *c, enum view_id otherwise);

/* Makes these words the sentence of `next`. Returns false and explains in the reply if out of memory. */
bool call_sentence(struct call *c, const char *const *words, int count, struct state *next);

/* Reads the option at word *i, as key=value or key = value, moves *i past it, and sets it in `next`.
 * Returns false and explains in the reply if it has another form or cannot be set. */
typedef bool (*option_setter)(struct state *next, const char *key, const char *value, int col,
                              struct reply *r);
bool call_option(struct call *c, int *i, option_setter set, struct state *next);

/* Appends "cell = 1 2 ; 3 4" for pasted numbers (from a spreadsheet, a text file, a program). Each line is a
 * row, cut into cells as keep/fields.h says; brackets are left out. Returns false and explains in r if a
 * cell is empty or not a number (naming line and cell, from 1), or the lines differ in length; `line` is then
 * incomplete. */
bool pasted_line(const char *s, struct text *line, struct reply *r);

/* Adds the example in the words from `first` on; the cursor of the list of tasks goes to the one that learns
 * from examples. Returns false and explains in r if it is not an example, or if there are too many. */
bool example_add(struct state *next, const struct words *w, int first, struct reply *r);
/* Makes the task of the state, if it learns from examples, fit them. Returns false and explains in r if it
 * cannot. */
bool example_taken(struct state *next, struct reply *r);

/* Return word i as text ("" past the last one), and its column. */
const char *call_word(const struct call *c, int i);
int call_col(const struct call *c, int i);
/* Makes TEXT(…) with its values the answer, an error at word i; returns false. */
#define call_fail(c, i, ...) reply_fail((c)->r, call_col(c, i), __VA_ARGS__)
/* Explains in the reply what may be written as word i, if anything may; returns false. */
bool call_expected(struct call *c, int i);
/* Explains that this stage, word 1, is not computed now; returns false. */
bool call_not_computed(struct call *c, const char *stage);
/* Returns whether word i is this one, without quotes. */
bool call_is(const struct call *c, int i, const char *word);
/* Appends word i (from 1) as written: unlike call_word, full-width signs stay what they are. */
void call_written(const struct call *c, int i, struct text *out);

#endif
