/* What the scene decides in a step, not the author: numbers that only the open model knows, and which answer
 * is right. Filled in once, on entering the step: from then on the step is like any other. */
#ifndef LESSON_RUN_SETTLE_H
#define LESSON_RUN_SETTLE_H

#include "expr/expr.h"
#include "lesson/read/lesson.h"

/* Judges the step on the scene of `c`. What cannot be computed there is shown as a dash, and a condition that
 * cannot be judged counts as false: then it returns false, with the last reason in r. Does nothing if the
 * step is settled already, or after the last step. */
bool lesson_settle(struct lesson *l, int step, const struct expr_context *c, struct reply *r);

#endif
