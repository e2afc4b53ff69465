/* Internal interface of the expression reader, which evaluates while it parses. Shared by text.c
 * (characters, printed numbers, examples), expr.c (the grammar: values and conditions), condition.c
 * (verdicts), orders.c (evaluation under every word order) and rewrite.c (derived texts). Functions that fail
 * explain why in in->r. */
#ifndef EXPR_READ_H
#define EXPR_READ_H

#include "expr/call.h"

enum { EXPR_BYTES = 65536, EXPR_DEPTH = 32, EXPR_STEPS = 10000 };

/* Print format of a number in the text. */
struct expr_figure {
    double unit;         /* of the last digit; 0: the entry was computed */
    bool whole, percent; /* whole: compared exactly */
    int decimals, exponent;
    size_t from, to; /* byte range in the reader's text */
};

/* Places that rewrite.c may change, from left to right. */
struct expr_mark {
    enum { EXPR_MARK_WORD, EXPR_MARK_EXACT, EXPR_MARK_NEAR } kind; /* a word; a literal after = or ≈ */
    size_t from, to;
    int index; /* of the word */
};

struct expr_marks {
    struct expr_mark *v;
    int count, room;
};

struct expr_reader {
    const struct expr_context *context;
    const struct scene *scene; /* selected by the prefix of a name */
    int head;
    char *s;        /* folded to ASCII outside quotes, NUL-terminated */
    int *col;       /* column of every byte in the original text, and of its end */
    size_t *origin; /* offset of every byte in the original text, and of its end */
    size_t at, n;
    int depth, steps;
    double work;
    struct work_task outer;   /* the task that this one is part of */
    bool ordering;            /* inside an order_ function */
    bool naming;              /* inside an argument that names a word by its number */
    struct expr_marks *marks; /* NULL: not collected */
    struct reply *r;
};

enum expr_kind { EXPR_ORDER, EXPR_ALIKE, EXPR_UNLIKE };

/* A comparison. EXPR_ORDER: `sign` is 1 for <, -1 for >. Others: `width` is the tolerance in units of the
 * last digit. */
struct expr_relation {
    const char *mark;
    enum expr_kind kind;
    double sign, width;
    bool strict;
};

/* A condition's verdict and the data needed to explain why it is false. */
struct expr_outcome {
    struct expr_verdict verdict;
    const struct expr_relation *relation;
    struct expr_figure figure;
    double left, right;
};

bool expr_open(struct expr_reader *in, const struct expr_context *c, const char *s, size_t n,
               struct reply *r);
void expr_close(struct expr_reader *in);

/* Allocates a value of `count` computed numbers. Returns false if out of memory. */
bool expr_make(struct expr_value *out, int count, bool row, struct reply *r);

int expr_column(const struct expr_reader *in);
void expr_blanks(struct expr_reader *in);
/* Skips blanks, then `mark`. Returns false without consuming the mark if something else comes next. */
bool expr_take(struct expr_reader *in, const char *mark);
/* Reports that `what` was expected here and returns false. `example` (or NULL) shows the right form. */
bool expr_expected(struct expr_reader *in, const char *what, const char *example);
/* Returns false if anything but blanks is left. */
bool expr_ended(struct expr_reader *in);
bool expr_is_digit(char c);

/* Enter one nesting level (the caller decrements in->depth); count one value. Return false over the limit. */
bool expr_deeper(struct expr_reader *in);
bool expr_step(struct expr_reader *in);

void expr_mark(struct expr_reader *in, struct expr_mark mark);

/* Reads a literal: 12, 0.416, 4.5e-5, 97%, 5_120_000. */
bool expr_literal(struct expr_reader *in, struct expr_value *out);
/* Writes x in the print format of a literal. */
void expr_write(struct text *out, double x, const struct expr_figure *like);

/* Reads a sum of products, the top level of an expression. */
bool expr_sum(struct expr_reader *in, struct expr_value *out);
/* Returns true if a comparison operator comes next. */
bool expr_relation_follows(const struct expr_reader *in);
/* Reads comparisons joined by `and`. */
bool expr_condition(struct expr_reader *in, struct expr_outcome *out);
/* Reads the rest of a condition after its first value. Takes ownership of `first`. */
bool expr_condition_from(struct expr_reader *in, struct expr_value *first, struct expr_outcome *out);

#endif
