/* Judging weights (or out, where there are none) by computing them again in one way after another. */
#ifndef TAP_TRIAL_H
#define TAP_TRIAL_H

#include "tap/finding.h"

enum { SINKS_MOST = 256 }; /* heads */

struct trial {
    struct verdict *v;
    struct judge *j;
    enum aim target;
    bool raw;           /* scores fitted before the scale */
    struct worst plain; /* of the way that should be */
    struct worst last;  /* of the last way that was tried: of all cells, if it fits */
};

bool trial_fits(struct trial *t, const struct way *w);
/* Notes a relation that the last way showed to hold; a mistake with which the last way fits, and the numbers
 * of its sentence. */
void trial_held(struct trial *t, const struct way *w);
void trial_found(struct trial *t, enum fault id, const struct way *w, double number, double second);

/* The part that is compared; it and what it is computed from, as bits. */
enum dump_part trial_part(const struct trial *t);
unsigned trial_parts(const struct trial *t);
/* Returns whether it is said which words a word may read; padding alone does not say it. */
bool trial_mask_said(const struct dumped *a);

/* The scale that explains weights (or scores) best, by least squares of centred ln w (or scores) on centred
 * q·k; 0: cannot be told. */
double fit_scale(struct trial *t, const struct way *w, enum dump_part by);
/* The constant that hidden scores have: ln(w_hidden/w_seen) + score_seen, on average. */
bool fit_constant(struct trial *t, const struct way *w, double *constant);
/* Logits, one for each head, that take what is missing from the rows' sums: ln Σexp(s) + ln((1 − Σw)/Σw). */
bool fit_sinks(struct trial *t, const struct way *w, double *sink);
/* Dropout: every weight is 0 or w/(1 − p), with one p, and about as many are 0. */
bool fit_dropout(struct trial *t, const struct way *w, double *p);

/* Takes what has no weight for hidden, and judges what that pattern is. Returns whether the weights fit it.
 */
bool trial_by_pattern(struct trial *t, struct way w);

#endif
