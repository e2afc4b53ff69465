/* The command language: one table of commands, one way to run a line.
 *
 * A command edits a copy of the state and commits it (model_commit), or only looks. A command
 * that needs files, the terminal or the lessons lives where that work is done, in a group of its
 * own, and reaches it through the host of its call. Nothing in this folder prints, reads files or
 * draws. */
#ifndef COMMAND_COMMAND_H
#define COMMAND_COMMAND_H

#include "base/words.h"
#include "session/model.h"

struct host;

/* What a line is part of. A scene of the lessons is part of both a lesson and a saved state. */
enum line_place {
    LINE_LESSON = 1 << 0,       /* a lesson: it sets the scene and reaches no further */
    LINE_STATE = 1 << 1,        /* a saved state: it describes the state and does nothing else */
    LINE_SOLUTION = 1 << 2,     /* the solution of a goal */
    LINE_JOURNAL = 1 << 3       /* a journal that is replayed */
};

struct call {
    struct model *m;
    struct host *host;          /* what lies beyond the model; a command with COMMAND_HOST always has one */
    const struct words *w;      /* w->v[0] is the command's name */
    const char *rest;           /* the line after the name, up to the command's end, as written */
    int rest_col;
    size_t rest_len;
    const char *line;           /* the whole command as written, for the history */
    struct text logged;         /* what the log gets in place of the line, if the command adds anything */
    struct reply *r;
    unsigned place;             /* line_place bits */
};

/* Facts about a command that others need to know. */
enum command_flag {
    COMMAND_OUTSIDE = 1 << 0,   /* reaches beyond the scene (files, keys, language): refused in lessons */
    COMMAND_STATE = 1 << 1,     /* describes a state: allowed in saved states, which refuse all others */
    COMMAND_HOST = 1 << 2,      /* acts through the host */
    COMMAND_NO_LOG = 1 << 3,    /* changes nothing that a journal needs, or adds it to the log itself: refused in journals */
    COMMAND_LOOKS = 1 << 4,     /* only changes what is looked at: of several in a row a journal keeps the last */
    COMMAND_IDLE = 1 << 5,      /* may well change nothing (the cursor at an edge): a key need not say so */
    COMMAND_QUITS = 1 << 6,     /* part of quitting: a quit that asked to be confirmed still counts */
    COMMAND_LESSON = 1 << 7,    /* plays a lesson: logged as typed, whatever the lesson runs because of it */
    COMMAND_IN_LESSON = 1 << 8, /* needs an open lesson */
    COMMAND_OPENS = 1 << 9      /* may open a lesson */
};

/* What Tab offers after a command's name. */
enum command_words {
    WORDS_NAMES,                /* words of the sentence, matrices */
    WORDS_CHOICES,              /* what the setting with the command's name can become */
    WORDS_TARGETS,              /* settings and matrices, then what they can become */
    WORDS_VALUES,               /* an expression */
    WORDS_STAGES, WORDS_SIDES, WORDS_PRESETS, WORDS_PAIRS, WORDS_TERMS, WORDS_TOPICS,
    WORDS_STEPS, WORDS_LESSONS,
    WORDS_FILES, WORDS_EXPORTS, WORDS_IMPORTS,
    WORDS_KINDS
};

struct command {
    const char *name;
    int min, max;               /* words after the name; max -1: any number */
    const char *usage;          /* "swap T U" */
    struct pair help;
    const char *example;        /* a line that works in the default state */
    unsigned flags;             /* command_flag bits */
    enum command_words words;
    bool (*exec)(struct call *c);
};

/* The last row of a group. */
#define COMMAND_LAST {NULL, 0, 0, NULL, PAIR(NULL, NULL), NULL, 0, WORDS_NAMES, NULL}

/* The groups of this folder, which need no host. */
extern const struct command cmd_sentence[], cmd_numbers[], cmd_settings[], cmd_history[], cmd_look[], cmd_stage[], cmd_show[],
    cmd_token[], cmd_scene[], cmd_sheet[], cmd_order[];
/* The table of a model that was not given another one (model.commands): these groups. It ends with NULL, as all tables do. */
extern const struct command *const command_groups[];

/* The table that lines of this model are looked up in. */
const struct command *const *command_table(const struct model *m);
/* NULL: no command has this name. */
const struct command *command_find(const struct model *m, const char *name);
/* The flags that all commands of a line have; 0 when one of them is an assignment or unknown. */
unsigned command_flags(const struct model *m, const char *line);

/* Where lines run, and what ran. */
struct runner {
    struct model *m;
    struct host *host;          /* NULL: commands with COMMAND_HOST fail */
    unsigned place;             /* line_place bits; they decide which commands are allowed */
    int count;                  /* commands so far, the one that failed included */
    unsigned flags;             /* of the last one */
};

/* Runs the first command of *line and moves *line and *col past it. Returns false and explains in r (with the
 * column) when it fails; the model is then as before the command. */
bool cmd_run(struct runner *in, const char **line, int *col, struct reply *r);

/* Checks that all commands of a line are known and allowed in `place`, without running any. Returns false and
 * explains in r when one is not. */
bool cmd_allowed(struct model *m, const char *line, unsigned place, struct reply *r);

/* How a command begins a change: a private copy of the present state. */
void call_edit(struct call *c, struct state *next);
/* How it ends one: commits `next` (taken over), which in a lesson must keep to the lesson's bounds. */
bool call_commit(struct call *c, struct state *next);

/* Word i as text, "" past the last one; and its column. */
const char *call_word(const struct call *c, int i);
int call_col(const struct call *c, int i);

#endif
