/* Least squares by Householder QR (Golub and Van Loan, section 5.3). It is stable where
 * the normal equations are not: a read-out of slow sines is ill-conditioned. */
#ifndef CORE_MATH_LSQ_H
#define CORE_MATH_LSQ_H

#include "base/work.h"
#include "core/math/mat.h"

/* Sets X (c x s) to minimize ‖A X - B‖ for A (r x c, r >= c) and B (r x s). Overwrites A and B.
 * Columns that depend on others up to rounding (pivot below ε·max(r, c) of the largest) get zeros.
 * Polls `work` in between; if it stops, X is undefined. */
void lsq_solve(struct mat A, struct mat B, struct mat X, struct work *work);

#endif
