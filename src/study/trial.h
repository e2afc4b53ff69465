/* The same scene with other weights: current, identity, random, and a shift head that attends
 * to the offset between the query and the key in focus, with all terms and with the position
 * term alone. It shows whether the query finds the key, also if the sentence starts elsewhere. */
#ifndef STUDY_TRIAL_H
#define STUDY_TRIAL_H

#include "base/lang.h"
#include "state/scene.h"

enum trial_kind { TRIAL_NOW, TRIAL_IDENTITY, TRIAL_RANDOM, TRIAL_SHIFT, TRIAL_SHIFT_ALONE, TRIAL_COUNT };
enum { TRIAL_STARTS = 3 };
extern const int trial_starts[TRIAL_STARTS]; /* start positions: 0, 100, 10000 */

struct trial_row {
    bool known;                  /* a shift head needs weights_can_shift; pp alone needs a term pp */
    double weight[TRIAL_STARTS]; /* of the pair in focus */
    int found[TRIAL_STARTS];     /* queries whose largest weight is at the word `offset` away */
};

struct trial {
    struct state of;
    bool known;
    const char *why;
    int offset;                   /* key - query of the focus */
    struct term_set not_position; /* bits of term_off: all terms except pp */
    int asked;                    /* queries that have a word `offset` away */
    struct trial_row row[TRIAL_COUNT];
};

/* Computes the trial for the focus, layer and head in view, unless it is already known. Returns false and
 * explains in r if out of memory or stopped. */
bool trial_compute(struct trial *t, const struct scene *now, struct reply *r);
void trial_finish(struct trial *t);

#endif
