/* Between the reader of expressions and the functions that it can call. */
#ifndef EXPR_CALL_H
#define EXPR_CALL_H

#include "base/pair.h"
#include "expr/expr.h"

enum { EXPR_ARGS = 6, EXPR_ROW = 1024, EXPR_NAME = 64 };

struct expr_reader;

struct expr_call {
    const struct scene *scene;
    int head;
    int count;                             /* arguments given, without names */
    struct expr_value arg[EXPR_ARGS];
    int arg_col[EXPR_ARGS];
    const char *name, *example;            /* of the function */
    char word[EXPR_NAME];                  /* the argument that is a name, "" none */
    int word_col;
    struct expr_reader *in;
    struct reply *r;
    int col;                               /* of the function's name */
    int param;                             /* of the table row: a stage, an architecture … */
};

struct expr_function {
    const char *name;
    const char *args;    /* a letter each: t word of the sentence, s key word, h memory word, n number, e number or
                          * row, r row, a name; capital: may be left out; NULL: the function reads them itself */
    bool (*call)(struct expr_call *c, struct expr_value *out);
    int param;
    const char *example;
    struct pair help;
};

/* Each ends with name NULL. */
extern const struct expr_function expr_attention[], expr_numbers[], expr_sines[], expr_encoding[], expr_cost[], expr_orders[];
extern const struct expr_function *const expr_groups[];   /* ends with NULL */

const struct expr_function *expr_find(const char *name);

/* Building results. false: no memory or too long, said. */
bool expr_number(struct expr_call *c, struct expr_value *out, double x);
bool expr_row(struct expr_call *c, struct expr_value *out, const double *v, int count);
/* Argument i as a number; as a whole number within [lo, hi] (false: said). */
double expr_arg(const struct expr_call *c, int i);
bool expr_index(struct expr_call *c, int i, long lo, long hi, long *out);
/* Accounts for about `operations` multiplications (a sine is 30) before they are done; false: too many, said. */
bool expr_work(struct expr_call *c, double operations);

#endif
