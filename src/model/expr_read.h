/* The reader of expressions, shared by the files that are one parser: expr.c
 * (operators, rows, literals), expr_named.c (names, their arguments), expr_check.c
 * (conditions). */
#ifndef MODEL_EXPR_READ_H
#define MODEL_EXPR_READ_H

#include "model/expr_call.h"

enum { EXPR_NAME = 64 };

struct expr_reader {
    const struct expr_context *context;
    const struct scene *scene;       /* of the prefix in front of a name */
    int head;
    const char *s;                   /* folded to ASCII */
    const int *col;                  /* of every byte in the original */
    size_t at, n;
    int depth, steps;
    struct reply *r;
};

bool expr_open(struct expr_reader *in, const struct expr_context *c, const char *s, size_t n, struct reply *r);
void expr_close(struct expr_reader *in);

/* A value of `count` numbers; false: no memory, said. */
bool expr_make(struct expr_value *out, int count, bool row, struct reply *r);

int expr_column(const struct expr_reader *in);
void expr_blanks(struct expr_reader *in);
/* Moves over `mark` when it comes next. */
bool expr_take(struct expr_reader *in, const char *mark);
/* The failure "expected … here". */
bool expr_expected(struct expr_reader *in, const char *what);
/* Nothing may follow. */
bool expr_ended(struct expr_reader *in);
bool expr_is_digit(char c);

/* A sum of products, the widest expression; a name with its prefixes and arguments. */
bool expr_sum(struct expr_reader *in, struct expr_value *out);
bool expr_named(struct expr_reader *in, struct expr_value *out);

#endif
