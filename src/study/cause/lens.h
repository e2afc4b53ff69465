/* What each layer would say of one word if its row went to the readout now (readout_lens). */
#ifndef STUDY_CAUSE_LENS_H
#define STUDY_CAUSE_LENS_H

#include "state/scene.h"

struct lens {
    struct state of; /* of what */
    int word, done, total;
    struct lens_layer {
        int says, answer; /* classes: with the largest share; what the word answers in the end */
        double share, answers;
    } of_layer[CONFIG_MAX_LAYERS + 1]; /* before the first, behind each */
};

/* Restarts if s has other numbers, or for another word. */
void lens_follow(struct lens *l, const struct scene *s, int word);
void lens_advance(struct lens *l, const struct scene *s, double effort, struct work *work);
void lens_finish(struct lens *l);

#endif
