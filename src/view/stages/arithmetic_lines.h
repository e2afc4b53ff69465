/* A step of a derivation as lines of text: a row of a table (factor, factor,
 * result, sum so far), or a sentence. */
#ifndef VIEW_STAGES_ARITHMETIC_LINES_H
#define VIEW_STAGES_ARITHMETIC_LINES_H

#include "core/pipeline/terms.h"
#include "study/derivation.h"
#include "view/screen.h"

enum page_column { PAGE_A, PAGE_B, PAGE_VALUE, PAGE_SUM, PAGE_COLUMNS };

struct page {
    const struct screen *s;
    const struct derivation *d;
    int walk;                     /* segments shown */
    bool fades;                   /* those before the last one are drawn dim */
    int label, number, digits;    /* columns of a row's label, of a number at most; decimals */
    int col[PAGE_COLUMNS], width[PAGE_COLUMNS];   /* factor, factor, result, sum so far */
    struct canvas nowhere;        /* as wide as the panel, without rows: to measure in */
    struct term term[TERM_MAX];
};

struct page arithmetic_page(struct canvas c, const struct screen *s, const struct derivation *d);

/* What stands in a column of a step's row: a number between signs. false: nothing. */
bool arithmetic_field(const struct page *p, const struct derive_step *st, enum page_column column, struct text *out);
/* What stands above that column of its table; NULL: nothing. */
const char *arithmetic_head(const struct page *p, const struct derive_step *st, enum page_column column);

/* Draws a step from the top of `at`; returns the rows it takes, also when `at` has none. */
int arithmetic_line(const struct page *p, struct canvas at, int step);

/* The table that a step is in has a row of heads; draws it. false: the step has none. */
bool arithmetic_heads(const struct page *p, struct canvas at, int step);

/* True when the heads stand in front of this step: the first of its table. */
bool arithmetic_begins(const struct page *p, int step);

/* True when a step's row begins with a number or a name. */
bool arithmetic_named(const struct page *p, int step);

/* Columns of the first or second factor in a step's row. */
void arithmetic_factor(const struct page *p, int step, int factor, int *col, int *width);

#endif
