/* A state together with all that was computed from it. Pins, the other side of
 * a comparison and a lesson's snapshots are scenes too. */
#ifndef STATE_SCENE_H
#define STATE_SCENE_H

#include "core/pipeline/trace.h"
#include "state/state.h"

struct scene {
    struct state state;
    struct arena inputs;
    struct config config;
    struct trace trace;
};

/* Bytes that a scene may take: a larger one is refused before anything is computed. */
#define SCENE_BYTES 2e9

/* Takes `next` over (it is empty afterwards) after checking it and computing
 * everything anew. false: said in r, `next` as before, and so is the scene, unless r->work
 * stopped it half-way: then it is empty. When no number changed nothing is computed. */
bool scene_take(struct scene *s, struct state *next, struct reply *r);
void scene_finish(struct scene *s);

/* Bytes that the numbers of a state and those computed from it take; of a scene as it is. */
double scene_bytes_of(const struct state *s);
double scene_bytes(const struct scene *s);

/* Whether a scene of `next` has room beside others of so many bytes. false: said in r, with what makes it large. */
bool scene_room(const struct state *next, double others, struct reply *r);

/* About how many multiplications computing a scene takes, and how many may be made at
 * once without a key feeling slow (about 20 ms). */
double scene_effort(const struct config *c);
#define SCENE_EFFORT_AT_ONCE 1e8

#endif
