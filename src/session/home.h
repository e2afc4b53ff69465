/* The start screen: a list of entries, each of which runs a command line. */
#ifndef SESSION_HOME_H
#define SESSION_HOME_H

#include <stdbool.h>

#include "base/lang.h"
#include "base/text.h"

/* Data from the progress record; an empty field is not offered. */
struct home_offer {
    struct text left;   /* title of the lesson left last, or of a path's step */
    struct text next;   /* instead: of the lesson after one that is over */
    struct text place;  /* where that resumes: "step 3" */
    struct text missed; /* steps whose missed predictions return today */
};

enum home_when { HOME_ALWAYS, HOME_GO_ON, HOME_NEXT, HOME_REVIEW, HOME_NOT_DUE };

struct home_entry {
    const char *title, *note; /* of a ready pair: its words; the question that its picture answers */
    const char *line;         /* NULL: a heading, which the cursor skips */
    struct pair pair;         /* the ready pair it begins with, by language; NULL: none */
    enum home_when when;      /* the field of the offer that the entry needs */
};

extern const struct home_entry home_entries[]; /* ends with a title of NULL */

/* Returns whether an entry is shown. `offer` NULL: nothing is known. */
bool home_has(const struct home_offer *offer, const struct home_entry *e);
/* Sets *title and *note to the entry's texts, completed from `offer`. */
void home_words(const struct home_offer *offer, const struct home_entry *e, enum lang lang,
                struct text *title, struct text *note);
/* Sets *line to the command line that opens the entry. */
void home_line(const struct home_entry *e, enum lang lang, struct text *line);
/* Returns the index of the entry's pair in ready_pairs, or -1. */
int home_pair(const struct home_entry *e, enum lang lang);

/* Return the number of selectable entries, and the n-th of them; the last one if there are fewer. */
int home_count(const struct home_offer *offer);
const struct home_entry *home_entry(const struct home_offer *offer, int n);

#endif
