/* How the machine view plays: words are handed on step by step. What is shown depends only on the ms that
 * have been played (look.pass), so no clock is needed. */
#ifndef STUDY_MACHINE_PASSING_H
#define STUDY_MACHINE_PASSING_H

#include "state/state.h"

enum { PASSING_TICK_MS = 50, PASSING_STEP_MS = 700 };

struct passing {
    int done;    /* steps that are over */
    double part; /* of the next one, from 0 to 1; 0 at the end */
};

/* Returns the steps until the slowest path has brought the first of n words to the last. */
int passing_steps(int n);

/* Returns where `ms` are; 0: at the end. */
struct passing passing_at(int ms, int steps);

/* Plays one tick; at the end resets look.pass and look.play. */
void passing_tick(struct look *look, int steps);

/* Goes to the end of the next step (by 1) or of the previous one (by -1) and pauses there. At rest, by 1
 * starts from the beginning and by -1 from the end. */
void passing_step(struct look *look, int steps, int by);

#endif
