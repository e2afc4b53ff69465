/* The phases in which the flow view plays the computation. What is shown depends only on the ms that have
 * been played (look.flow), so no clock is needed. */
#ifndef STUDY_FLOWING_H
#define STUDY_FLOWING_H

#include "core/config.h"
#include "state/state.h"

enum flowing_phase {
    FLOWING_STILL, /* not playing: everything is shown */
    FLOWING_ASK,   /* the sentence alone, and who asks */
    FLOWING_MERGE, /* x and p become h */
    FLOWING_NOTE,  /* queries and keys */
    FLOWING_VISIT, /* the query meets one key after the other */
    FLOWING_SHARE, /* scores become shares */
    FLOWING_RUN,   /* the values run down */
    FLOWING_MIX,   /* the heads' outputs appear, then the output */
    FLOWING_PHASES
};

enum { FLOWING_TICK_MS = 50, FLOWING_VISITS = 12 };

struct flowing {
    enum flowing_phase phase;
    double t; /* from 0 to 1; stays 1 in the pause after the phase */
};

/* Returns the phase after `ms` (0: not playing) with this number of keys. */
struct flowing flowing_at(int ms, int keys);

/* Returns the ms at the end of a phase, without the pause after it. The last phase ends the flow. */
int flowing_end(enum flowing_phase phase, int keys);

/* Returns the number of keys of the attention that a stage belongs to. */
int flowing_keys(const struct config *c, int stage);

/* Plays one tick at the look's speed; at the end resets look.flow and look.play. */
void flowing_tick(struct look *look, int keys);

/* Jumps to the end of the next phase (by 1) or of the previous one (by -1) and pauses there. When nothing is
 * playing, by 1 starts from the beginning and by -1 from the end. */
void flowing_step(struct look *look, int keys, int by);

/* Doubles (by 1) or halves (by -1) the speed, from half to four times the usual one. */
void flowing_speed(struct look *look, int by);

#endif
