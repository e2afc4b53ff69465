/* What the training view shows beyond the scene: the sentence before the training, the run beside it with
 * another encoding, and what the scores are made of, step by step. All of it follows from the state; what was
 * computed is kept, so that each step costs no more than itself. */
#ifndef STUDY_LEARNING_H
#define STUDY_LEARNING_H

#include "tasks/story.h"
#include "tasks/trainer.h"
#include "state/scene.h"

/* Steps at which shares are known; terms that are listed. */
enum { LEARNING_MOST = 65, LEARNING_TERMS = 32 };

struct learning {
    struct state of;   /* the state that the rest was computed from; lexicon NULL: nothing is known */
    bool known, races; /* it can be trained; so can the other run */
    struct text why;   /* why one of them cannot, in the language of `of`; else empty */

    struct scene start, rival; /* the sentence at step 0; the other run at the present step */
    struct measured now, other;

    struct state watched; /* the training at the last step whose shares are known */
    int terms;            /* of the last layer */
    struct term term[LEARNING_TERMS];
    double present[LEARNING_TERMS];              /* shares at the present step */
    int every, count;                            /* shares are known at 0, every, 2·every … */
    double share[LEARNING_MOST][LEARNING_TERMS]; /* see trainer_shares */

    int tried;                    /* 2·i: right answers are known with term i alone; then without it */
    double alone[LEARNING_TERMS]; /* see trainer_measure */
    double without[LEARNING_TERMS];
};

/* Follows the scene's state: the test of both runs, and as many of the shares as cost little. Returns false
 * and explains in r if memory is exhausted or the work was stopped. */
bool learning_follow(struct learning *l, struct scene *now, struct reply *r);

/* Returns whether l was computed from s. */
bool learning_is_of(const struct learning *l, const struct state *s);

/* Returns whether something is left to compute. While a training runs, nobody waits for what takes long. */
bool learning_busy(const struct learning *l);

/* Computes what is left, up to about `effort` multiplications, at least one piece of it. Returns false as
 * above. */
bool learning_advance(struct learning *l, double effort, struct reply *r);

/* Returns the last step of the axis of time. */
int learning_last(const struct state *s);

/* Returns how many shares are known up to the present step. */
int learning_shares(const struct learning *l);
/* Returns the training of a run; NULL: it has none. */
const struct trainer *learning_trainer(const struct scene *of);

void learning_finish(struct learning *l);

/* ---- what should come next --------------------------------------------------------
 *
 * The stories of tasks/story.h are of a grammar that the program knows, so beside the shares that a model
 * gives to the words stand the true ones. No published model has them. */

/* Takes the sentence up to position t as the beginning of a story, if the scene's model was taught stories:
 * the box, or the tasks story-en and story-zh. Returns false if it was not, or if this is no story. */
bool expected_story(const struct scene *now, int t, struct story *out);

/* Returns the probability with which the word of a class comes next; 0 for what is no word of stories. */
double expected_share(const struct scene *now, const struct story *s, int class);

/* Returns Σ -p·log p over the next word, in nats: what nobody can be less surprised by. */
double expected_entropy(const struct story *s);

#endif
