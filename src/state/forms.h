/* Forms of words that no list has: The of the, stopped of stop, 三本 of 一只. They take the numbers of their
 * word, and are read as it. */
#ifndef STATE_FORMS_H
#define STATE_FORMS_H

#include <stdbool.h>

enum { FORM_BYTES = 64 };

enum form_kind { FORM_NONE, FORM_LISTED, FORM_NAME, FORM_NOUN, FORM_VERB };

/* Fills `base` with the word that `name` may be a form of, trial after trial from 0 on; the caller asks its
 * list whether there is such a word. A FORM_NOUN must be a form of a noun or a verb, a FORM_VERB of a verb;
 * FORM_LISTED is one in any case (FORM_NAME: see lexicon_base). FORM_NONE: no further trial. */
enum form_kind form_of(const char *name, int trial, char base[FORM_BYTES]);

/* Returns true if a word is written as a name is: a capital letter, then small ones. */
bool form_is_name(const char *name);

/* Returns true if a word ends in -ing. */
bool form_is_ing(const char *name);

#endif
