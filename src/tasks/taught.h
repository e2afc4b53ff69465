/* What the task `point` teaches, kept so that `weights roles` needs no training: W_Q and W_K after TAUGHT,
 * rounded to two decimals. Rows of the matrices one after another. */
#ifndef TASKS_TAUGHT_H
#define TASKS_TAUGHT_H

#include "tasks/task.h"

/* All kinds of sentences that the task has. */
#define TAUGHT "task point k=12 seed=43 ; train 650 ; train keep"

enum { TAUGHT_D = 8 };

/* Returns the kind of a word of the task: n noun, m pronoun, v verb, h helper (not, can), d determiner,
 * q quality, t time, e what ends a sentence. */
char taught_kind(int word);

extern const double taught_query[TAUGHT_D * TAUGHT_D], taught_key[TAUGHT_D * TAUGHT_D];

#endif
