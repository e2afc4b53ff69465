/* How the machine view plays: words are handed on step by step. What is shown depends only on the ms that
 * have been played (look.pass), so no clock is needed. */
#ifndef STUDY_MACHINE_PASSING_H
#define STUDY_MACHINE_PASSING_H

#include <stdint.h>

#include "state/state.h"

enum { PASSING_TICK_MS = 50, PASSING_STEP_MS = 700 };

struct passing {
    int done;    /* steps that are over */
    double part; /* of the next one, from 0 to 1; 0 at the end */
};

/* Returns the steps until the slowest path has brought the first of n words to the last. */
int passing_steps(int n);

/* Whether a word may read another in self-attention. */
bool passing_hears(const struct config *c, int reader, int read);

/* Sets for each word the layers of self-attention after which it has heard of the first; INT64_MAX: it never
 * will, because of the mask. */
void passing_heard(const struct config *c, int64_t after[CONFIG_MAX_WORDS]);

/* Returns where `ms` are; 0: at the end. */
struct passing passing_at(int ms, int steps);

/* Plays one tick; at the end resets look.pass and look.play. */
void passing_tick(struct look *look, int steps);

/* Goes to the end of the next step (by 1) or of the previous one (by -1) and pauses there. At rest, by 1
 * starts from the beginning and by -1 from the end. */
void passing_step(struct look *look, int steps, int by);

#endif
