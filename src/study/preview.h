/* A preview of a ready pair: its first sentence under the present settings and matrices, computed without
 * changing the session. The start screen shows it while its cursor is on the pair. */
#ifndef STUDY_PREVIEW_H
#define STUDY_PREVIEW_H

#include "state/scene.h"

struct preview {
    struct state of;    /* the state that the rest was computed from */
    int pair;           /* its index in ready_pairs */
    bool known;         /* `scene` is valid */
    struct scene scene; /* `of` with the pair's sentence */
    struct text why;    /* why not, in the language of `of`; empty otherwise */
};

/* Computes the preview of a pair, unless p holds it already. If that is impossible (a given mask of another
 * size), explains in p->why. Returns false and explains in r if out of memory. */
bool preview_follow(struct preview *p, const struct state *s, int pair, struct reply *r);
/* Returns the scene of a pair under the settings of s, or NULL if p does not hold it. */
const struct scene *preview_of(const struct preview *p, const struct state *s, int pair);
void preview_finish(struct preview *p);

#endif
