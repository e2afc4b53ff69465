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

struct param {
    const char *name;
    enum param_kind kind;
    size_t offset;                /* of an int (WHOLE, CHOICE) or double (REAL) in struct state */
    double lo, hi, step;          /* range; step of `add NAME 1`, negative: a factor (-10: times 10) */
    const char *zero;             /* the word for 0 ("auto"); NULL: none */
    const char *(*choice)(int i); /* CHOICE: name of value i, NULL after the last */
    enum param_whose whose;
    size_t counted; /* WHOLE: offset of the int that says how many there are; 0: lo to hi */
    struct pair help;
};

extern const struct param params[]; /* ends with name NULL, sorted by group */

const struct param *param_find(const char *name);

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
/* Resets p to its value at program start. Returns false if out of memory. */
bool param_reset(struct state *s, const struct param *p, struct reply *r);
/* Writes the value as `set` reads it. */
void param_print(const struct state *s, const struct param *p, struct text *out);
bool param_same(const struct state *a, const struct state *b, const struct param *p);

/* Return the name of value i, NULL after the last. */
const char *view_name(int i);
const char *mask_name(int i);
const char *block_name(int i);

#endif
