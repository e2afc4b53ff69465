/* Splits a line of the command language into commands and words.
 *
 *   sentence "the cat sat" ; x 猫 = 1 0 0   # a comment
 *
 * - Blanks separate words; a tab counts as a blank.
 * - "Double quotes" keep blanks and always form a separate word. Inside, \" \\ \t \n \u{200C} are a quote, a
 *   backslash, a tab, a line break and the character of that number; any other backslash is itself.
 * - `=` is always a separate word, except in == <= >= !=: `base=100` is three words, `a==b` one.
 * - `#` at the start of a word begins a comment. `,` does not separate words.
 * - `;` or the end of the line ends a command. After an `=`, a `;` before a number instead separates
 *   matrix rows (a word ";"), since no command begins with a number: `x 猫 = 1 2; set d 4` is two
 *   commands, `WQ = 1 2; 3 4` is one.
 * - Outside quotes, full-width ：，；（）［］＝＋－．＃０-９ and the full-width blank are read as ASCII.
 *
 * A command that needs its words verbatim (an expression) takes the bytes of the line
 * from its first word's `at` to its last word's `end`. */
#ifndef BASE_WORDS_H
#define BASE_WORDS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/reply.h"
#include "base/text.h"

struct word {
    char *s; /* NUL-terminated, folded, without quotes; a tab in quotes is UTF8_TAB, a line break UTF8_LINE */
    int col; /* 1-based column (in characters) of its start */
    bool quoted;
    size_t at, end; /* byte range in the original line, quotes included */
};

struct words {
    struct word *v;
    int count, room;
};

/* Returns whether t, read from a file, is without U+0000, which would end it unseen; else explains in r. */
bool words_whole(const char *file, const struct text *t, struct reply *r);

/* Splits the first command off *line: clears and fills w, and advances *line past the command
 * (to the end on failure). *col is the column of *line and advances too. An empty command gives
 * count 0. Comments are not checked. Returns false and explains in r (which must not hold a failure)
 * on invalid UTF-8, a forbidden character, an open quote or exhausted memory. */
bool words_split(struct words *w, const char **line, int *col, struct reply *r);

/* Returns the length of the escape that begins with the backslash at s, which is inside quotes, and its
 * character in *ch; 0: none, the backslash is itself. */
size_t words_escape(const char *s, size_t n, uint32_t *ch);
/* Appends n bytes from inside quotes as they are meant. With `names` a tab and a line break are UTF8_TAB,
 * UTF8_LINE, else as they are. */
void words_unquote(struct text *out, const char *s, size_t n, bool names);
/* Appends s as it is written inside quotes, invisible characters by their numbers; `typed`: as a sentence is
 * typed, where quotes and invisible characters are themselves. */
void words_quote(struct text *out, const char *s, bool typed);

void words_clear(struct words *w);
void words_finish(struct words *w);

#endif
