/* Every setting that has a name, in one table: what it may be, what it is at
 * the start, what it means. `set`, `add`, `cycle`, `reset`, saving, completion
 * and the help are made from it. */
#ifndef STATE_PARAM_H
#define STATE_PARAM_H

#include "state/state.h"

enum param_kind { PARAM_WHOLE, PARAM_REAL, PARAM_CHOICE, PARAM_SCALE };

enum { PARAM_PERSON = 2 };          /* belongs to the person and the terminal: it stays when another state comes, and is not saved with one */

struct param {
    const char *name;
    enum param_kind kind;
    size_t offset;                  /* of an int (WHOLE, CHOICE) or double (REAL) in struct state */
    double lo, hi, step;            /* range; what `add NAME 1` adds, or, below 0, how many times as much it makes: -10 ten times */
    const char *zero;               /* the word for 0 ("auto"), NULL: none */
    const char *(*choice)(int i);   /* CHOICE: name of value i, NULL behind the last */
    int look;                       /* 0: numbers depend on it; 1: concerns only looking; PARAM_PERSON */
    struct pair help;
};

extern const struct param params[];     /* ends with name NULL, sorted by group */

const struct param *param_find(const char *name);

/* Reads `value` into s. false: said in r, s untouched. */
bool param_set(struct state *s, const struct param *p, const char *value, int col, struct reply *r);
/* Gives `to` the value that it has in `from`. */
void param_copy(struct state *to, const struct state *from, const struct param *p);
/* Gives `to` all that belongs to the person and the terminal. */
void param_keep_person(struct state *to, const struct state *from);
/* `steps` steps of p->step further; numbers stay within their range, choices wrap around. */
void param_add(struct state *s, const struct param *p, double steps);
/* As at the start of the program. */
bool param_reset(struct state *s, const struct param *p, struct reply *r);
/* The value as `set` would read it. */
void param_print(const struct state *s, const struct param *p, struct text *out);
bool param_same(const struct state *a, const struct state *b, const struct param *p);

/* Names of values: NULL behind the last. */
const char *view_name(int i);
const char *mask_name(int i);
const char *block_name(int i);

#endif
