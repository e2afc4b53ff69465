/* The training that a state asks for: its task (or its own sentence and targets), its settings, its matrices
 * as they were set as the start, and `set.steps` steps from there. What was computed is shared by the copies
 * of a state, and belongs to none of them: a state that asks for another step of the same training moves it
 * there. A state that asks for another training leaves the old one on the shelf, where it is found again. */
#ifndef STATE_TRAINING_H
#define STATE_TRAINING_H

#include "tasks/trainer.h"
#include "state/state.h"

enum { SHELF_BYTES = 64 << 20 }; /* of trainings that no state has */

/* All trainings of a session, the last used first; freed when no state has any of them. */
struct shelf {
    int refs; /* states that have one of its trainings */
    struct training *first;
};

struct training {
    int refs; /* states that have this one; 0: it may go when there are too many */
    struct shelf *shelf;
    struct training *next;
    struct state of; /* what it was made from: without steps, and without the words if there is a task */
    struct sequence *words; /* the words that are trained, each once; NULL: those of the task */
    struct trainer trainer;
};

struct training *training_share(struct training *t); /* NULL stays NULL */
void training_drop(struct training *t);

/* Takes a training that no state has from its place on the shelf, and frees it. */
void training_free(struct training **place);

/* Drops what was computed for a state. */
void training_forget(struct state *s);

/* Returns the name of trained word i (a row of trainer.words). */
const char *training_name(const struct training *t, int i);

/* Returns the number of a word among the trained ones (a row of trainer.words), -1: it is not trained. */
int training_word(const struct training *t, const char *name);

/* Makes s->training the one that s asks for, at its step: goes on from what is there, or on its shelf, if
 * that is of the same training. Does nothing if s is not trained. Returns false and explains in r if s cannot
 * be trained (no targets; an encoding without gradient …), if memory is exhausted or the work was stopped. */
bool training_follow(struct state *s, struct reply *r);

/* The same, also at step 0: for questions about a task. */
bool training_open(struct state *s, struct reply *r);

/* Makes s untrained with the numbers that it was trained to. For questions of the kind "what if": the answer
 * is that of this model, not of another one that would have been trained so. Returns false and explains in r
 * as above. */
bool training_settle(struct state *s, struct reply *r);

/* Returns false and explains in r if s, whose config is c, cannot be trained. */
bool training_possible(const struct state *s, const struct config *c, struct reply *r);

/* Makes the numbers of a trainer ordinary ones of s, and s untrained. `words`: the words of its rows, NULL:
 * those of the task. Returns false if out of memory. */
bool training_keep(struct state *s, const struct trainer *t, const struct sequence *words);

/* Applies key=value after a task's name: k, n, test, or a setting that numbers depend on. `col`: where the
 * value is written. Returns false and explains in r. */
bool training_option(struct state *s, const char *key, const char *value, int col, struct reply *r);

/* Applies what a task recommends: key=value, separated by blanks. Returns false and explains in r. */
bool training_recommended(struct state *s, const char *settings, struct reply *r);

/* Returns whether encoding and mask are those that the task of s recommends: what a task teaches is said of
 * them. s has a task. */
bool training_as_recommended(const struct state *s);

/* Returns false and explains in r if the sizes asked for are out of range for the task of s. */
bool training_fits(const struct state *s, struct reply *r);

/* Sets s to the start of its task: the first sentence of the test with its answers, classes, matrices. Its
 * settings have been made and fit. Returns false if out of memory or stopped. */
bool training_begin(struct state *s, struct work *work);

/* Gives a sentence that was changed the answers that the task of s has for it: those of the same sentence in
 * its test, or among the examples; none if it is not there. What its heads are asked to read stays where the
 * grammar says the same. Returns false if out of memory. */
bool training_answer(struct state *s);

/* Returns the steps that are enough for what s trains. */
int training_enough(const struct state *s);

/* Returns the encoding of the run beside the training (look.race), -1: there is none. */
int training_rival(const struct state *s);

/* Returns whether there is something to learn: a task, or targets of the sentence. */
bool training_asked(const struct state *s);

/* Returns whether the training view lists the tasks: it was asked to, or nothing can be trained yet. */
bool training_lists_tasks(const struct state *s);

/* Returns the words of the examples of s, or with `answers` their answers, each once; NULL if out of memory.
 */
struct sequence *training_words(const struct state *s, bool answers);

/* Makes s as wide as its task needs: a table of positions has a row for each place; the answers of examples
 * are classes. Returns false if out of memory. */
bool training_widen(struct state *s);

#endif
