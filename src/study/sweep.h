/* The number that + and - run, and what the attention weights do as it goes through its values. Every value
 * is a computation of its own. */
#ifndef STUDY_SWEEP_H
#define STUDY_SWEEP_H

#include "base/lang.h"
#include "state/scene.h"

/* Settings: the encoding's factor, the divisor of the scores (the temperature), the base of the frequencies.
 */
enum knob_kind { KNOB_PESCALE, KNOB_SCALE, KNOB_BASE, KNOB_CELL };

struct knob {
    enum knob_kind kind;
    struct matrix_ref ref; /* KNOB_CELL: a number of a given matrix */
    int row, col;
};

/* Finds what runs at the cursor of the view in s: the given number under it or, in a view of stages, the
 * setting that the number there depends on at once. Returns false if it is computed from others, or learned.
 */
bool knob_here(const struct state *s, const struct config *c, struct knob *out);
double knob_get(const struct scene *now, const struct knob *k);
/* Sets it in s. Returns false if memory is exhausted. */
bool knob_set(struct state *s, const struct knob *k, double x);
/* Returns x after so many steps: sums; for the base, whose size counts, factors of 1 + step, to three digits.
 */
double knob_turned(const struct knob *k, double x, double steps, double step);

/* What a change of a word's number by MOVER_STEP, up or down, moves most among the weights of the layer in
 * view. */
#define MOVER_STEP 0.5
struct mover {
    int row, col; /* of x */
    double by;    /* MOVER_STEP or -MOVER_STEP; 0: not known */
    int head, query, key;
    double was, is;
};

enum { SWEEP_MOST = 41 };

struct sweep {
    struct knob knob;
    struct state of; /* what it was computed from, with the knob at `lo`, and the pair in focus */
    bool known;
    const char *why; /* if not known, why */
    double lo,
        hi;     /* values of the knob at the first and the last point; a divisor or base grows by factors */
    double now; /* its present value */
    int count;  /* of points, odd */
    int key;    /* whose weight it is: in focus; of a cell, what is read most at the middle point */
    double weight[SWEEP_MOST];
    struct mover moves; /* of sweep_here: what a change of the number under the cursor moves */
};

/* Computes one weight of the asking word, in the layer and head in view, over w->knob, unless it is known: it
 * does not depend on the knob's present value. Returns false and explains in r if out of memory or stopped.
 */
bool sweep_compute(struct sweep *w, const struct scene *now, struct reply *r);
/* The same over what runs at the cursor of the view; nothing is known where nothing does. */
bool sweep_here(struct sweep *w, const struct scene *now, struct reply *r);
/* Return the knob's value at point i, and where a value is: 0 at the first point, 1 at the last. */
double sweep_point(const struct sweep *w, int i);
double sweep_place(const struct sweep *w, double value);
void sweep_finish(struct sweep *w);

/* Returns all numbers of x, those that move most first (to be freed), and their count; NULL if there are too
 * many, if they cannot be edited, or if memory is exhausted. */
struct mover *movers_ranked(const struct scene *now, int *count);

#endif
