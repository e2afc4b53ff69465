/* The screen at the start: what a person can begin with, a line of the command language each. */
#ifndef MODEL_HOME_H
#define MODEL_HOME_H

#include <stdbool.h>

#include "base/pair.h"

struct home_entry {
    struct pair title, note;
    const char *line;
    bool heading;            /* a heading in front of what follows: no line, the cursor steps over it */
};

extern const struct home_entry home_entries[];   /* ends with a title of NULL */

/* Entries that the cursor can stand on, and the n-th of them. */
int home_count(void);
const struct home_entry *home_entry(int n);

#endif
