/* One weight while the scale of the encoding goes from 0 to 2: each point is a scene
 * of its own, computed like any other. */
#ifndef STUDY_SWEEP_H
#define STUDY_SWEEP_H

#include "base/pair.h"
#include "state/scene.h"

enum { SWEEP_MOST = 41 };

struct sweep {
    struct state of;             /* what it was computed from, with the weight in focus */
    bool known;
    struct pair why;             /* why not */
    int count;                   /* points: scales 0, 2/(count-1), … 2 */
    double weight[SWEEP_MOST];
};

#define SWEEP_LAST 2.0           /* the largest scale */

/* The weight in focus of the layer and head in view, unless it is known already. false: no memory, said. */
bool sweep_compute(struct sweep *w, const struct scene *now, struct reply *r);
double sweep_scale(const struct sweep *w, int i);
void sweep_finish(struct sweep *w);

#endif
