/* Helpers for describing views: sentences, numbers and tables. What cannot be seen is told from the same
 * trace as the picture, never read off the picture: so a screen reader gets all words and all digits whatever
 * the size of the window, and no sentence depends on what found room. A table is cut to what a listener can
 * follow, around the cursor, and says so. */
#ifndef VIEW_FIGURES_TELL_H
#define VIEW_FIGURES_TELL_H

#include "session/session.h"
#include "view/screen.h"

struct teller {
    const struct session *m;
    const struct scene *now;
    struct screen screen; /* for the helpers of view/screen.h */
    struct text *out;
};

/* Adds formatted text; both languages take the same arguments. */
void tell(const struct teller *t, const char *text, ...) TEXT_TAKES(2, 3);
/* Adds a number with the digits of the look, in exponent form where it is wider. */
enum { TELL_WIDEST = 24 };
void tell_number(const struct teller *t, double x);
/* The same of a weight. */
void tell_share(const struct teller *t, double share);
/* Adds a word of a sequence. */
void tell_word(const struct teller *t, const struct sequence *words, int i);

/* A table is written one row per line: "row: number, number". If the columns are words, each number
 * follows its word. At most TELL_ROWS x TELL_COLS entries around (row, col) are written; a larger table
 * says which. */
enum { TELL_ROWS = 16, TELL_COLS = 32 };
struct tell_axis {
    const struct sequence *words; /* NULL: counted from `first` */
    long first;
    const struct state *of; /* the state that the words belong to; NULL: the present one */
};
struct tell_table {
    struct mat m;
    struct tell_axis rows, cols;
    int row, col;
    bool shares; /* its numbers are weights */
};
void tell_table(const struct teller *t, const struct tell_table *table);
/* Returns the table of a stage, with words or numbers for its rows and columns. */
struct tell_table tell_stage_table(const struct teller *t, int stage);

/* Returns the words that are read: the sentence's or the memory's. */
const struct sequence *tell_keys(const struct teller *t);
/* Writes the pair of words in focus with its score and weight, on one line. */
void tell_pair_briefly(const struct teller *t);

#endif
