/* The word that a model goes on with: what it may be, with which shares, and which one it is by the
 * settings temperature, top_k, top_p and draw (core/math/choice.h). */
#ifndef STUDY_MACHINE_NEXT_H
#define STUDY_MACHINE_NEXT_H

#include "core/math/choice.h"
#include "state/scene.h"

struct next {
    int count;     /* classes */
    double *share; /* what each is chosen with, in the arena */
    int class;     /* the chosen one */
    int word;      /* its index in the lexicon */
    bool drawn;    /* by lot */
    double lot;    /* where it falls */
};

/* Returns why a scene cannot go on; NULL: it can. */
const char *next_none(const struct scene *s);

/* Chooses behind the last word of a scene that can go on. Returns false if `room` ran out of memory. */
bool next_choose(const struct scene *s, struct arena *room, struct next *out);

#endif
