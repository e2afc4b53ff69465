/* The keys of a footer and what they do, in one row, as many as fit. */
#ifndef VIEW_FIGURES_KEYS_H
#define VIEW_FIGURES_KEYS_H

#include "view/screen.h"

struct key_row {
    struct canvas c;
    const struct screen *s;
    int row, col, end;    /* the next free column, from 1 on; the column before which the last key ends */
    struct key_row *more; /* a row for what does not fit, or NULL */
};

/* Adds what to press, as `shown`, and what it does, if there is room and `shown` is not empty. A click runs
 * `line`, or presses `key` where that is NULL; both NULL: it does nothing. */
void key_row_add(struct key_row *k, const char *shown, const char *does, const char *key, const char *line);

#endif
