/* Expressions: numbers that the program computed, asked for by name. Total and
 * without side effects; at most 32 deep, 10,000 steps and 1024 numbers a row.
 *
 * `print weight(猫,狗)`, `expect h2.out(0) = [3.786, 7.251]`. The precision of a
 * comparison comes from the printed literal: `=` correctly rounded at the digits
 * shown (integers exact), `≈` one unit of the last digit, `≠` not what this
 * rounds to. Between two computed sides `=` means equal to 1e-9. */
#ifndef MODEL_EXPR_H
#define MODEL_EXPR_H

#include "base/reply.h"
#include "model/scene.h"

struct expr_value {
    bool row;                /* written and shown as [a, b] even when it has one entry */
    int count;
    double *v;
    double *unit;            /* of a literal's last digit, 0: not a literal */
};

struct expr_context {
    const struct scene *now;
    const struct scene *(*named)(void *arg, const char *name);   /* NULL: no other scenes */
    void *arg;
};

void expr_value_finish(struct expr_value *v);

/* false: said in r; r->col counts characters of s from 1. */
bool expr_eval(const struct expr_context *c, const char *s, size_t n, struct expr_value *out, struct reply *r);

/* A condition: comparisons joined by `and`. false: it does not hold (what was
 * computed is said) or is no condition. */
bool expr_check(const struct expr_context *c, const char *s, size_t n, struct reply *r);

#endif
