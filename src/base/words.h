/* A line of the command language cut into commands and words.
 *
 *   sentence "the cat sat" ; x 猫 = 1 0 0   # a comment
 *
 * Blanks separate words, "double quotes" keep blanks (\" and \\ inside), `=` is
 * always a word of its own (but not in == <= >= !=), `#` at the start of a word
 * begins a comment. `;` ends a command, except that after an `=` a `;` in front
 * of a number separates the rows of a matrix (a word ";"): no command begins
 * with a number. Full-width ：，；（）［］＝＋－．＃０-９ and the full-width blank are
 * read as their ASCII twins outside quotes. */
#ifndef BASE_WORDS_H
#define BASE_WORDS_H

#include <stdbool.h>
#include <stddef.h>

#include "base/reply.h"

struct word {
    char *s;         /* zero-terminated, folded, quotes removed */
    int col;         /* 1-based column (in characters) where it began */
    bool quoted;
};

struct words {
    struct word *v;
    int count, room;
};

/* Cuts the first command off *line: fills w (cleared first) and moves *line
 * behind it. `*col` is the column of *line and is moved too. false: bad UTF-8,
 * a forbidden character, an open quote; said in r. An empty command gives
 * count 0. */
bool words_split(struct words *w, const char **line, int *col, struct reply *r);

void words_clear(struct words *w);
void words_finish(struct words *w);

#endif
