/* The parts of a description, a file for each kind of view; sentences, numbers and
 * tables are set alike in all. */
#ifndef VIEW_TELL_PARTS_H
#define VIEW_TELL_PARTS_H

#include "session/model.h"
#include "view/screen.h"

struct teller {
    const struct model *m;
    const struct scene *now;
    struct screen screen;        /* for what views call things */
    struct text *out;
};

/* Adds a piece of text; the pair's halves take the same arguments. */
void tell(const struct teller *t, const char *en, const char *zh, ...) TEXT_TAKES(2, 3, 4);
/* A number with the digits in view. */
void tell_number(const struct teller *t, double x);
/* A word of a sequence. */
void tell_word(const struct teller *t, const struct sequence *words, int i);

/* A table, a line a row: "row: number, number", with the column in front of each number where columns are words. At most TELL_ROWS x TELL_COLS
 * around (row, col) are told, and which those are. */
enum { TELL_ROWS = 16, TELL_COLS = 32 };
struct tell_axis {
    const struct sequence *words;    /* NULL: counted from `first` */
    long first;
    const struct state *of;          /* whose words; NULL: of the present state */
};
struct tell_table {
    struct mat m;
    struct tell_axis rows, cols;
    int row, col;
};
void tell_table(const struct teller *t, const struct tell_table *table);
/* The columns of a stage as numbers, its rows as words: what most stages have. */
struct tell_table tell_stage_table(const struct teller *t, int stage);

/* The arithmetic of the cell in focus, a numbered sentence a step. */
void tell_steps(const struct teller *t);

/* The views. */
void tell_stages(const struct teller *t);
void tell_encoding(const struct teller *t);
void tell_terms(const struct teller *t);
void tell_compare(const struct teller *t);
void tell_edit(const struct teller *t);
void tell_cost(const struct teller *t);
void tell_map(const struct teller *t);
void tell_course(const struct teller *t);
void tell_home(const struct teller *t);
/* The same in one line. */
void tell_stages_briefly(const struct teller *t);
void tell_encoding_briefly(const struct teller *t);
void tell_pair_briefly(const struct teller *t);
void tell_edit_briefly(const struct teller *t);
void tell_course_briefly(const struct teller *t);
void tell_home_briefly(const struct teller *t);

#endif
