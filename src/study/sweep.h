/* One attention weight as the encoding's scale goes from 0 to 2. Each point is a separate scene,
 * computed like any other. */
#ifndef STUDY_SWEEP_H
#define STUDY_SWEEP_H

#include "base/pair.h"
#include "state/scene.h"

enum { SWEEP_MOST = 41 };

struct sweep {
    struct state of; /* the state it was computed from, with the weight in focus */
    bool known;
    struct pair why; /* if not known, why */
    int count;       /* number of points, at scales 0, 2/(count-1), … 2 */
    double weight[SWEEP_MOST];
};

#define SWEEP_LAST 2.0 /* the largest scale */

/* Computes the weight in focus, of the layer and head in view, unless it is already known. Returns false and
 * explains in r if out of memory or stopped. */
bool sweep_compute(struct sweep *w, const struct scene *now, struct reply *r);
double sweep_scale(const struct sweep *w, int i);
void sweep_finish(struct sweep *w);

#endif
