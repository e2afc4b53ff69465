/* The screen at the start: what a person can begin with, a line of the command language each. */
#ifndef SESSION_HOME_H
#define SESSION_HOME_H

#include <stdbool.h>

#include "base/pair.h"
#include "base/text.h"

/* What is known of the person; what is empty is not offered. */
struct home_offer {
    struct text place, lesson;       /* where the lesson goes on that was left last, "08-rotation/apply"; its title */
    struct text missed;              /* the steps whose predictions are worth doing again */
};

enum home_when { HOME_ALWAYS, HOME_GO_ON, HOME_REVIEW };

struct home_entry {
    struct pair title, note;
    const char *line;
    bool heading;            /* a heading in front of what follows: no line, the cursor steps over it */
    enum home_when when;     /* what must be known for it to be there */
};

extern const struct home_entry home_entries[];   /* ends with a title of NULL */

/* Whether an entry is there. `offer` NULL: nothing is known. */
bool home_has(const struct home_offer *offer, const struct home_entry *e);
/* Its title and its note, with what is known in them, replace *title and *note. */
void home_words(const struct home_offer *offer, const struct home_entry *e, enum lang lang, struct text *title, struct text *note);

/* Entries that the cursor can stand on, and the n-th of them. */
int home_count(const struct home_offer *offer);
const struct home_entry *home_entry(const struct home_offer *offer, int n);

#endif
