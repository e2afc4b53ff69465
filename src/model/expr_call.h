/* Between the reader of expressions and the functions that it can call. */
#ifndef MODEL_EXPR_CALL_H
#define MODEL_EXPR_CALL_H

#include "base/pair.h"
#include "model/expr.h"

enum { EXPR_ARGS = 6, EXPR_ROW = 1024 };

struct expr_call {
    const struct scene *scene;
    int head;
    int count;                             /* arguments given */
    struct expr_value arg[EXPR_ARGS];
    const char *name;
    struct reply *r;
    int col;
    int param;                             /* of the table row: a stage, an architecture … */
};

struct expr_function {
    const char *name;
    const char *args;    /* a letter each: t word of the sentence, s key word, h memory word, n number, r row, a name; capital: may be left out */
    bool (*call)(struct expr_call *c, struct expr_value *out);
    int param;
    struct pair help;
};

extern const struct expr_function expr_attention[], expr_numbers[], expr_encoding[], expr_cost[];   /* each ends with name NULL */

/* Building results. false: no memory or too long, said. */
bool expr_number(struct expr_call *c, struct expr_value *out, double x);
bool expr_row(struct expr_call *c, struct expr_value *out, const double *v, int count);
/* Argument i as a number; as a whole number within [lo, hi] (false: said). */
double expr_arg(const struct expr_call *c, int i);
bool expr_index(struct expr_call *c, int i, long lo, long hi, long *out);

#endif
