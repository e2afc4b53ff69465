/* Whether an answer is right: by what was computed and how far it may be off, never
 * by the text that was typed. Learners and the checker's model answers go through
 * these same functions.
 *
 * Numbers and cells are judged in `after`, the state behind the step's `do`; goals in
 * the present one. */
#ifndef LESSON_RUN_JUDGE_H
#define LESSON_RUN_JUDGE_H

#include "expr/expr.h"
#include "lesson/read/lesson.h"

/* Bit i of `chosen`: option i. Right when exactly the right ones are chosen. */
bool judge_choice(const struct lesson_ask *q, unsigned chosen);

struct judge_number {
    bool right;
    double value, answer;    /* typed; computed */
    int wrong;               /* the foreseen error that was made, -1: none */
};

/* Typed: a number, or arithmetic with numbers (4/14, 2^3, 97%). false: it is none; said in r. */
bool judge_number(const struct lesson_ask *q, const struct expr_context *after, const char *typed, struct judge_number *out, struct reply *r);

/* What is accepted: the literal and the computed answer, each with what `within` allows to
 * either side (by default half a unit of the literal's last digit; whole literals are exact). */
bool judge_tolerance(const struct lesson_ask *q, double answer, double *least, double *most, struct reply *r);

struct judge_cell {
    bool right;
    int row, col;            /* the right one */
};

/* Right within `near` cells in each direction. */
bool judge_cell(const struct lesson_ask *q, const struct expr_context *after, int row, int col, struct judge_cell *out, struct reply *r);

struct judge_goal {
    bool reached;            /* everything wanted holds, and everything to be kept */
    unsigned want, keep;     /* bit i: condition i holds */
};

bool judge_goal(const struct lesson_ask *q, const struct expr_context *now, struct judge_goal *out, struct reply *r);

/* Whether a goal allows to go from one state to another, told by what differs between
 * them: `allow move`, `set x WORD`, `set WQ`, `set h2.WK`, or the name of a setting.
 * false: said in r, with what may be changed. */
bool judge_allows(const struct lesson_ask *q, const struct state *before, const struct state *after, struct reply *r);

#endif
