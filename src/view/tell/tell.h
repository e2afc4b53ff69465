/* What views tell with: how sentences, numbers and tables are set. */
#ifndef VIEW_TELL_TELL_H
#define VIEW_TELL_TELL_H

#include "session/model.h"
#include "view/screen.h"

struct teller {
    const struct model *m;
    const struct scene *now;
    struct screen screen; /* for what views call things */
    struct text *out;
};

/* Adds a piece of text; the pair's halves take the same arguments. */
void tell(const struct teller *t, const char *en, const char *zh, ...) TEXT_TAKES(2, 3, 4);
/* A number with the digits in view. */
void tell_number(const struct teller *t, double x);
/* A word of a sequence. */
void tell_word(const struct teller *t, const struct sequence *words, int i);

/* A table, a line a row: "row: number, number", with the column in front of each number where columns are
 * words. At most TELL_ROWS x TELL_COLS around (row, col) are told, and which those are. */
enum { TELL_ROWS = 16, TELL_COLS = 32 };
struct tell_axis {
    const struct sequence *words; /* NULL: counted from `first` */
    long first;
    const struct state *of; /* whose words; NULL: of the present state */
};
struct tell_table {
    struct mat m;
    struct tell_axis rows, cols;
    int row, col;
};
void tell_table(const struct teller *t, const struct tell_table *table);
/* The columns of a stage as numbers, its rows as words: what most stages have. */
struct tell_table tell_stage_table(const struct teller *t, int stage);

/* The words that are read: the sentence's or the memory's. */
const struct sequence *tell_keys(const struct teller *t);
/* The pair of words in focus, its score and weight, in one line. */
void tell_pair_briefly(const struct teller *t);

#endif
