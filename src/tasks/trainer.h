/* Learning as a function: the numbers after N steps depend only on the numbers at the start, the sentences
 * and the settings. The numbers of some steps are kept, so that any step can be reached quickly, forwards and
 * backwards. Nothing is allocated per step, and however many steps there are, the memory stays within
 * TRAINER_KEPT (and 16 bytes per step for the curve). */
#ifndef TASKS_TRAINER_H
#define TASKS_TRAINER_H

#include "core/pipeline/terms.h"
#include "tasks/task.h"

enum {
    TRAINER_MOST = 500000,  /* numbers that can be trained */
    TRAINER_STEPS = 10000,  /* steps */
    TRAINER_EVERY = 25,     /* steps between two places that are kept, as long as there is room */
    TRAINER_KEPT = 4 << 20, /* bytes for them; at least two are kept */
};

/* Multiplications that a training may take from its start: some minutes. */
#define TRAINER_EFFORT 2e11

enum optimizer { OPTIMIZER_ADAM, OPTIMIZER_SGD };

struct trainer_plan {
    const struct config *c; /* its matrices are the start; what is absent stays absent. Without a task it has
                             * the sizes of its longest sentence */
    struct mat words;       /* the words' vectors at the start */
    int words_fixed;        /* so many of the first are not trained */
    enum optimizer optimizer;
    double rate, dropout;    /* dropout: the chance that a column of the joined heads is silent in a step */
    const struct task *task; /* writes the sentences; NULL: they are given */
    const struct example *given;
    int given_count;
    struct task_size size; /* see task_size */
    struct regimen regimen;
    int steps; /* after which the rate no longer falls */
    int batch; /* sentences of a step */
    uint64_t seed;
};

struct measured {
    double loss;  /* mean over all questions */
    double right; /* share of the questions whose answer has the largest share */
};

struct trainer {
    struct trainer_plan plan; /* c, words and given are not kept */
    struct config c;          /* n: the longest sentence; its matrices are those of `step` */
    struct mat words;         /* the words' vectors of `step` */
    long step;
    struct arena table; /* c.w */
    struct arena now;   /* all numbers in the gradient's order, then Adam's two moments of each */
    struct arena fixed; /* matrices that are not learned */
    double *undropped;  /* in `fixed`: W_O of each layer, while some of it is silent; NULL: no dropout */
    struct trace t;
    struct grad g;
    struct sentences batch, test;
    double least; /* the test's loss of who knows the rule of its sentences; 0 if nothing is left to chance */
    long written; /* step whose sentences are in `batch`, -1: none */
    struct arena kept; /* copies of `now`: at step 0, every, 2·every … */
    int kept_count, kept_most;
    long every;
    long known; /* steps whose loss is known */
    long room;  /* of the curve */
    struct curve {
        double loss, right; /* of the sentences of a step, before it */
    } * curve;
    long asked; /* step whose test, with all terms, is in `answers`, -1: none */
    struct measured answers;
};

/* Returns the doubles that are learned by a plan. */
size_t trainer_numbers(const struct trainer_plan *plan);

/* Begins at step 0. Requires grad_possible. Returns false and leaves t empty if memory is exhausted. */
bool trainer_init(struct trainer *t, const struct trainer_plan *plan);
void trainer_finish(struct trainer *t);

/* Goes to a step, forwards or back. Returns false if memory is exhausted or `work` stopped it; t is then at a
 * step on the way. */
bool trainer_go(struct trainer *t, long step, struct work *work);

/* Returns the approximate number of multiplications of that, and of one step. */
double trainer_effort(const struct trainer *t, long step);
double trainer_step_effort(const struct trainer *t);

/* Computes t->g: the gradient that the next step will follow. Returns false if stopped. */
bool trainer_gradient(struct trainer *t, struct work *work);

/* ---- what was learned: measure.c -------------------------------------------------- */

/* Asks all questions of the test, with the terms in `off` knocked out of the scores. Returns false if
 * stopped. */
bool trainer_measure(struct trainer *t, struct term_set off, struct measured *out, struct work *work);

/* Counts the sentences in which every question that counts more than once is right. Returns false if stopped.
 */
bool trainer_count(struct trainer *t, const struct example *of, int count, int *right, struct work *work);

/* Returns the other terms of the layers that have the term `name`: without them it is alone. */
struct term_set trainer_others(const struct trainer *t, const char *name);

/* Sets share[i] to what term i of a layer (terms_list) contributes to the scores of the rows that are asked:
 * Σ term·score / Σ score², both centred along each row. The shares add up to 1; all are 0 if the scores are.
 * Returns false if memory is exhausted or the work stopped. */
bool trainer_shares(struct trainer *t, int layer, double share[TERM_MAX], struct work *work);

/* Sets mean[0 … dv - 1] to the mean of what a head gives, over all words of all sentences of the test.
 * Returns false if memory is exhausted or the work stopped. */
bool trainer_mean(struct trainer *t, int layer, int head, double *mean, struct work *work);

#endif
