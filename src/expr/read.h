/* The reader of expressions, for the files that read: text.c (characters, printed numbers),
 * expr.c (the grammar), orders.c (the same text under every order of the words), rewrite.c
 * (other texts). It evaluates while it reads. */
#ifndef EXPR_READ_H
#define EXPR_READ_H

#include "expr/call.h"

enum { EXPR_BYTES = 65536, EXPR_DEPTH = 32, EXPR_STEPS = 10000 };

/* A number as it is printed in the text. */
struct expr_figure {
    double unit;             /* of its last digit; 0: this entry was computed */
    bool whole, percent;     /* whole: exact */
    int decimals, exponent;
    size_t from, to;         /* bytes of the reader's text */
};

/* Places that a rewriting of the text changes, from left to right. */
struct expr_mark {
    enum { EXPR_MARK_WORD, EXPR_MARK_EXACT, EXPR_MARK_NEAR } kind;   /* a word; a literal behind = or ≈ */
    size_t from, to;
    int index;               /* of the word */
};

struct expr_marks {
    struct expr_mark *v;
    int count, room;
};

struct expr_reader {
    const struct expr_context *context;
    const struct scene *scene;       /* of the prefix in front of a name */
    int head;
    char *s;                         /* folded to ASCII outside quotes, zero behind it */
    int *col;                        /* of every byte in the original, and of its end */
    size_t *origin;                  /* byte of the original, likewise */
    size_t at, n;
    int depth, steps;
    double work;
    struct work_task outer;          /* what this is a part of */
    bool ordering;                   /* inside an order_ function */
    struct expr_marks *marks;        /* NULL: not wanted */
    struct reply *r;
};

/* A condition's verdict and what is needed beside it to say why it is false. */
struct expr_outcome {
    struct expr_verdict verdict;
    const struct expr_relation *relation;
    struct expr_figure figure;
    double left, right;
};

bool expr_open(struct expr_reader *in, const struct expr_context *c, const char *s, size_t n, struct reply *r);
void expr_close(struct expr_reader *in);

/* A value of `count` computed numbers; false: no memory, said. */
bool expr_make(struct expr_value *out, int count, bool row, struct reply *r);

int expr_column(const struct expr_reader *in);
void expr_blanks(struct expr_reader *in);
/* Moves over `mark` when it comes next. */
bool expr_take(struct expr_reader *in, const char *mark);
/* The failure that something else stands here than what is expected; `example` (or NULL) shows it right. */
bool expr_expected(struct expr_reader *in, const char *what, const char *example);
/* Nothing may follow. */
bool expr_ended(struct expr_reader *in);
bool expr_is_digit(char c);

/* One level down (the caller counts in->depth back), one value more. false: too deep, too many; said. */
bool expr_deeper(struct expr_reader *in);
bool expr_step(struct expr_reader *in);

void expr_mark(struct expr_reader *in, struct expr_mark mark);

/* 12, 0.416, 4.5e-5, 97%, 5_120_000 */
bool expr_literal(struct expr_reader *in, struct expr_value *out);
/* x as the literal prints its number. */
void expr_write(struct text *out, double x, const struct expr_figure *like);

/* A sum of products, the widest expression. */
bool expr_sum(struct expr_reader *in, struct expr_value *out);
/* A comparison comes next. */
bool expr_relation_follows(const struct expr_reader *in);
/* Comparisons joined by `and`. */
bool expr_condition(struct expr_reader *in, struct expr_outcome *out);
/* The rest of a condition whose first value was read (and is taken over). */
bool expr_condition_from(struct expr_reader *in, struct expr_value *first, struct expr_outcome *out);

#endif
