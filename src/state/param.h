/* The table of all named settings: type, range, step and help. `set`, `add`, `cycle`, `reset`,
 * saving, completion and the help use it. */
#ifndef STATE_PARAM_H
#define STATE_PARAM_H

#include "state/state.h"

enum param_kind { PARAM_WHOLE, PARAM_REAL, PARAM_CHOICE, PARAM_SCALE };

/* What a setting belongs to. */
enum param_whose {
    PARAM_NUMBERS, /* the computation: it affects numbers */
    PARAM_LOOK,    /* the view alone */
    PARAM_PERSON   /* the user and the terminal: kept when another state is loaded, and not saved */
};

/* A value of a choice, and what messages call it (NULL: its name). */
struct choice {
    const char *name;
    const char *spoken;
};

struct param {
    const char *name;
    enum param_kind kind;
    size_t offset; /* of an int (WHOLE, CHOICE) or double (REAL) in struct state */
    enum param_whose whose;
    const char *initial;          /* the default, as `set` reads it; NULL: 0, the first choice */
    double lo, hi, step;          /* range; step of `add NAME 1`, negative: a factor (-10: times 10) */
    const char *zero;             /* the word for 0 ("auto"); NULL: none */
    const struct choice *choices; /* CHOICE: its values, ends with name NULL; or, if other rooms have them: */
    const char *(*listed)(int i); /* name of value i, NULL after the last */
    size_t counted;               /* WHOLE: offset of the int that says how many there are; 0: lo to hi */
    int panel_of;                 /* 1 + the view whose panel it chooses: `panel` means all of them */
    bool unlisted;      /* a place of a cursor, or a panel: keys and scripts set it, no list has it */
    const char *spoken; /* what messages call it (NULL: its name) */
    const char *help;
};

extern const struct param params[]; /* ends with name NULL, sorted by group */

const struct param *param_find(const char *name);
/* Returns the setting that a name means with a value (NULL: with any), which is param_find's but for `panel`:
 * the panel that has this value, else that of the view shown. No two panels have the same name. */
const struct param *param_meant(const struct state *s, const char *name, const char *value);

/* Returns the name of value i of a choice; NULL after the last, and for other settings. */
const char *param_choice(const struct param *p, int i);

/* Sets p from text. Returns false, explains in r and leaves s unchanged if the value is invalid. */
bool param_set(struct state *s, const struct param *p, const char *value, int col, struct reply *r);
/* Copies the value of p. */
void param_copy(struct state *to, const struct state *from, const struct param *p);
/* Copies all settings that belong to the user and the terminal. */
void param_keep_personal(struct state *to, const struct state *from);
/* Moves p by `steps` steps. Numbers are clamped to their range; choices wrap around. */
void param_add(struct state *s, const struct param *p, double steps);
/* Moves p, which is counted, by `steps`: after the last comes the first. */
void param_go_round(struct state *s, const struct param *p, double steps);
/* The same, but a choice goes on to the next value that suits the other settings. Returns false if none does;
 * `why` then says why, and also if some were skipped. */
bool param_step(struct state *s, const struct param *p, double steps, struct reply *why);
/* Resets p to its default. */
void param_reset(struct state *s, const struct param *p);
/* Writes the value as `set` reads it. */
void param_print(const struct state *s, const struct param *p, struct text *out);
bool param_same(const struct state *a, const struct state *b, const struct param *p);

/* Returns the name of a view; NULL after the last. */
const char *view_name(int i);

#endif
