/* The glossary as answers: a term under any of its names in both languages, and the terms nearest to a word
 * that is not a term. */
#ifndef LESSON_PLAY_EXPLAIN_H
#define LESSON_PLAY_EXPLAIN_H

#include "lesson/play/host.h"

/* Explains a term in both languages; "": the terms of the current step, then a list of all. Returns false and
 * explains in r, with the nearest terms, if there is none. */
bool explain_glossary(struct host *h, const char *name, struct reply *r);

/* Adds the explanation of the term that has exactly this name, in any case; `loosely`: else of the only one
 * with a name like it, else of the first that mentions it. Returns false if there is none. */
bool explain_term(struct text *out, enum lang lang, const char *name, bool loosely);

/* Adds the titles of the terms nearest to a word, with commas between them. */
void explain_near(struct text *out, enum lang lang, const char *word);

#endif
