/* A line of the command language cut into commands and words.
 *
 *   sentence "the cat sat" ; x 猫 = 1 0 0   # a comment
 *
 * Blanks separate words, "double quotes" keep blanks (\" and \\ inside; a tab
 * counts as a blank) and are always a word of their own, `=` is always a word of
 * its own (but not in == <= >= !=: `base=100` is three words, `a==b` one), `#` at
 * the start of a word begins a comment. `;` and the line's end end a command,
 * except that after an `=` a `;` in front of a number separates the rows of a
 * matrix (a word ";"): no command begins with a number. So `x 猫 = 1 2; set d 4`
 * is two commands and `WQ = 1 2; 3 4` is one. `,` is no separator. Full-width
 * ：，；（）［］＝＋－．＃０-９ and the full-width blank are read as their ASCII twins
 * outside quotes.
 *
 * A command that wants its words as written (an expression) takes the bytes of
 * the line from `at` of its first word to `end` of its last one. */
#ifndef BASE_WORDS_H
#define BASE_WORDS_H

#include <stdbool.h>
#include <stddef.h>

#include "base/reply.h"

struct word {
    char *s;         /* zero-terminated, folded, quotes removed */
    int col;         /* 1-based column (in characters) where it began */
    bool quoted;
    size_t at, end;  /* its bytes in the line that was given, quotes included */
};

struct words {
    struct word *v;
    int count, room;
};

/* Cuts the first command off *line: fills w (cleared first) and moves *line
 * behind it (to the end when it fails). `*col` is the column of *line and is
 * moved too. false: bad UTF-8, a forbidden character, an open quote, no memory;
 * said in r, which holds no failure yet. An empty command gives count 0. What a
 * comment holds is not looked at. */
bool words_split(struct words *w, const char **line, int *col, struct reply *r);

void words_clear(struct words *w);
void words_finish(struct words *w);

#endif
