/* Interface between the expression reader and the functions it calls. Functions that
 * return false explain why in the call's reply. */
#ifndef EXPR_CALL_H
#define EXPR_CALL_H

#include "base/lang.h"
#include "expr/expr.h"
#include "state/training.h"

enum { EXPR_ARGS = 6, EXPR_ROW = 1024, EXPR_NAME = 64 };

struct expr_reader;

struct expr_call {
    const struct scene *scene;
    int head;
    int count; /* arguments given, not counting names */
    struct expr_value arg[EXPR_ARGS];
    int arg_col[EXPR_ARGS];
    const char *name, *example; /* of the function */
    char word[EXPR_NAME];       /* the argument that is a name; "": none */
    int word_col;
    struct expr_reader *in;
    struct reply *r;
    int col;   /* of the function's name */
    int param; /* from the table row: a stage, an architecture … */
};

struct expr_function {
    const char *name;
    const char *args; /* One letter per argument: t sentence word, s key word, h memory word, c class, n
                       * number, u word or -1 (all), e number or row, r row, a name. A capital letter is
                       * optional. NULL: the function reads its arguments itself. */
    bool (*call)(struct expr_call *c, struct expr_value *out);
    int param;
    const char *example;
    const char *help;
};

/* Each table ends with name NULL. */
extern const struct expr_function expr_attention[], expr_heads[], expr_numbers[], expr_sines[],
    expr_encoding[], expr_cost[], expr_orders[], expr_answer[], expr_training_values[], expr_cause[];
extern const struct expr_function *const expr_groups[]; /* ends with NULL */

const struct expr_function *expr_find(const char *name);

/* Set *out to a number or to a copy of a row. Return false if out of memory or if the row is too long. */
bool expr_number(struct expr_call *c, struct expr_value *out, double x);
bool expr_row(struct expr_call *c, struct expr_value *out, const double *v, int count);
/* Returns argument i as a number. */
double expr_arg(const struct expr_call *c, int i);
/* Reads argument i as a whole number in [lo, hi]; returns false otherwise. */
bool expr_index(struct expr_call *c, int i, long lo, long hi, long *out);
/* Gives row arg[0] of m or, with a second argument, entry arg[1] of that row. */
bool expr_entry(struct expr_call *c, struct expr_value *out, struct mat m);
/* Charges about `operations` multiplications (a sine counts 30) before they run. Returns false if the
 * expression exceeds its limit. */
bool expr_charge(struct expr_call *c, double operations);

/* ---- what several groups of values have in common ------------------------------- */

/* Report that the call's name is not a kind of head, with a list of those there are (`other` among them or
 * not), and that a kind cannot be measured here. Return false. */
bool expr_no_kind(struct expr_call *c, bool other);
bool expr_too_few_words(struct expr_call *c);

/* Sets *trained to a copy of the scene's state whose training is there and at its step, whether the scene is
 * trained or not. state_finish frees it, also after a failure. Returns false and explains in the reply if it
 * cannot be trained. */
bool expr_training(struct expr_call *c, struct state *trained);

/* Asks the test of the scene's training without the terms in `off`, see trainer_measure. */
bool expr_measure(struct expr_call *c, struct term_set off, struct measured *out);

#endif
