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

/* Takes `next` over (it is empty afterwards) after checking it and computing
 * everything anew. false: said in r; the scene and `next` are as before.
 * When no number changed nothing is computed. */
bool scene_take(struct scene *s, struct state *next, struct reply *r);
void scene_finish(struct scene *s);

/* About how many multiplications computing a scene takes, and how many may be made at
 * once without a key feeling slow (about 20 ms). */
double scene_effort(const struct config *c);
#define SCENE_EFFORT_AT_ONCE 5e7

#endif
