/* Why a language: a lesson claims numbers, and a claim that nothing checks is soon false. Authors write what
 * they would print, in the digits that they print, and the same parser judges it, finds what to write
 * instead, and changes a digit to see whether the check would notice.
 *
 * Expressions: access to computed numbers by name. They always end and have no side
 * effects. Limits: depth 32, 10,000 evaluated values, 1024 numbers per row, and one or
 * two seconds of arithmetic.
 *
 * Examples: `print weight(猫,狗)`, `expect h2.out(0) = [3.786, 7.251]`. The printed
 * literal sets the precision of a comparison:
 *   =  equal after rounding to the digits shown (whole numbers exactly; a tie rounds either way);
 *   ≈  within one unit of the last digit;
 *   ≠  does not round to the literal.
 * Between two computed sides, `=` means |a - b| <= 1e-9·max(1, |a|, |b|). Comparisons
 * can be joined by `and` and chained: 0.28 < w < 0.29.
 *
 * Functions that take a reply r explain failures there; r->col counts the characters of s from 1. */
#ifndef EXPR_EXPR_H
#define EXPR_EXPR_H

#include "base/reply.h"
#include "state/scene.h"

struct expr_figure;

struct expr_value {
    bool row; /* shown as [a, b], even with one entry */
    int count;
    double *v;
    struct expr_figure *figure; /* how each entry was printed; NULL: computed */
};

struct expr_context {
    const struct scene *now;
    const struct scene *(*named)(const void *arg, const char *name); /* NULL: no other scenes */
    const void *arg;
    /* Returns the other side of the comparison, which may take *room; NULL: explains in r why there is none.
     * The member NULL: there is no comparison. */
    const struct scene *(*beside)(const void *arg, struct scene *room, struct reply *r);
};

/* Result of a condition. If it is false: the column of the literal or row entry at fault
 * (in characters, from 1) and the computed value. */
struct expr_verdict {
    bool holds;
    double margin; /* Distance from flipping, negative if false; the minimum over all comparisons.
                    * < and >: the gap relative to the literal (absolute if it is 0), or to the
                    * larger side if both are computed. =, ≈, ≠: the gap to the edge of the
                    * interval that rounds to the literal, relative to its half-width. */
    int col;
    double computed;
    char write[48]; /* `computed`, printed like the literal; "": no literal */
};

void expr_value_finish(struct expr_value *v);

/* Evaluates s into *out, which expr_value_finish frees. Returns false if s is not an expression. */
bool expr_eval(const struct expr_context *c, const char *s, size_t n, struct expr_value *out,
               struct reply *r);

/* Judges the condition s; the verdict tells whether it holds. Returns false if s is not a condition or
 * cannot be evaluated. */
bool expr_judge(const struct expr_context *c, const char *s, size_t n, struct expr_verdict *out,
                struct reply *r);

/* Like expr_judge, but also returns false if the condition does not hold, with the computed value in r. */
bool expr_check(const struct expr_context *c, const char *s, size_t n, struct reply *r);

/* Adds the reason why a condition is false, for its author: "recomputed 0.0558072; to 3 decimals write
 * 0.056". */
void expr_why(const struct expr_context *c, const char *s, size_t n, enum lang lang, struct text *why);

/* Writes a condition or expression in a language-independent form: words as positions, no
 * redundant blanks, ASCII operators, digits as printed. Used for comparing; it can also be
 * evaluated, unless an order_ function moves the words. */
bool expr_normal(const struct expr_context *c, const char *s, size_t n, struct text *out, struct reply *r);

/* Returns the number of literals in s that a computed value must round to (by = or ≈), or -1 if s
 * cannot be evaluated. For k below that number, sets *out to s with the last digit of literal k
 * changed by 1, or by 3 after ≈, which allows 1. A check that passes with this change checks nothing. */
int expr_mutate(const struct expr_context *c, const char *s, size_t n, int k, struct text *out,
                struct reply *r);

/* Returns the name of value i, NULL after the last. */
const char *expr_name(int i);
/* Returns the description of value i. */
const char *expr_about(int i);

/* Which layer, head and state a name is of. */
extern const char *const expr_rule;

/* Adds the description of a value with an example, or of all values for "values". Returns false if there is
 * no such name. */
bool expr_help(struct text *out, const char *name, enum lang lang);

/* Appends an example of the tables written with Chinese words, in the words of `lang`: the program takes
 * both. What the table of words does not have stays as it is. */
void sample_add(struct text *out, const char *example, enum lang lang);

#endif
