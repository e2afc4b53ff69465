/* The same scene with other weights: as they are, identity, random, and the head that
 * looks as many words away as the key in focus stands from the query, with all terms
 * and with the position term alone. Does the query
 * find the key, and does it still when the sentence begins at another position? */
#ifndef STUDY_TRIAL_H
#define STUDY_TRIAL_H

#include "base/pair.h"
#include "state/scene.h"

enum trial_kind { TRIAL_NOW, TRIAL_IDENTITY, TRIAL_RANDOM, TRIAL_SHIFT, TRIAL_SHIFT_ALONE, TRIAL_COUNT };
enum { TRIAL_STARTS = 3 };
extern const int trial_starts[TRIAL_STARTS];     /* positions of the first word: 0, 100, 10000 */

struct trial_row {
    bool known;                      /* the head needs an even d, and heads as wide as d together; pp alone needs a pp */
    double weight[TRIAL_STARTS];     /* of the pair in focus */
    int found[TRIAL_STARTS];         /* queries with a word `offset` away whose largest weight is there */
};

struct trial {
    struct state of;
    bool known;
    struct pair why;
    int offset;                      /* key - query of the focus */
    unsigned not_position;           /* bits of term_off: all terms but pp */
    int asked;                       /* queries that have a word there */
    struct trial_row row[TRIAL_COUNT];
};

/* For the focus, layer and head in view, unless it is known already. false: no memory, said. */
bool trial_compute(struct trial *t, const struct scene *now, struct reply *r);
void trial_finish(struct trial *t);

#endif
