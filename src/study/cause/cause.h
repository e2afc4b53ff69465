/* Which part carries the answer: one part at a time is taken from the other side of the comparison, or left
 * out, and all that follows is computed again. Two sentences of the same length; at the asking word A is what
 * the other side answers, B what is answered here, m = logit A - logit B, and
 *
 *     effect = (m - m here) / (m there - m here)
 *
 * 0: the answer stays, 1: it goes over; values below 0 and above 1 are real. Logits, not shares: where
 * several heads do the same, one of them moves m a good way and a share hardly at all (Meng et al. 2022,
 * arxiv.org/abs/2202.05262; Zhang, Nanda 2024, arxiv.org/abs/2309.16042). */
#ifndef STUDY_CAUSE_CAUSE_H
#define STUDY_CAUSE_CAUSE_H

#include "state/scene.h"

struct cause_cell {
    int layer, head,
        word; /* head -1: the row behind the layer; left out: all its heads. word -1: all words */
};

/* What was found at a cell. */
struct cause_found {
    double m, share[2]; /* of A and B */
    int says;           /* class; -1: not computed yet */
};

/* Trying one cell after the other. */
struct cause_run {
    const struct scene *here, *there;
    struct scene bare; /* of `here`, if the present state carries something */
    struct config c;
    struct trace t;
    struct patch *patch; /* those of `here`, and the one that is tried */
    int at, a, b;        /* asking word, classes */
    double m[2];         /* here, there */
    double share[2][2];  /* here, there: of A and B */
};

/* Prepares trying cells of `now` (without what it carries) with parts of `other`, which fits
 * (session_sides_fit). Returns false and explains in r if there is no readout or no memory; cause_end frees
 * what it took in any case. */
bool cause_begin(struct cause_run *k, const struct scene *now, const struct scene *other, int at,
                 struct reply *r);
/* Computes what is answered with the part in its place: k->t has it. Returns false if r->work stopped it. */
bool cause_try(struct cause_run *k, struct cause_cell cell, bool leaves_out, struct cause_found *out,
               struct reply *r);
void cause_end(struct cause_run *k);

/* Returns the word whose answer is asked: of a model the one whose answer counts, else the one in focus. */
int cause_asks(const struct state *s);
/* Returns true if both sides answer differently, by enough to divide by. Otherwise explains in r. */
bool cause_differs(const struct cause_run *k, struct reply *r);
double cause_effect(const double m[2], double found);

/* The map of all cells: the columns are the heads, layer by layer, then the whole rows; the rows are the
 * words, then all of them. */
struct cause {
    struct state of, there; /* both sides as they were */
    bool leaves_out;
    struct text why; /* why there is none, in the language of `of`; empty otherwise */
    struct cause_run run;
    int words, columns, done, total;
    int strongest[3]; /* columns of heads */
    struct cause_found *found;
};

/* Restarts if either side has other numbers, or another word asks. Returns false and explains in r if out of
 * memory. */
bool cause_follow(struct cause *k, const struct scene *now, const struct scene *other, bool leaves_out,
                  struct reply *r);
/* Computes as many more cells as `effort` multiplications allow, at least one: whole layers, heads over all
 * words, the single words (of a long sentence or a large model only those of the three strongest heads).
 * Stopped by r->work, it goes on at the next call. */
void cause_advance(struct cause *k, double effort, struct reply *r);
bool cause_complete(const struct cause *k);
struct cause_cell cause_cell_at(const struct config *c, int row, int col);
int cause_columns(const struct config *c);
const struct cause_found *cause_at(const struct cause *k, int row, int col);
void cause_finish(struct cause *k);

#endif
