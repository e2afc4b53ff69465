/* What a sentence of a lesson speaks of: a number, a row or a column of a matrix, a word, a score. A target
 * is derived from an expression, so lessons say nothing twice: weight(追,猫) is a cell of the weights. */
#ifndef SESSION_POINTING_H
#define SESSION_POINTING_H

#include "session/session.h"

/* Besides the stages and LOOK_PE (study/look_names.h): a word of the sentence; a score with its terms; a hand
 * of the clock; what positions so far apart have in common; an entry of the matrix that turns the hands by
 * the offset in view; a number in the bill of the present sizes. */
enum {
    TARGET_WORD = -3,
    TARGET_SCORE = -4,
    TARGET_HAND = -5,
    TARGET_OFFSET = -6,
    TARGET_TURN = -7,
    TARGET_COST = -8
};

/* Columns of the bill. */
enum { BILL_MUL, BILL_SERIAL, BILL_PATH };

struct aim {
    int stage;       /* or LOOK_PE, TARGET_WORD … */
    int layer, head; /* of a stage; -1: any */
    int row, col;    /* -1: all of them. A word: its position; a score: query and key; a hand: position and
                      * first column; an offset: its size; a cost: enum cost_arch and column */
};

/* Derives the target of the first value in an expression that names a place: h2.weights(猫) = […] points at
 * a row of the second head. Values of a pinned state count only if the same numbers are in the present one.
 * Returns false if no value names a place that exists now. */
bool pointing_at(const struct session *m, const char *expression, struct aim *out);

/* Finds a word of the sentence that begins at s[at] and is a word by itself: "cat" in "the cat.", not in
 * "category". Repeated words need their number (apple#2); a letter or a sign without one is never meant.
 * Returns its bytes, else 0. */
size_t pointing_word(const struct state *s, const char *text, size_t at, struct aim *out);

bool pointing_same(const struct aim *a, const struct aim *b);

/* Writes the command line that puts the focus there. */
void pointing_line(const struct session *m, const struct aim *t, struct text *out);

#endif
