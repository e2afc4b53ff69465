/* The word that a model goes on with: what it may be, with which shares, and which one it is by the
 * settings temperature, top_k, top_p and draw (core/pipeline/choice.h). */
#ifndef STUDY_NEXT_H
#define STUDY_NEXT_H

#include "core/pipeline/choice.h"
#include "state/scene.h"

struct next {
    int count;     /* classes */
    double *share; /* what each is chosen with */
    int class;     /* the chosen one */
    int word;      /* its index in the lexicon */
    bool drawn;    /* by lot */
    double lot;    /* where it falls */
};

struct choice_rule next_rule(const struct state *s);

/* Chooses behind the last word of the scene, which must have classes. Returns false if out of memory.
 * next_finish frees it, also after a failure. */
bool next_choose(const struct scene *s, struct next *out);
void next_finish(struct next *n);

#endif
