/* The rows of the table of tasks, by what they teach. */
#ifndef LEARN_ROWS_H
#define LEARN_ROWS_H

#include "learn/task.h"

extern const struct task task_point;                           /* where to look: point.c */
extern const struct task task_reader;                          /* who does what: grammar.c */
extern const struct task task_two, task_order, task_order_end; /* who does it: order.c */
extern const struct task task_find, task_voice, task_slots;    /* terms: terms.c */
extern const struct task task_echo, task_reverse, task_metre, task_repeat, task_recent; /* places: places.c */
extern const struct task task_sort, task_mood, task_label;                              /* words: words.c */
extern const struct task task_own; /* given by somebody: own.c */

#endif
