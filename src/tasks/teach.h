/* Teaches the reader a pattern that its grammar lacks: from the present numbers, with old sentences among
 * the new ones, or what it knew is forgotten. */
#ifndef TASKS_TEACH_H
#define TASKS_TEACH_H

#include "tasks/grammar.h"
#include "tasks/trainer.h"

enum { TEACH_MOST = 16, TEACH_NEW = 40, TEACH_OLD = 100 }; /* patterns; sentences that are tried */

/* A pattern, and the row of the words' vectors that has the word at each place, where that is not in
 * grammar_words. */
struct teach_pattern {
    struct grammar_pattern as;
    char of[GRAMMAR_PATTERN];
    int row[GRAMMAR_LONGEST];
};

struct teaching {
    int verb, doer, done_to; /* places in the sentence; doer or done_to = verb: nobody */
    bool alone;              /* without old sentences */
    /* How many sentences are right, in every question of a verb: of TEACH_NEW new ones afterwards, of
     * TEACH_OLD old ones before and afterwards. */
    int right_new, old_before, old_after;
};

/* Teaches the last of the patterns; the others were taught before and are repeated, too. plan: c, and words,
 * which begin with grammar_words; the rest is set. t has the numbers afterwards. Returns false if memory is
 * exhausted or the work was stopped; t must be finished then, too. */
bool teach(struct trainer *t, struct trainer_plan *plan, const struct teach_pattern *pattern, int patterns,
           struct teaching *how, struct work *work);

#endif
