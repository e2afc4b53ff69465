/* The command language: one table of commands, one way to run a line.
 *
 * A command edits a copy of the state and commits it (model_commit), or only
 * looks; whatever needs a file, the terminal or the lessons comes back as an
 * effect for the app to perform. Nothing here prints, reads files or draws. */
#ifndef COMMAND_COMMAND_H
#define COMMAND_COMMAND_H

#include "base/words.h"
#include "session/model.h"

enum effect {
    EFFECT_NONE,
    EFFECT_QUIT,
    EFFECT_SAVE, EFFECT_LOAD, EFFECT_SOURCE, EFFECT_EXPORT, EFFECT_IMPORT, EFFECT_SCREEN,
    EFFECT_LESSON, EFFECT_SCENE, EFFECT_PROGRESS, EFFECT_HOME,
    EFFECT_PROMPT, EFFECT_REDRAW, EFFECT_SUSPEND,
    EFFECT_RECOVER
};

/* What a line belongs to besides the session; a scene of the lessons is both. */
enum line_place {
    LINE_LESSON = 1 << 0,       /* a lesson: it sets the scene and reaches no further */
    LINE_STATE = 1 << 1         /* a saved state: it describes the state and does nothing else */
};

struct call {
    struct model *m;
    const struct words *w;      /* w->v[0] is the command's name */
    const char *rest;           /* the line behind the name, to the command's end, as written */
    int rest_col;
    size_t rest_len;
    const char *line;           /* the whole command as written, for the history */
    struct reply *r;
    enum effect effect;         /* set by the command */
    unsigned place;             /* line_place bits */
};

/* What a command may be part of. A row that does not name COMMAND_STATE is refused in saved states. */
enum command_flag {
    COMMAND_OUTSIDE = 1 << 0,   /* reaches beyond the scene (files, keys, language): refused in lessons */
    COMMAND_STATE = 1 << 1      /* describes a state, asks for no effect: allowed in saved states */
};

struct command {
    const char *name;
    int min, max;               /* words behind the name; max -1: any number */
    const char *usage;          /* "swap T U" */
    struct pair help;
    const char *example;        /* a line that works in the default state */
    unsigned flags;             /* command_flag bits */
    bool (*exec)(struct call *c);
};

/* The groups of the table, each ends with name NULL. */
extern const struct command cmd_sentence[], cmd_numbers[], cmd_settings[], cmd_history[], cmd_look[], cmd_stage[], cmd_show[],
    cmd_files[], cmd_token[], cmd_lesson[], cmd_sheet[], cmd_order[];
extern const struct command *const command_groups[];   /* ends with NULL */

const struct command *command_find(const char *name);

/* What a line did. */
struct outcome {
    enum effect effect;
    struct words words;         /* of the command that asked for the effect */
};

/* Runs the first command of *line and moves *line and *col behind it. `place` (line_place bits) decides
 * which commands are allowed. false: it failed, said in r (with the column); the model is as before the command. */
bool cmd_run(struct model *m, const char **line, int *col, unsigned place, struct outcome *out, struct reply *r);
void outcome_finish(struct outcome *o);

/* Whether all commands of a line are known and allowed in `place`; runs none. false: one is not, said in r. */
bool cmd_allowed(const char *line, unsigned place, struct reply *r);

/* How a command begins a change: a private copy of the present state. */
void call_edit(struct call *c, struct state *next);
/* … and how it ends one: commits `next` (taken over), which keeps to a lesson's bounds in one. */
bool call_commit(struct call *c, struct state *next);
/* The function of a command whose work is done outside: it only says what is wanted. */
#define CALL_WANTS(function, what)            \
    static bool function(struct call *c)      \
    {                                         \
        c->effect = (what);                   \
        return true;                          \
    }

/* Word i as text, "" behind the last; and its column. */
const char *call_word(const struct call *c, int i);
int call_col(const struct call *c, int i);

#endif
