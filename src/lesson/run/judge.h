/* Judges answers by computed values and tolerances, never by the typed text. Learners' answers and the
 * checker's model answers go through the same functions.
 *
 * Numbers and cells are judged in `after`, the state after the step's `do`; goals in the current state.
 * Functions with a reply return false with the reason in r if they cannot judge. */
#ifndef LESSON_RUN_JUDGE_H
#define LESSON_RUN_JUDGE_H

#include "expr/expr.h"
#include "lesson/run/run.h"
#include "state/param.h"

/* Adds an answer as the reader knows it: options by the letters that they are shown with, a cell by the words
 * of its row and column, joined by `arrow`, where they are words. */
void judge_words(const struct lesson_ask *q, const char *said, const struct scene *now, const char *arrow,
                 struct text *out);

/* Adds the truth of a picture in words; nothing while it is unknown. */
void judge_truth(const struct lesson_ask *q, const struct lesson_answer *a, const struct scene *now,
                 struct text *out);

/* Returns true if exactly the right options are chosen. Bit i of `chosen` is option i. */
bool judge_choice(const struct lesson_ask *q, unsigned chosen);

struct judge_number {
    bool right;
    double value, answer; /* the typed value; the computed answer */
    int wrong;            /* index of the matching foreseen error, or -1 */
    enum lesson_off off;
    int decimals; /* if > 0: the value is the answer, rounded to fewer decimals than these, the asked */
};

/* Judges a typed number or arithmetic expression (4/14, 2^3, 97%). */
bool judge_number(const struct lesson_ask *q, const struct expr_context *after, const char *typed,
                  struct judge_number *out, struct reply *r);

/* Sets the accepted range: it contains the literal and the computed answer, widened on both
 * sides by `within`. The default is half a unit of the literal's last digit, 0 for integers. */
bool judge_tolerance(const struct lesson_ask *q, double answer, double *least, double *most, struct reply *r);

struct judge_cell {
    bool right;
    int row, col; /* the right cell */
};

/* An answer is right within `near` cells in each direction. */
bool judge_cell(const struct lesson_ask *q, const struct expr_context *after, int row, int col,
                struct judge_cell *out, struct reply *r);

struct judge_goal {
    bool reached;             /* all `want` and `keep` conditions hold */
    unsigned want, keep;      /* bit i: condition i holds */
    double now[LESSON_GOALS]; /* as in struct lesson_answer */
};

bool judge_goal(const struct lesson_ask *q, const struct expr_context *now, struct judge_goal *out,
                struct reply *r);

/* Returns true if the goal's `allow` lines cover all differences between two states: `move`, `set x WORD`,
 * `set WQ`, `set h2.WK`, `example`, or the name of a setting. Otherwise lists in r what may be changed. */
bool judge_allows(const struct lesson_ask *q, const struct state *before, const struct state *after,
                  struct reply *r);

/* Returns the setting that is all that a goal lets change; NULL: it lets change something else, or more. */
const struct param *judge_allow_setting(const struct lesson_ask *q);

/* What an `allow` line lets change. */
enum allow_kind { ALLOW_ORDER, ALLOW_NUMBERS, ALLOW_SETTING, ALLOW_EXAMPLES, ALLOW_KINDS };

/* Returns the first matrix of s (matrices_list) in which numbers may change, and sets *part to the first rows
 * and columns of it that may: those of a head, of a word. -1: numbers may change in none. */
int judge_allow_matrix(const struct lesson_ask *q, const struct state *s, struct matrix_part *part);

/* Appends it in words: "the numbers of WK in head 2". */
enum allow_kind judge_allow_says(const char *line, enum lang lang, struct text *out);

/* Fills in, once, what the scene of `c` decides in a step and not the author: numbers that only the open
 * model knows, and which answer is right. From then on the step is like any other. What cannot be computed is
 * shown as a dash, and a condition that cannot be judged counts as false: then it returns false, with the
 * last reason in r. Does nothing if the step is settled already, or after the last step. */
bool lesson_settle(struct lesson *l, int step, const struct expr_context *c, struct reply *r);

#endif
