/* A sentence as the rule of a task writes it. */
#ifndef TASKS_DRAFT_H
#define TASKS_DRAFT_H

#include "tasks/task.h"

struct draft {
    const struct task_size *size;
    struct rng *rng;
    int n, asked;
    bool simple; /* see struct example */
    int *word;
    struct target *target;
};

/* Appends a word to a sentence. */
void draft_word(struct draft *out, int word);
/* Asks the word at position `at` to say a class. */
void draft_ask(struct draft *out, int at, int class);
/* Asks a head of the first layer, at position `at`, to read position `to`. */
void draft_ask_head(struct draft *out, int head, int at, int to);
/* Returns a random number below `count`. */
int draft_any(struct draft *out, int count);
/* Sets order[0..count-1] to 0 … count - 1 in random order. */
void draft_shuffled(struct draft *out, int *order, int count);

#endif
