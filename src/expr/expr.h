/* Expressions: numbers that the program computed, asked for by name. Total and
 * without side effects; at most 32 deep, 10,000 evaluated values and 1024 numbers
 * a row, and as much arithmetic as a second or two allows.
 *
 * `print weight(猫,狗)`, `expect h2.out(0) = [3.786, 7.251]`. The precision of a
 * comparison comes from the printed literal: `=` correctly rounded at the digits
 * shown (whole numbers exact; a tie rounds either way), `≈` one unit of the last
 * digit, `≠` not what this rounds to. Between two computed sides `=` means
 * |a - b| <= 1e-9·max(1, |a|, |b|). Comparisons are joined by `and` and may be
 * chained: 0.28 < w < 0.29. */
#ifndef EXPR_EXPR_H
#define EXPR_EXPR_H

#include "base/reply.h"
#include "state/scene.h"

struct expr_figure;

struct expr_value {
    bool row;                    /* written and shown as [a, b] even when it has one entry */
    int count;
    double *v;
    struct expr_figure *figure;  /* how each entry was printed, NULL: computed */
};

struct expr_context {
    const struct scene *now;
    const struct scene *(*named)(const void *arg, const char *name);   /* NULL: no other scenes */
    const void *arg;
};

/* What became of a condition. For a false one: where in the text (1-based, in
 * characters) the literal or row entry at fault stands, and against what. */
struct expr_verdict {
    bool holds;
    double margin;       /* how far from flipping; below 0 when it does not hold. < and >: the gap as a share of
                          * the literal (of 1 for 0; of the larger side when both are computed). =, ≈, ≠: the gap to
                          * the edge of what rounds to the literal, as a share of that half-width. The least of all. */
    int col;
    double computed;
    char write[48];      /* computed, printed like the literal; "" when there was none */
};

void expr_value_finish(struct expr_value *v);

/* false: said in r; r->col counts characters of s from 1. */
bool expr_eval(const struct expr_context *c, const char *s, size_t n, struct expr_value *out, struct reply *r);

/* Whether a condition holds. false: it is no condition, or cannot be evaluated; said in r. */
bool expr_judge(const struct expr_context *c, const char *s, size_t n, struct expr_verdict *out, struct reply *r);

/* The same for a person: false also when it does not hold, with what was computed said in r. */
bool expr_check(const struct expr_context *c, const char *s, size_t n, struct reply *r);

/* Adds what a false condition's author should know: "recomputed 0.0558072; at 3 digits write 0.056". */
void expr_why(const struct expr_context *c, const char *s, size_t n, enum lang lang, struct text *why);

/* A condition (or expression) in a form that is the same in every language: words as
 * positions, no needless blanks, ASCII operators, digits as they were printed. It is there
 * to be compared; it can be evaluated too, except where an order_ function moves the words. */
bool expr_normal(const struct expr_context *c, const char *s, size_t n, struct text *out, struct reply *r);

/* How many literals of s a computed value must round to (by = or ≈; -1: s cannot be evaluated,
 * said in r). For 0 <= k < that, *out becomes s with the last digit of literal k changed
 * by one (by three behind ≈, where one is allowed): a check that passes it checks nothing. */
int expr_mutate(const struct expr_context *c, const char *s, size_t n, int k, struct text *out, struct reply *r);

/* Name i of all values, NULL behind the last. */
const char *expr_name(int i);
/* … and what it is. */
struct pair expr_about(int i);

/* Adds what the value of this name is, with an example; all of them for "values". false: no such name. */
bool expr_help(struct text *out, const char *name, enum lang lang);

#endif
