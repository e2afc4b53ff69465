/* A step of a derivation as lines of text: a row of a table (factor, factor, result, running
 * sum), or a sentence. */
#ifndef VIEW_STAGES_ARITHMETIC_LINES_H
#define VIEW_STAGES_ARITHMETIC_LINES_H

#include "core/pipeline/terms.h"
#include "study/derivation.h"
#include "view/figures/bars.h"
#include "view/screen.h"

enum page_column { PAGE_A, PAGE_B, PAGE_VALUE, PAGE_SUM, PAGE_COLUMNS };

struct page {
    const struct screen *s;
    const struct derivation *d;
    int walk;                  /* segments shown so far */
    int cursor;                /* the step under the cursor, -1: none */
    bool fades;                /* segments before the last one are dim */
    int wanted;                /* decimals of the result */
    bool told;                 /* numbers are printed as in descriptions */
    int label, number, digits; /* width of a row's label and of a number, at most; decimals */
    int col[PAGE_COLUMNS], width[PAGE_COLUMNS]; /* factor, factor, result, running sum */
    int stairs, steps;                          /* the staircase: its first column, its columns (0: none) */
    struct canvas nowhere;                      /* as wide as the panel, without rows: for measuring */
    struct term term[TERM_MAX];
};

struct page arithmetic_page(struct canvas c, const struct screen *s, const struct derivation *d);

/* Writes a step: $a $b $v $s are its numbers, $s its sum. $A $B are the first two, after the name of the cell
 * they were read from, $C is the name of the first cell. $i is the index, $k the key of that index, $t the
 * term. $n is $b as a count, $e is $s as it was given. */
void arithmetic_say(struct text *out, const struct page *p, const struct derive_step *st,
                    const char *pattern);

/* Returns whether a step comes after the one under the cursor in the same sum: it is not done yet. */
bool arithmetic_pending(const struct page *p, int step);

/* Draws the whole sum as a bar from 0. */
void arithmetic_landing(const struct page *p, struct canvas at);

/* Draws a step from the top of `at`; returns the rows it takes, even if `at` has none. */
int arithmetic_line(const struct page *p, struct canvas at, int step);

/* Draws the column heads of the table that a step is in; returns false if it has none. */
bool arithmetic_heads(const struct page *p, struct canvas at, int step);

/* Returns true if the step is the first of its table, so the heads go before it. */
bool arithmetic_begins(const struct page *p, int step);

/* Returns true if a step's row begins with a number or a name. */
bool arithmetic_named(const struct page *p, int step);

/* Returns the column and the width of the first or second factor in a step's row. */
void arithmetic_factor(const struct page *p, int step, int factor, int *col, int *width);

#endif
