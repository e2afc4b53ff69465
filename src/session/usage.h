/* How commands and options are written: the words of a command are data, and reading a line, its errors, Tab
 * in the prompt and the help follow them. So a new word is said once, and nothing offers what is not read.
 *
 *   "play|next|N 0..9 | turn [K]"    forms are separated by " | ", what may be written at one place by "|"
 *   play                             a fixed word, unless it is in quotes
 *   N:0..9                           a whole number within these bounds
 *   NAME:pair                        any word, which the command judges; Tab offers pairs (app/complete.c)
 *   key=value                        this and all that follows
 *   [T [U]]                          may be missing
 *   V?                               the same, and the help does not show it
 *   V …                              again and again, or not at all
 *   V*                               this and all that follows
 *   CHOICE:setting                   the choices of the setting with the command's name */
#ifndef SESSION_USAGE_H
#define SESSION_USAGE_H

#include "base/text.h"
#include "base/words.h"

enum { USAGE_WORDS = 6 }; /* words of a line, its name included, about which struct usage_read tells */

struct usage_read {
    int way[USAGE_WORDS]; /* by word: which of the fixed words at its place it is, -1: none of them. Those of
                             the first place are counted through all forms */
    long number[USAGE_WORDS]; /* by word: its number, if it has bounds */
};

/* What may be written at a place. */
struct usage_choice {
    const char *s, *kind; /* as in the words; what is after the colon, or NULL */
    size_t n, kinds;      /* their bytes */
    size_t form;          /* bytes from s to the end of its form, if nothing else is possible there */
    bool fixed, bounded;  /* a word; a whole number */
    long least, most;
};

/* Reads the words of a line, the first of which is the command's name. Returns whether one of the forms fits;
 * otherwise *wrong is the index of the first word that does not, w->count if one is missing. */
bool usage_read(const char *words, const struct words *w, struct usage_read *out, int *wrong);

/* Calls `visit` for all that may be written as word `at`, after the words of the line before it. */
typedef void (*usage_visit)(const struct usage_choice *c, void *to);
void usage_choices(const char *words, const struct words *w, int at, usage_visit visit, void *to);

/* Appends all that may be written as word `at`, and the one that is meant, if the word there is nearly it:
 * "on, off or toggle (did you mean 'off'?)". Nothing if the line must end before. */
void usage_expected(struct text *out, const char *words, const struct words *w, int at, enum lang lang);

/* Appends a usage like "insert WORD POS"; in Chinese with Chinese placeholders. Single letters stay: the help
 * speaks of them. */
void usage_add(struct text *out, const char *usage, enum lang lang);
/* Appends all forms of a command, each with its name. */
void usage_command(struct text *out, const char *name, const char *words, enum lang lang);

#endif
